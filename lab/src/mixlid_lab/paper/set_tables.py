"""The paper's tables on sets of languages: development, configurations, ablation, test, and by pair."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from mixlid_lab.evaluation.datasets import EXTRA, PAIR_LANGUAGES
from mixlid_lab.evaluation.scoreboard import Scoreboard
from mixlid_lab.evaluation.set_metrics import SetScores, Summary
from mixlid_lab.paper import published
from mixlid_lab.paper.published import CORPORA, DETAILS, GLOTLID, LITELID, Parts, Scores
from mixlid_lab.paper.systems import BASELINES, MASKLID, ON_TEST, TRIED_MASKLID, TRIED_THRESHOLDS
from mixlid_lab.report.table import Cell, Row, Table

#: The pairs in the paper's averages.
DEVELOPMENT_PAIRS = [name for name, sentences in CORPORA.items() if sentences]
TEST_PAIRS = list(CORPORA)
#: The paper's model for each of ours that reproduces it: its recipes, its baseline itself, and the model that ships.
_STAND_INS = {"v0": GLOTLID, "glotlid": GLOTLID, "v2": LITELID, "litelid-v2": LITELID, "litelid": LITELID}


def stands_for(model: str) -> str | None:
    """The paper's model that one of ours may be compared with, if any; `v0-small` is a `v0`."""
    recipe = model.partition("-")[0]
    return _STAND_INS.get(recipe if recipe in ("v0", "v2") else model)


def silver_note(board: Scoreboard) -> tuple[str, ...]:
    """A note on silver data sets, which are in no average; empty if there are none."""
    names = board.silver
    if not names:
        return ()
    printed = [name for name in names if name in CORPORA]
    beside = f"; the paper's averages include {', '.join(printed)}" if printed else ""
    return (f"Not in our averages, since people have not labelled them (silver): {', '.join(names)}{beside}.",)


def without_words(board: Scoreboard) -> tuple[str, ...]:
    """A note on data sets whose words people have not labelled."""
    names = ", ".join(board.silver_words)
    return (f"Left out, because people have not labelled their words: {names}.",) if names else ()


def is_papers(board: Scoreboard) -> bool:
    """Whether all counted data are the paper's; beside averages over other data its figures would mislead."""
    summary = board.digest(next(iter(board.facts))).summary
    pairs = [name for name in summary.mixed if not name.startswith(EXTRA) and name not in summary.silver]
    return bool(pairs) and set(pairs) <= set(CORPORA) and set(summary.by_language) <= set(PAIR_LANGUAGES)


def missing(board: Scoreboard, pairs: Iterable[str]) -> tuple[str, ...]:
    """A note on pairs that are only in the paper's averages."""
    there = board.digest(next(iter(board.facts))).summary.by_dataset
    names = ", ".join(name for name in pairs if name not in there) if is_papers(board) else ""
    return (f"The paper's averages are over more pairs: {names} too.",) if names else ()


_SHORT = {"EM": "exact", "F1": "f1"}
_LONG = {**_SHORT, "Pr": "precision", "Re": "recall"}


def development(board: Scoreboard) -> Table:
    """Baselines and MaskLID."""
    names = [*BASELINES, *TRIED_THRESHOLDS, *MASKLID, *TRIED_MASKLID]
    return _by_system(board, "Development data: baselines and MaskLID", names)


def configurations(board: Scoreboard) -> Table:
    """The three configurations as printed and as the model has them, with MaskLID and our default."""
    names = ["MaskLID τ=5", "MaskLID τ=10", "AVG", "CS", "MONO", "own avg", "own cs", "own mono", "default"]
    return _by_system(board, "Development data: configurations of the exact solver", names)


def _by_system(board: Scoreboard, title: str, names: Sequence[str]) -> Table:
    rows = _model_rows(board, names, published.DEV, _SHORT)
    notes = (*silver_note(board), *missing(board, DEVELOPMENT_PAIRS))
    return Table(title, ("model", "system"), rows, notes)


def _model_rows(
    board: Scoreboard, names: Sequence[str], printed: Mapping[tuple[str, str], Parts], columns: Mapping[str, str]
) -> list[Row]:
    """The rows of each model's systems."""
    rows: list[Row] = []
    for model in board.models:
        known = [name for name in names if f"{model} {name}" in board]
        for name in known:
            paper = printed.get((stands_for(model) or "", name)) if is_papers(board) else None
            cells = _cells(board.digest(f"{model} {name}").summary, paper, columns)
            rows.append(Row((model, name), cells))
    return rows


