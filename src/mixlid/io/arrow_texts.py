"""Texts in Arrow: checked before anything follows their offsets, and where each is in memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mixlid.engine.batches import rows_within
from mixlid.errors import InputError
from mixlid.io.arrow_fields import arrow_module, pyarrow

if TYPE_CHECKING:
    import pyarrow as pa


class Places(NamedTuple):
    """UTF-8 bytes as they lie in memory, and where each text begins and ends."""

    data: Any
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]


def is_text(kind: pa.DataType) -> bool:
    """Whether a column of this type holds strings, or only nulls."""
    types = pyarrow().types
    kind = kind.value_type if types.is_dictionary(kind) else kind
    return any(check(kind) for check in (types.is_string, types.is_large_string, types.is_string_view, types.is_null))


def column_names(schema: pa.Schema, name: str = "") -> list[str]:
    """The names of columns; `InputError` if one is not UTF-8, for which Arrow has no look either."""
    try:
        return list(schema.names)
    except UnicodeDecodeError as error:
        raise InputError(f"{name + ': ' if name else ''}the name of a column is not UTF-8: {error}") from error


def sound(array: pa.Array, column: str) -> pa.Array:
    """The same array, views as large strings; `InputError`, which names the column, if it is damaged.

    Arrow opens files without validating them, and follows any offset that it finds there.
    """
    pa = pyarrow()
    try:
        _as_binary(array).validate(full=True)
    except pa.ArrowException as error:
        raise InputError(f"the column {column!r} is damaged: {error} (the first is 0); write it again") from error
    if pa.types.is_dictionary(array.type):
        return pa.DictionaryArray.from_arrays(array.indices, _without_views(array.dictionary), safe=False)
    return _without_views(array)


def without_views(schema: pa.Schema) -> pa.Schema:
    """The schema of columns that `sound` has returned."""
    pa = pyarrow()
    plain = [pa.large_string() if kind == pa.string_view() else kind for kind in schema.types]
    return pa.schema([field.with_type(kind) for field, kind in zip(schema, plain, strict=True)], schema.metadata)


def has_text(array: pa.Array) -> NDArray[np.bool_]:
    """Which rows of a sound array are not null; in a dictionary, an index or what it stands for may be."""
    valid = array.is_valid()
    if pyarrow().types.is_dictionary(array.type):
        valid = array.dictionary.is_valid().take(array.indices).fill_null(False)
    found: NDArray[np.bool_] = valid.to_numpy(zero_copy_only=False)
    return found


def text_sizes(array: pa.Array) -> NDArray[np.int64]:
    """Bytes of each text of a sound array, as if none were shared; 0 for null."""
    pa, compute = pyarrow(), arrow_module("compute")
    if pa.types.is_dictionary(array.type):
        sizes = compute.binary_length(array.dictionary).take(array.indices)
    else:
        sizes = compute.binary_length(_as_strings(array))
    found: NDArray[np.int64] = sizes.cast(pa.int64()).fill_null(0).to_numpy()
    return found


def text_parts(array: pa.Array, most: int) -> Iterator[tuple[slice, Places]]:
    """The rows of a sound array in parts of up to `most` bytes (or of one text), and where the texts of each are.

    A dictionary may repeat a text any number of times, so it is never written out as a whole.
    """
    for rows in rows_within(text_sizes(array), most):
        yield rows, text_places(array.slice(rows.start, rows.stop - rows.start))


def text_places(array: pa.Array) -> Places:
    """Where the texts of a sound array are, one after the other."""
    array = _as_strings(array)
    _, offsets, data = array.buffers()
    if offsets is None or data is None:
        return Places(np.zeros(0, np.uint8), *np.zeros((2, len(array)), np.int64))
    kind = np.int64 if pyarrow().types.is_large_string(array.type) else np.int32
    places = np.frombuffer(offsets, kind, array.offset + len(array) + 1)[array.offset :].astype(np.int64)
    return Places(np.frombuffer(data, np.uint8), places[:-1], places[1:])


def texts_at(places: Places) -> Iterator[str]:
    memory = memoryview(places.data)
    for start, end in zip(places.starts.tolist(), places.ends.tolist(), strict=True):
        yield str(memory[start:end], "utf-8")


def _as_binary(array: pa.Array) -> pa.Array:
    """The same memory as binary: whether it is UTF-8 is checked when texts are identified."""
    pa = pyarrow()
    if pa.types.is_dictionary(array.type):
        return pa.DictionaryArray.from_arrays(array.indices, _as_binary(array.dictionary), safe=False)
    kinds = {pa.string(): pa.binary(), pa.large_string(): pa.large_binary(), pa.string_view(): pa.binary_view()}
    return array.view(kinds[array.type]) if array.type in kinds else array


def _as_strings(array: pa.Array) -> pa.Array:
    pa = pyarrow()
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    return array.cast(pa.large_string()) if pa.types.is_null(array.type) else array


def _without_views(array: pa.Array) -> pa.Array:
    """Views as large strings, by way of Python: Arrow's conversion follows views that are null wherever they lead."""
    pa = pyarrow()
    if not pa.types.is_string_view(array.type):
        return array
    return pa.array(_as_binary(array).to_pylist(), pa.large_binary()).view(pa.large_string())
