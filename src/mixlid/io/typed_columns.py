"""The fields of many answers as typed columns; the type is all that a writer needs to know about a field.

A field of `Result` that lines or tables of engines show is a number of an `AnswerBatch`, one of its lists, or derived
from the labels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mixlid.results.batch import AnswerBatch
from mixlid.results.fields import ON_REQUEST, Derive, Field, fields
from mixlid.results.result import Span, Word
from mixlid.text.words import KINDS

Ints = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Values:
    """A value for each text, word or span: an array of numbers (NaN if unknown), integers or booleans, or a list."""

    values: NDArray[Any] | list[Any]


@dataclass(frozen=True, slots=True)
class Strings:
    """A string for each text, word or span, as an index into a table; -1 is null.

    With `starts` it is a list of strings: that of text i goes from `starts[i]` to `starts[i + 1]`. With `shares`, each
    of these has a number.
    """

    indices: Ints
    table: tuple[str, ...]
    starts: Ints | None = None
    shares: NDArray[np.float64] | None = None


@dataclass(frozen=True, slots=True)
class PartLists:
    """The words or spans of each text, as a column for each of their fields: there are many, so none is an object."""

    starts: Ints
    columns: dict[str, Values | Strings]


Column = Values | Strings | PartLists


def typed_columns(
    answers: AnswerBatch, selected: Iterable[Field], texts: Sequence[str] | None = None, lengths: Ints | None = None
) -> list[Column]:
    """A column for each field; words need their texts, spans the lengths of these in code points."""
    if texts is not None and lengths is None:
        lengths = np.array([len(text) for text in texts], np.int64)
    made: list[Column] = []
    pairs = None
    for field in selected:
        if field.derive is None:
            made.append(_stored(answers, field, texts, lengths))
        else:
            pairs = pairs or _pairs(answers)
            made.append(_derived(answers.names, field, *pairs))
    return made


def _stored(answers: AnswerBatch, field: Field, texts: Sequence[str] | None, lengths: Ints | None) -> Column:
    if field.name == ON_REQUEST:
        if not answers.has_words or texts is None:
            raise ValueError("words need answers with words, and their texts")
        return _words(answers, texts)
    if field.kind is Span:
        if lengths is None:
            raise ValueError("spans need the lengths of their texts")
        return _spans(answers, lengths)
    if field.is_number:
        return Values(answers.number(field.name))
    return _LISTS[field.name](answers)


def _words(answers: AnswerBatch, texts: Sequence[str]) -> PartLists:
    names, word_starts = answers.names, answers.starts("words")
    starts, ends, places = *(answers.word_column(name).tolist() for name in ("start", "end")), word_starts.tolist()
    pieces = [
        text[starts[k] : ends[k]]
        for text, begin, end in zip(texts, places[:-1], places[1:], strict=True)
        for k in range(begin, end)
    ]
    made: dict[str, Values | Strings] = {
        "text": Values(pieces),
        "start": Values(answers.word_column("start")),
        "end": Values(answers.word_column("end")),
        "label": Strings(answers.word_column("label"), names),
        "kind": Strings(answers.word_column("kind"), KINDS),
        "guess": Strings(answers.word_column("guess"), names),
    }
    for name in fields(Word):
        if name not in made:
            made[name] = Values(answers.word_number(name))
    return PartLists(word_starts, {name: made[name] for name in fields(Word)})


def _spans(answers: AnswerBatch, lengths: Ints) -> PartLists:
    places, (starts, labels) = answers.starts("spans"), answers.part("spans").T
    ends = np.append(starts[1:], starts[:1])  # where the next one begins
    has_any = np.diff(places) > 0
    ends[places[1:][has_any] - 1] = lengths[has_any]
    columns = (Values(np.ascontiguousarray(starts)), Values(ends), Strings(np.ascontiguousarray(labels), answers.names))
    return PartLists(places, dict(zip(fields(Span), columns, strict=True)))


def _pairs(answers: AnswerBatch) -> tuple[Ints, int]:
    """The index of each text in `_derived_table`, by number of languages and main language; the largest number."""
    starts = answers.starts("labels")
    counts = np.diff(starts)
    places = (counts - 1) * len(answers.names) + answers.labels[starts[:-1]]
    return places.astype(np.int32), int(counts.max(initial=1))


def _derived(names: tuple[str, ...], field: Field, places: Ints, most: int) -> Column:
    table = _derived_table(names, field.derive, field.kind, most)
    return Strings(places, table) if field.kind is str else Values(table[places])


@lru_cache(32)
def _derived_table(names: tuple[str, ...], derive: Derive, kind: type, most: int) -> Any:
    """The values for texts of one language, by main language; then for texts of two, and so on."""
    values = [derive((name,) * count) for count in range(1, most + 1) for name in names]
    return tuple(values) if kind is str else np.array(values, np.int32 if kind is int else kind)


#: Fields that are lists in a batch.
_LISTS: dict[str, Callable[[AnswerBatch], Column]] = {
    "labels": lambda answers: Strings(answers.labels, answers.names, answers.starts("labels")),
    "proportions": lambda answers: Strings(
        answers.share_labels, answers.names, answers.starts("shares"), answers.shares
    ),
}
