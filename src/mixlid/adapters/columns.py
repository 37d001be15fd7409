"""The columns that every engine adds: `fields.IN_ALL` and, if asked for, words, with one Arrow schema for all engines.

The names are those of datatrove and FineWeb-2 where they have one. A null text has null in every column. An empty text,
or one without a word, has `["zxx"]`, is not mixed, and has null scores. Offsets are code points, half-open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from mixlid import fields
from mixlid.engine.answer_columns import AnswerColumns, WordColumns
from mixlid.fields import IN_ALL, ON_REQUEST, Field
from mixlid.io import arrow_fields
from mixlid.io.arrow_fields import pyarrow
from mixlid.result import Result, Word
from mixlid.text.labels import language_and_script
from mixlid.text.words import KINDS

if TYPE_CHECKING:
    import pyarrow as pa


def names(words: bool = False, prefix: str = "") -> list[str]:
    """What the columns are called, in the order in which they are added."""
    return [prefix + name for name in _names(words)]


def schema(words: bool = False, prefix: str = "") -> pa.Schema:
    """The columns as Arrow fields, all of which may be null."""
    return pyarrow().schema(arrow_fields.arrow_fields(_fields(words), prefix))


def answer_arrays(answers: AnswerColumns, texts: Sequence[str] | None) -> list[pa.Array]:
    """The columns of many texts, from answers that are columns; with words if there are texts."""
    return arrow_fields.answer_arrays(_fields(texts is not None), answers, texts)


def records(answers: AnswerColumns, texts: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Columns of each text as plain values, for engines whose records are dicts; with words if answers have them."""
    names, places = answers.names, answers.language_starts.tolist()
    parts = [language_and_script(name) for name in names]
    labels, scores, sure = answers.languages.tolist(), _or_none(answers.language_score), _or_none(answers.confidence)
    for i, first in enumerate(places[:-1]):
        found = [names[label] for label in labels[first : places[i + 1]]]
        language, script = parts[labels[first]]
        # As a literal, for this is done for every text of an engine's; a test holds it to `IN_ALL`.
        made: dict[str, Any] = {
            "languages": found,
            "language": language,
            "language_script": script,
            "language_score": scores[i],
            "confidence": sure[i],
            "is_mixed": len(found) > 1,
        }
        if answers.words is not None:
            made[ON_REQUEST] = [word.to_dict() for word in _words(answers.words, names, i, texts[i])]
        yield made


def _words(words: WordColumns, names: Sequence[str], i: int, text: str) -> Iterator[Word]:
    rows = slice(words.word_starts[i], words.word_starts[i + 1])
    for start, end, label, score, margin, kind, sure in zip(
        words.start[rows].tolist(), words.end[rows].tolist(), words.label[rows].tolist(), words.score[rows].tolist(),
        words.margin[rows].tolist(), words.kind[rows].tolist(), _or_none(words.confidence[rows]), strict=True,
    ):  # fmt: skip
        yield Word(text[start:end], start, end, names[label], score, margin, KINDS[kind], sure)


def _or_none(values: Any) -> list[float | None]:
    return [None if value != value else value for value in values.tolist()]


def _names(words: bool) -> tuple[str, ...]:
    return (*IN_ALL, ON_REQUEST) if words else IN_ALL


def _fields(words: bool) -> tuple[Field, ...]:
    return tuple(fields.fields(Result)[name] for name in _names(words))
