"""Calibration of confidence: reliability by preset and by length, weighted as in the fit."""

from __future__ import annotations

from collections.abc import Sequence

from mixlid_lab.evaluation.calibration_metrics import Judged, measure_reliability, weighted
from mixlid_lab.evaluation.mixing import without_spaces
from mixlid_lab.evaluation.predictions import Prediction
from mixlid_lab.evaluation.scoreboard import Scoreboard
from mixlid_lab.evaluation.word_metrics import scored_tokens
from mixlid_lab.paper.set_tables import left_out, without_words
from mixlid_lab.report.figures import reliability
from mixlid_lab.report.sections import Figure
from mixlid_lab.report.table import Cell, Column, Row, Table

#: Characters without spaces.
LENGTHS = ((0, 30), (31, 60), (61, 100), (101, 10**6))


def confidence(
    board: Scoreboard, part: str, model: str, presets: Sequence[str]
) -> tuple[tuple[Table, ...], tuple[Figure, ...]]:
    """The table and the diagram for one part of the data, of the systems that have a confidence; empty if none has."""
    rows, panels = [], []
    for preset in presets:
        if (system := f"{model} {preset}") not in board:
            continue
        answers = {name: found for name, found in board.answers(system).items() if name not in board.silver}
        members = weighted(answers, lambda one: one.sample)
        sentences = [(one.confidence, one.is_right, weight) for one, weight in members if one.confidence is not None]
        if not sentences:
            continue
        measured = measure_reliability(sentences)
        words = measure_reliability(judged_words([one for one, _ in members]))
        cells = [Cell(measured.error, digits=3), Cell(measured.brier, digits=3)]
        for low, high in LENGTHS:
            inside = [
                (one.confidence, one.is_right, weight)
                for one, weight in members
                if one.confidence is not None and low <= without_spaces(one.sample.text) <= high
            ]
            cells.append(Cell(measure_reliability(inside).error, digits=3))
        rows.append(Row((preset,), (*cells, Cell(words.error, digits=3))))
        panels.append((f"{preset}: sentences", measured.bins, measured.error or 0.0))
        if words.bins:
            panels.append((f"{preset}: words", words.bins, words.error or 0.0))
    if not rows:
        return (), ()
    names = [f"{low}–{high}" if high < 10**6 else f"over {low - 1}" for low, high in LENGTHS]
    columns = (
        Column("ECE", "sentences"), Column("Brier", "sentences"),
        *(Column(name, "ECE by characters") for name in names), Column("ECE", "words"),
    )  # fmt: skip
    notes = (
        "Expected calibration error with 15 bins of equal width. Every code-switched corpus counts the same, every "
        "language's monolingual sentences count the same, and the two kinds are one half each, as in the fit.",
        *left_out(board.silver),
        *without_words(board),
    )
    table = Table(f"confidence-{part}", f"Confidence, {model}", ("preset",), columns, tuple(rows), notes)
    alt = "Share of right answers against confidence; on the diagonal a confidence means what it says."
    figure = Figure(f"reliability-{part}", f"Reliability, {model}", alt, reliability(panels, columns=4))
    return (table,), (figure,)


def judged_words(predictions: Sequence[Prediction]) -> list[Judged]:
    """Confidence and correctness of the words that people have labelled, if the system labels words."""
    judged: list[Judged] = []
    for one in predictions:
        if not one.sample.has_gold_words or not one.words:
            continue
        confidences = {place: word.confidence for word in one.words for place in range(word.start, word.end)}
        for tag, stretch, language in scored_tokens(one):
            confidence = confidences.get(stretch[0]) if stretch else None
            if language is not None and confidence is not None:
                judged.append((confidence, language == tag))
    return judged
