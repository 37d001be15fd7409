"""Where a system goes wrong: by pair, by length of the shorter language, by language, and its most frequent errors."""

from __future__ import annotations

from collections.abc import Mapping

from mixlid.adapt.labelled import Sample
from mixlid_lab.evaluation import error_analysis
from mixlid_lab.evaluation.scoreboard import Scoreboard
from mixlid_lab.evaluation.set_metrics import mean
from mixlid_lab.paper.notes import left_out, without_words
from mixlid_lab.report.table import Cell, Column, Row, Table

#: Rows in the tables of single mistakes.
_MOST = 15
#: Letters in the language that a sentence has least of.
SHORTER = ((1, 4), (5, 8), (9, 15), (16, 30), (31, 10**6))


def errors(board: Scoreboard, system: str) -> list[Table]:
    """Tables of missed and added languages by pair, over-prediction by language, confusions and false positives."""
    flat, notes = board.counted(system), left_out(board.silver)
    rows = []
    for gold, wrong_in in error_analysis.errors_by_set(one for one in flat if one.sample.is_mixed).items():
        under = error_analysis.under_prediction(one for one in flat if one.sample.languages == frozenset(gold))[gold]
        cells = (
            Cell(wrong_in.sentences), Cell(under.share), Cell(_shares(wrong_in.missed, wrong_in.sentences)),
            Cell(_shares(wrong_in.wrong, wrong_in.sentences)),
        )  # fmt: skip
        rows.append(Row(("-".join(gold),), cells))
    columns = tuple(map(Column, ("sentences", "one language only", "missed", "found besides")))
    mixed = Table("errors-mixed", f"Errors on mixed sentences, {system}", ("pair",), columns, tuple(rows), notes)
    over = error_analysis.over_prediction(flat)
    rows = [Row((name,), (Cell(rate.of), Cell(rate.share))) for name, rate in sorted(over.items())]
    mono_columns = (Column("sentences"), Column("more than one language"))
    mono = Table("errors-mono", f"Over-prediction, {system}", ("language",), mono_columns, tuple(rows), notes)
    wrong = error_analysis.confusions(flat, _MOST)
    rows = [Row((" ".join(one.gold), " ".join(one.found)), (Cell(one.count),)) for one in wrong]
    title = f"Most frequent errors, {system}"
    often = Table("confusions", title, ("right", "found"), (Column("times"),), tuple(rows), notes)
    labels = list(error_analysis.false_positives(flat).items())[:_MOST]
    rows = [Row((name,), (Cell(rate.count), Cell(100 * rate.share, digits=2))) for name, rate in labels]
    false_columns = (Column("sentences"), Column("per cent"))
    false = Table("false-positives", f"Labels given in error, {system}", ("label",), false_columns, tuple(rows), notes)
    return [mixed, by_inserted_length(board, system), mono, often, false]


def _shares(counts: Mapping[str, int], of: int, most: int = 4) -> str:
    return ", ".join(f"{name} {count / of:.0%}" for name, count in list(counts.items())[:most]) or "nothing"


def by_inserted_length(board: Scoreboard, system: str) -> Table:
    """Exact match by the number of letters in the shorter language of a sentence, where words are labelled."""
    rows = []
    for name, members in board.answers(system).items():
        found = [one for one in members if one.sample.has_gold_words and one.sample.is_mixed]
        labelled = [(shorter_length(one.sample), one) for one in found]
        if labelled:
            cells: list[Cell] = []
            for low, high in SHORTER:
                inside = [one.is_right for length, one in labelled if low <= length <= high]
                cells += [Cell(mean(inside) if inside else None), Cell(len(inside))]
            rows.append(Row((name,), tuple(cells)))
    names = [f"{low}–{high}" if high < 10**6 else f"{low} or more" for low, high in SHORTER]
    columns = tuple(Column(column, name) for name in names for column in ("EM", "sentences"))
    title = f"Exact match by letters of the shorter language, {system}"
    shown = [name for name in board.silver if any(row.labels == (name,) for row in rows)]
    silver_rows = (f"People have not labelled (silver): {', '.join(shown)}.",) if shown else ()
    return Table("errors-by-length", title, ("pair",), columns, tuple(rows), (*silver_rows, *without_words(board)))


def shorter_length(sample: Sample) -> int:
    """Letters of the words in the language that the sentence has least of."""
    letters = dict.fromkeys(sample.languages, 0)
    for token, tag in zip(sample.tokens, sample.tags, strict=True):
        if tag in letters:
            letters[tag] += len(token)
    return min(letters.values())
