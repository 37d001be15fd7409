"""Labelled sentences: JSON lines with `text` and `langs` (the right set, ISO 639-3), plain or compressed.

`tokens` and `tags` (a language code for each token, or `other`, `ne`, `mixed`, `unk`) may be there as well, and for a
monolingual sentence `label`, its language and script. A folder is one data set a file; a file whose sentences all have
one language is monolingual, whatever its name.
Which data sets count in which averages is written here too.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mixlid.errors import InputError
from mixlid.io.packed import numbered_lines
from mixlid.text.labels import split

#: Data sets whose name begins like this are there to look at and are in no average.
EXTRA = "extra-"
#: Labels from a word list and not from people: reported, and in no average.
SILVER = ("npi-eng",)
#: Pairs whose word labels are derived from loanword marks: the paper counts them as having none.
NO_WORD_LABELS = ("wol-fra",)
#: The languages of the paper's pairs: its monolingual average is over these.
PAIR_LANGUAGES = ("deu", "eng", "eus", "fra", "hin", "ind", "npi", "spa", "tur", "wol")


@dataclass(frozen=True, slots=True)
class Sample:
    """A sentence and the set of languages that is right for it."""

    text: str
    languages: frozenset[str]
    tokens: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    #: The one language with its script, such as `zho_Hant`; empty if the data do not say.
    label: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The record that `sample_of` reads."""
        record: dict[str, Any] = {"text": self.text, "langs": sorted(self.languages)}
        if self.tags:
            record |= {"tokens": list(self.tokens), "tags": list(self.tags)}
        if self.label:
            record["label"] = self.label
        return record


@dataclass(frozen=True, slots=True)
class Dataset:
    name: str
    samples: tuple[Sample, ...]

    @property
    def is_mixed(self) -> bool:
        """Whether it has code-switched sentences."""
        return any(len(sample.languages) > 1 for sample in self.samples)

    @property
    def is_natural(self) -> bool:
        """Whether it has both kinds, as a corpus has them."""
        return self.is_mixed and any(len(sample.languages) == 1 for sample in self.samples)


def read_dataset(path: Path) -> Dataset:
    """One file of JSON lines; `InputError` names the line that cannot be used."""
    return Dataset(path.name.partition(".")[0], tuple(_samples(path)))


def read_folder(path: Path) -> list[Dataset]:
    """Every `*.jsonl` of a folder (`.xz`, `.gz` and `.zst` too), or the one file that `path` is, by name."""
    files = [path] if path.is_file() else sorted(item for item in path.glob("*.jsonl*") if item.is_file())
    if not files:
        raise InputError(f"{path} has no evaluation data: expected a .jsonl file, or a folder of them")
    return [read_dataset(item) for item in files]


def labelled_sets(
    folder: Path,
    known: Collection[str],
    mono_languages: Collection[str] = PAIR_LANGUAGES,
    mono_share: int = 1,
    extra: bool = False,
    both_kinds: bool = False,
    labels: Collection[str] | None = None,
) -> list[Dataset]:
    """The data sets of a folder (or one file), as far as their languages are all `known` (ISO 639-3).

    With `labels` a sentence that says its script must have one of these: who knows Hindi may not know it in Devanagari.

    Monolingual sentences are limited to some languages and to every `mono_share`-th of each. Files whose name begins
    with `extra-` are left out unless asked for. With `both_kinds` there must be code-switched sentences and monolingual
    ones, because settings are a compromise between them.
    """
    chosen = []
    for dataset in read_folder(folder):
        if dataset.name.startswith(EXTRA) and not extra:
            continue
        samples = [
            sample
            for sample in dataset.samples
            if sample.languages <= set(known) and (labels is None or not sample.label or sample.label in labels)
        ]
        if not dataset.is_mixed:
            samples = _thinned(samples, mono_languages, mono_share)
        if samples:
            chosen.append(Dataset(dataset.name, tuple(samples)))
    if not chosen:
        raise InputError(f"{folder} has no sentences in languages of the model")
    if both_kinds and len({dataset.is_mixed for dataset in chosen}) < 2:
        raise InputError(f"{folder} must have both code-switched and monolingual sentences in languages of the model")
    return chosen


def _thinned(samples: Sequence[Sample], languages: Collection[str], share: int) -> list[Sample]:
    kept, seen = [], dict.fromkeys(languages, 0)
    for sample in samples:
        language = next(iter(sample.languages))
        if language in seen:
            if seen[language] % share == 0:
                kept.append(sample)
            seen[language] += 1
    return kept


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
    """The sample of a JSON record; `ValueError`, `KeyError` or `TypeError` if the record is not one."""
    text, languages = record["text"], record["langs"]
    if not isinstance(text, str) or not isinstance(languages, list) or not languages:
        raise ValueError("text must be a string, and langs a list that is not empty")
    tags = record.get("tags") or ()
    tokens = record.get("tokens") or ()
    if tags and len(tags) != len(tokens):
        raise ValueError(f"{len(tokens)} tokens and {len(tags)} tags")
    label = record.get("label") or ""
    if label and (len(languages) != 1 or split(label)[0] != languages[0]):
        raise ValueError(f"the label {label!r} does not fit the languages {languages}")
    return Sample(text, frozenset(languages), tuple(tokens), tuple(tags), label)
