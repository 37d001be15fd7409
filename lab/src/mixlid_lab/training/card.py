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
    restricted: dict[str, dict[str, int]] = {}
    for label, counts in sorted(used.items()):
        for source, count in counts.items():
            # Parts of a collection without their own entry count towards the collection.
            name = source if source in known else source.partition(":")[0]
            totals[name] += count
            if describe(name, known).tier not in FREE_TIERS:
                restricted.setdefault(label, {})[name] = restricted.get(label, {}).get(name, 0) + count
    facts = {name: describe(name, known) for name in totals}
    taken_out = {}
    if dropped is not None:
        by_label: Counter[str] = Counter()
        by_source: Counter[str] = Counter()
        for (label, source, _), count in dropped.items():
            by_label[label] += count
            by_source[source.partition(":")[0]] += count
        taken_out = {
            "taken_out": {
                "sentences": by_label.total(),
                "labels": dict(by_label.most_common()),
                "sources": dict(by_source.most_common()),
            }
        }
    return {
        **taken_out,
        "name": recipe.name,
        "recipe": recipe.description,
        "command": f"mixlid train CORPUS --recipe {recipe.name} --seed {seed}",
        "sentences": totals.total(),
        "sources": {
            name: {"sentences": count, "tier": facts[name].tier, "licence": facts[name].licence}
            for name, count in totals.most_common()
        },
        "restricted_sources_by_label": restricted,
    }
