"""`mixlid train CORPUS --recipe NAME|FILE -o OUT`: what the verb takes, and what it does."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mixlid.errors import SettingsError
from mixlid.lab.training.recipe import load_recipe, recipe_names

if TYPE_CHECKING:
    from mixlid.lab.training.preparation import Report


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "corpus",
        metavar="CORPUS",
        type=Path,
        help="a folder of LABEL.tsv[.xz|.zst|.gz] (source, tab, sentence), a folder of LABEL/*.txt, or a fastText file",
    )
    parser.add_argument(
        "-r", "--recipe", default="mixlid-1", help=f"{', '.join(recipe_names())}, or a TOML file (default: %(default)s)"
    )
    parser.add_argument("-o", "--output", metavar="OUT", type=Path, required=True, help="the table to write (.mixlid)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same examples (default: 1)")
    parser.add_argument(
        "--work", metavar="DIR", type=Path, help="where prepared files are kept for the next run (default: OUT.work)"
    )
    parser.add_argument(
        "--word-lists",
        metavar="DIR",
        type=Path,
        help="LABEL.tsv files of source, word and count (our own trainer only)",
    )
    parser.add_argument("-l", "--labels", metavar="LIST", default="", help="only these labels, as eng_Latn,tur_Latn")
    parser.add_argument(
        "--any-licence", action="store_true", help="use every source, whatever its licence says about the model"
    )
    parser.add_argument(
        "-j", "--threads", type=int, default=1, help="for fastText; with more than 1, runs differ a bit"
    )
    parser.add_argument("--device", help="for our own trainer: cpu, cuda, … (default: a GPU if there is one)")
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress on stderr")


def run(args: argparse.Namespace) -> None:
    """The verb."""
    labels = [label for label in args.labels.split(",") if label]
    train(
        args.corpus,
        args.output,
        recipe=args.recipe,
        seed=args.seed,
        work=args.work,
        word_lists=args.word_lists,
        labels=labels,
        any_licence=args.any_licence,
        threads=args.threads,
        device=args.device,
        quiet=args.quiet,
    )


def train(
    corpus: Path,
    output: Path,
    *,
    recipe: str = "mixlid-1",
    seed: int = 1,
    work: Path | None = None,
    word_lists: Path | None = None,
    labels: Sequence[str] = (),
    any_licence: bool = False,
    threads: int = 1,
    device: str | None = None,
    quiet: bool = False,
) -> None:
    """Train a model by a recipe and write it as a table (and, with fastText, as a `.bin` beside it)."""
    from mixlid.lab.training.corpus import label_of
    from mixlid.lab.training.selection import Selection

    if threads < 1:
        raise SettingsError(f"--threads must be at least 1, not {threads}")
    chosen = load_recipe(recipe)
    work = work or output.with_name(output.name + ".work")
    wanted = [label_of(label, "--labels") for label in labels]
    selection = Selection(chosen, labels=wanted, any_licence=any_licence)
    output.parent.mkdir(parents=True, exist_ok=True)
    report = _reporter(quiet)
    report(f"recipe {chosen.name}: {chosen.description}")
    if chosen.trainer == "fasttext":
        from mixlid.lab.training.fasttext_trainer import train_fasttext

        binary = train_fasttext(
            corpus, output, selection, work=work, seed=seed, threads=threads, report=report, quiet=quiet
        )
        report(f"wrote {binary} and {output}")
        return
    from mixlid.lab.training.linear_trainer import train_table

    facts = train_table(
        corpus,
        output,
        selection,
        work=work,
        seed=seed,
        word_lists=word_lists,
        device=device,
        report=report,
        quiet=quiet,
    )
    accuracy = f", {facts['held_out_accuracy']:.4f} of the held-out sentences right" if facts["held_out"] else ""
    report(f"wrote {output}: {facts['rows']:,} rows, {facts['labels']} labels{accuracy}")


def _reporter(quiet: bool) -> Report:
    begin = time.monotonic()

    def report(text: str) -> None:
        if not quiet:
            print(f"[{time.monotonic() - begin:7.1f} s] {text}", file=sys.stderr)

    return report
