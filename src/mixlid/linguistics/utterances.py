"""Utterances with the languages of their words, from any file that mixlid reads.

The languages come from the file (`mixlid.io.labelled`); if it has none, an identifier finds them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mixlid.identifier import Identifier
from mixlid.io.formats.records import Record
from mixlid.io.labelled import Token, grouped, language_of, no_languages, tokens_of
from mixlid.mixing import LabelledWord
from mixlid.results.result import Answer
from mixlid.word_counts import is_word

#: Records to identify at a time.
_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Utterance:
    """A text and its words."""

    text: str
    tokens: tuple[Token, ...]
    file: str
    line: int
    #: All fields of its record, such as `speaker` and `tier`.
    fields: Mapping[str, Any]
    #: Whether the languages come from the file.
    was_labelled: bool

    @property
    def labelled(self) -> list[LabelledWord]:
        """The words for `mixlid.mixing`."""
        return [LabelledWord(token.text, token.language) for token in self.tokens]

    def value(self, name: str) -> str:
        """The value to group by: the file, or a field."""
        value = self.fields.get(name, self.file if name == "file" else None)
        return "" if value is None else str(value)


def utterances(
    records: Iterable[tuple[str, Record]], load: Callable[[], Identifier] | None, relabel: bool = False
) -> Iterator[Utterance]:
    """The utterances of records, in order.

    `load` returns the identifier for records without labels; if None, these are an error. `relabel` ignores labels.
    """
    batch: list[tuple[str, Record]] = []
    for file, rows in grouped(records):
        first = rows[0]
        known = None if relabel else tokens_of(rows)
        if known is None:
            batch.append((file, first))
            if len(batch) < _AT_ONCE:
                continue
        yield from _identified(batch, load)
        batch = []
        if known is not None:
            yield Utterance(first.text, known, file, first.line, first.fields, was_labelled=True)
    yield from _identified(batch, load)


def _tokens(answer: Answer) -> tuple[Token, ...]:
    """The words of an answer, without punctuation and the like."""
    return tuple(
        Token(word.text, word.start, word.end, language_of(word.label)) for word in answer.words if is_word(word)
    )


def _identified(batch: list[tuple[str, Record]], load: Callable[[], Identifier] | None) -> Iterator[Utterance]:
    if not batch:
        return
    if load is None:
        raise no_languages(*batch[0])
    answers = load().identify_many([record.text for _, record in batch])
    for (file, record), answer in zip(batch, answers, strict=True):
        yield Utterance(record.text, _tokens(answer), file, record.line, record.fields, was_labelled=False)
