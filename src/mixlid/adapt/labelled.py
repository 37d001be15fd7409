"""A labelled sentence: a text, its correct set of languages, and optionally the tags of its words.

As a record it has `text` and `langs` (ISO 639-3). Optional: `tokens` and `tags` (a language code for each token, or
`other`, `ne`, `mixed`, `unk`); `label`, the language and script of a monolingual sentence; `silver` (true) if the
sentence was not labelled by people, or `silver_words` if its words were not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from mixlid.errors import SettingsError
from mixlid.results.result import NO_LANGUAGE, UNKNOWN
from mixlid.text.labels import find, split


@dataclass(frozen=True, slots=True)
class Sample:
    """A sentence and its correct set of languages."""

    text: str
    languages: frozenset[str]
    tokens: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    #: The one language with its script, such as `zho_Hant`; empty if the data do not say.
    label: str = ""
    #: Labelled by a word list or a rule, not by people: reported, but left out of averages.
    silver: bool = False
    #: The same for its words only: they are left out of word-level figures.
    silver_words: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The record that `sample_of` reads."""
        record: dict[str, Any] = {"text": self.text, "langs": sorted(self.languages)}
        if self.tags:
            record |= {"tokens": list(self.tokens), "tags": list(self.tags)}
        if self.label:
            record["label"] = self.label
        if self.silver:
            record["silver"] = True
        if self.silver_words:
            record["silver_words"] = True
        return record

    @property
    def is_mixed(self) -> bool:
        return len(self.languages) > 1

    @property
    def has_gold_words(self) -> bool:
        """Whether people have labelled its words."""
        return bool(self.tags) and not self.silver_words


#: A labelled sentence, or its record.
Labelled = Sample | Mapping[str, Any]


def known_sample(given: Labelled, labels: Sequence[str]) -> Sample:
    """A labelled sentence with the codes that the model's labels use; `LabelError` for a language that it lacks."""
    sample = given if isinstance(given, Sample) else sample_of(given)
    codes = frozenset(split(labels[find(code, labels)[0]])[0] for code in sample.languages)
    return sample if codes == sample.languages else replace(sample, languages=codes)


def known_samples(given: Iterable[Labelled], labels: Sequence[str]) -> list[Sample]:
    """The same for at least one."""
    samples = [known_sample(one, labels) for one in given]
    if not samples:
        raise SettingsError("there are no labelled sentences to learn from")
    return samples


def has_language(langs: Any) -> bool:
    """Whether the `langs` of a record name a language, or are malformed."""
    return not isinstance(langs, list) or not set(langs) <= {UNKNOWN, NO_LANGUAGE}


def sample_of(record: Any) -> Sample:
    """The sample of a JSON record; `ValueError` or `TypeError` if the record is malformed."""
    if not isinstance(record, Mapping) or not {"text", "langs"} <= record.keys():
        raise TypeError(f'a labelled sentence is {{"text": "…", "langs": ["tur", "eng"]}}, not {record!r:.60}')
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
    marks = [record.get(name, False) for name in ("silver", "silver_words")]
    if not all(isinstance(mark, bool) for mark in marks):
        raise ValueError("silver and silver_words must be true or false")
    return Sample(text, frozenset(languages), tuple(tokens), tuple(tags), label, *marks)
