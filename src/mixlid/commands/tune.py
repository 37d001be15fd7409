"""`mixlid tune`: fit a model's presets on development data and write them into it."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from mixlid.errors import SettingsError

if TYPE_CHECKING:
    from mixlid.evaluation.datasets import Dataset
    from mixlid.evaluation.tune import Trial


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("model", metavar="MODEL", help="a .mixlid table, by path or name")
    add("--data", required=True, type=Path, metavar="FOLDER", help="development data: JSON lines with text and langs")
    add("-o", "--output", type=Path, metavar="FILE", help="the table with its presets; default: only print them")
    add("--mono-share", type=int, default=5, metavar="N", help="use every Nth monolingual sentence (default 5)")
    add("--leaderboard", type=Path, metavar="FILE", help="write every trial as JSON lines")
    add("--holdout", action="store_true", help="tune on one half of the sentences and report the other half")
    add("--force", action="store_true", help="accept data from a folder called test")
    add("-q", "--quiet", action="store_true", help="no progress on standard error")


def run(args: argparse.Namespace) -> None:
    from mixlid.evaluation.bench import Bench, development_sets
    from mixlid.evaluation.tune import Tuner, stored_form, typical_score
    from mixlid.identifier import Identifier
    from mixlid.labels import split
    from mixlid.models.registry import find_model
    from mixlid.models.table import TableModel, write_presets

    if not args.force and "test" in args.data.resolve().parts:
        raise SettingsError(f"{args.data} looks like test data, which tuning would spoil; --force tunes all the same")
    if args.mono_share < 1:
        raise SettingsError(f"--mono-share must be at least 1, not {args.mono_share}")
    model = TableModel.load(find_model(args.model))
    identifier = Identifier.with_preset(model, "cs")
    datasets = development_sets(args.data, {split(label)[0] for label in model.labels}, mono_share=args.mono_share)
    halves = [[half(dataset, part) for dataset in datasets] for part in (0, 1)] if args.holdout else [datasets]
    bench = Bench(identifier, halves[0])
    tuner = Tuner(bench, typical_score(bench.best_word_scores()), None if args.quiet else _progress)
    best = tuner.run()
    if not args.quiet:
        print(file=sys.stderr)
    if args.leaderboard:
        args.leaderboard.write_text("".join(_line(trial) for trial in tuner.trials), encoding="utf-8")
    judge = Bench(identifier, halves[1]) if args.holdout else bench
    print("preset     CS    mono   mean  settings" + ("  (scored on the other half)" if args.holdout else ""))
    stored, figures = stored_form(best, len(model.labels)), {}
    for name, trial in best.items():
        scores = judge.score(trial.settings)
        figures[name] = {"CS": round(scores.cs, 4), "mono": round(scores.mono_mean, 4), "mean": round(scores.mean, 4)}
        own = " ".join(
            f"{key}={json.dumps(value)}" for key, value in stored_form({name: trial}, len(model.labels))[name].items()
        )
        print(f"{name:8} {scores.cs:.4f} {scores.mono_mean:.4f} {scores.mean:.4f}  {own}")
    if args.output:
        write_presets(model, stored, args.output, {"scores": figures})


def half(dataset: Dataset, part: int) -> Dataset:
    """Every other sentence."""
    return replace(dataset, samples=dataset.samples[part::2])


def _progress(trial: Trial) -> None:
    print(f"\r{trial.preset:8} mean {trial.scores.mean:.4f}", end="", file=sys.stderr, flush=True)


def _line(trial: Trial) -> str:
    record = {"preset": trial.preset, **trial.scores.to_dict(), "settings": trial.settings.to_dict()}
    return json.dumps(record, ensure_ascii=False) + "\n"