def ablation(board: Scoreboard, model: str) -> Table:
    """Each row of the paper's ablation table for one model."""
    rows, comparable = [], stands_for(model) == LITELID and is_papers(board)
    for name in published.ABLATION:
        if (system := f"{model} {name}") in board:
            paper = published.ABLATION[name] if comparable else None
            rows.append(Row((name,), _cells(board.digest(system).summary, paper, _SHORT)))
    notes = (
        "“C3, C5, P” stands for C3 τ=5, C5 M=10, P=10. As printed, with no price but P, which is in the paper's units "
        "(`mixlid model info` says what 15 is for the model: the penalty of `paper-avg`). The paper gives no figures "
        "for C4.",
        *silver_note(board),
        *missing(board, DEVELOPMENT_PAIRS),
    )
    title = f"Development data: ablation of the exact solver's settings, {model}"
    return Table(title, ("settings",), rows, notes)


def test(board: Scoreboard) -> Table:
    """The test table: models, then peers."""
    tried = [*TRIED_THRESHOLDS, *MASKLID, *TRIED_MASKLID]
    baselines, others = ON_TEST[: len(BASELINES)], ON_TEST[len(BASELINES) :]
    rows = _model_rows(board, list(dict.fromkeys([*baselines, *tried, *others])), published.TEST, _LONG)
    tuned = [name for name in {row.labels[1]: None for row in rows} if name in tried and name not in ON_TEST]
    for name in board.peers:
        tool, _, method = name.partition(" ")
        cells = _cells(board.digest(name).summary, None, _LONG)
        rows.append(Row((tool, method or "as it is"), cells))
    notes = (*silver_note(board), *missing(board, TEST_PAIRS), *unanswered(board), *unknown_languages(board))
    if tuned:
        notes = (*notes, f"Chosen on development data among the settings in their table: {'; '.join(tuned)}.")
    return Table("Test data", ("model", "system"), rows, notes)


def unanswered(board: Scoreboard) -> Iterable[str]:
    """Notes on models that have not answered every data set."""
    for model in board.models:
        system = next(name for name, facts in board.facts.items() if facts.get("model") == model)
        if names := board.without(system):
            yield f"{model} was not run on {', '.join(names)}: its averages are over the others."


def unknown_languages(board: Scoreboard) -> Iterable[str]:
    """Notes on languages that a peer does not know, so that they are not taken for mistakes."""
    wanted = {language for members in board.samples.values() for one in members for language in one.languages}
    missing = {name.partition(" ")[0]: sorted(wanted - set(board.facts[name]["languages"])) for name in board.peers}
    for tool, languages in missing.items():
        if languages:
            yield f"{tool} does not know {', '.join(languages)} in Latin script."


def by_pair(board: Scoreboard, systems: Mapping[str, str]) -> Table:
    """Scores by pair, by language and by silver monolingual data set; `systems` maps names of systems to headings."""
    chosen = {name: heading for name, heading in systems.items() if name in board}
    digests = {name: board.digest(name).summary for name in chosen}
    first = next(iter(digests.values()))
    pairs, apart_mono = (
        [name for name in names if not name.startswith(EXTRA)] for names in (first.mixed, first.mono_apart)
    )
    rows = []
    for group, names in (("pair", pairs), ("language", list(first.by_language)), ("silver", apart_mono)):
        # A pair's name means the paper's corpus; a language's sentences may come from anywhere.
        is_printed = group == "pair" or (group == "language" and is_papers(board))
        for name in names:
            cells: dict[str, Cell] = {}
            for system, summary in digests.items():
                model, _, method = system.partition(" ")
                paper = DETAILS.get((stands_for(model) or "", method), {}).get(name) if is_printed else None
                scores = (summary.by_language if group == "language" else summary.by_dataset).get(name)
                cells |= _score_cells(chosen[system], scores, paper, _LONG)
            rows.append(Row((name,), cells))
    return Table("Test data by pair and by language", ("",), rows, (*silver_note(board), *unanswered(board)))


def _cells(summary: Summary, paper: Parts | None, names: Mapping[str, str]) -> dict[str, Cell]:
    found: dict[str, Cell] = {}
    for group, scores in (("CS", summary.cs), ("mono", summary.mono), ("all", summary.all)):
        found |= _score_cells(group, scores, getattr(paper, group.lower(), None), names)
    return found


def _score_cells(
    group: str, scores: SetScores | None, printed: Scores | None, names: Mapping[str, str]
) -> dict[str, Cell]:
    return {
        f"{group} {name}": Cell(getattr(scores, field, None), getattr(printed, field, None))
        for name, field in names.items()
    }
