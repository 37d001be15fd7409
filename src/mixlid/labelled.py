"""A labelled sentence: a text, the set of languages that is right for it, and perhaps the tags of its words.

As a record it has `text` and `langs` (ISO 639-3). `tokens` and `tags` (a language code for each token, or `other`,
`ne`, `mixed`, `unk`) may be there as well, for a monolingual sentence `label`, its language and script, and `silver`
(true) where no person has labelled the sentence, or `silver_words` where none has labelled its words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from mixlid.result import NO_LANGUAGE, UNKNOWN
from mixlid.text.labels import find, split


@dataclass(frozen=True, slots=True)
class Sample:
    """A sentence and the set of languages that is right for it."""

    text: str
    languages: frozenset[str]
    tokens: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    #: The one language with its script, such as `zho_Hant`; empty if the data do not say.
    label: str = ""
    #: Labelled by a word list or a rule and not by people: reported, and in no average.
    silver: bool = False
    #: The same of its words alone: no word-level figure is made from them.
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
    def has_gold_words(self) -> bool:
        """Whether people have labelled its words."""
        return bool(self.tags) and not self.silver_words


#: What takes labelled sentences takes their records too.
Labelled = Sample | Mapping[str, Any]


def known_sample(given: Labelled, labels: Sequence[str]) -> Sample:
    """A labelled sentence with the codes that labels of a model have; `LabelError` for a language that it lacks."""
    sample = given if isinstance(given, Sample) else sample_of(given)
    codes = frozenset(split(labels[find(code, labels)[0]])[0] for code in sample.languages)
    return sample if codes == sample.languages else replace(sample, languages=codes)


def has_language(langs: Any) -> bool:
    """Whether the `langs` of a record name a language, or are not what they should be."""
    return not isinstance(langs, list) or not set(langs) <= {UNKNOWN, NO_LANGUAGE}


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
    marks = [record.get(name, False) for name in ("silver", "silver_words")]
    if not all(isinstance(mark, bool) for mark in marks):
        raise ValueError("silver and silver_words must be true or false")
    return Sample(text, frozenset(languages), tuple(tokens), tuple(tags), label, *marks)
