"""What `mixlid identify` is asked to do, and whether its options fit each other, before anything is loaded."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mixlid.errors import InputError, SettingsError

if TYPE_CHECKING:
    from mixlid.io.bulk.plan import Plan

#: A chunk of lines is read without looking at each.
_LEAST_RECORD = 65_536


def plan_of(args: argparse.Namespace) -> Plan:
    from mixlid.io.bulk.plan import make_plan

    if args.text is not None and args.files:
        raise SettingsError(f"give either texts with -t or the file {args.files[0]}, not both")
    if args.output_dir is not None and args.output != "-":
        raise SettingsError("give either a file with -o or a folder with --output-dir, not both")
    for text in args.text or ():
        _check_typed(text)
    return make_plan(args.files, args.text, args.output, args.output_dir, args.source, args.format)


def check_options(args: argparse.Namespace, plan: Plan) -> None:
    """Refuse options that do not fit each other, and files that are not there."""
    from mixlid.io.bulk.inputs import open_input
    from mixlid.io.formats import FORMATS, showing, with_columns
    from mixlid.io.packed import check

    given = [FORMATS[name] for name in sorted({source.form.format for source in plan.sources})]
    keyed = with_columns("fields", "header", "fixed")
    if args.key is not None and not any(format.name in keyed for format in given):
        raise SettingsError(f"-k is for {_and(keyed)}, and the input is {given[0].name}; --from says otherwise")
    if args.header and not any(format.has_header_line for format in given):
        headed = _and(with_columns("header"))
        raise SettingsError(f"--header is for {headed}, and the input is {given[0].name}; --from says otherwise")
    if args.min_share is not None and args.unit == "line":
        raise SettingsError("--min-share is for --unit document and sentence")
    if args.min_share is not None and not 0 <= args.min_share <= 1:
        raise SettingsError(f"--min-share is from 0 to 1, not {args.min_share:g}")
    if args.max_record < _LEAST_RECORD:
        raise SettingsError(f"--max-record is at least {_LEAST_RECORD:,}, not {args.max_record:,}")
    for option, asked, fitting in (
        ("--explain", args.explain, showing("explanations")),
        ("--words", args.words, showing("words")),
        ("--alternatives", args.alternatives, showing("alternatives")),
        ("--unit sentence", args.unit == "sentence", showing("sentences")),
    ):
        for name in sorted(plan.formats - set(fitting)) if asked else ():
            raise SettingsError(f"{option} cannot be shown as {name}; choose {' or '.join(fitting)} with -f")
    for task in plan.tasks:
        out = FORMATS[task.form.format]
        for source in task.sources if out.columns == "fixed" else ():
            read, what = FORMATS[source.form.format], f"{out.name} has the same columns for all records"
            if read.columns == "fields":
                raise SettingsError(f"{what}, which {read.name} need not have; write jsonl with -f")
            if read.columns == "header" and not args.header:
                raise SettingsError(f"{what}: {read.name} needs a header that names them, and --header to say so")
        if out.is_table and (task.output == "-" or task.form.packing):
            raise SettingsError(f"{out.name} is written to a file that ends in {out.suffixes[0]}, and packs itself")
        check(task.form.packing, f"writing {task.output}")
    if args.adapt and args.prior is not None:
        raise SettingsError("give either a prior with --prior or --adapt, which learns one, not both")
    if args.adapt and any(source.texts is None and not source.is_file for source in plan.sources):
        raise SettingsError(
            "--adapt reads the input twice, which a pipe cannot be: save it to a file, or learn from texts like it "
            "with `mixlid adapt` and give that with --prior"
        )
    if args.resume and not (plan.from_files and plan.to_files):
        raise SettingsError("--resume needs files as input and as output: a pipe cannot be read again")
    for source in plan.sources:
        check(source.form.packing, f"reading {source.shown}")
        path = Path(source.name)
        if source.texts is None and source.name != "-" and (source.is_file or path.is_dir() or not path.exists()):
            with open_input(source.name):
                pass  # better said before the work than in the middle of it


def _and(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _check_typed(text: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:  # Python hands over such bytes as lone surrogates
        raise InputError(
            f"character {error.start + 1} of a text given with -t is not UTF-8; set the locale to UTF-8"
        ) from None
