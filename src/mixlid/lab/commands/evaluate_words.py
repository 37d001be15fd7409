"""`mixlid evaluate --switches`: words labelled one by one, and jointly in their sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mixlid.cli.terminal import clean, table
from mixlid.identifier import Identifier
from mixlid.lab.commands.data_options import print_silver
from mixlid.lab.evaluation.adapted import answers_of
from mixlid.lab.evaluation.datasets import Dataset, silver_names
from mixlid.lab.evaluation.set_metrics import mean
from mixlid.lab.evaluation.switch_metrics import SwitchScores, switch_scores
from mixlid.lab.evaluation.word_metrics import token_counts

_FIGURES = ("right", "unassigned", "precision", "recall", "f1")


def report_switches(identifier: Identifier, datasets: Sequence[Dataset]) -> dict[str, Any]:
    """Print a table, and return its figures."""
    ways = {"one by one": identifier.replace(switch_price=0.0), "jointly": identifier}
    found: dict[str, dict[str, SwitchScores]] = {}
    languages: dict[str, dict[str, dict[str, float]]] = {}
    for dataset in datasets:
        answers = {way: answers_of(one, dataset) for way, one in ways.items()}
        scores = {way: one for way, members in answers.items() if (one := switch_scores(members))}
        if scores:
            found[dataset.name] = scores
            languages[dataset.name] = {way: token_counts(members).f1() for way, members in answers.items()}
    counted = [one.name for one in datasets if one.counts and one.name in found]
    head = ("", "words", "right", "no language", "switches: precision", "recall", "F1", "F1 by language")
    print("\nwords labelled one by one → jointly, mixed sentences and others (docs/words.md)")
    rows: list[tuple[str, ...]] = [head]
    for name, scores in found.items():
        cells = [_both([getattr(one, figure) for one in scores.values()]) for figure in _FIGURES]
        by_language = ", ".join(
            f"{code} {_both([one.get(code) for one in languages[name].values()])}"
            for code in languages[name]["jointly"]
        )
        shown = clean(name) if name in counted else f"({clean(name)})"
        rows.append((shown, str(scores["jointly"].words), *cells, clean(by_language)))
    if counted:
        cells = [_both([_mean(found, counted, way, figure) for way in ways]) for figure in _FIGURES]
        rows.append(("average", "", *cells, ""))
    print("\n".join(table(rows, right=frozenset(range(1, 7)))))
    print_silver(silver_names(datasets))
    return {
        name: {
            way: {figure: _rounded(getattr(one, figure)) for figure in _FIGURES}
            | {"F1 by language": {code: _rounded(value) for code, value in languages[name][way].items()}}
            for way, one in scores.items()
        }
        for name, scores in found.items()
    }


def _mean(found: dict[str, dict[str, SwitchScores]], names: Sequence[str], way: str, figure: str) -> float | None:
    values = [getattr(found[name][way], figure) for name in names]
    known = [value for value in values if value is not None]
    return mean(known) if known else None


def _both(values: Sequence[float | None]) -> str:
    return " → ".join("-" if value is None else f"{value:.3f}" for value in values)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
