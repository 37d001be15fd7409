"""Which sources of the corpus a model may use: the licence policy, by label.

Sources that forbid commercial use or state no licence (tiers N and U of `sources.toml`) are only used for a label that
would otherwise have fewer than 10,000 natural sentences; Bible, interface texts, manuals and word lists are not
natural. A recipe may exclude sources for other reasons.

The card of a trained table names recipe, command and every source with its licence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from mixlid_lab.training.corpus import CorpusSentence
from mixlid_lab.training.recipe import Recipe
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


def make_card(
    recipe: Recipe,
    seed: int,
    used: Mapping[str, Mapping[str, int]],
    dropped: Mapping[tuple[str, str, str], int] | None = None,
) -> dict[str, Any]:
    """The card of a table trained by `recipe`; `used` counts sentences by label and source."""
    known = known_sources()
    totals: Counter[str] = Counter()
    restricted: dict[str, Counter[str]] = {}
    for label, counts in sorted(used.items()):
        for source, count in counts.items():
            # Parts of a collection without their own entry count towards the collection.
            name = source if source in known else source.partition(":")[0]
            totals[name] += count
            if describe(name, known).tier not in FREE_TIERS:
                restricted.setdefault(label, Counter())[name] += count
    by_label: Counter[str] = Counter()
    by_source: Counter[str] = Counter()
    for (label, source, _), count in (dropped or {}).items():
        by_label[label] += count
        by_source[source.partition(":")[0]] += count
    removed: dict[str, Any] = {
        "sentences": by_label.total(),
        "labels": dict(by_label.most_common()),
        "sources": dict(by_source.most_common()),
    }
    facts = {name: describe(name, known) for name, _ in totals.most_common()}
    return {
        **({} if dropped is None else {"taken_out": removed}),
        "name": recipe.name,
        "recipe": recipe.description,
        "command": f"mixlid train CORPUS --recipe {recipe.name} --seed {seed}",
        "sentences": totals.total(),
        "sources": {
            name: {"sentences": totals[name], "tier": one.tier, "licence": one.licence} for name, one in facts.items()
        },
        "restricted_sources_by_label": restricted,
    }
