"""`mixlid evaluate --noise` and `--calibration`: accuracy on text as people type it, and calibration by length."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mixlid.identifier import Identifier
from mixlid_lab.commands.calibration_table import print_calibration
from mixlid_lab.commands.data_options import print_silver
from mixlid_lab.commands.figures import figure, print_figures
from mixlid_lab.evaluation.adapted import answers_of
from mixlid_lab.evaluation.calibration_metrics import weighted
from mixlid_lab.evaluation.datasets import Dataset, is_silver, silver_names
from mixlid_lab.evaluation.joined import joined
from mixlid_lab.evaluation.noise import RULES, with_noise
from mixlid_lab.evaluation.predictions import Prediction
from mixlid_lab.evaluation.set_metrics import mean_of_known, summary
from mixlid_lab.tuning.calibrate import cut_to_mixed_lengths

#: Words in the long texts that are made by joining sentences.
_LONG = (61, 500)


def report_noise(identifier: Identifier, datasets: Sequence[Dataset]) -> dict[str, Any]:
    """Print exact match for each kind of noise and return the figures."""
    plain = summary(_answers(identifier, datasets)).exact_figures()
    figures = {"as it is": plain} | {
        rule: summary(_answers(identifier, [with_noise(one, rule) for one in datasets])).exact_figures()
        for rule in RULES
    }
    print("\nexact match with noise added by rule")
    rows = [("", "CS", "mono", "mean"), *((rule, *map(figure, _means(found))) for rule, found in figures.items())]
    print_figures(rows)
    print_silver(silver_names(datasets))
    return figures


def report_calibration(identifier: Identifier, datasets: Sequence[Dataset]) -> dict[str, Any]:
    """Print the calibration error by length, kind of text and kind of answer, and return the figures.

    Monolingual sentences are cut to the lengths of mixed ones; otherwise length alone would tell the two apart.
    """
    kept = [one for one in datasets if not is_silver(one.samples)]
    short = _weighted_answers(identifier, cut_to_mixed_lengths(kept))
    long = {f"{words} words and more, joined": _weighted_answers(identifier, joined(kept, words)) for words in _LONG}
    figures = print_calibration("how sure answers are, and how often they are right", short, long)
    print_silver(silver_names(datasets))
    return figures


def _answers(identifier: Identifier, datasets: Sequence[Dataset]) -> dict[str, list[Prediction]]:
    return {one.name: answers_of(identifier, one) for one in datasets}


def _weighted_answers(identifier: Identifier, datasets: Sequence[Dataset]) -> list[tuple[Prediction, float]]:
    return weighted(_answers(identifier, datasets), lambda one: one.sample)


def _means(figures: Mapping[str, float | None]) -> tuple[float | None, float | None, float | None]:
    mixed, mono = figures.get("CS"), figures.get("mono")
    return mixed, mono, mean_of_known((mixed, mono))
