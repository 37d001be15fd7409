"""Files of labelled sentences (`mixlid.adapt.labelled`): JSON lines, plain or compressed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from mixlid.adapt.labelled import Sample, has_language, sample_of
from mixlid.errors import InputError
from mixlid.io.compression import numbered_lines


def read_labelled(path: Path) -> tuple[list[Sample], int]:
    """The sentences, and how many others have no language; `InputError` names the line that cannot be used."""
    samples = list(_samples(path))
    kept = [sample for sample in samples if sample is not None]
    return kept, len(samples) - len(kept)


def has_languages_of_sentences(path: Path) -> bool:
    """Whether the file has languages by sentence: its first record has `langs`, or no labels of words either."""
    first = next((line for _, line in numbered_lines(path) if line.strip()), "")
    try:
        record = json.loads(first) if first else {"langs": []}
    except ValueError:
        return False
    return isinstance(record, dict) and ("langs" in record or not _has_words(record))


def _has_words(record: dict[str, object]) -> bool:
    """Whether a record has languages by word, from an annotation tool or from our own output."""
    return any(isinstance(record.get(name), list) for name in ("label", "labels", "entities", "words"))


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
