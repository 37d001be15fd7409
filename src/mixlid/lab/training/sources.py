"""Which sources of the corpus a model may use: the licence policy, by label.

Sources that forbid commercial use or state no licence (tiers N and U of `sources.toml`) are used only for a label that
would otherwise have fewer than 10,000 natural sentences, where Bible, interface texts, manuals and word lists do
not count as natural. Left out: sources that a recipe excludes for other reasons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from mixlid.lab.training.corpus import CorpusSentence
from mixlid.lab.training.recipe import read_toml

#: Tiers whose sources any model may use; "?" is what the table does not know.
FREE_TIERS = frozenset("OS?")
NATURAL_KINDS = frozenset({"sentences", "prose", "social", "stories"})
ENOUGH_NATURAL = 10_000


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """What is known of a source."""

    tier: str
    kind: str
    licence: str


UNKNOWN_SOURCE = SourceFacts("?", "sentences", "not known to us")


@cache
def known_sources() -> Mapping[str, SourceFacts]:
    """The sources that `sources.toml` describes."""
    file = resources.files("mixlid.lab.training") / "sources.toml"
    return {name: SourceFacts(**facts) for name, facts in read_toml(file.read_text("utf-8"), "sources.toml").items()}


def describe(source: str, sources: Mapping[str, SourceFacts]) -> SourceFacts:
    """The facts about a source; `gnome:nautilus-data` without a line of its own is a part of `gnome`.

    A source that the table does not have is the user's own, and theirs to judge: it is used, and the card says so.
    """
    return sources.get(source) or sources.get(source.partition(":")[0]) or UNKNOWN_SOURCE


def permitted(sentences: Iterable[CorpusSentence], sources: Mapping[str, SourceFacts]) -> frozenset[str]:
    """The sources that the policy permits for one label, given all its sentences."""
    counts = Counter(sentence.source for sentence in sentences)
    facts = {source: describe(source, sources) for source in counts}
    free = {source for source in counts if facts[source].tier in FREE_TIERS}
    natural = sum(counts[source] for source in free if facts[source].kind in NATURAL_KINDS)
    return frozenset(counts if natural < ENOUGH_NATURAL else free)
