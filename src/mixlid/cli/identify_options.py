"""The options of `mixlid identify`."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, get_args

from mixlid.cli.commands import add_output, default_model, more_options, note
from mixlid.engine.document_answer import MIN_SHARE
from mixlid.engine.document_pipeline import Unit
from mixlid.errors import suggestion
from mixlid.io import formats
from mixlid.io.bulk.chunk_worker import OnError
from mixlid.io.formats.file_types import FileType, Role, parse_file_type
from mixlid.io.formats.records import MAX_RECORD, ReadOptions
from mixlid.io.streams import COMPRESSIONS
from mixlid.settings import GROUPING
from mixlid.solvers.registry import SOLVERS

if TYPE_CHECKING:
    from mixlid.configuration import Configuration
    from mixlid.io.bulk.plan import Plan

#: The end of `mixlid identify --help`.
EXAMPLES = """\
examples:
  mixlid identify -t "yarınki meeting için slides hazır mı"
  mixlid identify -l tur,eng tweets.jsonl -o tweets.labelled.jsonl -j auto
  mixlid identify posts.csv -k comment -o posts.labelled.csv
  mixlid identify 'crawl/*.jsonl.zst' -o mixed/ --only mixed --resume
  mixlid identify --words -f jsonl < sentences.txt

--help-all has all other options: settings, formats, filters, documents, bad records"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    add, more = parser.add_argument, more_options(parser)
    files = "files, folders or quoted patterns; standard input if there is none, or -"
    add("files", nargs="*", metavar="FILE", help=files)
    add("-t", "--text", action="append", metavar="TEXT", help="identify this text (may be repeated)")
    output = "output file, written only when complete; FOLDER/ for several inputs"
    folder = "write each input to a file of the same name in this folder"
    add("--force", action="store_true", help="overwrite existing files, and input fields named like ours")
    add_output(parser, "-o", "--output", checked=False, default="-", metavar="FILE", help=output)
    add_output(parser, "--output-dir", add=more, checked=False, metavar="FOLDER", help=folder)
    more("--prefix", default="", metavar="TEXT", help="prefix for the names of our fields, such as mixlid_")
    columns = "input fields to keep in a table, separated by commas; default: all, for jsonl those of its first record"
    more("--columns", metavar="NAMES", help=columns)
    more("--excel", action="store_true", help="write a csv that Excel opens correctly, without running formulas")
    full = "write labels such as deu_Latn even in formats that use codes (de, deu)"
    more("--full-labels", action="store_true", help=full)
    add_model_arguments(parser)
    more("--prior", metavar="FILE", help="what you know about the texts: a file from `mixlid adapt`, or your own")
    add("--adapt", action="store_true", help="first learn a prior from the input, which is read twice")
    more("--solver", default="exact", metavar="NAME", help=f"{', '.join(SOLVERS)}; topk:k=2 and so on")
    add(
        *("-f", "--format", "--to"),
        metavar="FORMAT",
        type=_file_type("writer"),
        help="output format: text, csv, jsonl, …; default: from the name of -o, else that of the input (text for txt)",
    )
    add_input_arguments(parser)
    more("--unit", choices=get_args(Unit), help="what the text of a record is; default: auto")
    more("--sentences", action="store_true", help="treat each text as a document, and list its sentences")
    share = f"share of a document that a language with whole sentences needs; default: {MIN_SHARE}"
    more("--min-share", type=float, metavar="X", help=share)
    add("--only", action="append", default=[], metavar="WHAT", help="write only these records: mixed, mono, tur,eng")
    more("--min-confidence", type=float, metavar="X", help="write only records with at least this confidence")
    errors = "whether an unreadable record ends the run, is written with the reason, or is left out; default: fail"
    more("--on-error", choices=get_args(OnError), default="fail", help=errors)
    most = f"refuse records of more bytes; default: {MAX_RECORD:,}"
    more("--max-record", type=int, default=MAX_RECORD, metavar="BYTES", help=most)
    add("--resume", action="store_true", help="skip inputs whose output is complete and newer")
    add("-j", "--jobs", default="1", metavar="N", help="number of processes, or auto for one per processor")
    add("--words", action="store_true", help="include every word with its label and score")
    runs = (
        "runs of one language (jsonl, ssml, html): min_words=2,min_chars=5,punctuation=split,unknown=keep, or default"
    )
    more("--runs", metavar="OPTIONS", help=runs)
    voices = "the voice for each language in ssml: en=NAME,tr=NAME, or a JSON file with such an object"
    more("--voices", metavar="VOICES", help=voices)
    add("--explain", action="store_true", help="show the n-grams for and against each language (text output)")
    summary = "write the summary (counts, labels, pairs, mixing) to this file as JSON"
    add_output(parser, "--summary", add=more, checked=False, metavar="FILE", help=summary)
    add("-q", "--quiet", action="store_true", help="no notes, progress or summary on standard error")


