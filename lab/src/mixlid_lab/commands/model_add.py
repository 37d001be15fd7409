"""`mixlid model add`: add a language to a trained model, learnt from text in it."""

from __future__ import annotations

import argparse
from collections import Counter
from functools import partial
from pathlib import Path

from mixlid.cli.commands import add_output, default_model, note
from mixlid.cli.identify_options import add_input_arguments
from mixlid.cli.terminal import clean, print_table
from mixlid.io.bulk.inputs import texts_of
from mixlid.io.bulk.plan import make_plan
from mixlid.io.formats.records import ReadOptions
from mixlid.io.streams import check_encoding
from mixlid.models.loading import find_model, open_model
from mixlid.text.labels import name_of
from mixlid_lab.training.corpus import label_of
from mixlid_lab.tuning.add_label import Addition, add_label

HELP = "add a language to a model, from text in it"

#: How many labels are listed.
_SHOWN = 5
_NOTES = """\
The text has a sentence or a word on each line, or any format that `mixlid identify` reads; a thousand lines are good,
ten thousand are enough. A tenth is held out, to report how well the language is found and what it is taken for.

The language is told from all others by their most common words, which come with mixlid.

examples:
  mixlid model add corsican.txt --label cos_Latn -o mine.mixlid
  mixlid model add gallurese.txt --label sdn_Latn -m mine.mixlid -o mine-2.mixlid      one more
  mixlid identify -m mine.mixlid -t 'Induve stai?'
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _NOTES
    add = parser.add_argument
    files = "files with text in the language, or quoted patterns; - is standard input"
    add("files", nargs="+", metavar="TEXT", help=files)
    add("--label", required=True, metavar="LABEL", help="its label: ISO 639-3 and ISO 15924 codes, such as cos_Latn")
    add_output(parser, "-o", "--output", required=True, type=Path, metavar="OUT", help="the model to write, .mixlid")
    add("-m", "--model", metavar="MODEL", help="the model to add it to: a file or a name; default: $MIXLID_MODEL")
    add("--name", default="", metavar="NAME", help="its English name, if mixlid does not know it")
    add("--seed", type=int, default=1, help="the same seed gives the same model (default: 1)")
    add_input_arguments(parser)
    add("-q", "--quiet", action="store_true", help="no notes on standard error")


def run(args: argparse.Namespace) -> None:
    label, source = label_of(args.label, "--label"), find_model(args.model or default_model())
    if not args.name and name_of(label) == label:
        note(args, f"mixlid has no name for {label}; --name gives it one")
    made = add_label(open_model(source), label, _texts(args), name=args.name, seed=args.seed)
    made.model.write(args.output)
    print(clean(str(args.output)))
    print_table(_lines(made))


def _texts(args: argparse.Namespace) -> list[str]:
    encoding = check_encoding(args.encoding) if args.encoding else ""
    plan = make_plan(args.files, None, "-", None, args.source, None, encoding)
    for text in plan.notes:
        note(args, text)
    return list(texts_of(plan, ReadOptions(args.key, args.header), "fail", partial(note, args)))


def _lines(made: Addition) -> list[tuple[str, str]]:
    """The rows of the table that is printed."""
    known = f"{made.label} ({name_of(made.label)})"
    lines = [
        ("added", f"{known}, learnt from {made.texts:,} lines; {made.rows:,} further rows"),
        ("most like", ", ".join(made.like)),
        ("held out", f"{made.after.total():,} lines: found in {made.recall:.1%}"),
        ("taken for", _shares(made.after)),
        ("before", _shares(made.before)),
    ]
    if made.group:
        lines.append(("group", f"it is one of {made.group}: too like them to be told apart always"))
    return lines


def _shares(counts: Counter[str]) -> str:
    total = counts.total()
    shown = [f"{label} {count / total:.1%}" for label, count in counts.most_common(_SHOWN)]
    return ", ".join([*shown, *(["…"] if len(counts) > _SHOWN else [])])
