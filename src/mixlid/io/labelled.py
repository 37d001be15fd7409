"""What files say about the languages of sentences and of words.

Languages of words come from our own output with `--words` (JSON Lines, Parquet), from `tokens` and `tags`, and
from the annotations of records, which the readers of CoNLL, transcripts and others find.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from mixlid.adapt.labelled import Sample, has_language, sample_of
from mixlid.errors import InputError
from mixlid.io import formats
from mixlid.io.formats.records import Record
from mixlid.io.streams import numbered_lines
from mixlid.text.labels import is_unknown, split
from mixlid.text.language_codes import TWO_LETTER

#: Tags that annotators use for words in no language, or in one they cannot tell.
_NO_LANGUAGE = frozenset({
    "-", "_", "o", "?", "other", "mixed", "unk", "unknown", "ambiguous", "ambig", "amb", "fw", "punct", "univ", "acro",
    "num", "sym", "name", "named", "x", "none", "null",
})  # fmt: skip
_NAME = "ne"
#: The columns of a table with a row for each word.
_WORD_ROWS = frozenset({"line", "word", "start", "end", "label"})


class Token(NamedTuple):
    """A word with its offsets, and its language or None."""

    text: str
    start: int
    end: int
    language: str | None


def read_labelled(path: Path) -> tuple[list[Sample], int]:
    """The sentences, and how many others have no language; `InputError` names the line that cannot be used."""
    samples = list(_samples(path))
    used = [sample for sample in samples if sample is not None]
    return used, len(samples) - len(used)


def has_languages_of_sentences(path: Path) -> bool:
    """Whether the file has languages by sentence: its first record has `langs`, or no labels of words either."""
    first = next((line for _, line in numbered_lines(path) if line.strip()), "")
    try:
        record = json.loads(first) if first else {"langs": []}
    except ValueError:
        return False
    return isinstance(record, dict) and ("langs" in record or not isinstance(record.get("words"), list))


def _samples(path: Path) -> Iterator[Sample | None]:
    """The samples of a file; None for a sentence without a language."""
    for number, line in numbered_lines(path):
        if line.strip():
            try:
                record = json.loads(line)
                yield sample_of(record) if has_language(record["langs"]) else None
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise InputError(
                    f"{path}, line {number}: expected an object with text and langs, such as "
                    f'{{"text": "…", "langs": ["tur", "eng"]}} ({error})'
                ) from error


def read_labelled_words(records: Iterable[tuple[str, Record]]) -> tuple[list[Sample], int]:
    """The same from records whose words have languages, given with the names of their files."""
    samples, count = [], 0
    for file, record in records:
        tokens = tokens_of(record)
        if tokens is None:
            raise no_languages(file, record)
        count += 1
        languages = frozenset(token.language for token in tokens if token.language)
        if languages:
            samples.append(Sample(record.text, languages))
    return samples, count - len(samples)


def no_languages(file: str, record: Record) -> InputError:
    return InputError(
        f"{file}, line {record.line}: the words have no languages; `mixlid identify --words` finds them, and "
        "transcripts have them as marks or tiers"
    )


def tokens_of(record: Record) -> tuple[Token, ...] | None:
    """The words of a record with their languages; None if the record gives none."""
    text, fields = record.text, record.fields
    if record.annotations:
        names = not formats.get(record.format).standard_codes
        return tuple(
            Token(text[start:end], start, end, language_of(code, names)) for start, end, code in record.annotations
        )
    if not text.strip():
        return ()
    if fields.keys() >= _WORD_ROWS:
        what = "this table has a row for each word, which is for other programs"
        raise InputError(f"line {record.line}: {what}; write the words with -f jsonl, or as Parquet")
    if _is_list(fields.get("words"), "text", "start", "end", "label"):
        return tuple(
            Token(one["text"], int(one["start"]), int(one["end"]), language_of(one["label"])) for one in fields["words"]
        )
    tokens, tags = fields.get("tokens"), fields.get("tags")
    if isinstance(tokens, list) and isinstance(tags, list) and len(tokens) == len(tags) and tokens:
        return tuple(_located(text, tokens, tags))
    return None


def _located(text: str, tokens: list[Any], tags: list[Any]) -> Iterator[Token]:
    """Tokens with their offsets in the text; one that is not found follows the one before it."""
    place = 0
    for token, tag in zip(map(str, tokens), map(str, tags), strict=True):
        start = text.find(token, place)
        start = place if start < 0 else start
        place = min(start + len(token), len(text))
        yield Token(token, start, place, language_of(tag, True))


def _is_list(value: Any, *names: str) -> bool:
    return isinstance(value, list) and all(isinstance(one, dict) and one.keys() >= {*names} for one in value)


@lru_cache(4096)
def language_of(code: str, names: bool = False) -> str | None:
    """The language of a label or code: `tr`, `tur`, `tur_Latn` and `tr-TR` are `tur`; None for no language.

    With `names`, `ne` is a name, as in many corpora, and not Nepali.
    """
    given = code.strip().lower()
    if given in _NO_LANGUAGE or not given or (names and given == _NAME) or re.search(r"[+&|/]", given):
        return None
    language = split(given)[0]
    return None if is_unknown(language) else TWO_LETTER.get(language, language)
