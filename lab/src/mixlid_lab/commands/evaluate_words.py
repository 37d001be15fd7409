"""`mixlid evaluate --switches`: words labelled one at a time, and jointly within their sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from mixlid.cli.terminal import clean, table
from mixlid.identifier import Identifier
from mixlid_lab.commands.data_options import print_silver
from mixlid_lab.commands.figures import joined_figures, print_figures, shown_name
from mixlid_lab.evaluation.adapted import answers_of
from mixlid_lab.evaluation.datasets import Dataset, silver_names
from mixlid_lab.evaluation.set_metrics import mean_of_known
from mixlid_lab.evaluation.switch_metrics import SwitchScores, switch_scores
from mixlid_lab.evaluation.word_metrics import token_counts

_FIGURES = ("right", "unassigned", "precision", "recall", "f1")
_HEAD = (
    "", "words", "right", "no language", "switches: precision", "recall", "F1", "if languages are right: words", "F1",
)  # fmt: skip


class _Judged(NamedTuple):
    """The scores of one method on one data set."""

    all: SwitchScores
    #: of the sentences whose set of languages is right
    known: SwitchScores | None
    by_language: dict[str, float]

    def figures(self) -> list[float | None]:
        """In the order of the table's columns."""
        known = (None, None) if self.known is None else (self.known.right, self.known.f1)
        return [*(getattr(self.all, name) for name in _FIGURES), *known]


def report_switches(identifier: Identifier, datasets: Sequence[Dataset]) -> dict[str, Any]:
    """Print the tables and return their figures."""
    methods = {"one by one": identifier.replace(switch_price=0.0), "jointly": identifier}
    found: dict[str, dict[str, _Judged]] = {}
    for dataset in datasets:
        judged = {method: one for method, lid in methods.items() if (one := _judge(lid, dataset))}
        if judged and dataset.is_mixed:
            found[dataset.name] = judged
    counted = [one.name for one in datasets if one.counts and one.name in found]
    rows: list[tuple[str, ...]] = [_HEAD]
    for name, judged in found.items():
        cells = _cells(one.figures() for one in judged.values())
        rows.append((shown_name(name, name in counted), str(judged["jointly"].all.words), *cells))
    if counted:
        means = [
            [mean_of_known(column) for column in zip(*(found[name][method].figures() for name in counted), strict=True)]
            for method in methods
        ]
        rows.append(("average", "", *_cells(means)))
    print("\nwords labelled one by one → jointly, mixed sentences and others (docs/words.md)")
    print_figures(rows)
    print_silver(silver_names(datasets))
    print("\nF1 of words of mixed sentences, by language")
    lines = []
    for name, judged in found.items():
        before, after = (one.by_language for one in judged.values())
        pairs = (f"{code} {joined_figures(' → ', (before.get(code), value))}" for code, value in after.items())
        lines.append((clean(name), clean(", ".join(pairs))))
    print("\n".join(table(lines)))
    return {
        name: {
            method: {figure: getattr(one.all, figure) for figure in _FIGURES} | {"F1 by language": one.by_language}
            for method, one in judged.items()
        }
        for name, judged in found.items()
    }


def _judge(identifier: Identifier, dataset: Dataset) -> _Judged | None:
    answers = answers_of(identifier, dataset)
    scores = switch_scores(answers)
    known = switch_scores(one for one in answers if one.is_right)
    return None if scores is None else _Judged(scores, known, token_counts(answers).f1())


def _cells(figures: Iterable[Sequence[float | None]]) -> list[str]:
    """One cell for each column, with the figures of both methods."""
    return [joined_figures(" → ", column) for column in zip(*figures, strict=True)]
