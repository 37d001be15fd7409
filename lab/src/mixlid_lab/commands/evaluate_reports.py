"""The further tables of `mixlid evaluate`: its first preset adapted to each corpus, and the model with one label.

Each prints a table and returns its figures for `--json`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mixlid.adapt.labelled import Sample
from mixlid.errors import InputError
from mixlid.identifier import Identifier
from mixlid.models.interface import Model
from mixlid_lab.commands.printing import figure, print_silver, print_table
from mixlid_lab.evaluation.adapting import Corpus, average, before_and_after, exact_match
from mixlid_lab.evaluation.datasets import Dataset, is_silver, silver_names
from mixlid_lab.evaluation.one_label import Guess, figures, guesses
from mixlid_lab.evaluation.predictions import language_code
from mixlid_lab.evaluation.set_metrics import rounded


def report_adapted(identifier: Identifier, corpora: Sequence[Corpus], title: str) -> dict[str, Any]:
    """Exact match as it comes and adapted, and the average over the corpora with mixed text that count."""
    found = {
        corpus.name: {way: exact_match(answers) for way, answers in before_and_after(identifier, corpus).items()}
        for corpus in corpora
    }
    counted = [found[one.name] for one in corpora if one.counts and one.is_mixed]
    rows = {name if by_way in counted else f"({name})": by_way for name, by_way in found.items()}
    if counted:
        rows["average"] = {way: average(one[way] for one in counted) for way in counted[0]}
    print(f"\nexact match as it comes, and adapted to {title} (docs/adaptation.md): mixed / mono / all")
    cells = [
        (name, *(" / ".join(map(figure, one.values())) for one in by_way.values())) for name, by_way in rows.items()
    ]
    print_table([("", "as it comes", "adapted"), *cells])
    print_silver(silver_names(corpora))
    return {name: {way: rounded(some) for way, some in by_way.items()} for name, by_way in found.items()}


def judged_sets(datasets: Sequence[Dataset], model: Model) -> list[Dataset]:
    """Of monolingual data sets those for `--one-label`: all with labels, the largest of those with languages only.

    Sentences in labels or languages that the model lacks are dropped, and so are silver data sets. `InputError` if
    nothing is left.
    """
    mono = [one for one in datasets if one.samples and not is_silver(one.samples)]
    labelled = [dataset for dataset in mono if all(sample.label for sample in dataset.samples)]
    others = sorted((one for one in mono if one not in labelled), key=lambda dataset: -len(dataset.samples))

    known = {language_code(label) for label in model.labels}

    def is_known(sample: Sample) -> bool:
        return sample.label in model.labels if sample.label else sample.languages <= known

    chosen = [Dataset(one.name, tuple(filter(is_known, one.samples))) for one in (*others[:1], *labelled)]
    if not any(one.samples for one in chosen):
        raise InputError(
            "--one-label needs monolingual sentences in labels of the model that people have labelled (not silver), "
            "and there are none"
        )
    return [one for one in chosen if one.samples]


def report_one_label(model: Model, datasets: Sequence[Dataset]) -> dict[str, Any]:
    """The figures of all data sets together, with those of each inside."""
    by_set = {dataset.name: guesses(model, dataset.samples) for dataset in datasets}
    reports = {name: _one_label(name, model, made) for name, made in by_set.items()}
    if len(reports) == 1:
        return next(iter(reports.values()))
    together = [guess for made in by_set.values() for guess in made]
    return _one_label("all together", model, together) | {"by data set": reports}


def _one_label(name: str, model: Model, made: Sequence[Guess]) -> dict[str, Any]:
    found = figures(model, made)
    print(
        f"\none label ({name}): macro F1 {found['macro F1']:.4f} over {len(found['F1'])} labels, "
        f"{found['macro F1 of groups']:.4f} over {found['groups']} groups of near languages"
    )
    scripts = found["macro F1 by script"].items()
    print("  by script (groups): " + "  ".join(f"{one} {f1['labels']:.3f} ({f1['groups']:.3f})" for one, f1 in scripts))
    return found
