"""Labelled sentences: JSON lines with `text` and `langs` (the right set, ISO 639-3), plain or compressed.

`tokens` and `tags` (a language code for each token, or `other`, `ne`, `mixed`, `unk`) may be there as well. A folder is
one data set a file; a file whose sentences all have one language is monolingual, whatever its name.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mixlid.errors import InputError
from mixlid.io.packed import numbered_lines


@dataclass(frozen=True, slots=True)
class Sample:
    """A sentence and the set of languages that is right for it."""

    text: str
    languages: frozenset[str]
    tokens: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The record that `sample_of` reads."""
        record: dict[str, Any] = {"text": self.text, "langs": sorted(self.languages)}
        if self.tags:
            record |= {"tokens": list(self.tokens), "tags": list(self.tags)}
        return record


@dataclass(frozen=True, slots=True)
class Dataset:
    name: str
    samples: tuple[Sample, ...]

    @property
    def is_mixed(self) -> bool:
        """Whether it has code-switched sentences."""
        return any(len(sample.languages) > 1 for sample in self.samples)


def read_dataset(path: Path) -> Dataset:
    """One file of JSON lines; `InputError` names the line that cannot be used."""
    return Dataset(path.name.partition(".")[0], tuple(_samples(path)))


def read_folder(path: Path) -> list[Dataset]:
    """Every `*.jsonl` of a folder (`.xz`, `.gz` and `.zst` too), or the one file that `path` is, by name."""
    files = [path] if path.is_file() else sorted(item for item in path.glob("*.jsonl*") if item.is_file())
    if not files:
        raise InputError(f"{path} has no evaluation data: expected a .jsonl file, or a folder of them")
    return [read_dataset(item) for item in files]


def _samples(path: Path) -> Iterator[Sample]:
    for number, line in numbered_lines(path):
        if line.strip():
            try:
                yield sample_of(json.loads(line))
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise InputError(
                    f"{path}, line {number}: expected an object with text and langs, such as "
                    f'{{"text": "…", "langs": ["tur", "eng"]}} ({error})'
                ) from error


def sample_of(record: Any) -> Sample:
    """A record of the JSON lines; `ValueError`, `KeyError` or `TypeError` if it is none."""
    text, languages = record["text"], record["langs"]
    if not isinstance(text, str) or not isinstance(languages, list) or not languages:
        raise ValueError("text must be a string, and langs a list that is not empty")
    tags = record.get("tags") or ()
    tokens = record.get("tokens") or ()
    if tags and len(tags) != len(tokens):
        raise ValueError(f"{len(tokens)} tokens and {len(tags)} tags")
    return Sample(text, frozenset(languages), tuple(tokens), tuple(tags))
