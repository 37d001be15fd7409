"""Text columns in Arrow: decoded to plain strings, and their offsets in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mixlid.errors import InputError
from mixlid.io.arrow_fields import pyarrow

if TYPE_CHECKING:
    import pyarrow as pa


def is_text(kind: pa.DataType) -> bool:
    """Whether a column of this type holds strings, or only nulls."""
    types = pyarrow().types
    kind = kind.value_type if types.is_dictionary(kind) else kind
    return any(check(kind) for check in (types.is_string, types.is_large_string, types.is_string_view, types.is_null))


def as_strings(array: pa.Array, column: str) -> pa.Array:
    """The same texts as a plain string array; `InputError`, which names the column, if the array is damaged.

    Arrow does not validate files when it opens them, and follows any offset that it finds there.
    """
    pa = pyarrow()
    try:
        _as_binary(array).validate(full=True)
    except pa.ArrowException as error:
        raise InputError(f"the column {column!r} is damaged: {error} (the first is 0); write it again") from error
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    if pa.types.is_null(array.type) or pa.types.is_string_view(array.type):
        return array.cast(pa.large_string())
    return array


def _as_binary(array: pa.Array) -> pa.Array:
    """The same memory as binary: whether it is UTF-8 is checked when texts are identified."""
    pa = pyarrow()
    kinds = {pa.string(): pa.binary(), pa.large_string(): pa.large_binary(), pa.string_view(): pa.binary_view()}
    return array.view(kinds[array.type]) if array.type in kinds else array


def utf8_offsets(array: pa.Array) -> tuple[Any, NDArray[np.int64], NDArray[np.int64]]:
    """The memory behind an array from `as_strings`, and the start and end of each text in it."""
    _, ends, data = array.buffers()
    if ends is None or data is None:
        return np.zeros(0, np.uint8), np.zeros(len(array), np.int64), np.zeros(len(array), np.int64)
    kind = np.int64 if pyarrow().types.is_large_string(array.type) else np.int32
    places = np.frombuffer(ends, kind)[array.offset : array.offset + len(array) + 1].astype(np.int64)
    return np.frombuffer(data, np.uint8), places[:-1], places[1:]
