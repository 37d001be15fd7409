"""Utterances with the languages of their words, from any file that mixlid reads.

The languages come from the file: our own output with `--words` (JSON Lines, CSV, Parquet), `tokens` and `tags`, the
last column of CoNLL, `Lang=` of CoNLL-U, marks or tiers of transcripts, and labels of annotation tools. If it has none,
an identifier finds them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from mixlid.errors import InputError
from mixlid.identifier import Identifier
from mixlid.io.formats.doccano import labelled_words
from mixlid.io.formats.records import Record
from mixlid.linguistics.codes import language_of
from mixlid.mixing import LabelledWord
from mixlid.results.result import Answer
from mixlid.word_counts import is_word

#: Formats with standard language codes, in which `ne` is Nepali.
_STANDARD = ("conllu", "chat", "eaf", "textgrid", "tei")
#: The columns of a table with a row for each word.
_WORD_ROWS = frozenset({"line", "word", "start", "end", "label"})
#: Records to identify at a time.
_AT_ONCE = 500


class Token(NamedTuple):
    """A word with its offsets, and its language or None."""

    text: str
    start: int
    end: int
    language: str | None


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
    for file, rows in _grouped(records):
        first = rows[0]
        known = None if relabel else _known(rows)
        if known is None:
            batch.append((file, first))
            if len(batch) < _AT_ONCE:
                continue
        yield from _identified(batch, load)
        batch = []
        if known is not None:
            yield Utterance(first.text, known, file, first.line, first.fields, was_labelled=True)
    yield from _identified(batch, load)


def tokens_of(answer: Answer) -> tuple[Token, ...]:
    """The words of an answer, without punctuation and the like."""
    return tuple(
        Token(word.text, word.start, word.end, language_of(word.label)) for word in answer.words if is_word(word)
    )


def _grouped(records: Iterable[tuple[str, Record]]) -> Iterator[tuple[str, list[Record]]]:
    """Group the rows of a table that are words of one record; any other record is a group of its own."""
    last, rows = "", list[Record]()
    for file, record in records:
        is_row = record.fields.keys() >= _WORD_ROWS
        if rows and is_row and file == last and rows[0].fields.get("line") == record.fields["line"]:
            rows.append(record)
            continue
        if rows:
            yield last, rows
        last, rows = file, [record]
    if rows:
        yield last, rows


def _known(rows: list[Record]) -> tuple[Token, ...] | None:
    """The words of a record with their languages; None if the record gives none."""
    first = rows[0]
    fields = first.fields
    annotations = first.annotations or (labelled_words(first) if first.format == "jsonl" else ())
    if annotations:
        names = first.format not in _STANDARD
        return tuple(
            Token(first.text[start:end], start, end, language_of(code, names)) for start, end, code in annotations
        )
    if not first.text.strip():
        return ()
    if fields.keys() >= _WORD_ROWS:
        return tuple(
            Token(str(one.fields["word"]), _int(one, "start"), _int(one, "end"), language_of(str(one.fields["label"])))
            for one in rows
        )
    if _is_list(fields.get("words"), "text", "start", "end", "label"):
        return tuple(
            Token(one["text"], int(one["start"]), int(one["end"]), language_of(one["label"])) for one in fields["words"]
        )
    tokens, tags = fields.get("tokens"), fields.get("tags")
    if isinstance(tokens, list) and isinstance(tags, list) and len(tokens) == len(tags) and tokens:
        return tuple(_found(first.text, tokens, tags))
    return None


def _found(text: str, tokens: list[Any], tags: list[Any]) -> Iterator[Token]:
    """Tokens with their offsets in the text; one that is not found follows the one before it."""
    place = 0
    for token, tag in zip(map(str, tokens), map(str, tags), strict=True):
        start = text.find(token, place)
        start = place if start < 0 else start
        place = min(start + len(token), len(text))
        yield Token(token, start, place, language_of(tag, True))


def _identified(batch: list[tuple[str, Record]], load: Callable[[], Identifier] | None) -> Iterator[Utterance]:
    if not batch:
        return
    if load is None:
        file, record = batch[0]
        raise InputError(
            f"{file}, line {record.line}: the words have no languages; `mixlid identify --words` finds them, and "
            "transcripts have them as marks or tiers"
        )
    answers = load().identify_many([record.text for _, record in batch])
    for (file, record), answer in zip(batch, answers, strict=True):
        yield Utterance(record.text, tokens_of(answer), file, record.line, record.fields, was_labelled=False)


def _is_list(value: Any, *names: str) -> bool:
    return isinstance(value, list) and all(isinstance(one, dict) and one.keys() >= {*names} for one in value)


def _int(record: Record, name: str) -> int:
    try:
        return int(record.fields[name])
    except ValueError:
        raise InputError(f"line {record.line}: {name} is {record.fields[name]!r}, which is not a number") from None
