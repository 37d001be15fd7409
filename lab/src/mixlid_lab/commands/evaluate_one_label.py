"""`mixlid evaluate --one-label`: a model as a one-label classifier, by label, group of near languages and script."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from mixlid.adapt.labelled import Sample
from mixlid.errors import InputError
from mixlid.models.interface import Model
from mixlid.text.groups import GROUPS
from mixlid_lab.commands.figures import rounded_values
from mixlid_lab.evaluation.datasets import PAIR_LANGUAGES, Dataset, is_silver
from mixlid_lab.evaluation.one_label import Guess, OneLabel, figures, guesses
from mixlid_lab.evaluation.set_metrics import mean


def judged_sets(datasets: Sequence[Dataset], model: Model, known: Collection[str]) -> list[Dataset]:
    """The monolingual data sets to evaluate: all that have labels, and the largest of those that only have languages.

    Sentences in labels or languages that the model lacks are dropped, and so are silver data sets. `InputError` if
    nothing is left.
    """
    mono = [one for one in datasets if not one.is_mixed and one.samples and not is_silver(one.samples)]
    labelled = [dataset for dataset in mono if all(sample.label for sample in dataset.samples)]
    others = sorted((one for one in mono if one not in labelled), key=lambda dataset: -len(dataset.samples))
    chosen = []
    for dataset in (*others[:1], *labelled):
        samples = tuple(sample for sample in dataset.samples if _is_known(sample, model, known))
        if samples:
            chosen.append(Dataset(dataset.name, samples))
    if not chosen:
        raise InputError(
            "--one-label needs monolingual sentences in labels of the model that people have labelled (not silver), "
            "and there are none"
        )
    return chosen


def report_one_label(model: Model, datasets: Sequence[Dataset]) -> dict[str, Any]:
    """Print the figures of each data set and of all together; return those of all, with those of each inside."""
    by_set = {dataset.name: guesses(model, dataset.samples) for dataset in datasets}
    reports = {name: _report(name, model, made) for name, made in by_set.items()}
    if len(reports) == 1:
        return next(iter(reports.values()))
    together = [guess for made in by_set.values() for guess in made]
    return _report("all together", model, together) | {"by data set": reports}


def _is_known(sample: Sample, model: Model, known: Collection[str]) -> bool:
    return sample.label in model.labels if sample.label else sample.languages <= set(known)


def _report(name: str, model: Model, made: Sequence[Guess]) -> dict[str, Any]:
    judged = figures(model, made)
    _print(name, judged)
    return {
        "macro F1": round(judged.macro_f1, 4),
        "macro F1 of groups": round(judged.macro_group_f1, 4),
        "macro F1 by script": {
            script: {"labels": round(label, 4), "groups": round(group, 4)}
            for script, (label, group) in judged.by_script.items()
        },
        "sentence probability": round(judged.sentence_probability, 4),
        "word probability": round(judged.word_probability, 4),
        "F1 by characters": rounded_values(judged.f1_by_length),
        "top-1": rounded_values(judged.top1),
        "F1": rounded_values(judged.f1),
        "F1 of groups": {group: round(value, 4) for group, value in judged.group_f1.items() if group in GROUPS},
        "false positives": {label: round(value, 6) for label, value in judged.false_positives.items()},
    }


def _print(name: str, judged: OneLabel) -> None:
    def line(title: str, values: Any, places: int) -> None:
        print(f"  {title}: " + "  ".join(f"{key} {value:.{places}f}" for key, value in values))

    print(
        f"\none label ({name}): macro F1 {judged.macro_f1:.4f} over {len(judged.f1)} labels, "
        f"{judged.macro_group_f1:.4f} over {len(judged.group_f1)} groups of near languages"
    )
    if len(judged.by_script) > 1:
        parts = [f"{script} {label:.3f} ({group:.3f})" for script, (label, group) in judged.by_script.items()]
        print("  by script (groups): " + "  ".join(parts))
    line("lowest F1", sorted(judged.f1.items(), key=lambda item: item[1])[:15], 2)
    near = [(group, value) for group, value in judged.group_f1.items() if group in GROUPS]
    if near:
        line("groups", near, 3)
    pairs = {language: judged.top1[language] for language in PAIR_LANGUAGES if language in judged.top1}
    if pairs:
        line(f"top-1 of the pairs' languages: mean {mean(pairs.values()):.4f}", pairs.items(), 3)
    line("F1 by characters", judged.f1_by_length.items(), 3)
    print(
        f"  mean probability of the right label: sentences {judged.sentence_probability:.3f}, "
        f"words {judged.word_probability:.3f}"
    )
    print("  confused: " + "  ".join(f"{right}→{guess} {count}" for right, guess, count in judged.confusions))
