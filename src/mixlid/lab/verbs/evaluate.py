"""`mixlid evaluate`: how good a model is on labelled sentences, by preset, and whether it has become worse.

`evaluate prepare` makes such sentences from published corpora, `evaluate paper` draws a report.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from mixlid.cli.terminal import clean, table
from mixlid.cli.verbs import Verb, add_verbs
from mixlid.errors import InputError, MixlidError, SettingsError

if TYPE_CHECKING:
    from mixlid.lab.evaluation.board import Board, Digest
    from mixlid.lab.evaluation.datasets import Dataset
    from mixlid.models.interface import Model

TOLERANCE = 0.01


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("-m", "--model", metavar="MODEL", help="a model file or name; default: the one that ships")
    add("--data", type=Path, metavar="PATH", help="labelled data: a .jsonl with text and langs, or a folder of them")
    add("-p", "--preset", action="append", metavar="NAME", help="a preset to judge (may be repeated; default: all)")
    add("--solver", default="exact", metavar="NAME", help="exact, ilp, masklid, topk, threshold; topk:k=2 and so on")
    add("--extra", action="store_true", help="also the data sets called extra-…, which are in no average")
    add("--predictions", type=Path, metavar="FOLDER", help="keep every answer; an interrupted run continues from there")
    add("--one-label", action="store_true", help="also the model as a plain identifier: F1, lengths, probabilities")
    add("--json", type=Path, metavar="FILE", help="write every figure to a file")
    add("--gate", type=Path, metavar="FILE", help="fail if a figure is lower by 0.01 than in a file that --json made")
    add("-j", "--jobs", type=int, default=1, metavar="N", help="processes (default 1)")
    add("-q", "--quiet", action="store_true", help="no progress on standard error")
    add_verbs(
        parser,
        (
            Verb("prepare", "make labelled data from a published corpus", "mixlid.lab.verbs.evaluate_prepare"),
            Verb("paper", "draw every table and figure of the paper", "mixlid.lab.verbs.evaluate_paper"),
        ),
        required=False,
    )


def run(args: argparse.Namespace) -> None:
    from mixlid.cli.progress import Progress
    from mixlid.configuration import Configuration
    from mixlid.lab.evaluation.board import Board
    from mixlid.lab.evaluation.contenders import ModelContender
    from mixlid.lab.evaluation.datasets import labelled_sets, read_folder
    from mixlid.lab.evaluation.runner import run as run_all
    from mixlid.settings import PAPER

    if args.data is None:
        raise SettingsError("say with --data where the labelled sentences are")
    ways = {name: Configuration(name, args.solver) for name in args.preset or ()}
    contender = ModelContender("model", args.model, ways)
    if not ways:
        names = dict.fromkeys(["default", *PAPER, *contender.model.presets])
        ways.update((name, Configuration(name, args.solver)) for name in names)
    datasets = labelled_sets(args.data, contender.languages, extra=args.extra)
    figures: dict[str, Any] = {}
    with TemporaryDirectory() as scratch:
        folder = args.predictions or Path(scratch)
        with Progress("answers", quiet=args.quiet) as progress:
            run_all(folder, [contender], datasets, args.jobs, progress)
        board = Board(folder)
        for name in ways:
            digest = board.digest(f"model {name}")
            figures[name] = digest.summary.exact_figures() | _word_figures(digest)
        _print(board, list(ways))
    if args.one_label:
        mono = [dataset for dataset in read_folder(args.data) if not dataset.is_mixed]
        figures["one-label"] = _one_label(contender.model, mono, contender.languages)
    if args.json:
        args.json.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if args.gate:
        _compare(figures, args.gate)


def _print(board: Board, ways: Sequence[str]) -> None:
    """Averages of the presets, each data set's exact match, and how the others compare with the first preset."""
    rows: list[tuple[str, ...]] = [("", "CS exact", "F1", "mono exact", "F1", "mean exact", "words F1", "no language")]
    by_set: dict[str, list[str]] = {}
    for way in ways:
        digest = board.digest(f"model {way}")
        summary = digest.summary
        parts = [f"{value:.3f}" if value is not None else "-" for value in (
            summary.cs and summary.cs.exact, summary.cs and summary.cs.f1, summary.mono and summary.mono.exact,
            summary.mono and summary.mono.f1, summary.all and summary.all.exact, _word_figures(digest)["words F1"],
            digest.unassigned,
        )]  # fmt: skip
        rows.append((way, *parts))
        for name, value in summary.exact_figures().items():
            if name not in ("CS", "mono", "mean"):
                by_set.setdefault(name, []).append("-" if value is None else f"{value:.3f}")
    print("\n".join(table(rows, right=frozenset(range(1, 8)))))
    print("\nexact match by data set and language")
    lines = [("", *ways), *((clean(name), *values) for name, values in by_set.items())]
    print("\n".join(table(lines, right=frozenset(range(1, len(ways) + 1)))))
    if len(ways) > 1:
        print(f"\nexact match of {ways[0]} minus that of others, with 95 % intervals; McNemar's test on all sentences")
        head = ("", "CS", "mono", "all", "only the first right", "only the second", "p")
        print("\n".join(table([head, *(_difference(board, ways[0], way) for way in ways[1:])])))


