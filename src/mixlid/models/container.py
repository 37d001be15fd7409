"""A safetensors file with a checksum, written and read with NumPy alone.

The layout: the header's length (8 bytes, little-endian), a JSON header with each tensor's type, shape and offsets, then
the tensors. It is simple enough to check completely before anything is used, can be memory-mapped, and holds no code.
Only the tensor types that our tables use are supported.

The checksum is the CRC-32 of all bytes, counting those of the checksum itself as zeros. It detects damage, not
tampering, since whoever changes a file can change its checksum too; so the fastest one will do. For 43 MB it takes some
15 ms, so it is checked whenever a file is opened, unless the file is very large or the model that ships, which was
verified when the package was installed; `mixlid model info` checks these.
"""

from __future__ import annotations

import json
import mmap
import os
import struct
import zlib
from collections.abc import Iterable, Mapping
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mixlid._files import complete_file
from mixlid.errors import ModelError
from mixlid.models.catalogue import EMBEDDED
from mixlid.models.signature import is_safetensors, map_file

_DTYPES = {"U8": "u1", "I8": "i1", "U32": "<u4", "I32": "<i4", "F32": "<f4", "F64": "<f8"}
_NAMES = {np.dtype(dtype): name for name, dtype in _DTYPES.items()}
#: The limit of the safetensors package itself.
_LONGEST_HEADER = 100_000_000
#: More dimensions than any of our tensors has, and fewer than NumPy's limit.
_MOST_DIMENSIONS = 8
#: Its name in the metadata, and the placeholder until it is known.
CHECKSUM = "crc32"
UNKNOWN = "0" * 8
#: The largest file that is checked on opening: about a tenth of a second.
OPENED_WITH_CHECK = 256_000_000
_PIECE = 1 << 18
#: The metadata of our files: the description, the checksum, and what older files had in its place.
KEY = "mixlid"
_OURS = frozenset({KEY, CHECKSUM, "sha256"})


class Container(NamedTuple):
    """The contents of a file; tensors are read-only views of it."""

    path: Path
    size: int
    metadata: dict[str, str]
    tensors: dict[str, NDArray[Any]]


class Stream(NamedTuple):
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
    header: dict[str, Any] = {"__metadata__": {**metadata, CHECKSUM: UNKNOWN}}
    place = 0
    for name in names:
        stream = streams[name]
        end = place + prod(stream.shape) * stream.dtype.itemsize
        dtype = _NAMES[stream.dtype.newbyteorder("<")]
        header[name] = {"dtype": dtype, "shape": list(stream.shape), "data_offsets": [place, end]}
        place = end
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    start = struct.pack("<Q", len(text)) + text
    with complete_file(path) as out:
        out.write(start)
        crc = zlib.crc32(start)
        for name in names:
            for piece in streams[name].pieces:
                data = np.ascontiguousarray(piece, streams[name].dtype.newbyteorder("<")).data
                out.write(data)
                crc = zlib.crc32(data, crc)
        written = out.tell()
        if written != len(start) + place:
            raise ValueError(f"the tensors for {path} are {written - len(start)} bytes, not the {place} announced")
        out.seek(8 + place_of(text))
        out.write(b"%08x" % crc)


def read_container(path: str | os.PathLike[str]) -> Container:
    """Map a file into memory; `ModelError` if it is not a complete and consistent safetensors file."""
    path = Path(path)
    data = map_file(path, is_safetensors, "a safetensors file")
    header, begin = _read_header(data, path)
    metadata = header.pop("__metadata__", {})
    if not isinstance(metadata, dict) or not all(isinstance(value, str) for value in metadata.values()):
        raise damaged(path, "its metadata are not strings")
    if KEY in metadata and not metadata.keys() <= _OURS:  # an unknown name may be that of the checksum, damaged
        raise damaged(path, f"its metadata are called {', '.join(sorted(metadata))[:200]!r}")
    _check_places(header, len(data) - begin, path)
    if len(data) <= OPENED_WITH_CHECK and path != EMBEDDED:
        check_bytes(path, metadata)
    return Container(path, len(data), metadata, {name: _view(data, begin, item) for name, item in header.items()})


def check_bytes(path: Path, metadata: Mapping[str, str]) -> bool:
    """Whether a file has a checksum (older ones have none); `ModelError` if it does not match."""
    expected = metadata.get(CHECKSUM)
    if expected is None:
        return False
    if checksum_of(path) != expected:
        raise damaged(path, "its checksum does not match its contents")
    return True


def place_of(header: bytes | bytearray) -> int:
    """Where the digits are in the header of a file; -1 if there are none. (In a string the quotes would be escaped.)"""
    mark = f'"{CHECKSUM}":"'.encode()
    found = header.find(mark)
    return found + len(mark) if found >= 0 else -1


def checksum_of(path: Path) -> str:
    """Compute the checksum of a file that has room for one."""
    with path.open("rb") as stream:
        start = stream.read(8)
        header = bytearray(stream.read(struct.unpack("<Q", start)[0]))
        place = place_of(header)
        header[place : place + len(UNKNOWN)] = UNKNOWN.encode()
        crc = zlib.crc32(header, zlib.crc32(start))
        piece = memoryview(bytearray(_PIECE))  # all of a mapped file would count as our memory
        while size := stream.readinto(piece):
            crc = zlib.crc32(piece[:size], crc)
    return f"{crc:08x}"


def damaged(path: Path, why: str) -> ModelError:
    return ModelError(f"{path} is damaged: {why}. Download or build it again.")


def _read_header(data: mmap.mmap, path: Path) -> tuple[dict[str, Any], int]:
    (size,) = struct.unpack_from("<Q", data)
    if size > min(len(data) - 8, _LONGEST_HEADER):
        raise damaged(path, f"its header should have {size:,} bytes, but the whole file has {len(data):,}")
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
    """Check that every tensor has the size of its type and shape, and that they fill the file without gaps."""
    places = []
    for name, item in header.items():
        if not isinstance(item, dict) or set(item) != {"dtype", "shape", "data_offsets"}:
            raise damaged(path, f"the tensor {name!r} is not described by dtype, shape and data_offsets")
        dtype, shape, offsets = item["dtype"], item["shape"], item["data_offsets"]
        if not isinstance(dtype, str) or dtype not in _DTYPES:
            raise damaged(path, f"the tensor {name!r} has the type {dtype!r}, not one of {', '.join(_DTYPES)}")
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
        raise damaged(path, f"its tensors should take {end:,} bytes, but there are {size:,}")


def _is_sizes(value: Any) -> bool:
    return isinstance(value, list) and all(type(item) is int and 0 <= item < 1 << 48 for item in value)


def _view(data: mmap.mmap, begin: int, item: Mapping[str, Any]) -> NDArray[Any]:
    dtype, shape = np.dtype(_DTYPES[item["dtype"]]), item["shape"]
    count = prod(shape)
    if not count:  # which NumPy refuses to map
        return np.empty(shape, dtype=dtype)
    values: NDArray[Any] = np.frombuffer(data, dtype=dtype, count=count, offset=begin + item["data_offsets"][0])
    # A file that is not ours may have unaligned tensors, which compiled code may not read.
    return values.reshape(shape) if values.flags.aligned else values.copy().reshape(shape)
