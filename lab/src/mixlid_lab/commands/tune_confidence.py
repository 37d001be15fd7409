"""The part of `mixlid tune` that fits confidence, and what tells known languages from others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mixlid.cli.terminal import table
from mixlid.identifier import Identifier
from mixlid.models.calibration import Calibration
from mixlid.models.interface import Model
from mixlid.settings import Settings
from mixlid_lab.commands.calibration_table import print_calibration
from mixlid_lab.commands.figures import print_figures
from mixlid_lab.evaluation.calibration_metrics import weighted
from mixlid_lab.evaluation.datasets import Dataset
from mixlid_lab.tuning import familiarity
from mixlid_lab.tuning.calibrate import fit, only_sentences, weighted_error
from mixlid_lab.tuning.familiarity_tables import by_language_table, separation_table
from mixlid_lab.tuning.held_out import held_out
from mixlid_lab.tuning.scored_datasets import ScoredDatasets
from mixlid_lab.tuning.tuner import Trial


def fit_confidence(
    identifier: Identifier, best: Mapping[str, Trial], fitted: Sequence[Dataset], judged: Sequence[Dataset]
) -> tuple[dict[str, dict[str, Any]], dict[str, float]]:
    """The curves of each preset, and their expected calibration error on the `judged` sentences."""
    scored = ScoredDatasets(identifier, fitted)
    judge = scored if fitted is judged else ScoredDatasets(identifier, judged)
    curves, errors = {}, {}
    for name, trial in best.items():
        # The paper's presets are for sentences: they have no decision, which long texts need.
        has_decision = bool(trial.settings.mixed_threshold)
        cases = scored.cases(_without_unknown(trial.settings))
        curves[name] = fit(cases if has_decision else only_sentences(cases))
        judged_answers = judge.answers(trial.settings, Calibration.from_dict(curves[name]))
        errors[name] = weighted_error(judged_answers if has_decision else only_sentences(judged_answers))
    return curves, errors


def _without_unknown(settings: Settings) -> Settings:
    """Without `und`: whether a text is in any language of the model has a probability of its own."""
    return settings.replace(unknown_threshold=0.0)


def print_held_out(identifier: Identifier, settings: Settings, datasets: Sequence[Dataset]) -> None:
    answers = held_out(ScoredDatasets(identifier, datasets).cases(_without_unknown(settings)))
    title = "default: how sure answers are of corpora and languages left out of the fit"
    print_calibration(title, weighted(answers, lambda one: one.sample))
    print()


def fit_familiarity(identifier: Identifier, unseen: Model, datasets: Sequence[Dataset]) -> dict[str, Any]:
    """Fit what tells the model's languages from others; print how well it works for languages left out of the fit."""
    other = familiarity.without(unseen, identifier)
    typical = familiarity.typical_of(other, datasets)
    found = familiarity.examples(other, typical, datasets)
    print("Told from known text, each half of the languages and of made-up text by what was fitted on the other half")
    print_figures(separation_table(found, typical))
    print()
    print("\n".join(table(by_language_table(found, typical), right=frozenset(range(1, 4)))) + "\n")
    return familiarity.fit(found, familiarity.typical_of(identifier, datasets)).to_dict()