def _difference(board: Board, first: str, second: str) -> tuple[str, ...]:
    """A row of the comparison of two presets."""
    from mixlid.lab.report.grid import written

    compared = board.compare(f"model {first}", f"model {second}")
    differences = [
        f"{written(one.value, 3)} [{written(one.low, 3)}, {written(one.high, 3)}]" if one else "-"
        for one in (compared.cs, compared.mono, compared.all)
    ]
    counts = (written(compared.test.only_first, 0), written(compared.test.only_second, 0))
    return second, *differences, *counts, compared.test.p_text


def _word_figures(digest: Digest) -> dict[str, float | None]:
    from mixlid.lab.evaluation.datasets import EXTRA, SILVER
    from mixlid.lab.evaluation.set_metrics import macro

    counting = [scores for name, scores in digest.words.items() if name not in SILVER and not name.startswith(EXTRA)]
    averaged = macro(counting)
    return {"words F1": round(averaged.f1, 4) if averaged else None}


def _one_label(model: Model, datasets: list[Dataset], known: frozenset[str]) -> dict[str, Any]:
    """The largest monolingual data set, with every language that the model knows."""
    from mixlid.lab.evaluation.datasets import PAIR_LANGUAGES
    from mixlid.lab.evaluation.one_label import judge
    from mixlid.lab.evaluation.set_metrics import mean

    if not datasets:
        raise InputError("--one-label needs monolingual sentences, and there are none")
    largest = max(datasets, key=lambda dataset: len(dataset.samples))
    judged = judge(model, [sample for sample in largest.samples if sample.languages <= known])
    worst = sorted(judged.f1.items(), key=lambda item: item[1])[:15]
    pairs = {language: judged.top1[language] for language in PAIR_LANGUAGES if language in judged.top1}
    print(f"\none label ({largest.name}, {len(judged.f1)} labels): macro F1 {judged.macro_f1:.4f}")
    print("  lowest F1: " + "  ".join(f"{label} {value:.2f}" for label, value in worst))
    print(f"  top-1 of the pairs' languages: mean {mean(pairs.values()):.4f}  "
          + "  ".join(f"{label} {value:.3f}" for label, value in pairs.items()))  # fmt: skip
    print("  F1 by characters: " + "  ".join(f"{name} {value:.3f}" for name, value in judged.f1_by_length.items()))
    print(
        f"  mean probability of the right label: sentences {judged.sentence_probability:.3f}, "
        f"words {judged.word_probability:.3f}"
    )
    print("  confused: " + "  ".join(f"{right}→{guess} {count}" for right, guess, count in judged.confusions))
    return {
        "macro F1": round(judged.macro_f1, 4),
        "sentence probability": round(judged.sentence_probability, 4),
        "word probability": round(judged.word_probability, 4),
        "F1 by characters": {name: round(value, 4) for name, value in judged.f1_by_length.items()},
        "top-1": {label: round(value, 4) for label, value in judged.top1.items()},
        "F1": {label: round(value, 4) for label, value in judged.f1.items()},
        "false positives": {label: round(value, 6) for label, value in judged.false_positives.items()},
    }


#: What the gate watches: averages, not single corpora, whose hundred sentences swing by more than the tolerance.
_WATCHED = (
    ("default", "CS"),
    ("default", "mono"),
    ("default", "mean"),
    ("default", "words F1"),
    ("cs", "CS"),
    ("avg", "mean"),
    ("mono", "mono"),
    ("one-label", "macro F1"),
)


def _compare(figures: Mapping[str, Any], recorded_in: Path) -> None:
    try:
        recorded = json.loads(recorded_in.read_text(encoding="utf-8"))
        places = [(*place, figures[place[0]][place[1]]) for place in _WATCHED if place[0] in figures]
        watched = [(preset, name, now, recorded[preset][name]) for preset, name, now in places]
        known = [(preset, name, float(now or 0), float(before)) for preset, name, now, before in watched if before]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"{recorded_in} lacks figures to compare with, as --json writes them: {error}") from error
    worse = [
        f"{preset} {name} is {now:.4f} and was {before:.4f}"
        for preset, name, now, before in known
        if now < before - TOLERANCE
    ]
    if worse:
        raise MixlidError(f"the model is worse than recorded in {recorded_in}: {'; '.join(worse)}")
    print(f"gate: {len(known)} figures, none lower than recorded by more than {TOLERANCE}")
