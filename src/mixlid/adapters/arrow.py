"""Arrow in, Arrow out: what Spark, Ray and the data frames call, and what fits any other engine that speaks Arrow.

Columns that come in are passed on as they are, without a copy; ours follow them (`columns.py`). `jobs` is for use
without an engine: engines have processes of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from mixlid import load
from mixlid.adapters import columns
from mixlid.configuration import Configuration, Options
from mixlid.engine.batches import MOST_CHARACTERS
from mixlid.engine.document_pipeline import Unit
from mixlid.errors import InputError, SettingsError
from mixlid.identifier import Identifier
from mixlid.io.arrow_fields import pyarrow
from mixlid.io.arrow_texts import Places, column_names, has_text, is_text, sound, text_parts, text_places, texts_at
from mixlid.io.formats.added_fields import free_prefix
from mixlid.io.formats.line_writer import is_utf8
from mixlid.io.provenance import made_by

if TYPE_CHECKING:
    import pyarrow as pa
    from typing_extensions import Unpack

#: With words a part has this many times fewer bytes, since a word takes many times the memory of its letters.
WORDS_SHARE = 8

#: A `pyarrow.Table` or a `pyarrow.RecordBatch`; the same comes out.
Data = TypeVar("Data")


def identify(
    data: Data,
    column: str,
    lid: Identifier | None = None,
    *,
    words: bool = False,
    prefix: str = "",
    replace: bool = False,
    jobs: int = 1,
    unit: Unit | None = None,
) -> Data:
    """The table or batch with the languages of the texts in `column`.

    A column that already has one of our names is refused: `prefix` gives ours other names, and `replace` puts them in
    its place. `unit` says what a text is (`Identifier.replace`), if the identifier does not.
    """
    pa = pyarrow()
    table: Any = data
    if not isinstance(table, pa.Table | pa.RecordBatch):
        raise TypeError(
            f"identify takes a pyarrow.Table or RecordBatch, not {type(data).__name__}; for a list of texts there is "
            "Identifier.identify_many, and for an array identify_array"
        )
    names = columns.names(words, prefix)
    present = column_names(table.schema)
    check_names(column, present, names, replace)
    chunked = isinstance(table, pa.Table)
    lid = (lid or load()).replace(unit=unit)
    made = list(identify_arrays(_chunks(table.column(column)), column, lid, words=words, jobs=jobs))
    old = [name for name in present if name in names]
    table = table.drop_columns(old) if old else table
    for place, field in enumerate(columns.schema(words, prefix)):
        found = [arrays[place] for arrays in made]
        table = table.append_column(field, pa.chunked_array(found, field.type) if chunked else _one(found))
    answer: Data = table
    return answer


class BatchIdentifier:
    """`identify` for batches in other processes: it holds names and settings, and each process loads the model once.

    For functions such as Ray's `map_batches`. Wrong options are reported here, and not by a worker. Without `maps`
    there are lists of pairs in their place, for tools that have no maps.
    """

    def __init__(
        self,
        column: str = "text",
        *,
        words: bool = False,
        prefix: str = "",
        replace: bool = False,
        maps: bool = True,
        **options: Unpack[Options],
    ) -> None:
        self.config = Configuration.of(options)
        self.config.cached_identifier()
        self.column, self.maps = column, maps
        #: For the caches of such tools, which go by what this holds: a file of a model may change and keep its name.
        self.made = None if maps else made_by(self.config.cached_identifier())
        self.how: dict[str, Any] = {"words": words, "prefix": prefix, "replace": replace}

    def __call__(self, batch: Data) -> Data:
        made = identify(batch, self.column, self.config.cached_identifier(), **self.how)
        return made if self.maps else columns.without_maps(made)


def identify_array(
    array: Any,
    lid: Identifier | None = None,
    *,
    words: bool = False,
    jobs: int = 1,
    unit: Unit | None = None,
    column: str = "text",
) -> pa.StructArray:
    """A struct of our columns for each text of an array, null for null; for functions that engines call with arrays.

    The array is pyarrow's, in chunks or not, or anything else that speaks Arrow (`__arrow_c_array__`,
    `__arrow_c_stream__`), such as a Series of Polars. Messages call it `column`.
    """
    lid = (lid or load()).replace(unit=unit)
    made = list(identify_arrays(_chunks(array), column, lid, words=words, jobs=jobs))
    parts = [_one(list(arrays)) for arrays in zip(*made, strict=True)]
    fields = list(columns.schema(words))
    return pyarrow().StructArray.from_arrays(parts, fields=fields, mask=parts[0].is_null())  # a text has languages


def identify_arrays(
    chunks: Sequence[pa.Array], column: str, lid: Identifier | None = None, *, words: bool = False, jobs: int = 1
) -> Iterator[list[pa.Array]]:
    """Our columns for each array of texts, in several parts if it is large; `column` is for messages.

    A part is bounded in bytes, since identifying takes many times the memory of the texts.
    """
    pa, lid = pyarrow(), lid or load()
    most = jobs * MOST_CHARACTERS // (WORDS_SHARE if words else 1)
    for kind in {chunk.type for chunk in chunks}:
        _check_type(kind, column)
    for chunk in [sound(chunk, column) for chunk in chunks]:
        valid = has_text(chunk)
        for rows, places in text_parts(chunk, most) if len(chunk) else [(slice(0, 0), text_places(chunk))]:
            present = np.flatnonzero(valid[rows])
            given = Places(places.data, places.starts[present], places.ends[present])
            answers = lid.identify_utf8(*given, words=words, jobs=jobs)
            if answers is None:
                raise _not_utf8(rows.start + present[_first_not_utf8(given)], len(chunk), column)
            made = columns.answer_arrays(answers, list(texts_at(given)) if words else None)
            size = rows.stop - rows.start
            if len(present) < size:
                numbers = np.full(size, -1)
                numbers[present] = np.arange(len(present))
                order = pa.array(numbers, mask=numbers < 0)
                made = [array.take(order) for array in made]
            yield made


def check_names(column: Any, present: Sequence[Any], added: Sequence[str], replace: bool = False) -> None:
    """Refuse a column of texts that does not exist, and columns that ours would replace, unless that is asked for."""
    if present.count(column) != 1:
        times = "no column" if column not in present else "more than one column"
        raise InputError(f"there is {times} {column!r} to identify; the columns are {', '.join(map(repr, present))}")
    if column in added:
        raise SettingsError(
            f"the texts are in the column {column!r}, and a result has that name; "
            f"rename the column, or give the results a prefix, such as prefix={free_prefix(present, 'lid_')!r}"
        )
    columns.check_free(present, added, replace)


def check_schema(schema: pa.Schema, column: str) -> None:
    """Refuse a column that does not have texts, as each batch with this schema would."""
    _check_type(schema.field(column).type, column)


def _check_type(kind: pa.DataType, column: str) -> None:
    if not is_text(kind):
        raise InputError(f"the column {column!r} is of type {kind} and not string; cast it, or name another one")


def _chunks(array: Any) -> list[pa.Array]:
    """The arrays of whatever speaks Arrow, at least one."""
    pa = pyarrow()
    if not isinstance(array, pa.Array | pa.ChunkedArray):
        if hasattr(array, "__arrow_c_stream__"):
            array = pa.chunked_array(array)
        elif hasattr(array, "__arrow_c_array__"):
            array = pa.array(array)
        else:
            raise InputError(f"this is a {type(array).__name__} and no Arrow array; pyarrow.array(…) makes one of it")
    if isinstance(array, pa.Array):
        return [array]
    return array.chunks or [pa.array([], array.type)]


def _one(arrays: list[pa.Array]) -> pa.Array:
    return arrays[0] if len(arrays) == 1 else pyarrow().concat_arrays(arrays)


def _not_utf8(row: int, rows: int, column: str) -> InputError:
    return InputError(
        f"row {row} of a batch of {rows}: the column {column!r} is not UTF-8 there; "
        "repair it first (Spark has make_valid_utf8)"
    )


def _first_not_utf8(places: Places) -> int:
    pairs = zip(places.starts.tolist(), places.ends.tolist(), strict=True)
    return next(row for row, (start, end) in enumerate(pairs) if not is_utf8(bytes(places.data[start:end])))
