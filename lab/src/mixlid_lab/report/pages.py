"""Write the pages that have recorded figures, from the templates with their text.

    python -m mixlid_lab.report.pages card models > MODELS.md            from the model that ships and models/*.json
    python -m mixlid_lab.report.pages results report > docs/results.md   from the answers kept for a report

`make card` and `mixlid evaluate paper` record the figures.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from mixlid.models.catalogue import EMBEDDED
from mixlid.models.partitions import PartitionedModel
from mixlid.text.labels import name_of
from mixlid_lab.evaluation.scoreboard import boards_in
from mixlid_lab.paper.tables import tables

#: The paper's recipes on the same text, evaluated in the same way.
PAPER = ("v0", "v2")


def template(name: str) -> str:
    return resources.files("mixlid_lab.report").joinpath("templates", name).read_text(encoding="utf-8")


def results(report: Path) -> str:
    """Replace `{{table NAME}}` by the tables of a report."""
    found = tables("litelid", *boards_in(report / "predictions"))
    return re.sub(r"\{\{table ([\w-]+)\}\}", lambda match: found[match[1]].markdown, template("results.md"))


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(_cell, line)) + " |" for line in lines) + "\n"


def _cell(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else str(value)


def _setting(value: Any) -> str:
    if isinstance(value, Mapping):
        others = sorted({number for label, number in value.items() if label != "*"})
        return f"{value['*']}, for {len(value) - 1} labels {min(others)} (English) to {max(others)}"
    return str(value)


def card(folder: Path) -> str:
    """The model card, with the figures recorded in a folder."""
    model = PartitionedModel.load(EMBEDDED)
    facts, about = model.header.card, model.info()
    recorded = {
        name: json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
        for name in ("litelid", "litelid-more", *PAPER)
    }
    by_preset = {
        ("LiteLID" if name == "litelid" else name): {
            preset: values for preset, values in found.items() if isinstance(values, Mapping) and "CS" in values
        }
        for name, found in recorded.items()
        if name != "litelid-more"
    }
    own = by_preset["LiteLID"]
    corpora = [key for key, value in next(iter(own.values())).items() if key.islower() and not isinstance(value, dict)]
    corpora = ["CS", "mono", "mean", *(key for key in corpora if key not in ("mono", "mean"))]
    one_label = {name: recorded["litelid" if name == "LiteLID" else name]["one-label"] for name in by_preset}
    both = [recorded[name]["one-label"] for name in ("litelid", "litelid-more")]
    lengths = list(both[0]["F1 by characters"])
    partitions = sorted(about["blocks"].items(), key=lambda item: (-item[1]["labels"], item[0]))
    removed = facts["taken_out"]
    largest = sorted(removed["sources"].items(), key=lambda item: (-item[1], item[0]))[:8]
    parts = {
        "size": f"{about['bytes']:,} bytes, {about['rows']:,} rows, {about['labels']} labels; trained on "
        f"{facts['sentences']:,} sentences and on single words.",
        "sha256": hashlib.sha256(EMBEDDED.read_bytes()).hexdigest(),
        "taken_out": f"{removed['sentences']:,} sentences of {facts['sentences']:,}, most of them from "
        f"{', '.join(f'{name} {count}' for name, count in largest)}; `mixlid model info` lists them all.",
        "blocks": _table(
            ("script", "labels", "rows"),
            ((script, one["labels"], one["rows"]) for script, one in partitions if one["rows"]),
        )
        + f"\nOne label, and no rows: {', '.join(script for script, one in partitions if not one['rows'])}.\n",
        "presets": _table(("preset", "this model's own values"), (
            (f"`{name}`", ", ".join(f"{key} {_setting(value)}" for key, value in model.presets.get(name, {}).items())
             or "as the paper") for name in ("default", "cs", "avg", "mono")
        )),
        "exact_match": _table(("", *own), ((one, *(scores[one] for scores in own.values())) for one in corpora)),
        "against_the_paper": _table(("model", "preset", "CS", "mono", "mean"), (
            (name, f"`{preset}`", scores["CS"], scores["mono"], scores["mean"])
            for name, presets in by_preset.items() for preset, scores in presets.items()
        )),
        "by_length": _table(
            ("model", "macro F1", *(f"{length} characters" for length in lengths), "P(sentence)", "P(word)"),
            ((name, one["macro F1"], *one["F1 by characters"].values(), f"{one['sentence probability']:.2f}",
              f"{one['word probability']:.2f}") for name, one in one_label.items()),
        ),
        "by_label": _table(("label", "language", "F1", "recall", "false positives in 10,000"), (
            (label, name_of(label), f1, one["top-1"][label], f"{1e4 * one['false positives'][label]:.1f}")
            for one in both for label, f1 in sorted(one["F1"].items())
        )),
        "by_group": _table(("script", "macro F1", "with near languages as one"), (
            (name, f1["labels"], f1["groups"]) for one in both for name, f1 in one["macro F1 by script"].items()
        )) + "\n" + _table(("group", "F1 as one"), (item for one in both for item in one["F1 of groups"].items())),
        "more_f1": f"{both[1]['macro F1 of groups']:.3f}",
        "sources": _table(("source", "sentences", "tier", "licence as declared"), (
            (name, one["sentences"], one["tier"], one["licence"])
            for name, one in sorted(facts["sources"].items(), key=lambda item: -item[1]["sentences"])
        )),
        "restricted": _table(("label", "sources of tier N or U"), (
            (label, ", ".join(f"{name} {count:,}" for name, count in sorted(used.items())))
            for label, used in sorted(facts["restricted_sources_by_label"].items())
        )),
    }  # fmt: skip
    text = template("MODELS.md")
    for name, content in parts.items():
        text = text.replace("{{" + name + "}}", content)
    return text


def main(what: str, folder: str) -> None:
    print((card if what == "card" else results)(Path(folder)), end="")


if __name__ == "__main__":
    main(*sys.argv[1:])
