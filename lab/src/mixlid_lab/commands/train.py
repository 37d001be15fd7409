"""`mixlid train CORPUS --recipe NAME|FILE -o OUT`."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from mixlid.cli.commands import add_output
from mixlid.text.label_sets import PAPER
from mixlid_lab.training.corpus import Report, label_of
from mixlid_lab.training.paper_trainer import train_paper
from mixlid_lab.training.recipe_files import load_recipe, recipe_names
from mixlid_lab.training.selection import Selection
from mixlid_lab.training.table_trainer import train_partitions

HELP = "train a model from text, by a recipe"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "corpora", metavar="CORPUS", type=Path, nargs="+",
        help="a folder of LABEL.tsv[.xz|.zst|.gz] (source, tab, sentence) or of LABEL/*.txt; or one with folders "
        "sentences and words (source, word, count) of these.",
    )  # fmt: skip
    recipes = f"{', '.join(recipe_names())}, or a TOML file (default: %(default)s)"
    add("-r", "--recipe", default="mixlid-5", help=recipes)
    add_output(parser, "-o", "--output", metavar="OUT", type=Path, required=True, help="the table to write (.mixlid)")
    add("--seed", type=int, default=1, help="the same seed gives the same examples (default: 1)")
    add("--work", metavar="DIR", type=Path, help="where prepared files are kept for the next run (default: OUT.work)")
    add("-l", "--labels", metavar="LIST", default="", help="only these: eng_Latn,tur_Latn, or @paper")
    add("--allow-missing", action="store_true", help="train without the labels of --labels that have no text")
    add("--any-licence", action="store_true", help="use every source, whatever its licence")
    add("-j", "--jobs", type=int, default=1, metavar="N", help="processes that read text (default 1)")
    add("--device", help="cpu, cuda, … (default: a GPU if there is one)")
    add("-q", "--quiet", action="store_true", help="no progress on stderr")


def run(args: argparse.Namespace) -> None:
    """Train a model from a recipe and write it."""
    recipe, output = load_recipe(args.recipe), args.output
    work = args.work or output.with_name(output.name + ".work")
    names = [name for name in args.labels.split(",") if name]
    wanted = {label for name in names for label in (PAPER if name == "@paper" else [label_of(name, "--labels")])}
    selection = Selection(recipe, labels=wanted, any_licence=args.any_licence, allow_missing=args.allow_missing)
    output.parent.mkdir(parents=True, exist_ok=True)
    report = _reporter(args.quiet)
    report(f"recipe {recipe.name}: {recipe.description}")
    common = {"work": work, "seed": args.seed, "device": args.device, "report": report, "quiet": args.quiet}
    if recipe.trainer == "fasttext":
        train_paper(args.corpora, output, selection, **common)
    else:
        train_partitions(args.corpora, output, selection, jobs=args.jobs, **common)


def _reporter(quiet: bool) -> Report:
    begin = time.monotonic()

    def report(text: str) -> None:
        if not quiet:
            print(f"[{time.monotonic() - begin:7.1f} s] {text}", file=sys.stderr)

    return report
