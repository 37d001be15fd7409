"""Write MODELS.md: the text of `model_card.md`, with tables from the model file and from recorded figures.

mixlid evaluate --data DEV --silver npi-eng --extra --one-label --json models/litelid.json
python tools/model_card.py > MODELS.md
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from mixlid.models.blocks import BlockModel
from mixlid.models.catalogue import EMBEDDED
from mixlid.text.labels import name_of

FIGURES = Path(__file__).parent.parent / "models" / "litelid.json"
#: The paper's recipes on the same text, evaluated in the same way.
PAPER = ("v0", "v2")

TEMPLATE = Path(__file__).with_suffix(".md")


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines) + "\n"


def presets(model: BlockModel) -> str:
    rows = []
    for name in ("default", "cs", "avg", "mono"):
        own = model.presets.get(name, {})
        said = ", ".join(f"{key} {_short(value)}" for key, value in own.items()) or "as the paper"
        rows.append((f"`{name}`", said))
    return table(("preset", "this model's own values"), rows)


def _short(value: Any) -> str:
    if isinstance(value, Mapping):
        others = sorted({number for label, number in value.items() if label != "*"})
        return f"{value['*']}, for {len(value) - 1} labels {min(others)} (English) to {max(others)}"
    return str(value)


def by_preset(figures: Mapping[str, Any]) -> dict[str, Any]:
    """The figures of presets only."""
    return {name: values for name, values in figures.items() if isinstance(values, Mapping) and "CS" in values}


def exact_match(figures: Mapping[str, Any]) -> str:
    names = list(by_preset(figures))
    corpora = [key for key, value in figures[names[0]].items() if key.islower() and not isinstance(value, Mapping)]
    corpora = ["CS", "mono", "mean", *(key for key in corpora if key not in ("mono", "mean"))]
    return table(("", *names), ((corpus, *(f"{figures[name][corpus]:.3f}" for name in names)) for corpus in corpora))


def recorded(name: str) -> dict[str, Any]:
    figures: dict[str, Any] = json.loads((FIGURES.parent / f"{name}.json").read_text(encoding="utf-8"))
    return figures


def against_the_paper(figures: Mapping[str, Any]) -> str:
    """The averages of every model and preset in one table."""
    rows = []
    for model, presets_of in (("LiteLID", figures), *((name, recorded(name)) for name in PAPER)):
        for name, scores in by_preset(presets_of).items():
            rows.append((model, f"`{name}`", *(f"{scores[key]:.3f}" for key in ("CS", "mono", "mean"))))
    return table(("model", "preset", "CS", "mono", "mean"), rows)


def by_length(figures: Mapping[str, Any]) -> str:
    models = {"LiteLID": figures["one-label"], **{name: recorded(name)["one-label"] for name in PAPER}}
    lengths = list(figures["one-label"]["F1 by characters"])
    rows = [
        (
            name,
            f"{one['macro F1']:.3f}",
            *(f"{one['F1 by characters'][length]:.3f}" for length in lengths),
            f"{one['sentence probability']:.2f}",
            f"{one['word probability']:.2f}",
        )
        for name, one in models.items()
    ]
    head = ("model", "macro F1", *(f"{length} characters" for length in lengths), "P(sentence)", "P(word)")
    return table(head, rows)


def by_label(*judged: Mapping[str, Any]) -> str:
    rows = [
        (label, name_of(label), f"{f1:.3f}", f"{one['top-1'][label]:.3f}", f"{1e4 * one['false positives'][label]:.1f}")
        for one in judged
        for label, f1 in sorted(one["F1"].items())
    ]
    return table(("label", "language", "F1", "recall", "false positives in 10,000"), rows)


def by_group(*judged: Mapping[str, Any]) -> str:
    """Macro F1 by script, and F1 of the groups of near languages."""
    scripts = [
        (name, f"{f1['labels']:.3f}", f"{f1['groups']:.3f}")
        for one in judged
        for name, f1 in one["macro F1 by script"].items()
    ]
    groups = [(name, f"{f1:.3f}") for one in judged for name, f1 in one["F1 of groups"].items()]
    head = ("script", "macro F1", "with near languages as one")
    return table(head, scripts) + "\n" + table(("group", "F1 as one"), groups)


def sources(card: Mapping[str, Any]) -> str:
    ordered = sorted(card["sources"].items(), key=lambda item: -item[1]["sentences"])
    rows = [(name, f"{facts['sentences']:,}", facts["tier"], facts["licence"]) for name, facts in ordered]
    return table(("source", "sentences", "tier", "licence as declared"), rows)


def restricted(card: Mapping[str, Any]) -> str:
    rows = [
        (label, ", ".join(f"{name} {count:,}" for name, count in sorted(used.items())))
        for label, used in sorted(card["restricted_sources_by_label"].items())
    ]
    return table(("label", "sources of tier N or U"), rows)


def blocks(facts: Mapping[str, Any]) -> str:
    rows = sorted(facts["blocks"].items(), key=lambda item: (-item[1]["labels"], item[0]))
    several = [(script, block["labels"], f"{block['rows']:,}") for script, block in rows if block["rows"]]
    one = ", ".join(script for script, block in rows if not block["rows"])
    return table(("script", "labels", "rows"), several) + f"\nOne label, and no rows: {one}.\n"


def taken_out(card: Mapping[str, Any]) -> str:
    facts = card["taken_out"]
    largest = sorted(facts["sources"].items(), key=lambda item: (-item[1], item[0]))[:8]
    said = ", ".join(f"{name} {count}" for name, count in largest)
    count = f"{facts['sentences']:,} sentences of {card['sentences']:,}"
    return f"{count}, most of them from {said}; `mixlid model info` lists them all."


def main() -> None:
    model = BlockModel.load(EMBEDDED)
    figures = recorded("litelid")
    card, facts = model.header.card, model.info()
    size = f"{facts['bytes']:,} bytes, {facts['rows']:,} rows, {facts['labels']} labels"
    parts = {
        "size": f"{size}; trained on {card['sentences']:,} sentences and on single words.",
        "sha256": hashlib.sha256(EMBEDDED.read_bytes()).hexdigest(),
        "taken_out": taken_out(card),
        "blocks": blocks(facts),
        "presets": presets(model),
        "exact_match": exact_match(figures),
        "against_the_paper": against_the_paper(figures),
        "by_length": by_length(figures),
        "by_label": by_label(figures["one-label"], recorded("litelid-more")["one-label"]),
        "by_group": by_group(figures["one-label"], recorded("litelid-more")["one-label"]),
        "more_f1": f"{recorded('litelid-more')['one-label']['macro F1 of groups']:.3f}",
        "sources": sources(card),
        "restricted": restricted(card),
    }
    text = TEMPLATE.read_text(encoding="utf-8")
    for name, content in parts.items():
        text = text.replace("{{" + name + "}}", content)
    print(text, end="")


if __name__ == "__main__":
    main()
