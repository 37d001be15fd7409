"""`mixlid model pack`: convert a fastText model to a table."""

from __future__ import annotations

import argparse
from pathlib import Path

from mixlid.cli.commands import add_output
from mixlid.cli.terminal import clean, print_table, size
from mixlid.errors import ModelError
from mixlid.models.fasttext import FastTextModel
from mixlid.models.loading import find_model, open_model
from mixlid_lab.training.folding import pack_fasttext

HELP = "fold a fastText model into a table"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="IN", help="a fastText model (.bin)")
    add_output(parser, "target", metavar="OUT", help="the table to write, .mixlid")
    parser.add_argument("--dtype", choices=("int8", "float32"), default="int8", help="default: int8")
    parser.add_argument("--max-rows", type=int, metavar="N", help="keep only the N strongest rows")


def run(args: argparse.Namespace) -> None:
    source, target = find_model(args.source), Path(args.target)
    before = open_model(source)
    if not isinstance(before, FastTextModel):
        raise ModelError(f"{source} is a table already; fastText models become tables")
    pack_fasttext(source, target, dtype=args.dtype, max_rows=args.max_rows)
    after = open_model(target)
    rows, left = before.file.input.shape[0], after.info()["rows"]
    print(clean(str(target)))
    lines = [
        ("rows", f"{left:,} of {rows:,} ({left / max(rows, 1):.1%})"),
        ("size", f"{size(after.info()['bytes'])}, from {size(before.info()['bytes'])}"),
    ]
    print_table(lines)
