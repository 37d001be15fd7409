"""A safetensors file, written and read with NumPy alone.

The layout: the header's length (8 bytes, little-endian), a JSON header that names each tensor's type, shape and place,
then the tensors one after the other. It is simple enough to check completely before anything is used, can be mapped
into memory, and holds no code. Left out: the tensor types that our tables do not use.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
import struct
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mixlid._files import complete_file
from mixlid.errors import ModelError
from mixlid.models.signature import is_safetensors, map_file

_DTYPES = {"U8": "u1", "I8": "i1", "U32": "<u4", "I32": "<i4", "F32": "<f4", "F64": "<f8"}
_NAMES = {np.dtype(dtype): name for name, dtype in _DTYPES.items()}
#: The limit of the safetensors package itself.
_LONGEST_HEADER = 100_000_000
#: More than any of our tensors has, and fewer than NumPy refuses.
_MOST_DIMENSIONS = 8
#: The key of the metadata under which the checksum of all tensors stands; files from before there was one have none.
CHECKSUM = "sha256"
_NOT_YET = "0" * 64


@dataclass(frozen=True, slots=True)
class Container:
    """The contents of a file; tensors are read-only views of it."""

    path: Path
    size: int
    metadata: dict[str, str]
    tensors: dict[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Stream:
    """A tensor that is written piece by piece, for those too large for memory."""

    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    pieces: Iterable[NDArray[Any]]


def write_container(
    path: str | os.PathLike[str], tensors: Mapping[str, NDArray[Any] | Stream], metadata: Mapping[str, str]
) -> None:
    """Write a file that appears only when it is complete."""
    path = Path(path)
    streams = {
        name: item if isinstance(item, Stream) else Stream(item.shape, item.dtype, [item])
        for name, item in tensors.items()
    }
    # Widest type first: every tensor is then aligned, and there are no gaps, which the format forbids.
    names = sorted(streams, key=lambda name: (-streams[name].dtype.itemsize, name))
    header: dict[str, Any] = {"__metadata__": {**metadata, CHECKSUM: _NOT_YET}}
    place = 0
    for name in names:
        stream = streams[name]
        end = place + prod(stream.shape) * stream.dtype.itemsize
        dtype = _NAMES[stream.dtype.newbyteorder("<")]
        header[name] = {"dtype": dtype, "shape": list(stream.shape), "data_offsets": [place, end]}
        place = end
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with complete_file(path) as out:
        out.write(struct.pack("<Q", len(text)) + text)
        checksum = hashlib.sha256()
        for name in names:
            for piece in streams[name].pieces:
                data = np.ascontiguousarray(piece, streams[name].dtype.newbyteorder("<")).data
                out.write(data)
                checksum.update(data)
        written = out.tell()
        if written != 8 + len(text) + place:
            raise ValueError(f"the tensors for {path} are {written - 8 - len(text)} bytes, not the {place} announced")
        out.seek(8 + text.index(_NOT_YET.encode()))  # no metadata of ours have that many zeros before it
        out.write(checksum.hexdigest().encode())


def read_container(path: str | os.PathLike[str]) -> Container:
    """Map a file into memory; `ModelError` if it is not a complete and consistent safetensors file."""
    path = Path(path)
    data = map_file(path, is_safetensors, "a safetensors file")
    header, begin = _read_header(data, path)
    metadata = header.pop("__metadata__", {})
    if not isinstance(metadata, dict) or not all(isinstance(value, str) for value in metadata.values()):
        raise damaged(path, "its metadata are not strings")
    _check_places(header, len(data) - begin, path)
    return Container(path, len(data), metadata, {name: _view(data, begin, item) for name, item in header.items()})


def check_body(path: str | os.PathLike[str]) -> bool:
    """Compare the tensors with the checksum beside them: whether there is one; `ModelError` if it is another."""
    path = Path(path)
    container = read_container(path)
    expected = container.metadata.get(CHECKSUM)
    if expected is None:
        return False
    with path.open("rb") as stream:
        (size,) = struct.unpack("<Q", stream.read(8))
        stream.seek(8 + size)
        checksum = hashlib.sha256()
        while piece := stream.read(1 << 20):
            checksum.update(piece)
    if checksum.hexdigest() != expected:
        raise damaged(path, "its numbers are not those that it was made with (the checksum is another)")
    return True


def damaged(path: Path, why: str) -> ModelError:
    return ModelError(f"{path} is damaged: {why}. Download or build it again.")


def _read_header(data: mmap.mmap, path: Path) -> tuple[dict[str, Any], int]:
    (size,) = struct.unpack_from("<Q", data)
    if size > min(len(data) - 8, _LONGEST_HEADER):
        raise damaged(path, f"its header should have {size:,} bytes, and the file has {len(data):,} in all")
    try:
        header = json.loads(data[8 : 8 + size].decode("utf-8"), object_pairs_hook=_no_repeats)
    except (ValueError, RecursionError) as error:
        raise damaged(path, f"its header is not JSON ({error})") from error
    if not isinstance(header, dict):
        raise damaged(path, "its header is not a JSON object")
    return header, 8 + size


def _no_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise ValueError("a key occurs twice")
    return result


def _check_places(header: Mapping[str, Any], size: int, path: Path) -> None:
    """Every tensor is as long as its type and shape say, and together they fill the file without gap or overlap."""
    places = []
    for name, item in header.items():
        if not isinstance(item, dict) or set(item) != {"dtype", "shape", "data_offsets"}:
            raise damaged(path, f"the tensor {name!r} is not described by dtype, shape and data_offsets")
        dtype, shape, offsets = item["dtype"], item["shape"], item["data_offsets"]
        if not isinstance(dtype, str) or dtype not in _DTYPES:
            raise damaged(path, f"the tensor {name!r} has the type {dtype!r}; the known types are {', '.join(_DTYPES)}")
        if not _is_sizes(shape) or len(shape) > _MOST_DIMENSIONS or not _is_sizes(offsets) or len(offsets) != 2:
            raise damaged(path, f"the tensor {name!r} has the shape {shape!r} and the place {offsets!r}")
        if offsets[1] - offsets[0] != prod(shape) * np.dtype(_DTYPES[dtype]).itemsize:
            raise damaged(path, f"the tensor {name!r} has {offsets[1] - offsets[0]} bytes, which is not its shape")
        places.append((offsets[0], offsets[1]))
    end = 0
    for begin, next_end in sorted(places):
        if begin != end:
            raise damaged(path, "its tensors overlap, or there is a gap between them")
        end = next_end
    if end != size:
        raise damaged(path, f"its tensors should take {end:,} bytes, and there are {size:,}")


def _is_sizes(value: Any) -> bool:
    return isinstance(value, list) and all(type(item) is int and 0 <= item < 1 << 48 for item in value)


def _view(data: mmap.mmap, begin: int, item: Mapping[str, Any]) -> NDArray[Any]:
    dtype, shape = np.dtype(_DTYPES[item["dtype"]]), item["shape"]
    count = prod(shape)
    if not count:  # which NumPy refuses to map
        return np.empty(shape, dtype=dtype)
    values: NDArray[Any] = np.frombuffer(data, dtype=dtype, count=count, offset=begin + item["data_offsets"][0])
    # A file that is not ours may have tensors at odd places, where the compiled code may not read.
    return values.reshape(shape) if values.flags.aligned else values.copy().reshape(shape)
