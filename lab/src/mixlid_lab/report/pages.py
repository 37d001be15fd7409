"""Write the pages that have recorded figures: `python -m mixlid_lab.report.pages` (`make pages`).

They are made from the model that ships, from its figures in models/*.json (`make card`) and from the answers in
models/predictions (`make predictions`).
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from mixlid.models.catalogue import EMBEDDED
from mixlid.models.partitions import PartitionedModel
from mixlid.text.labels import name_of
from mixlid_lab.commands.evaluate_lince import weighted_f1
from mixlid_lab.evaluation.adapting import average, exact_match
from mixlid_lab.evaluation.calibration_metrics import calibration_by_part
from mixlid_lab.evaluation.scoreboard import Scoreboard
from mixlid_lab.evaluation.set_metrics import is_mixed
from mixlid_lab.paper.published import LITELID, TEST
from mixlid_lab.paper.systems import best_on_development
from mixlid_lab.paper.tables import tables
from mixlid_lab.report.keep import KEPT, LINCE, WHOLE

#: The paper's recipes on the same text, evaluated in the same way, if there are figures of them.
PAPER = ("v0", "v1", "v2")
ROOT = Path(__file__).parents[4]


def template(name: str) -> str:
    return resources.files("mixlid_lab.report").joinpath("templates", name).read_text(encoding="utf-8")


def pages(root: Path = ROOT) -> dict[str, str]:
    """The pages by name, as they should be."""
    boards = {path.name.partition(".")[0]: Scoreboard(path) for path in (root / KEPT).glob("*.tar.xz")}
    found = tables("litelid", boards["dev"], boards["test"])
    judged = weighted_f1(boards["lince"].answers(f"{WHOLE} told")["spa-eng"], LINCE)
    results = re.sub(r"\{\{table ([\w-]+)\}\}", lambda match: found[match[1]].markdown, template("results.md"))
    results = results.replace("{{lince}}", _table(list(judged), [list(judged.values())]))
    readme = fill((root / "README.md").read_text("utf-8"), "exact", exact(boards["dev"], boards["test"]))
    words = (root / "docs" / "words.md").read_text("utf-8")
    return {
        "MODELS.md": card(root / "models"),
        "README.md": fill(readme, "adapted", adapted(boards["adapted"])),
        "docs/results.md": results,
        "docs/words.md": fill(words, "calibration", calibration(boards)),
    }


def fill(page: str, section: str, content: str) -> str:
    """The page with the content between the section's markers."""
    pattern = re.compile(rf"(<!-- figures:{re.escape(section)} -->\n).*?(<!-- /figures -->)", re.DOTALL)
    if len(pattern.findall(page)) != 1:
        raise ValueError(f"the page needs <!-- figures:{section} --> and <!-- /figures --> once")
    return pattern.sub(lambda match: f"{match[1]}\n{content}\n{match[2]}", page)


def exact(dev: Scoreboard, test: Scoreboard) -> str:
    """Exact match on test data, of the bundled model and of what it is compared with."""
    masklid = best_on_development(dev.exact_match("litelid"))[-1]
    systems = {
        "**mixlid, as it comes** (`default`)": f"{WHOLE} default",
        "mixlid, text known to be mixed (`cs`)": f"{WHOLE} cs",
        "the same model with the paper's AVG programme as printed, the paper's labels": "litelid AVG",
        f"the same with MaskLID, its settings the best of ten on development data ({masklid})": f"litelid {masklid}",
    }
    rows: list[Sequence[object]] = []
    for name, system in systems.items():
        digest = test.digest(system)
        parts = (digest.summary.cs, digest.summary.mono, digest.summary.all)
        rows.append((name, *(part.exact if part else "–" for part in parts), digest.words_f1 or "–"))
    printed = [f"{part.exact:.2f}" for part in TEST[LITELID, "AVG"]]
    rows.append(("as printed in the paper, AVG (eight pairs, partly other corpora)", *printed, "–"))
    return _table(("", "CS", "mono", "mean", "words"), rows)


def adapted(board: Scoreboard) -> str:
    """Exact match as it comes and adapted, over the corpora with mixed text that count."""
    rows: list[Sequence[object]] = []
    ways = {"as it comes": "mixlid, as it comes (`default`)", "adapted": "**mixlid, adapted to each corpus**"}
    for way, name in ways.items():
        members = [one for one in board.answers(way).values() if is_mixed(one) and not one[0].sample.silver]
        rows.append((name, *average(map(exact_match, members)).values()))
    return _table(("", "CS", "mono", "mean"), rows)


def calibration(boards: Mapping[str, Scoreboard]) -> str:
    """How sure answers are on test data, and the calibration error of all parts of the data."""
    parts = {"development data": "dev", "development data, all": "dev-more", "test data": "test"}
    found = {
        name: calibration_by_part(boards[f"calibration-{part}"].answers(f"{WHOLE} default"))
        for name, part in parts.items()
    }
    whole = ((name, *(of["all"][key] for key in ("texts", "error"))) for name, of in found.items())
    names = ("texts", "confidence", "right", "error")
    of_test = ((name, *(one[key] for key in names)) for name, one in found["test data"].items())
    errors = _table(("", "texts", "calibration error"), whole)
    return f"{errors}\n{_table(('test data', 'texts', 'confidence', 'right', 'calibration error'), of_test)}"


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
        if name not in PAPER or (folder / f"{name}.json").exists()
    }
    own = {name: values for name, values in recorded["litelid"].items() if isinstance(values, dict) and "CS" in values}
    corpora = [key for key, value in next(iter(own.values())).items() if key.islower() and not isinstance(value, dict)]
    corpora = ["CS", "mono", "mean", *(key for key in corpora if key not in ("mono", "mean"))]
    one_label = {name: found["one-label"] for name, found in recorded.items()}
    both = [one_label["litelid"], one_label.pop("litelid-more")]
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


def main() -> None:
    for name, text in pages().items():
        (ROOT / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
