"""Confidence curves evaluated by cross-validation: whole corpora and whole languages are left out in turn.

Sentences of one corpus are alike, so leaving out single sentences would not be enough.
"""

from __future__ import annotations

from dataclasses import replace

from mixlid.adapt.labelled import Sample
from mixlid.engine.confidence import Confidence
from mixlid.models.calibration import Calibration
from mixlid_lab.evaluation.datasets import is_silver
from mixlid_lab.evaluation.predictions import Prediction
from mixlid_lab.tuning.calibrate import Case, Cases, corpus_of, fit, languages_of, letters_of

FOLDS = 5


def held_out(cases: Cases) -> dict[str, list[Prediction]]:
    """Every answer that people have labelled, with its confidence from curves fitted on other corpora and languages."""
    part_of = _parts(cases)
    made: dict[str, list[Prediction]] = {
        name: [] for name, members in cases.items() if not is_silver(case.sample for case in members)
    }
    for part in range(FOLDS):
        others = {
            name: [case for case in members if part_of[_group(name, case.sample)] != part]
            for name, members in cases.items()
        }
        curves = Confidence(Calibration.from_dict(fit({name: members for name, members in others.items() if members})))
        for name, answered in made.items():
            answered += [
                Prediction.of(case.sample, replace(case.result, confidence=_confidence(curves, case)))
                for case in cases[name]
                if part_of[_group(name, case.sample)] == part
            ]
    return made


def _parts(cases: Cases) -> dict[str, int]:
    """The fold of each mixed corpus, and of each language of monolingual text."""
    mixed, alone = (
        sorted(
            {
                _group(name, case.sample)
                for name, members in cases.items()
                for case in members
                if case.sample.is_mixed is is_mixed
            }
        )
        for is_mixed in (True, False)
    )
    return {group: place % FOLDS for groups in (mixed, alone) for place, group in enumerate(groups)}


def _group(name: str, sample: Sample) -> str:
    return corpus_of(name) if sample.is_mixed else next(iter(sample.languages))


def _confidence(curves: Confidence, case: Case) -> float | None:
    """The confidence that the languages are exactly right."""
    result = case.result
    if result.margin is None and not result.fallback:
        return None
    curves.take(
        result.margin or 0.0, letters_of(result), languages_of(result), case.evidence is not None,
        case.evidence or 0.0, len(result.words),
    )  # fmt: skip
    return curves.languages
