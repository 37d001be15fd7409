"""The report: its tables in the paper's order, with a sentence where something is missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mixlid_lab.evaluation.scoreboard import Scoreboard, exact_match_interval
from mixlid_lab.paper import detail_tables, set_tables
from mixlid_lab.paper.measures import probabilities
from mixlid_lab.paper.programme_sizes import programme_sizes
from mixlid_lab.paper.published import GLOTLID
from mixlid_lab.paper.set_tables import is_papers, stands_for
from mixlid_lab.paper.systems import MASKED_WORDS, OWN, PRINTED
from mixlid_lab.report.markdown import Section


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
        sections += [_development(dev), _ablation(dev)]
    if test:
        sections += [_test(test, main), _words(test, main)]
    elif dev:
        sections += [_words(dev, main)]
    if measures:
        table = probabilities(measures, *_measured_on(dev or test))
        sections.append(Section("Models as one-label identifiers", (), (table,)))
    return [*sections, Section("Size of the programmes", (), (programme_sizes(),))]


def _measured_on(board: Scoreboard | None) -> tuple[bool, list[str]]:
    """Whether models were measured on the paper's data, and which silver data sets were excluded."""
    if board is None:
        return False, []
    apart_mono = board.digest(next(iter(board.facts))).summary.mono_apart
    return is_papers(board), [name for name in board.silver if name in apart_mono]


def _corpora(dev: Scoreboard | None, test: Scoreboard | None, notes: Sequence[str]) -> Section:
    table = detail_tables.corpora(dev.samples() if dev else {}, test.samples() if test else {})
    return Section("Corpora", tuple(notes), (table,))


def _development(board: Scoreboard) -> Section:
    return Section("Development data", (), (set_tables.development(board), set_tables.configurations(board)))


def _ablation(board: Scoreboard) -> Section:
    tables = [set_tables.ablation(board, model) for model in board.models if f"{model} 0: CS" in board]
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
    return Section("Test data", _intervals(board, f"{main} default"), tuple(tables))


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


def _words(board: Scoreboard, main: str) -> Section:
    shown: dict[str, str] = {}
    for model in [name for name in board.models if name == main or stands_for(name) != GLOTLID]:
        shown |= {f"{model} {method}": f"{model}, {method}" for method in ("CS", "own cs", MASKED_WORDS, "MaskLID τ=5")}
    shown[f"{main} default"] = f"{main}, default"
    return Section("Words", (), (detail_tables.words(board, shown), detail_tables.unassigned(board)))
