"""Checks that the options of `mixlid identify` fit together, before anything is loaded."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mixlid.errors import InputError, SettingsError
from mixlid.prior import read_json
from mixlid.text.labels import find

if TYPE_CHECKING:
    from mixlid.io.bulk.plan import Plan, Task
    from mixlid.io.formats import Extra

#: Lines are read in chunks, so shorter limits could not be checked.
_LEAST_RECORD = 65_536


def plan_of(args: argparse.Namespace) -> Plan:
    from mixlid.io.bulk.plan import make_plan
    from mixlid.io.streams import check_encoding

    if args.text is not None and args.files:
        raise SettingsError(f"give either texts with -t or the file {args.files[0]}, not both")
    if args.output_dir is not None and args.output != "-":
        raise SettingsError("give either a file with -o or a folder with --output-dir, not both")
    for text in args.text or ():
        _check_typed(text)
    encoding = check_encoding(args.encoding) if args.encoding else ""
    return make_plan(args.files, args.text, args.output, args.output_dir, args.source, args.format, encoding)


def check_options(args: argparse.Namespace, plan: Plan) -> None:
    """Refuse options that do not fit together, and files that do not exist."""
    from mixlid.io import formats
    from mixlid.io.streams import check_compression, open_input

    given = [formats.get(name) for name in sorted({source.file_type.format for source in plan.sources})]
    if args.key is not None and all(format.columns == "nothing" for format in given):
        keyed = _and(formats.with_columns("fields", "header", "fixed", "tiers"))
        raise SettingsError(f"-k is for {keyed}, but the input is {given[0].name}; set the format with --from")
    if args.header is not None and not any(format.has_header_line for format in given):
        headed = _and([one.name for one in formats.installed() if one.reader and one.has_header_line])
        raise SettingsError(f"--header is for {headed}, but the input is {given[0].name}; set the format with --from")
    if args.min_share is not None and args.unit == "sentence":
        raise SettingsError("--min-share is for documents: use --unit document or auto")
    if args.min_share is not None and not 0 <= args.min_share <= 1:
        raise SettingsError(f"--min-share must be from 0 to 1, not {args.min_share:g}")
    if args.sentences and args.unit not in (None, "document"):
        raise SettingsError(f"--sentences is for documents: use --unit document, not {args.unit}")
    if args.max_record < _LEAST_RECORD:
        raise SettingsError(f"--max-record must be at least {_LEAST_RECORD:,}, not {args.max_record:,}")
    shown: tuple[tuple[str, bool, Extra], ...] = (
        ("--explain", args.explain, "explanations"),
        ("--words", args.words, "words"),
        ("--sentences", args.sentences, "sentences"),
        ("--runs", args.runs is not None, "runs"),
        ("--voices", args.voices is not None, "voices"),
    )
    for option, asked, extra in shown:
        for name in sorted(plan.formats) if asked else ():
            if extra not in formats.get(name).shows:
                fitting = " or ".join(formats.outputs_showing(extra))
                raise SettingsError(f"{option} cannot be shown as {name}; choose {fitting} with -f")
    for task in plan.tasks:
        out = formats.get(task.file_type.format)
        if args.columns is not None and out.columns != "fixed":
            raise SettingsError(f"--columns is for {_and(formats.tables())}, but the output is {out.name}")
        if args.excel and out.name != "csv":
            raise SettingsError(f"--excel is for csv, but the output is {out.name}; choose csv with -f")
        if out.annotates:
            _check_annotates(args, task)
        if out.is_table and (task.output == "-" or task.file_type.compression):
            raise SettingsError(
                f"{out.name} is written to a file that ends in {out.suffixes[0]}, and compresses itself"
            )
        check_compression(task.file_type.compression, f"writing {task.output}")
    for name in plan.outputs:
        args.outputs.check(name, folder=plan.folder, from_input=True)
    if args.summary is not None:
        args.outputs.check(args.summary)
    if args.adapt and args.prior is not None:
        raise SettingsError("give either a prior with --prior or --adapt, which learns one, not both")
    if args.adapt and any(source.texts is None and not source.is_file for source in plan.sources):
        raise SettingsError(
            "--adapt reads the input twice, which is impossible with a pipe: save it to a file, or learn a prior from "
            "similar texts with `mixlid adapt` and use --prior"
        )
    for source in plan.sources:
        check_compression(source.file_type.compression, f"reading {source.shown}")
        path = Path(source.name)
        if source.texts is None and source.name != "-" and (source.is_file or path.is_dir() or not path.exists()):
            with open_input(source.name):
                pass  # raises now rather than in the middle of the work


def _check_annotates(args: argparse.Namespace, task: Task) -> None:
    """Refuse to write a transcript from anything but itself, or only a part of it."""
    name = task.file_type.format
    other = next((source for source in task.sources if source.file_type.format != name), None)
    if other is not None:
        raise SettingsError(
            f"{name} can only be written from {name}, with languages added, but {other.shown} is not; choose -f"
        )
    if len(task.sources) > 1:
        raise SettingsError(f"each {name} becomes a file of its own: give a folder with -o FOLDER/")
    if args.only or args.min_confidence is not None:
        raise SettingsError(
            f"--only and --min-confidence leave records out, but {name} must have all; choose another format with -f"
        )


def _and(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _check_typed(text: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:  # Python decodes such bytes as lone surrogates
        raise InputError(
            f"character {error.start + 1} of a text given with -t is not UTF-8; set the locale to UTF-8"
        ) from None


def parse_voices(text: str, labels: Sequence[str]) -> Mapping[str, str]:
    """`en=NAME,tr=NAME`, or a file with a JSON object of these; each code must mean one of the labels."""
    if "=" in text and not Path(text).is_file():
        pairs = (part.partition("=") for part in text.split(","))
        voices: Any = {code.strip(): name.strip() for code, _, name in pairs}
    else:
        voices = read_json(text, "give en=NAME,tr=NAME or a JSON file of these")
    if not isinstance(voices, dict) or not all(isinstance(name, str) and name for name in voices.values()):
        raise InputError(f"--voices {text}: expected the name of a voice for each language, such as en=NAME,tr=NAME")
    for code in voices:
        find(code, labels)
    return voices
