"""What a trained table says about its origin: recipe, command, and every source with its licence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from mixlid_lab.training.recipe import Recipe
from mixlid_lab.training.sources import FREE_TIERS, describe, known_sources


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
