"""The corpus as a recipe uses it: labels with the sentences that the licence policy and the recipe allow.

Sources that forbid commercial use or state no licence (tiers N and U of `sources.toml`) are not used, and word lists
neither. A recipe may exclude sources for other reasons. The card of a trained table names recipe, command and every
source with its licence.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from mixlid.errors import InputError
from mixlid_lab.training.corpus import CorpusSentence, read_file
from mixlid_lab.training.recipe import Recipe
from mixlid_lab.training.recipe_files import read_toml
from mixlid_lab.training.word_lists import WordList, read_word_list

#: Tiers that models are trained on; "?" is for sources that the table does not have.
OPEN_TIERS = frozenset("OS?")


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """What is known about a source."""

    tier: str
    kind: str
    licence: str
    #: The tier of some labels, where it is another.
    tiers: Mapping[str, str] = field(default_factory=dict)

    def is_open(self, label: str) -> bool:
        return self.tiers.get(label, self.tier) in OPEN_TIERS


UNKNOWN_SOURCE = SourceFacts("?", "sentences", "not known to us")


@cache
def known_sources() -> Mapping[str, SourceFacts]:
    """The sources described in `sources.toml`."""
    file = resources.files("mixlid_lab.training") / "sources.toml"
    return {name: SourceFacts(**facts) for name, facts in read_toml(file.read_text("utf-8"), "sources.toml").items()}


def describe(source: str) -> SourceFacts:
    """The facts about a source; `gnome:nautilus-data`, without its own entry, is a part of `gnome`.

    A source that the table does not have is the user's own responsibility: it is used, and the card says so.
    """
    return known_sources().get(source) or known_sources().get(source.partition(":")[0]) or UNKNOWN_SOURCE


@cache
def open_sentences() -> frozenset[int]:
    """The CRC-32 of sentences with an open licence, from sources in which each text has its own."""
    file = resources.files("mixlid_lab.training") / "open_sentences.txt"
    return frozenset(int(one, 16) for one in file.read_text("utf-8").split())


@dataclass(slots=True)
class Selection:
    """Which labels and sources to use."""

    recipe: Recipe
    #: Only these labels; all if empty.
    labels: Collection[str] = ()
    #: Ignore licences (for models that are not published).
    any_licence: bool = False
    #: Train without those of `labels` that have no text.
    allow_missing: bool = False

    def refuse_missing(self, found: Collection[str]) -> None:
        """`InputError` if a label that was asked for has no text."""
        missing = sorted({*self.labels} - {*found})
        if missing and not self.allow_missing:
            raise InputError(
                f"there is no text that may be used for {', '.join(missing)}, and so there would be no such label in "
                "the model. Add text, leave it out of --labels, or train without it: --allow-missing."
            )

    def is_trained(self, label: str) -> bool:
        return label not in self.recipe.leave_out and (not self.labels or label in self.labels)

    def sentences(self, label: str, files: Iterable[Path]) -> list[CorpusSentence]:
        """The sentences of a label that the policy and the recipe allow."""
        read = [sentence for file in files for sentence in read_file(file, label)]
        allowed = {source for source in {one.source for one in read} if self.may_use(label, source)}
        kept = []
        for one in read:
            if one.source in allowed:
                kept.append(one)
            elif zlib.crc32(one.text.encode()) in open_sentences():
                kept.append(CorpusSentence(f"{one.source}:open", one.text))
        return kept

    def word_lists(self, label: str, files: Iterable[Path], most: int) -> list[WordList]:
        """The `most` most frequent words of each list that the policy and the recipe allow."""
        used = () if label in self.recipe.drawing.exclude_lists else files
        return [one for file in used for one in read_word_list(file, most) if self.may_use(label, one.source)]

    def may_use(self, label: str, source: str) -> bool:
        """Whether the policy and the recipe allow a source of a label's text or words."""
        if source in self.recipe.exclude:
            return False
        return self.any_licence or describe(source).is_open(label)


def _sums(counts: Iterable[tuple[str, int]]) -> dict[str, int]:
    """The sum of the counts of each name, the largest first."""
    found: Counter[str] = Counter()
    for name, count in counts:
        found[name] += count
    return dict(found.most_common())


def make_card(
    recipe: Recipe,
    seed: int,
    used: Mapping[str, Mapping[str, int]],
    dropped: Mapping[tuple[str, str], int] | None = None,
    lists: Mapping[str, Iterable[str]] | None = None,
) -> dict[str, Any]:
    """The card of a table by a recipe; `used` counts sentences by label and source, `lists` names word lists."""

    def entry(source: str) -> str:
        """Parts of a collection without their own entry count towards the collection."""
        return source if source in known_sources() else source.partition(":")[0]

    totals = _sums((entry(source), count) for counts in used.values() for source, count in counts.items())
    listed = _sums((name, 1) for sources in (lists or {}).values() for name in {entry(source) for source in sources})
    removed = {
        "sentences": sum((dropped or {}).values()),
        "labels": _sums((label, count) for (label, _), count in (dropped or {}).items()),
        "sources": _sums((source.partition(":")[0], count) for (_, source), count in (dropped or {}).items()),
    }

    def facts(name: str) -> dict[str, str]:
        one = describe(name)
        return {"tier": one.tier, "licence": one.licence}

    return {
        **({} if dropped is None else {"taken_out": removed}),
        "name": recipe.name,
        "recipe": recipe.description,
        "command": f"mixlid train CORPUS --recipe {recipe.name} --seed {seed}",
        "sentences": sum(totals.values()),
        "sources": {name: {"sentences": count} | facts(name) for name, count in totals.items()},
        "word_lists": {name: {"labels": count} | facts(name) for name, count in listed.items()},
    }
