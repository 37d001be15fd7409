"""`mixlid model pack`: convert a fastText model to a table, and report the cost."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import numpy as np

from mixlid.cli.commands import add_output
from mixlid.cli.terminal import clean, print_table, size
from mixlid.errors import ModelError
from mixlid.models.fasttext import FastTextModel
from mixlid.models.interface import Model
from mixlid.models.loading import find_model, open_model
from mixlid_lab.training.folding import pack_fasttext

HELP = "fold a fastText model into a table"

#: Words to compare two models on, besides the vocabulary, which lacks most of them.
_WORDS = (
    "yarınki meeting slides hazır deadline'ı uzatmak weekend'de Straßenbahn überraschend quelquefois aujourd'hui "
    "mañana ordenador завтра поезд καλημέρα मौसम अच्छा مرحبا 天気 오늘 sooooo lol xyzzy"
)
_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="IN", help="a fastText model (.bin, .ftz)")
    add_output(parser, "target", metavar="OUT", help="the table to write, .mixlid")
    parser.add_argument("--dtype", choices=("int8", "float32"), default="int8", help="default: int8")
    parser.add_argument("--max-rows", type=_count, metavar="N", help="keep only the N strongest rows")
    parser.add_argument("--max-size", type=_bytes, metavar="SIZE", help="as many rows as fit: 30M is 30,000,000 bytes")


def _count(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of rows; give a whole number from 1")
    return int(text)


def _bytes(text: str) -> int:
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMG]?)B?", text.strip(), re.IGNORECASE)
    if not match:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size; write it like 500K, 30M or 1.5G")
    return int(float(match[1]) * _UNITS[match[2].upper()])


def run(args: argparse.Namespace) -> None:
    source, target = find_model(args.source), Path(args.target)
    before = open_model(source)
    if not isinstance(before, FastTextModel):
        raise ModelError(f"{source} is a table already; fastText models become tables")
    pack_fasttext(source, target, dtype=args.dtype, max_rows=args.max_rows, max_bytes=args.max_size)
    after = open_model(target)
    rows, left = before.file.input.shape[0], after.info()["rows"]
    print(clean(str(target)))
    lines = [
        ("rows", f"{left:,} of {rows:,} ({left / max(rows, 1):.1%})"),
        ("size", f"{size(after.info()['bytes'])}, from {size(before.info()['bytes'])}"),
        ("scores", _difference(before, after)),
    ]
    print_table(lines)


def _difference(before: FastTextModel, after: Model) -> str:
    """How packing changed the word scores, as a sentence."""
    known = [word.decode("utf-8", "ignore") for word in before.file.words]
    step = max(len(known) // 1000, 1)
    words = [word for word in known[::step] if word and word != "</s>"] + _WORDS.split()
    old, new = (np.maximum(model.word_scores(words), -1e9) for model in (before, after))  # -inf - -inf is NaN
    same = float((old.argmax(axis=1) == new.argmax(axis=1)).mean())
    return (
        f"same best language for {same:.1%} of {len(words):,} words; the largest change of a score "
        f"is {np.abs(old - new).max():.2g}, where scores reach {old.max():.3g}"
    )
