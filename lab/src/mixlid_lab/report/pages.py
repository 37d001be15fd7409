"""Write the pages that have recorded figures: `python -m mixlid_lab.report.pages` (`make pages`).

They are made from the model that ships, from its figures in models/*.json (`make card`) and from the answers in
models/predictions (`make predictions`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from mixlid_lab.commands.evaluate_lince import weighted_f1
from mixlid_lab.evaluation.adapting import average, exact_match
from mixlid_lab.evaluation.calibration_metrics import calibration_by_part
from mixlid_lab.evaluation.scoreboard import Scoreboard
from mixlid_lab.evaluation.set_metrics import is_mixed
from mixlid_lab.paper.published import LITELID, TEST
from mixlid_lab.paper.systems import best_on_development
from mixlid_lab.paper.tables import tables
from mixlid_lab.report.card import card
from mixlid_lab.report.keep import KEPT, LINCE, PAPERS, WHOLE
from mixlid_lab.report.table import Row, Table, table, template

ROOT = Path(__file__).parents[4]


def pages(root: Path = ROOT) -> dict[str, str]:
    """The pages by name, as they should be."""
    kept = root / KEPT
    own = [path for path in kept.glob("*.tar.xz") if not path.name.startswith(PAPERS)]
    boards = {path.name.partition(".")[0]: Scoreboard(path, *kept.glob(f"{PAPERS}{path.name}")) for path in own}
    found = tables("litelid", boards["dev"], boards["test"])
    judged = weighted_f1(boards["lince"].answers(f"{WHOLE} told")["spa-eng"], LINCE)
    results = template("results.md").replace("{{short test}}", short(found["test"]).markdown)
    results = results.replace("{{lince}}", table(list(judged), [list(judged.values())]))
    readme = fill((root / "README.md").read_text("utf-8"), "exact", exact(boards["dev"], boards["test"]))
    words = (root / "docs" / "words.md").read_text("utf-8")
    return {
        "MODELS.md": card(root / "models"),
        "README.md": fill(readme, "adapted", adapted(boards["adapted"])),
        "docs/results.md": results,
        **{f"docs/results/{key}.csv": one.csv for key, one in found.items()},
        "docs/words.md": fill(words, "calibration", calibration(boards)),
    }


def short(whole: Table) -> Table:
    """The table with exact match and F1 only, without the simplest systems."""
    rows = [
        Row(row.labels, {name: cell for name, cell in row.cells.items() if name.endswith(("EM", "F1"))})
        for row in whole.rows
        if not row.labels[1].startswith(("k=", "p>"))
    ]
    return replace(whole, rows=rows)


def fill(page: str, section: str, content: str) -> str:
    """The page with the content between the section's markers."""
    pattern = re.compile(rf"(<!-- figures:{re.escape(section)} -->\n).*?(<!-- /figures -->)", re.DOTALL)
    if len(pattern.findall(page)) != 1:
        raise ValueError(f"the page needs <!-- figures:{section} --> and <!-- /figures --> once")
    return pattern.sub(lambda match: f"{match[1]}\n{content}\n{match[2]}", page)


def exact(dev: Scoreboard, test: Scoreboard) -> str:
    """Exact match on test data, of the bundled model and of what it is compared with, and by how much it is better."""
    masklid = {model: best_on_development(dev.exact_match(model))[-1] for model in test.models if model != WHOLE}
    theirs = {recipe: next(one for one in test.models if one.startswith(recipe)) for recipe in ("v2", "v0")}
    systems = {
        "**mixlid, default settings**": f"{WHOLE} default",
        "mixlid, preset `cs` (text known to be mixed)": f"{WHOLE} cs",
        "the same model, the paper's AVG program and labels": "litelid AVG",
        f"the same model, {masklid['litelid']} (tuned on development data)":
            f"litelid {masklid['litelid']}",
        "the paper's system (recipe `v2`, AVG), trained on the same text": f"{theirs['v2']} AVG",
        f"the same, {masklid[theirs['v2']]} (tuned likewise)": f"{theirs['v2']} {masklid[theirs['v2']]}",
        "GlotLID's recipe (`v0`), AVG": f"{theirs['v0']} AVG",
    }  # fmt: skip
    rows: list[Sequence[object]] = []
    for name, system in systems.items():
        digest = test.digest(system)
        parts = (digest.summary.cs, digest.summary.mono, digest.summary.all)
        mark = "¹" if test.without(system) else ""
        rows.append((name + mark, *(part.exact if part else "–" for part in parts), digest.words_f1 or "–"))
    printed = [f"{part.exact:.2f}" for part in TEST[LITELID, "AVG"]]
    rows.append(("figures printed in the paper, AVG (eight pairs, some from other corpora)", *printed, "–"))
    lacking = test.without(f"{theirs['v2']} AVG")
    notes = [f"¹ without {', '.join(lacking)}"] if lacking else []
    return "\n".join([table(("", "CS", "mono", "mean", "words"), rows), *notes, margin(test, f"{theirs['v2']} AVG")])


def margin(test: Scoreboard, paper: str) -> str:
    """By how much the bundled model is better than the paper's system, as a sentence."""

    def difference(system: str) -> str:
        found = test.compare(system, paper).all
        return f"{found.value:.3f} (95 % interval {found.low:.3f} to {found.high:.3f})" if found else "–"

    where = ", without " + ", ".join(lacking) if (lacking := test.without(paper)) else ""
    return (
        "\nCompared with the paper's system trained on the same text, `default` improves mean exact "
        "match by "
        f"{difference(f'{WHOLE} default')}{where}. The model alone, with the paper's AVG program, accounts for "
        f"{difference('litelid AVG')}. "
        "[Results](docs/results.md) show the spread over seeds."
    )


def adapted(board: Scoreboard) -> str:
    """Exact match with default settings and adapted, over the corpora with mixed text that count."""
    rows: list[Sequence[object]] = []
    ways = {"as it comes": "mixlid, default settings", "adapted": "**mixlid, adapted to each corpus**"}
    for way, name in ways.items():
        members = [one for one in board.answers(way).values() if is_mixed(one) and not one[0].sample.silver]
        rows.append((name, *average(map(exact_match, members)).values()))
    return table(("", "CS", "mono", "mean"), rows)


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
    errors = table(("", "texts", "calibration error"), whole)
    return f"{errors}\n{table(('test data', 'texts', 'confidence', 'right', 'calibration error'), of_test)}"


def main() -> None:
    for name, text in pages().items():
        (ROOT / name).parent.mkdir(exist_ok=True)
        (ROOT / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
