"""The report: its tables and figures in the paper's order, with a sentence where something is missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mixlid_lab.evaluation.datasets import EXTRA
from mixlid_lab.evaluation.scoreboard import Scoreboard, exact_match_interval
from mixlid_lab.paper import detail_tables, error_tables, set_tables
from mixlid_lab.paper.confidence_tables import confidence
from mixlid_lab.paper.measures import best_labels, draw_f1_by_length, draw_runtimes, probabilities
from mixlid_lab.paper.programme_sizes import programme_sizes
from mixlid_lab.paper.published import GLOTLID
from mixlid_lab.paper.set_tables import is_papers, stands_for
from mixlid_lab.paper.systems import MASKED_WORDS, OWN, OWN_PRICES, PRINTED
from mixlid_lab.report.figures import grouped_bars, trade_off
from mixlid_lab.report.sections import Figure, Section

_PRESETS = ("CS", "AVG", "MONO", "own cs", "own avg", "own mono", "default")


def build(
    main: str,
    dev: Scoreboard | None,
    test: Scoreboard | None,
    measures: Mapping[str, Mapping[str, Any]],
    notes: Sequence[str],
) -> list[Section]:
    """All sections that the saved answers and measures allow; `main` is the model to give details about."""
    sections = [_corpora(dev, test, notes)]
    if dev:
        sections += [_development(dev, main), _ablation(dev)]
    if test:
        sections += [_test(test, main), _words(test, main), _errors(test, main)]
    elif dev:
        sections += [_words(dev, main), _errors(dev, main)]
    models = {name: measured for name, measured in measures.items() if name != "runtimes"}
    if models:
        table, histograms = probabilities(models, *_measured_on(dev or test))
        drawn = (histograms, draw_f1_by_length(models), best_labels(models))
        sections.append(Section("Models as one-label identifiers", (), (table,), drawn))
    for title, board in (("Confidence on development data", dev), ("Confidence on test data", test)):
        if board:
            part = "dev" if board is dev else "test"
            tables, diagrams = confidence(board, part, main, ("default", "own avg", "own cs", "own mono"))
            if tables:
                sections.append(Section(title, (), tables, diagrams))
    times = measures.get("runtimes", {"notes": (), "points": ()})
    figures = tuple(draw_runtimes(times))
    sections.append(Section("Runtime", tuple(times["notes"]), (programme_sizes(),), figures))
    return sections


def _measured_on(board: Scoreboard | None) -> tuple[bool, list[str]]:
    """Whether models were measured on the paper's data, and which silver data sets were excluded."""
    if board is None:
        return False, []
    apart_mono = board.digest(next(iter(board.facts))).summary.mono_apart
    return is_papers(board), [name for name in board.silver if name in apart_mono]


def _corpora(dev: Scoreboard | None, test: Scoreboard | None, notes: Sequence[str]) -> Section:
    table = detail_tables.corpora(dev.samples() if dev else {}, test.samples() if test else {})
    return Section("Corpora", tuple(notes), (table,))


def _development(board: Scoreboard, main: str) -> Section:
    points = []
    for system, facts in board.facts.items():
        summary = board.digest(system).summary
        if facts.get("model") == main and summary.cs and summary.mono and system.partition(" ")[2] in _PRESETS:
            points.append((system, summary.mono.exact, summary.cs.exact))
    others = [
        (summary.mono.exact, summary.cs.exact)
        for system in board.facts
        if (summary := board.digest(system).summary).cs and summary.mono
    ]
    alt = "Exact match on code-switched against monolingual sentences, for every system and setting."
    title = "Code-switched against monolingual text"
    drawn = (Figure("trade-off", title, alt, trade_off(points, others=others)),) if others else ()
    tables = (set_tables.development(board), set_tables.configurations(board))
    return Section("Development data", (), tables, drawn)


def _ablation(board: Scoreboard) -> Section:
    tables = [
        set_tables.ablation(board, model, own_prices)
        for model in board.models
        for own_prices in (False, True)
        if f"{model} 0: CS{OWN_PRICES * own_prices}" in board
    ]
    return Section("Ablation", (), tuple(tables))


def _test(board: Scoreboard, main: str) -> Section:
    baselines = [name for name in board.models if stands_for(name) == GLOTLID]
    shown = {f"{name} MaskLID τ=10": f"{name}, MaskLID τ=10" for name in baselines}
    for model in board.models:
        if model not in baselines:
            shown |= {f"{model} MaskLID τ=10": f"{model}, MaskLID τ=10", f"{model} AVG": f"{model}, AVG"}
            shown[f"{model} own avg"] = f"{model}, own avg"
    shown[f"{main} default"] = f"{main}, default"
    against = [(f"{main} default", f"{model} MaskLID τ=5") for model in board.models]
    against += [(f"{main} default", f"{model} AVG") for model in board.models]
    against += [(f"{main} default", peer) for peer in board.peers]
    against += [(f"{model} {method}", f"{model} MaskLID τ=5") for model in board.models for method in [*PRINTED, *OWN]]
    tables = [set_tables.test(board), set_tables.by_pair(board, shown), detail_tables.significance(board, against)]
    return Section("Test data", _intervals(board, f"{main} default"), tuple(tables), _bars(board, shown))


def _intervals(board: Scoreboard, system: str) -> tuple[str, ...]:
    """The main figures with their intervals, as a sentence."""
    if system not in board:
        return ()
    sentences = []
    for name, members in zip(("code-switched", "monolingual"), board.groups(system), strict=True):
        if members:
            interval = exact_match_interval(members)
            ends = f"{interval.low:.3f} to {interval.high:.3f}"
            sentences.append(f"{name} text {interval.value:.3f} (95 % interval {ends})")
    return (f"Exact match of {system}: {'; '.join(sentences)}.",) if sentences else ()


def _bars(board: Scoreboard, systems: Mapping[str, str]) -> tuple[Figure, ...]:
    chosen = {name: heading for name, heading in systems.items() if name in board}
    if not chosen:
        return ()
    pairs = [name for name in board.digest(next(iter(chosen))).summary.mixed if not name.startswith(EXTRA)]
    series = {
        heading: [board.digest(name).summary.by_dataset[pair].exact for pair in pairs]
        for name, heading in chosen.items()
    }
    if not pairs:
        return ()
    alt = "Bars of exact match for each language pair and system."
    return (Figure("by-pair", "Exact match by pair", alt, grouped_bars(pairs, series)),)


def _words(board: Scoreboard, main: str) -> Section:
    shown: dict[str, str] = {}
    for model in [name for name in board.models if name == main or stands_for(name) != GLOTLID]:
        shown |= {f"{model} {method}": f"{model}, {method}" for method in ("CS", "own cs", MASKED_WORDS, "MaskLID τ=5")}
    shown[f"{main} default"] = f"{main}, default"
    return Section("Words", (), (detail_tables.words(board, shown), detail_tables.unassigned(board)))


def _errors(board: Scoreboard, main: str) -> Section:
    system = f"{main} default"
    return Section("Errors", (), tuple(error_tables.errors(board, system)) if system in board else ())
