"""Which sources of the corpus a model may use: the licence policy, by label.

Sources that forbid commercial use or state no licence (tiers N and U of `sources.toml`) are only used for a label that
would otherwise have fewer than 10,000 natural sentences; Bible, interface texts, manuals and word lists are not
natural. A recipe may exclude sources for other reasons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from mixlid_lab.training.corpus import CorpusSentence
from mixlid_lab.training.recipe_files import read_toml

#: Tiers whose sources any model may use; "?" is for sources that the table does not have.
FREE_TIERS = frozenset("OS?")
NATURAL_KINDS = frozenset({"sentences", "prose", "social", "stories"})
ENOUGH_NATURAL = 10_000


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """What is known about a source."""

    tier: str
    kind: str
    licence: str


UNKNOWN_SOURCE = SourceFacts("?", "sentences", "not known to us")


@cache
def known_sources() -> Mapping[str, SourceFacts]:
    """The sources described in `sources.toml`."""
    file = resources.files("mixlid_lab.training") / "sources.toml"
    return {name: SourceFacts(**facts) for name, facts in read_toml(file.read_text("utf-8"), "sources.toml").items()}


def describe(source: str, sources: Mapping[str, SourceFacts]) -> SourceFacts:
    """The facts about a source; `gnome:nautilus-data`, without its own entry, is a part of `gnome`.

    A source that the table does not have is the user's own responsibility: it is used, and the card says so.
    """
    return sources.get(source) or sources.get(source.partition(":")[0]) or UNKNOWN_SOURCE


def permitted(sentences: Iterable[CorpusSentence], sources: Mapping[str, SourceFacts]) -> frozenset[str]:
    """The sources that the policy permits for a label, given all its sentences."""
    counts = Counter(sentence.source for sentence in sentences)
    facts = {source: describe(source, sources) for source in counts}
    free = {source for source in counts if facts[source].tier in FREE_TIERS}
    natural = sum(counts[source] for source in free if facts[source].kind in NATURAL_KINDS)
    return frozenset(counts if natural < ENOUGH_NATURAL else free)
