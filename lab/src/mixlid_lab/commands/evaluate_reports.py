"""The further tables of `mixlid evaluate`, all about its first preset: adapting, words, calibration.

Each prints a table and returns its figures for `--json`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from mixlid.adapt.labelled import Sample
from mixlid.errors import InputError
from mixlid.identifier import Identifier
from mixlid.models.interface import Model
from mixlid_lab.commands.printing import figure, joined, listed, print_silver, print_table, rounded
from mixlid_lab.evaluation.adapting import Corpus, average, before_and_after, exact_match
from mixlid_lab.evaluation.calibration_metrics import JOINED, LONG, calibration_by_part
from mixlid_lab.evaluation.datasets import PAIR_LANGUAGES, Dataset, is_silver, silver_names
from mixlid_lab.evaluation.one_label import Guess, figures, guesses
from mixlid_lab.evaluation.predictions import answers_of
from mixlid_lab.evaluation.set_metrics import mean
from mixlid_lab.evaluation.word_metrics import main_first, switch_scores
from mixlid_lab.tuning.calibrate import cut_to_mixed_lengths, joined_texts

#: Figures by data set, by variant of the identifier, and by name.
Found = Mapping[str, Mapping[str, Mapping[str, float | None]]]


def print_variants(title: str, found: Found, datasets: Sequence[Dataset]) -> None:
    """Print a row for each data set and a column for each variant, and the average over the data sets that count."""
    names = [name for variants in found.values() for some in variants.values() for name in some]
    variants = list(dict.fromkeys(variant for by_variant in found.values() for variant in by_variant))
    counted = [found[one.name] for one in datasets if one.counts and one.is_mixed and one.name in found]
    rows = {name if found[name] in counted else f"({name})": found[name] for name in found}
    if counted:
        rows["average"] = {variant: average(one[variant] for one in counted if variant in one) for variant in variants}
    print(f"\n{title}: {' / '.join(dict.fromkeys(names))}")
    cells = [
        (name, *(joined(by.get(variant, {}).values()) or "-" for variant in variants)) for name, by in rows.items()
    ]
    print_table([("", *variants), *cells])
    print_silver(silver_names(datasets))


def report_adapted(identifier: Identifier, corpora: Sequence[Corpus], title: str) -> dict[str, Any]:
    found = {
        corpus.name: {way: exact_match(answers) for way, answers in before_and_after(identifier, corpus).items()}
        for corpus in corpora
    }
    print_variants(f"exact match as it comes, and adapted to {title} (docs/adaptation.md)", found, corpora)
    return {name: {way: rounded(some) for way, some in by_way.items()} for name, by_way in found.items()}


def report_switches(identifier: Identifier, datasets: Sequence[Dataset]) -> dict[str, Any]:
    """Words labelled one at a time, and jointly within their sentence."""
    variants = {"one by one": identifier.replace(switch_price=0.0), "jointly": identifier}
    found: dict[str, dict[str, dict[str, float | None]]] = {}
    for dataset in (one for one in datasets if one.is_mixed):
        for variant, lid in variants.items():
            answers = answers_of(lid, dataset.samples)
            if scores := switch_scores(answers):
                known = switch_scores(one for one in answers if one.is_right)
                found.setdefault(dataset.name, {})[variant] = {
                    "right": scores.right, "no language": scores.unassigned, "switches: precision": scores.precision,
                    "recall": scores.recall, "F1": scores.f1,
                    "if languages are right: words": known.right if known else None,
                    "switches F1": known.f1 if known else None,
                    "main language first": main_first(answers),
                }  # fmt: skip
    print_variants("words and switch points (docs/words.md)", found, datasets)
    return {name: {variant: rounded(values) for variant, values in by.items()} for name, by in found.items()}


def calibration_sets(datasets: Sequence[Dataset]) -> list[Dataset]:
    """What confidence is judged on: sentences, and long texts made of them.

    Monolingual sentences are cut to the lengths of mixed ones; otherwise length alone would tell the two apart.
    """
    kept = [one for one in datasets if not is_silver(one.samples)]
    long = [replace(one, name=f"{one.name}{JOINED}{words}") for words in LONG for one in joined_texts(kept, words)]
    return [*cut_to_mixed_lengths(kept), *long]


def report_calibration(identifier: Identifier, datasets: Sequence[Dataset]) -> dict[str, Any]:
    """The calibration error by length, kind of text and answer, and corpus."""
    answers = {one.name: answers_of(identifier, one.samples) for one in calibration_sets(datasets)}
    found = calibration_by_part(answers)
    print("\nhow sure answers are, and how often they are right (half of the text counts as mixed)")
    head = ("", "texts", "confidence", "right", "calibration error")
    print_table([head, *(
        (name, str(one["texts"]), *(figure(one[part]) for part in ("confidence", "right", "error")))
        for name, one in found.items()
    )])  # fmt: skip
    print_silver(silver_names(datasets))
    return found


def judged_sets(datasets: Sequence[Dataset], model: Model, known: Collection[str]) -> list[Dataset]:
    """The monolingual data sets for `--one-label`: all with labels, and the largest of those with languages only.

    Sentences in labels or languages that the model lacks are dropped, and so are silver data sets. `InputError` if
    nothing is left.
    """
    mono = [one for one in datasets if not one.is_mixed and one.samples and not is_silver(one.samples)]
    labelled = [dataset for dataset in mono if all(sample.label for sample in dataset.samples)]
    others = sorted((one for one in mono if one not in labelled), key=lambda dataset: -len(dataset.samples))

    def is_known(sample: Sample) -> bool:
        return sample.label in model.labels if sample.label else sample.languages <= set(known)

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
    if len(scripts := found["macro F1 by script"]) > 1:
        parts = (f"{script} {f1['labels']:.3f} ({f1['groups']:.3f})" for script, f1 in scripts.items())
        print("  by script (groups): " + "  ".join(parts))
    lowest = dict(sorted(found["F1"].items(), key=lambda item: item[1])[:15])
    print(f"  lowest F1: {listed(lowest, 2)}")
    if found["F1 of groups"]:
        print(f"  groups: {listed(found['F1 of groups'])}")
    pairs = {language: found["top-1"][language] for language in PAIR_LANGUAGES if language in found["top-1"]}
    if pairs:
        print(f"  top-1 of the pairs' languages: mean {mean(pairs.values()):.4f}: {listed(pairs)}")
    print(f"  F1 by characters: {listed(found['F1 by characters'])}")
    print(
        f"  mean probability of the right label: sentences {found['sentence probability']:.3f}, "
        f"words {found['word probability']:.3f}"
    )
    print("  confused: " + "  ".join(f"{right}→{guess} {count}" for right, guess, count in found["confused"]))
    return found
