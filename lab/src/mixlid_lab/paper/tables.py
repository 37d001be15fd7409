"""The paper's tables with our numbers beside its own: all of them by key, and those not about sets of languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from mixlid_lab.evaluation.datasets import EXTRA
from mixlid_lab.evaluation.scoreboard import Interval, Scoreboard, exact_match_interval, recipe_of
from mixlid_lab.evaluation.set_metrics import macro, mean
from mixlid_lab.paper import published, set_tables
from mixlid_lab.paper.published import GLOTLID, LITELID, WORDS
from mixlid_lab.paper.set_tables import is_papers, silver_note, stands_for, without_words
from mixlid_lab.paper.systems import MASKED_WORDS, OWN, PRINTED, best_on_development
from mixlid_lab.report.table import Cell, Row, Table

#: How the tables of seeds name the best MaskLID of a model.
TUNED = "MaskLID, the best of ten on development data"
_WORD_COLUMNS = (("Pr", "precision", 2), ("Re", "recall", 2), ("F1", "f1", 2), ("Un", "unassigned", 3))


def tables(main: str, dev: Scoreboard | None, test: Scoreboard | None) -> dict[str, Table]:
    """All tables that the saved answers allow, by key; `main` is the model to give details about."""
    found: dict[str, Table] = {}
    if test:
        found |= {"test": _with_intervals(set_tables.test(test), test, f"{main} default")}
        found |= {"by-pair": set_tables.by_pair(test, _by_pair(test, main))}
        found |= {"significance": significance(test, _compared(test, main))}
    if dev and test:
        found |= {"seeds": seeds(dev, test)}
    if board := test or dev:
        found |= {"words": words(board, _with_words(board, main))}
    if dev:
        found |= {"development": set_tables.development(dev), "configurations": set_tables.configurations(dev)}
        for model in dev.models:
            if f"{model} 0: CS" in dev:
                found[f"ablation-{model}"] = set_tables.ablation(dev, model)
    return found


def _by_pair(board: Scoreboard, main: str) -> dict[str, str]:
    baselines = [name for name in board.models if stands_for(name) == GLOTLID]
    shown = {f"{name} MaskLID τ=10": f"{name}, MaskLID τ=10" for name in baselines}
    for model in board.models:
        if model not in baselines:
            shown |= {f"{model} {method}": f"{model}, {method}" for method in ("MaskLID τ=10", "AVG", "own avg")}
    return shown | {f"{main} default": f"{main}, default"}


def _compared(board: Scoreboard, main: str) -> list[tuple[str, str]]:
    pairs = [(f"{main} default", f"{model} MaskLID τ=5") for model in board.models]
    pairs += [(f"{main} default", f"{model} AVG") for model in board.models]
    pairs += [(f"{main} default", peer) for peer in board.peers]
    return pairs + [
        (f"{model} {method}", f"{model} MaskLID τ=5") for model in board.models for method in [*PRINTED, *OWN]
    ]


def _with_words(board: Scoreboard, main: str) -> dict[str, str]:
    models = [name for name in board.models if name == main or stands_for(name) != GLOTLID]
    methods = ("CS", "own cs", MASKED_WORDS, "MaskLID τ=5")
    return {f"{model} {method}": f"{model}, {method}" for model in models for method in methods} | {
        f"{main} default": f"{main}, default"
    }


def _with_intervals(table: Table, board: Scoreboard, system: str) -> Table:
    """The table with a note on the main figures and their intervals."""
    sentences = []
    if system in board:
        for name, members in zip(("code-switched", "monolingual"), board.groups(system), strict=True):
            if members:
                value, low, high = exact_match_interval(members)
                sentences.append(f"{name} text {value:.3f} (95 % interval {low:.3f} to {high:.3f})")
    note = f"Exact match of {system}: {'; '.join(sentences)}."
    return replace(table, notes=(*table.notes, note)) if sentences else table


def seeds(dev: Scoreboard, test: Scoreboard) -> Table:
    """Exact match of models that differ in their seed alone: the mean, and the smallest and the largest."""
    names = {facts["model"] for board in (dev, test) for facts in board.facts.values() if "model" in facts}
    rows = []
    for recipe in sorted({recipe_of(name) for name in names} - {""}):
        models = sorted(name for name in names if recipe_of(name) == recipe)
        for method in ("AVG", "CS", "MONO", "MaskLID τ=5", TUNED):
            cells = _seed_cells("development", dev, dev, models, method) | _seed_cells(
                "test", dev, test, models, method
            )
            rows.append(Row((recipe, method), cells))
    notes = (
        "The mean over models that differ in their seed alone, and the smallest and the largest.",
        f"{TUNED}: each with its own.",
    )
    return Table("Seeds", ("model", "system"), rows, notes)


def _seed_cells(group: str, dev: Scoreboard, board: Scoreboard, models: Sequence[str], method: str) -> dict[str, Cell]:
    """How many models, and their exact match on code-switched, monolingual and all text."""
    names = {model: best_on_development(dev.exact_match(model))[-1] if method == TUNED else method for model in models}
    found = [board.digest(f"{model} {name}").summary for model, name in names.items() if f"{model} {name}" in board]
    cells = {f"{group} models": Cell(len(found))}
    for part in ("CS", "mono", "all"):
        values = [scores.exact for one in found if (scores := getattr(one, part.lower()))]
        cells[f"{group} {part}"] = Cell(mean(values), None, 3, (min(values), max(values))) if values else Cell()
    return cells


def words(board: Scoreboard, systems: Mapping[str, str]) -> Table:
    """Word-level scores on code-switched sentences; `systems` maps names of systems to headings."""
    chosen = {name: heading for name, heading in systems.items() if name in board and board.digest(name).words}
    pairs = list(dict.fromkeys(pair for system in chosen for pair in board.digest(system).words))
    pairs = [pair for pair in pairs if not pair.startswith(EXTRA)]
    rows = [Row((pair,), _word_cells(board, chosen, pair, [pair])) for pair in pairs]
    counting = [pair for pair in pairs if pair not in board.silver]
    rows.append(Row(("mean",), _word_cells(board, chosen, "mean", counting)))
    notes = (
        "Un is the share of tokens that were given no language."
        + (" The paper's mean is over all of its six pairs." if is_papers(board) else ""),
        "MaskLID reports some words under two languages. Its own column gives them to the language that they score "
        "best for, which is better than the first or the last on development data; “masked words” gives a language "
        "only the words that it masks, as the paper describes MaskLID. The paper does not say which of the two it "
        "counts, so its figures stand beside both.",
        *silver_note(board),
        *without_words(board),
    )
    return Table("Words of code-switched sentences", ("pair",), rows, notes)


def _word_cells(board: Scoreboard, systems: Mapping[str, str], row: str, pairs: Sequence[str]) -> dict[str, Cell]:
    cells: dict[str, Cell] = {}
    for system, heading in systems.items():
        model, _, method = system.partition(" ")
        scores = macro([one for pair in pairs if (one := board.digest(system).words.get(pair)) is not None])
        # The paper does not say how it counts MaskLID's words.
        printed = WORDS.get("MaskLID τ=5" if method == MASKED_WORDS else method, {})
        paper = printed.get(row) if stands_for(model) == LITELID and is_papers(board) else None
        for name, field, digits in _WORD_COLUMNS:
            cells[f"{heading} {name}"] = Cell(getattr(scores, field, None), getattr(paper, field, None), digits)
    return cells


def significance(board: Scoreboard, pairs: Sequence[tuple[str, str]]) -> Table:
    """McNemar's exact test on all sentences, and intervals of the differences, for pairs of systems."""
    rows = []
    for first, second in pairs:
        if first not in board or second not in board:
            continue
        compared = board.compare(first, second)
        test = compared.test
        model, _, method = first.partition(" ")
        same_model = second.partition(" ")[0] == model and second.endswith("MaskLID τ=5")
        comparable = same_model and stands_for(model) == LITELID and is_papers(board)
        paper = published.MCNEMAR.get(method) if comparable else None
        p = f"{test.p_text} (paper: {paper:.2g})" if paper is not None else test.p_text
        lead = test.only_first - test.only_second
        found: dict[str, int | str] = {"only the first right": test.only_first, "only the second": test.only_second}
        found |= {"better": first if lead > 0 else second if lead else "neither", "p": p}
        cells = {
            f"difference in exact match {name}": interval_cell(getattr(compared, name.lower()))
            for name in ("CS", "mono", "all")
        } | {f"McNemar, all sentences {name}": Cell(value) for name, value in found.items()}
        rows.append(Row((first, second), cells))
    notes = (
        "Intervals are 95 % percentile bootstrap intervals, sentences resampled within each corpus or language.",
        *silver_note(board),
    )
    return Table("Are the differences real?", ("system", "against"), rows, notes)


def interval_cell(interval: Interval | None) -> Cell:
    return Cell(interval.value, None, 3, (interval.low, interval.high)) if interval else Cell()
