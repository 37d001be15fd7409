"""Where a system goes wrong: by pair, by length of the shorter language, by language, and its most frequent errors.

Only sets of languages are compared. `und` and `zxx` are not languages and do not make a sentence mixed, but as labels
they have a false-positive rate and appear among the confusions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import pandas as pd

from mixlid.results.result import NO_LANGUAGE, UNKNOWN
from mixlid_lab.evaluation.mixing import letters_by_language
from mixlid_lab.evaluation.predictions import Prediction
from mixlid_lab.evaluation.scoreboard import Scoreboard
from mixlid_lab.evaluation.set_metrics import mean
from mixlid_lab.paper.set_tables import left_out, without_words
from mixlid_lab.report.table import Cell, Column, Row, Table

#: Rows in the tables of single mistakes.
_MOST = 15
#: Letters in the language that a sentence has least of.
SHORTER = ((1, 4), (5, 8), (9, 15), (16, 30), (31, 10**6))


def errors(board: Scoreboard, system: str) -> list[Table]:
    """Tables of missed and added languages by pair, over-prediction by language, confusions and false positives."""
    flat, notes = board.counted(system), left_out(board.silver)

    def table(
        key: str, title: str, labels: str, columns: str, rows: Iterable[tuple[Sequence[str], list[Cell]]]
    ) -> Table:
        made = tuple(Row(tuple(names), tuple(cells)) for names, cells in rows)
        heads = tuple(map(Column, columns.split(", ")))
        return Table(key, f"{title}, {system}", tuple(labels.split(", ")), heads, made, notes)

    rates = [(label, [Cell(count), Cell(100 * share)]) for label, count, share in false_positives(flat)[:_MOST]]
    return [
        table("errors-mixed", "Errors on mixed sentences", "pair",
              "sentences, one language only, missed, found besides",
              ((["-".join(gold)], cells) for gold, cells in by_pair(flat))),
        by_inserted_length(board, system),
        table("errors-mono", "Over-prediction", "language", "sentences, more than one language",
              (([name], [Cell(count), Cell(share)]) for name, count, share in over_prediction(flat))),
        table("confusions", "Most frequent errors", "right, found", "times",
              (([gold, found], [Cell(count)]) for gold, found, count in confusions(flat, _MOST))),
        table("false-positives", "Labels given in error", "label", "sentences, per cent",
              (([label], cells) for label, cells in rates)),
    ]  # fmt: skip


def by_pair(predictions: Iterable[Prediction]) -> list[tuple[tuple[str, ...], list[Cell]]]:
    by_set: dict[tuple[str, ...], list[Prediction]] = {}
    for one in predictions:
        if one.sample.is_mixed:
            by_set.setdefault(tuple(sorted(one.sample.languages)), []).append(one)
    return [(gold, [
        Cell(len(members)), Cell(mean(_languages_found(one) < 2 for one in members)),
        Cell(_most_frequent((one.sample.languages - one.found for one in members), len(members))),
        Cell(_most_frequent((one.found - one.sample.languages for one in members), len(members))),
    ]) for gold, members in sorted(by_set.items())]  # fmt: skip


def _most_frequent(sets: Iterable[frozenset[str]], of: int) -> str:
    counts = Counter(language for one in sets for language in one)
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:4]
    return ", ".join(f"{name} {count / of:.0%}" for name, count in ranked) or "nothing"


def over_prediction(predictions: Iterable[Prediction]) -> list[tuple[str, int, float]]:
    """By language: how many monolingual sentences there are, and the share that was given several languages."""
    mono = [one for one in predictions if not one.sample.is_mixed]
    frame = pd.DataFrame(
        [(*one.sample.languages, _languages_found(one) > 1) for one in mono], columns=["code", "wrong"]
    )
    by_language = frame.groupby("code").wrong.agg(["size", "mean"])
    return [(str(name), int(count), float(share)) for name, count, share in by_language.itertuples()]


def confusions(predictions: Iterable[Prediction], most: int) -> list[tuple[str, str, int]]:
    """Right and wrong answers, and how often; most frequent first, ties in alphabetical order."""
    counts = Counter(
        (" ".join(sorted(one.sample.languages)), " ".join(sorted(one.found))) for one in predictions if not one.is_right
    )
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [(gold, found, count) for (gold, found), count in ranked[:most]]


def false_positives(predictions: Sequence[Prediction]) -> list[tuple[str, int, float]]:
    """By label: how many of the sentences without that language were given it, and their share. Worst first."""
    there = Counter(language for one in predictions for language in one.sample.languages)
    wrong = Counter(language for one in predictions for language in one.found - one.sample.languages)
    labels = {language for one in predictions for language in one.found}
    rates = ((label, wrong[label], wrong[label] / max(len(predictions) - there[label], 1)) for label in labels)
    return sorted(rates, key=lambda rate: (-rate[2], rate[0]))


def _languages_found(prediction: Prediction) -> int:
    return len(prediction.found - {UNKNOWN, NO_LANGUAGE})


def by_inserted_length(board: Scoreboard, system: str) -> Table:
    """Exact match by the number of letters in the shorter language of a sentence, where words are labelled."""
    rows = []
    for name, members in board.answers(system).items():
        found = [one for one in members if one.sample.has_gold_words and one.sample.is_mixed]
        labelled = [(min(letters_by_language(one.sample).values()), one) for one in found]
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
