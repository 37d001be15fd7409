"""The fields of many answers as columns by type, which is all that a writer needs to know of a field.

A field of `Result` that files show is a number of `AnswerBlock`, or follows from what is stored there (`_DERIVED`). One
that is neither cannot be written, and is an error when this module is imported.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mixlid.answer_block import AnswerBlock
from mixlid.fields import ON_REQUEST, Field, fields, shown
from mixlid.result import Result, Word
from mixlid.text.labels import language_and_script
from mixlid.text.words import KINDS

Ints = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Numbers:
    """A number for each text; not a number (NaN) where there is none."""

    values: NDArray[np.float64]

    def to_list(self) -> list[float | None]:
        return [None if value != value else value for value in self.values.tolist()]


@dataclass(frozen=True, slots=True)
class Flags:
    """True or false for each text."""

    values: NDArray[np.bool_]

    def to_list(self) -> list[bool]:
        values: list[bool] = self.values.tolist()
        return values


@dataclass(frozen=True, slots=True)
class Strings:
    """A string for each text, by its index in a table of all that occur."""

    indices: Ints
    table: tuple[str, ...]

    def to_list(self) -> list[str]:
        return [self.table[index] for index in self.indices.tolist()]


@dataclass(frozen=True, slots=True)
class StringLists:
    """A list of strings for each text: those of text i are from `starts[i]` to `starts[i + 1]`."""

    starts: Ints
    indices: Ints
    table: tuple[str, ...]

    def to_list(self) -> list[list[str]]:
        strings = [self.table[index] for index in self.indices.tolist()]
        return _cut(strings, self.starts)


@dataclass(frozen=True, slots=True)
class ShareLists:
    """Numbers by string for each text, the largest first."""

    starts: Ints
    indices: Ints
    table: tuple[str, ...]
    values: NDArray[np.float64]

    def to_list(self) -> list[dict[str, float]]:
        items = [
            (self.table[index], share) for index, share in zip(self.indices.tolist(), self.values.tolist(), strict=True)
        ]
        return [dict(part) for part in _cut(items, self.starts)]


@dataclass(frozen=True, slots=True)
class WordLists:
    """The words of each text, as columns of the fields of `Word`."""

    starts: Ints
    columns: dict[str, list[Any]]

    def to_list(self) -> list[list[dict[str, Any]]]:
        words = [dict(zip(self.columns, row, strict=True)) for row in zip(*self.columns.values(), strict=True)]
        return _cut(words, self.starts)


Column = Numbers | Flags | Strings | StringLists | ShareLists | WordLists


def typed_column(answers: AnswerBlock, field: Field, texts: Sequence[str] | None = None) -> Column:
    """A field of all answers; words need the texts that they are in."""
    if field.name == ON_REQUEST:
        if not answers.has_words or texts is None:
            raise ValueError("words need answers with words, and their texts")
        return _words(answers, texts)
    derive = _DERIVED.get(field.name)
    return derive(answers) if derive is not None else _STORED[field.kind](answers.number(field.name))


def _words(answers: AnswerBlock, texts: Sequence[str]) -> WordLists:
    names, word_starts = answers.names, answers.starts("words")
    starts, ends, places = *(answers.word_column(name).tolist() for name in ("start", "end")), word_starts.tolist()
    pieces = [
        text[starts[k] : ends[k]]
        for text, begin, end in zip(texts, places[:-1], places[1:], strict=True)
        for k in range(begin, end)
    ]
    made: dict[str, list[Any]] = {
        "text": pieces,
        "start": starts,
        "end": ends,
        "label": [names[label] for label in answers.word_column("label").tolist()],
        "kind": [KINDS[kind] for kind in answers.word_column("kind").tolist()],
    }
    for name, field in fields(Word).items():
        if name not in made:
            values = answers.word_number(name)
            made[name] = Numbers(values).to_list() if field.optional else values.tolist()
    return WordLists(word_starts, {name: made[name] for name in fields(Word)})


def _cut(values: list[Any], starts: Ints) -> list[list[Any]]:
    return [values[begin:end] for begin, end in pairwise(starts.tolist())]


def _first_label(part: int | None) -> Callable[[AnswerBlock], Strings]:
    """The first language of each text: its label, or the language or the script of that."""

    def derive(answers: AnswerBlock) -> Strings:
        table = answers.names if part is None else _parts(answers.names)[part]
        return Strings(answers.languages[answers.starts("languages")[:-1]], table)

    return derive


@lru_cache(8)
def _parts(names: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    parts = [language_and_script(name) for name in names]
    return tuple(part[0] for part in parts), tuple(part[1] for part in parts)


_DERIVED: dict[str, Callable[[AnswerBlock], Column]] = {
    "languages": lambda answers: StringLists(answers.starts("languages"), answers.languages, answers.names),
    "label": _first_label(None),
    "language": _first_label(0),
    "language_script": _first_label(1),
    "is_mixed": lambda answers: Flags(np.diff(answers.starts("languages")) > 1),
    "proportions": lambda answers: ShareLists(
        answers.starts("shares"), answers.share_labels, answers.names, answers.shares
    ),
}
#: By the type of a field that is stored as it is.
_STORED: dict[type, Callable[[Any], Column]] = {float: Numbers, bool: Flags}


def check_columns(names: Sequence[str]) -> None:
    """`TypeError` for a field that is shown in files and cannot be written from columns."""
    for name in names:
        field = fields(Result)[name]
        if name not in _DERIVED and not field.is_number:
            raise TypeError(
                f"the field {name!r} is shown in files, and there is no column for it: it must be a number "
                "(a float or a bool), or typed_columns must derive it"
            )


check_columns(shown(Result, "line"))
