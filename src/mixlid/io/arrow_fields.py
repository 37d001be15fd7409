"""The fields of results as Arrow, for Parquet files and for every engine: their types, and columns of many answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from mixlid.engine.answer_columns import AnswerColumns
from mixlid.errors import MissingDependencyError
from mixlid.fields import Field, fields
from mixlid.result import Word
from mixlid.text.labels import language_and_script
from mixlid.text.words import KINDS

if TYPE_CHECKING:
    import pyarrow as pa


def pyarrow() -> Any:
    """The package, or an error that says how to get it."""
    try:
        import pyarrow
    except ImportError as error:
        raise MissingDependencyError("pyarrow", "parquet", "Arrow batches") from error
    return pyarrow


def arrow_fields(wanted: Iterable[Field], prefix: str = "") -> list[pa.Field]:
    """Fields as Arrow has them, all of which may be null."""
    pa = pyarrow()
    return [pa.field(prefix + field.name, _type(pa, field)) for field in wanted]


def arrow_columns(wanted: Sequence[Field], answers: Iterable[Any]) -> list[pa.Array]:
    """A column for each field; None for an answer is null in all of them.

    An answer is let go as soon as its values are taken.
    """
    pa = pyarrow()
    taken: list[list[Any]] = [[] for _ in wanted]
    for answer in answers:
        for field, column in zip(wanted, taken, strict=True):
            column.append(None if answer is None else getattr(answer, field.name))
    return [_column(pa, field, column) for field, column in zip(wanted, taken, strict=True)]


def answer_arrays(wanted: Sequence[Field], answers: AnswerColumns, texts: Sequence[str] | None) -> list[pa.Array]:
    """The same columns from answers that are columns already; `texts` are needed where words are wanted."""
    pa = pyarrow()
    names = pa.array(answers.names, pa.string())
    first = answers.languages[answers.language_starts[:-1]]
    made: dict[str, Callable[[], Any]] = {
        "languages": lambda: _list(pa, answers.language_starts, names.take(pa.array(answers.languages))),
        "label": lambda: names.take(pa.array(first)),
        "language": lambda: _part_of_label(pa, answers.names, 0).take(pa.array(first)),
        "language_script": lambda: _part_of_label(pa, answers.names, 1).take(pa.array(first)),
        "is_mixed": lambda: pa.array(np.diff(answers.language_starts) > 1),
        "proportions": lambda: pa.MapArray.from_arrays(
            pa.array(answers.share_starts, pa.int32()),
            names.take(pa.array(answers.share_labels)),
            pa.array(answers.shares),
        ),
        "words": lambda: _words(pa, answers, names, texts),
    }
    arrays = []
    for field in wanted:
        make = made.get(field.name)
        arrays.append(make() if make else _optional(pa, getattr(answers, field.name)))
    return arrays


def _list(pa: Any, starts: Any, values: Any) -> Any:
    return pa.ListArray.from_arrays(pa.array(starts, pa.int32()), values)


def _optional(pa: Any, values: Any) -> Any:
    return pa.array(values, mask=np.isnan(values))


def _part_of_label(pa: Any, names: Sequence[str], part: int) -> Any:
    return pa.array([language_and_script(name)[part] for name in names], pa.string())


def _words(pa: Any, answers: AnswerColumns, names: Any, texts: Sequence[str] | None) -> Any:
    words = answers.words
    if words is None or texts is None:
        raise ValueError("words need answers with words, and their texts")
    starts, ends, places = words.start.tolist(), words.end.tolist(), words.word_starts.tolist()
    pieces = [
        text[starts[k] : ends[k]]
        for text, begin, end in zip(texts, places[:-1], places[1:], strict=True)
        for k in range(begin, end)
    ]
    columns = {
        "text": pa.array(pieces, pa.string()),
        "start": pa.array(words.start),
        "end": pa.array(words.end),
        "label": names.take(pa.array(words.label)),
        "score": pa.array(words.score),
        "margin": pa.array(words.margin),
        "kind": pa.array(KINDS, pa.string()).take(pa.array(words.kind)),
        "confidence": _optional(pa, words.confidence),
    }
    inner = arrow_fields(fields(Word).values())
    structs = pa.StructArray.from_arrays([columns[field.name] for field in inner], fields=inner)
    return _list(pa, words.word_starts, structs)


def _type(pa: Any, field: Field) -> Any:
    one = _struct(pa, field) if field.has_parts else _simple(pa)[field.kind]
    return pa.list_(one) if field.many else one


def _simple(pa: Any) -> dict[type, Any]:
    return {
        str: pa.string(),
        int: pa.int32(),  # offsets into a text
        float: pa.float64(),
        bool: pa.bool_(),
        dict: pa.map_(pa.string(), pa.float64()),
    }


def _struct(pa: Any, field: Field) -> Any:
    return pa.struct(arrow_fields(fields(field.kind).values()))


def _column(pa: Any, field: Field, values: list[Any]) -> pa.Array:
    if not field.has_parts:
        if field.kind is dict:
            values = [None if value is None else list(value.items()) for value in values]
        return pa.array(values, _type(pa, field))
    # Part by part and field by field, which is several times faster than a dict for each part.
    parts = list(chain.from_iterable(value or () for value in values))
    ends = [0]
    for value in values:
        ends.append(ends[-1] + len(value or ()))
    children = [
        _column(pa, inner, [getattr(part, inner.name) for part in parts]) for inner in fields(field.kind).values()
    ]
    structs = pa.StructArray.from_arrays(children, fields=list(_struct(pa, field)))
    nulls = pa.array([value is None for value in values], pa.bool_())
    return pa.ListArray.from_arrays(pa.array(ends, pa.int32()), structs, mask=nulls)