def add_model_arguments(parser: argparse.ArgumentParser) -> None:
    """A model, a preset, changes to it, and a choice of languages."""
    add, more = parser.add_argument, more_options(parser)
    add("-m", "--model", metavar="MODEL", help="a file, a name or hf://…; default: $MIXLID_MODEL or litelid")
    preset = "default, one, cs, avg, mono, paper-cs, …, or another preset of the model"
    add("-p", "--preset", default="default", metavar="NAME", help=preset)
    change = "change one setting (may be repeated); `mixlid identify --help-all` lists them"
    more("-s", "--set", action="append", default=[], metavar="NAME=VALUE", help=change)
    codes = "answer only with these languages: tur,eng or tr,en-Latn or Turkish,English; also sets: @europe"
    add("-l", "--languages", metavar="CODES", help=codes)
    more(
        "--group",
        dest="set",
        action="append",
        metavar="WHEN",
        type=_group,
        help="answer with a group of near languages (hbs_Latn for Croatian, Bosnian, Serbian): off, auto (where they "
        "cannot be told apart) or always",
    )


def add_input_arguments(parser: argparse.ArgumentParser) -> None:
    """How the input is read."""
    add, more = parser.add_argument, more_options(parser)
    more(
        "--from",
        dest="source",
        metavar="FORMAT",
        type=_file_type("reader"),
        help="input format (`mixlid identify --help-all` lists them); default: from its name, else txt",
    )
    holds = "the field (also data.text, items[0].text), column or tier (also 'tx@*') that holds the text"
    add("-k", "--key", metavar="FIELD", help=holds)
    more(
        "--header",
        action=argparse.BooleanOptionalAction,
        help="whether the first line of a tsv or csv has the column names; default: guess from its contents",
    )
    encoding = "encoding of the input; default: utf-8, or utf-16 if it has that byte order mark"
    more("--encoding", default="", metavar="NAME", help=encoding)


def add_reading_arguments(parser: argparse.ArgumentParser) -> None:
    """The same, and what happens to what cannot be read, for commands that write no records."""
    add_input_arguments(parser)
    errors = get_args(OnError)[::2]
    parser.add_argument("--on-error", choices=errors, default="fail", help="what to do with an unreadable record")
    parser.add_argument("-q", "--quiet", action="store_true", help="no notes on standard error")


def configuration_of(args: argparse.Namespace) -> Configuration:
    """What `add_model_arguments` asks for, with a solver, a prior and a unit if the command takes them."""
    from mixlid.configuration import Configuration
    from mixlid.settings import parse

    names = ("preset", "languages", "solver", "prior", "unit", "min_share")
    options: Any = {name: getattr(args, name) for name in names if getattr(args, name, None) is not None}
    options |= {"settings": dict(map(parse, args.set)), "model": args.model or default_model()}
    return Configuration.of(options)


def read_options(args: argparse.Namespace) -> ReadOptions:
    """How records are read: what `add_input_arguments` asks for, and what only `mixlid identify` takes."""
    columns = getattr(args, "columns", None)
    names = None if columns is None else tuple(name.strip() for name in columns.split(","))
    return ReadOptions(args.key, args.header, getattr(args, "max_record", MAX_RECORD), names)


def plan_of_inputs(args: argparse.Namespace, files: Sequence[str], read_as: FileType | None) -> Plan:
    """The plan of a command that reads records and writes none; its notes are printed."""
    from mixlid.io.bulk.plan import make_plan
    from mixlid.io.streams import check_encoding

    encoding = check_encoding(args.encoding) if args.encoding else ""
    plan = make_plan(files, None, "-", None, read_as, FileType("jsonl"), encoding)
    for text in plan.notes:
        note(args, text)
    return plan


def _file_type(role: Role) -> Callable[[str], FileType]:
    """A format, with or without compression."""

    def parse(text: str) -> FileType:
        try:
            return parse_file_type(text, role)
        except ValueError:
            known = formats.inputs() if role == "reader" else formats.outputs()
            meant = suggestion(text.partition(".")[0], known)
            raise argparse.ArgumentTypeError(
                f"{text!r} is not a format; {meant}{' ' if meant else ''}there are {', '.join(known)}, and compressed "
                f"with .{', .'.join(COMPRESSIONS)}"
            ) from None

    return parse


def _group(when: str) -> str:
    """`--group auto` as a setting."""
    if when not in GROUPING:
        raise argparse.ArgumentTypeError(f"{when!r} is not one of {', '.join(GROUPING)}")
    return f"group={when}"
