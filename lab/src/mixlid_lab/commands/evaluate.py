"""`mixlid evaluate`: the accuracy of a model on labelled sentences, by preset, and whether it has dropped.

`evaluate paper` writes a report with the paper's tables.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from mixlid.adapt.labelled import Sample
from mixlid.cli.commands import add_commands, add_output
from mixlid.cli.progress import Progress
from mixlid.cli.terminal import clean
from mixlid.configuration import Configuration
from mixlid.errors import InputError, MixlidError, SettingsError
from mixlid.identifier import Identifier
from mixlid.models.interface import Model
from mixlid.settings import parse, preset_names
from mixlid_lab.commands.printing import add_data_options, data_options, figure, print_silver, print_table
from mixlid_lab.evaluation.adapting import Corpus, average, before_and_after, corpora, exact_match, hard_corpora
from mixlid_lab.evaluation.datasets import Dataset, is_silver, labelled_sets, read_marked, silver_names
from mixlid_lab.evaluation.one_label import Guess, guesses
from mixlid_lab.evaluation.one_label import figures as one_label_figures
from mixlid_lab.evaluation.predictions import language_code
from mixlid_lab.evaluation.runner import ModelContender
from mixlid_lab.evaluation.runner import run as run_contenders
from mixlid_lab.evaluation.scoreboard import Scoreboard
from mixlid_lab.evaluation.set_metrics import rounded

HELP = "evaluate a model on labelled sentences"

TOLERANCE = 0.01


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("-m", "--model", metavar="MODEL", help="a model file or name; default: the one that ships")
    labelled = "labelled data: a .jsonl with text and langs, or a folder of them (may be repeated)"
    add("--data", type=Path, action="append", metavar="PATH", help=labelled)
    add("-p", "--preset", action="append", metavar="NAME", help="a preset to evaluate (may be repeated; default: all)")
    add("-l", "--languages", metavar="CODES", help="answer only with these languages (tur,eng)")
    add(
        "-s", "--set", action="append", default=[], metavar="NAME=VALUE",
        help="change one setting of every preset, as for `mixlid identify` (may be repeated)",
    )  # fmt: skip
    add(
        "--solver",
        default="exact",
        metavar="NAME",
        help="exact, ilp, masklid, topk or threshold; parameters as in topk:k=2",
    )
    add("--extra", action="store_true", help="also the data sets called extra-…, which are in no average")
    add_data_options(parser)
    add("--predictions", type=Path, metavar="FOLDER", help="save every answer; an interrupted run continues from there")
    add("--one-label", action="store_true", help="also the model as a one-label identifier: F1 by label and by group")
    add("--adapted", action="store_true", help="also the first preset adapted to each corpus (docs/adaptation.md)")
    add_output(parser, "--json", type=Path, metavar="FILE", help="write every figure to a file")
    add("--gate", type=Path, metavar="FILE", help="fail if a figure is over 0.01 lower than in a file from --json")
    add("-j", "--jobs", type=int, default=1, metavar="N", help="processes (default 1)")
    add("-q", "--quiet", action="store_true", help="no progress on standard error")
    add_commands(parser, {name: f"mixlid_lab.commands.evaluate_{name}" for name in ("paper", "lince")}, required=False)


def run(args: argparse.Namespace) -> None:
    if args.data is None:
        raise SettingsError("give the labelled sentences with --data")
    settings = dict(map(parse, args.set))
    base = Configuration.of({"solver": args.solver, "settings": settings, "languages": args.languages})
    configurations = {name: replace(base, preset=name) for name in args.preset or ()}
    contender = ModelContender("model", args.model, configurations)
    if not configurations:
        presets = (name for name in preset_names(contender.model.presets) if name != "one")  # which finds no mixed text
        configurations.update((name, replace(base, preset=name)) for name in presets)
    identifier = next(iter(configurations.values())).identifier(contender.model)
    labels = identifier.labels
    known = frozenset(language_code(label) for label in labels)
    which = data_options(args, known)
    datasets = labelled_sets(args.data, known, extra=args.extra, labels=labels, **which)
    called = [dataset.name for dataset in datasets]
    if len(set(called)) < len(called):
        twice = max(called, key=called.count)
        raise InputError(f"--data: two data sets are called {twice}; give one of them another name")
    # What the further tables are about, so that unsuitable data are refused before anything is computed.
    adapting: dict[str, list[Corpus]] = {}
    if args.adapted:
        every = which | {"mono_languages": known, "tell": str}
        given = labelled_sets(args.data, known, extra=args.extra, labels=labels, **every)
        adapting = {"each corpus": corpora(given), "corpora where mixed text is rare": hard_corpora(given)}
    mono: list[Dataset] = []
    if args.one_label:
        mono = [one for one in read_marked(args.data, which["silver"], which["silver_words"]) if not one.is_mixed]
        judged = _judged_sets(mono, contender.model)
    figures: dict[str, Any] = {}
    with TemporaryDirectory() as scratch:
        folder = args.predictions or Path(scratch)
        with Progress("answers", quiet=args.quiet) as progress:
            run_contenders(folder, [contender], datasets, args.jobs, progress)
        board = Scoreboard(folder)
        for name in configurations:
            digest = board.digest(f"model {name}")
            figures[name] = digest.summary.exact_figures() | rounded({"words F1": digest.words_f1})
            figures[name]["sets"] = digest.summary.set_figures()
            figures[name]["main language first"] = rounded(digest.main_first)
        figures |= {"silver": list(board.silver), "silver words": list(board.silver_words)}
        _print(board, list(configurations))
    if args.one_label:
        figures["one-label"] = _one_label(contender.model, judged)
        print_silver(silver_names(mono))
    if args.adapted:
        reports = [_adapted(identifier, some, title) for title, some in adapting.items()]
        figures["adapted"], figures["adapted, hard"] = reports
    if args.json:
        with args.outputs.open(args.json) as stream:
            stream.write(json.dumps(figures, indent=1, ensure_ascii=False).encode() + b"\n")
    if args.gate:
        _compare(figures, args.gate)


def _print(board: Scoreboard, presets: Sequence[str]) -> None:
    """Print averages by preset, and exact match by data set."""
    kinds = ("exact", "precision", "recall", "f1")
    head = ("CS exact", "Pr", "Re", "F1", "mono exact", "Pr", "Re", "F1", "mean exact", "words F1")
    rows: list[tuple[str, ...]] = [("", *head)]
    by_set: dict[str, list[str]] = {}
    for preset in presets:
        digest = board.digest(f"model {preset}")
        summary = digest.summary
        parts = [getattr(part, kind, None) for part in (summary.cs, summary.mono) for kind in kinds]
        parts += [getattr(summary.all, "exact", None), digest.words_f1]
        rows.append((preset, *map(figure, parts)))
        for name, value in summary.exact_figures().items():
            if name not in ("CS", "mono", "mean"):
                by_set.setdefault(name, []).append(figure(value))
    print_table(rows)
    print_silver(board.silver)
    if board.silver_words:
        print(f"not in words F1, because people have not labelled their words: {clean(', '.join(board.silver_words))}")
    print("\nexact match by data set and language")
    print_table([("", *presets), *((name, *values) for name, values in by_set.items())])
    digest = board.digest(f"model {presets[0]}")
    if digest.words:
        print(f"\nwords, by data set ({clean(presets[0])})")
        found = ((name, figure(digest.main_first[name]), figure(one.f1)) for name, one in digest.words.items())
        print_table([("", "main language first", "words F1"), *found])


#: The gate checks averages only: a single corpus of a hundred sentences varies by more than the tolerance.
_WATCHED = (
    ("default", "CS"), ("default", "mono"), ("default", "mean"), ("default", "words F1"),
    ("cs", "CS"), ("avg", "mean"), ("mono", "mono"), ("one-label", "macro F1"),
)  # fmt: skip


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


def _adapted(identifier: Identifier, corpora: Sequence[Corpus], title: str) -> dict[str, Any]:
    """Exact match with default settings and adapted, and the average over the corpora with mixed text that count."""
    found = {
        corpus.dataset.name: {
            way: exact_match(answers) for way, answers in before_and_after(identifier, corpus).items()
        }
        for corpus in corpora
    }
    datasets = [corpus.dataset for corpus in corpora]
    counted = [found[one.name] for one in datasets if one.counts and one.is_mixed]
    rows = {name if by_way in counted else f"({name})": by_way for name, by_way in found.items()}
    if counted:
        rows["average"] = {way: average(one[way] for one in counted) for way in counted[0]}
    print(f"\nexact match with default settings, and adapted to {title} (docs/adaptation.md): mixed / mono / all")
    cells = [
        (name, *(" / ".join(map(figure, one.values())) for one in by_way.values())) for name, by_way in rows.items()
    ]
    print_table([("", "default", "adapted"), *cells])
    print_silver(silver_names(datasets))
    return {name: {way: rounded(some) for way, some in by_way.items()} for name, by_way in found.items()}


def _judged_sets(datasets: Sequence[Dataset], model: Model) -> list[Dataset]:
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


def _one_label(model: Model, datasets: Sequence[Dataset]) -> dict[str, Any]:
    """The figures of all data sets together, with those of each inside."""
    by_set = {dataset.name: guesses(model, dataset.samples) for dataset in datasets}
    reports = {name: _one_label_of(name, model, made) for name, made in by_set.items()}
    if len(reports) == 1:
        return next(iter(reports.values()))
    together = [guess for made in by_set.values() for guess in made]
    return _one_label_of("all together", model, together) | {"by data set": reports}


def _one_label_of(name: str, model: Model, made: Sequence[Guess]) -> dict[str, Any]:
    found = one_label_figures(model, made)
    print(
        f"\none label ({name}): macro F1 {found['macro F1']:.4f} over {len(found['F1'])} labels, "
        f"{found['macro F1 of groups']:.4f} over {found['groups']} groups of near languages"
    )
    return found
