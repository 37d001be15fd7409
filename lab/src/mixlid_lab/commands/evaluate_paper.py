"""`mixlid evaluate paper`: a report with every table of the paper, from our own measurements."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from mixlid.cli.commands import add_output
from mixlid.cli.progress import Progress
from mixlid.errors import SettingsError
from mixlid_lab.commands.printing import add_data_options, data_options, in_folder
from mixlid_lab.evaluation.datasets import labelled_sets
from mixlid_lab.evaluation.runner import Contender, ModelContender, load_among
from mixlid_lab.evaluation.runner import run as run_all
from mixlid_lab.evaluation.scoreboard import Scoreboard
from mixlid_lab.paper.systems import best_on_development, on_development, on_test
from mixlid_lab.paper.tables import tables
from mixlid_lab.peers import find_peers

HELP = "make every table of the paper"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add_output(
        parser, "-o", "--output", checked=False, type=Path, default=Path("report"), metavar="FOLDER",
        help="a folder for predictions and report.md; default: report",
    )  # fmt: skip
    add("--data", type=Path, metavar="FOLDER", help="development data: JSON lines with text and langs")
    add("--test", type=Path, metavar="FOLDER", help="test data; leave it out until every setting is fixed")
    add(
        "-m", "--model", action="append", metavar="[NAME=]MODEL",
        help="a model to measure (may be repeated; default: the one that ships). Details are about the first. The "
        "paper's figures are shown beside models called litelid or v2 (its LiteLID-v2), glotlid or v0 (its baseline)",
    )  # fmt: skip
    add("--peers", action="store_true", help="also measure the other tools that are installed")
    share = "every Nth monolingual sentence of the development data (5)"
    add("--mono-share", type=int, default=5, metavar="N", help=share)
    add_data_options(parser)
    add(
        "--labels", default="@paper", metavar="SET",
        help="the labels that models answer with (default @paper, so that tables are comparable; all for every label)",
    )  # fmt: skip
    add("-j", "--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (default: all cores)")
    add("-q", "--quiet", action="store_true", help="no progress on standard error")


def run(args: argparse.Namespace) -> None:
    if args.jobs < 1 or args.mono_share < 1:
        raise SettingsError("--jobs and --mono-share must be at least 1")
    report = args.output / "report.md"
    args.outputs.check(report, folder=args.output)
    notes = _answer(args)
    folders = [args.output / "predictions" / part for part in ("dev", "test")]
    dev, test = (Scoreboard(folder) if folder.is_dir() else None for folder in folders)
    main = _models(args)[0][0]
    parts = [f"## {one.title}\n\n{one.markdown}\n" for one in tables(main, dev, test).values()]
    with args.outputs.open(report) as stream:
        stream.write("\n".join(["# The paper's tables\n", *(f"{note}\n" for note in notes), *parts]).encode())
    print(report)


def _answer(args: argparse.Namespace) -> list[str]:
    """Save predictions in the folder; return a sentence about each thing that is missing."""
    if not args.data and not args.test:
        raise SettingsError("give development data (--data), test data (--test) or both; the README says in what form")
    peers, notes = find_peers() if args.peers else ([], [])
    among = "" if args.labels == "all" else args.labels
    loaded = {name: load_among(source, among) for name, source in _models(args)}
    known = set.intersection(*({label.partition("_")[0] for label in model.labels} for model in loaded.values()))
    which = data_options(args, known)
    folders = {part: folder for part, folder in (("dev", args.data), ("test", args.test)) if folder}
    datasets = {
        part: labelled_sets(folder, known, mono_share=args.mono_share if part == "dev" else 1, extra=True,
                            **in_folder(which, folder, folders.values()))
        for part, folder in folders.items()
    }  # fmt: skip
    answered = args.output / "predictions" / "dev"
    for part in folders:
        contenders: list[Contender] = []
        for name, source in _models(args):
            tuned = best_on_development(Scoreboard(answered).exact_match(name) if answered.is_dir() else {})
            systems = on_development(loaded[name]) if part == "dev" else on_test(loaded[name], tuned)
            contenders.append(ModelContender(name, source, systems, among))
        with Progress(f"answers, {part}", quiet=args.quiet) as progress:
            run_all(args.output / "predictions" / part, [*contenders, *peers], datasets[part], args.jobs, progress)
    return notes


def _models(args: argparse.Namespace) -> list[tuple[str, str | None]]:
    """The names of the models, and where each is."""
    models: dict[str, str | None] = {}
    for given in args.model or ["litelid"]:
        name, equals, source = given.partition("=")
        name = name if equals else Path(given).name.partition(".")[0]
        if name in models:
            raise SettingsError(f"two models are called {name}; give one another name: other={source or given}")
        models[name] = source if equals else given
    return list(models.items())
