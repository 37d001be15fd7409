"""`mixlid evaluate`: how good a model is on labelled sentences, by preset, and whether it has become worse."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mixlid.errors import InputError, MixlidError

if TYPE_CHECKING:
    from mixlid.evaluation.datasets import Dataset
    from mixlid.models.base import Model

TOLERANCE = 0.01


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("model", nargs="?", metavar="MODEL", help="a model file or name; default: the one that ships")
    add("--data", required=True, type=Path, metavar="FOLDER", help="labelled data: JSON lines with text and langs")
    add("-p", "--preset", action="append", metavar="NAME", help="a preset to judge (may be repeated; default: all)")
    add("--solver", default="exact", metavar="NAME", help="exact, ilp, masklid, topk, threshold; topk:k=2 and so on")
    add("--extra", action="store_true", help="also the data sets called extra-…, which are in no average")
    add("--one-label", action="store_true", help="also the model as a plain identifier: F1, lengths, probabilities")
    add("--json", type=Path, metavar="FILE", help="write every figure to a file")
    add(
        "--gate", type=Path, metavar="FILE", help="fail if a figure is lower than in this file (made by --json) by 0.01"
    )


def run(args: argparse.Namespace) -> None:
    from mixlid.assign.solvers import get_solver
    from mixlid.evaluation.bench import Bench, development_sets
    from mixlid.evaluation.datasets import read_folder
    from mixlid.identifier import Identifier
    from mixlid.labels import split
    from mixlid.models.registry import load_model
    from mixlid.settings import PAPER, preset

    model = load_model(args.model)
    known = {split(label)[0] for label in model.labels}
    datasets = development_sets(args.data, known, extra=args.extra)
    bench = Bench(Identifier.with_preset(model, "cs", get_solver(args.solver)), datasets)
    figures: dict[str, Any] = {}
    for name in args.preset or list(dict.fromkeys(["default", *PAPER, *model.presets])):
        scores = bench.score(preset(name, model.presets, len(model.labels)))
        figures[name] = scores.to_dict()
        print(f"{name}: exact match CS {scores.cs:.3f}, mono {scores.mono_mean:.3f}, mean {scores.mean:.3f}")
        print("  " + "  ".join(f"{key} {value:.2f}" for key, value in (scores.mixed | scores.mono).items()))
    if args.one_label:
        figures["one-label"] = _one_label(model, [d for d in read_folder(args.data) if not d.is_mixed], known)
    if args.json:
        # Not a number (an average of nothing) is not JSON either; null is.
        text = json.dumps(figures, indent=1, ensure_ascii=False).replace(": NaN", ": null")
        args.json.write_text(text + "\n", encoding="utf-8")
    if args.gate:
        _compare(figures, args.gate)


def _one_label(model: Model, datasets: list[Dataset], known: set[str]) -> dict[str, Any]:
    """The largest monolingual data set, with every language that the model knows."""
    from mixlid.evaluation.metrics import PAIR_LANGUAGES, mean
    from mixlid.evaluation.one_label import judge

    largest = max(datasets, key=lambda dataset: len(dataset.samples))
    found = judge(model, [sample for sample in largest.samples if sample.languages <= known])
    worst = sorted(found.f1.items(), key=lambda item: item[1])[:15]
    pairs = {language: found.top1[language] for language in PAIR_LANGUAGES if language in found.top1}
    print(f"one label ({largest.name}, {len(found.f1)} labels): macro F1 {found.macro_f1:.4f}")
    print("  lowest F1: " + "  ".join(f"{label} {value:.2f}" for label, value in worst))
    print(f"  top-1 of the pairs' languages: mean {mean(pairs.values()):.4f}  "
          + "  ".join(f"{label} {value:.3f}" for label, value in pairs.items()))  # fmt: skip
    print("  F1 by characters: " + "  ".join(f"{name} {value:.3f}" for name, value in found.f1_by_length.items()))
    print(
        f"  mean probability of the right label: sentences {found.sentence_probability:.3f}, "
        f"words {found.word_probability:.3f}"
    )
    print("  confused: " + "  ".join(f"{right}→{guess} {count}" for right, guess, count in found.confusions))
    return {
        "macro F1": round(found.macro_f1, 4),
        "sentence probability": round(found.sentence_probability, 4),
        "word probability": round(found.word_probability, 4),
        "F1 by characters": {name: round(value, 4) for name, value in found.f1_by_length.items()},
        "top-1": {label: round(value, 4) for label, value in found.top1.items()},
        "F1": {label: round(value, 4) for label, value in found.f1.items()},
        "false positives": {label: round(value, 6) for label, value in found.false_positives.items()},
    }


#: What the gate watches: averages, not single corpora, whose hundred sentences swing by more than the tolerance.
_WATCHED = (
    ("default", "CS"),
    ("default", "mono"),
    ("default", "mean"),
    ("cs", "CS"),
    ("avg", "mean"),
    ("mono", "mono"),
    ("one-label", "macro F1"),
)


def _compare(figures: dict[str, Any], recorded_in: Path) -> None:
    try:
        recorded = json.loads(recorded_in.read_text(encoding="utf-8"))
        places = [(*place, figures[place[0]][place[1]]) for place in _WATCHED if place[0] in figures]
        watched = [(preset, name, now, float(recorded[preset][name])) for preset, name, now in places]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"{recorded_in} has not the figures to compare with, as --json writes them: {error}"
        ) from error
    worse = [
        f"{preset} {name} is {now:.4f} and was {before:.4f}"
        for preset, name, now, before in watched
        if now < before - TOLERANCE
    ]
    if worse:
        raise MixlidError(f"the model is worse than recorded in {recorded_in}: {'; '.join(worse)}")
    print(f"gate: {len(watched)} figures, none lower than recorded by more than {TOLERANCE}")
