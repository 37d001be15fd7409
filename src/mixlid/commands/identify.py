"""`mixlid identify`: a filter that adds languages to records. One record in, one out, in order."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mixlid.commands.files import open_input, open_output
from mixlid.commands.verb import note
from mixlid.errors import InputError, SettingsError
from mixlid.models.catalogue import EMBEDDED_NAME

if TYPE_CHECKING:
    from mixlid.formats import Format, Record, Records
    from mixlid.identifier import Identifier
    from mixlid.result import Result

_NOTES = """\
formats:
  txt     one record a line
  tsv     the text is in column -k: a number from 1, or with --header a name; default: the column called
          "text" if the header has one, and otherwise the last. Out: languages, shares, the line as it was
  jsonl   the text is in field -k (default: text). Out: the record's own fields, then languages, language,
          language_script, is_mixed, proportions, margin, model, config, and words with --words; a field
          of the same name in the input is replaced
  conll   first column is the token, an empty line ends a sentence. Out: the same lines and the label
  text    (out only) for people: coloured words and a legend on a terminal, one line a record in a pipe,
          words outside the first language in brackets

examples:
  mixlid identify -t "yarınki meeting için slides hazır mı"
  mixlid identify -l tur,eng tweets.jsonl -o tweets.labelled.jsonl -j 8
  mixlid identify -m glotlid --explain < sentences.txt
  MIXLID_MODEL=model.bin mixlid identify --words < sentences.txt

exit status: 0 fine, 1 the model or a record cannot be read, 2 wrong options
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _NOTES
    add = parser.add_argument
    add("file", nargs="?", metavar="FILE", help="input; - or nothing is standard input")
    add("-t", "--text", action="append", metavar="TEXT", help="identify this text instead (may be repeated)")
    add("-o", "--output", default="-", metavar="FILE", help="output; appears only when it is whole")
    add("-m", "--model", metavar="MODEL", help="a file, a name or hf://…; default: $MIXLID_MODEL, else litelid")
    add("-l", "--languages", metavar="CODES", help="answer only with these languages: tur,eng or tr,en-Latn")
    add("-p", "--preset", default="default", metavar="NAME", help="default, cs, avg, mono, or another of the model's")
    add("-s", "--set", action="append", default=[], metavar="NAME=VALUE", help="change one setting (may be repeated)")
    add("--solver", default="exact", metavar="NAME", help="exact, ilp, masklid, topk, threshold; topk:k=2 and so on")
    add(
        "-f",
        "--format",
        metavar="FORMAT",
        choices=("text", "tsv", "jsonl", "conll"),
        help="of the output: text, tsv, jsonl, conll; default: by the name of -o, else as the input, and text for txt",
    )
    add(
        "--from",
        dest="source",
        metavar="FORMAT",
        choices=("txt", "tsv", "jsonl", "conll"),
        help="of the input: txt, tsv, jsonl, conll; default: by its name, and txt if that says nothing",
    )
    add("-k", "--key", metavar="FIELD", help="the field (jsonl) or column (tsv) that holds the text")
    add("--header", action="store_true", help="the first line of a tsv names its columns")
    add("-j", "--jobs", type=int, default=1, metavar="N", help="share the work among N processes")
    add("--words", action="store_true", help="every word with its label and score (text, jsonl)")
    add("--explain", action="store_true", help="which n-grams spoke for and against which language (text)")
    add("--color", metavar="WHEN", choices=("auto", "always", "never"), default="auto", help="auto, always or never")
    add("-q", "--quiet", action="store_true", help="no notes and no progress on standard error")


def run(args: argparse.Namespace) -> None:
    from mixlid import formats
    from mixlid.progress import Progress
    from mixlid.terminal import TextView, wants_colour

    if args.text is not None and args.file is not None:
        raise SettingsError(f"give either texts with -t or the file {args.file}, not both")
    source = "txt" if args.text is not None else args.source or formats.format_of(args.file or "-")
    out = args.format or _format_by_name(args.output) or ("text" if source == "txt" else source)
    if args.key is not None and source not in ("tsv", "jsonl"):
        raise SettingsError(f"-k is for tsv and jsonl, and the input is {source}; --from says otherwise")
    if args.header and source != "tsv":
        raise SettingsError(f"--header is for tsv, and the input is {source}; --from says otherwise")
    if (args.explain and out != "text") or (args.words and out == "tsv"):
        option, fitting = ("--explain", "text") if args.explain else ("--words", "text, jsonl or conll")
        raise SettingsError(f"{option} cannot be shown as {out}; choose {fitting} with -f")

    identifier = _identifier(args)
    with ExitStack() as stack:
        records = _records(args, source, stack)
        stream = stack.enter_context(open_output(args.output))
        on_screen = args.output == "-" and sys.stdout.isatty()
        colour = wants_colour(args.color, on_screen, os.environ if args.output == "-" else {})
        view = TextView(identifier.model, people=on_screen, colour=colour, words=args.words, explain=args.explain)
        constants = {"model": _model_name(args, identifier), "config": _config(args, identifier)}
        render: Callable[[Record, Result], str] = {
            "text": lambda _, result: view.show(result),
            "tsv": formats.to_tsv,
            "jsonl": lambda record, result: formats.to_jsonl(record, result, args.words, constants),
            "conll": formats.to_conll,
        }[out]
        progress = stack.enter_context(Progress("records", quiet=args.quiet or on_screen or not sys.stderr.isatty()))
        if out == "tsv" and records.header is not None:
            stream.write(f"languages\tproportions\t{records.header}\n".encode())
        for record, result in _answers(identifier, records.stream, args.jobs):
            # A lone surrogate, which JSON can smuggle in, has no UTF-8 form; as an escape it is still valid JSON.
            stream.write(render(record, result).encode("utf-8", "backslashreplace"))
            if on_screen:
                stream.flush()
            progress.step()


def _format_by_name(output: str) -> str | None:
    return {".tsv": "tsv", ".jsonl": "jsonl", ".conll": "conll", ".txt": "text"}.get(Path(output).suffix.lower())


def _records(args: argparse.Namespace, source: Format, stack: ExitStack) -> Records:
    from mixlid import formats

    if args.text is not None:
        return formats.Records(map(_typed, args.text))
    name = args.file or "-"
    if name == "-" and sys.stdin is not None and sys.stdin.isatty():
        note(args, 'reading what you type, one sentence a line, until Ctrl-D; or give a FILE, or -t "a sentence"')
    stream = stack.enter_context(open_input(name))
    return formats.read(stream, "standard input" if name == "-" else name, source, args.key, args.header)


def _typed(text: str) -> Record:
    from mixlid import formats

    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:  # Python hands over such bytes as lone surrogates
        raise InputError(
            f"character {error.start + 1} of a text given with -t is not UTF-8; set the locale to UTF-8"
        ) from None
    return formats.plain(text)


def _identifier(args: argparse.Namespace) -> Identifier:
    from mixlid import load
    from mixlid.settings import parse

    if args.jobs < 1:
        raise SettingsError(f"-j needs at least one process, not {args.jobs}")
    args.set = dict(map(parse, args.set))
    identifier = load(_model(args), args.preset, args.solver)
    if args.languages is not None:
        identifier = identifier.restrict(args.languages)
    return identifier.but(**args.set)  # last, so that what is set is taken as it is given


def _model(args: argparse.Namespace) -> str:
    return args.model or os.environ.get("MIXLID_MODEL") or EMBEDDED_NAME


def _model_name(args: argparse.Namespace, identifier: Identifier) -> str:
    card = identifier.model.info().get("card") or {}
    name = _model(args)
    return str(card.get("name") or (name if name.startswith("hf:") else Path(name).name))


def _config(args: argparse.Namespace, identifier: Identifier) -> dict[str, Any]:
    """What was asked for, so that a file says how it was made."""
    config: dict[str, Any] = {"preset": args.preset, "solver": args.solver}
    if args.set:
        config["settings"] = args.set
    if args.languages is not None:
        config["languages"] = identifier.labels
    return config


def _answers(identifier: Identifier, records: Iterator[Record], jobs: int) -> Iterator[tuple[Record, Result]]:
    """Each record with its result. A record that cannot be read ends it, but only after all before it."""
    if jobs > 1:
        _start_process_server()
    waiting: deque[Record] = deque()
    failure: InputError | None = None

    def texts() -> Iterator[str]:
        nonlocal failure
        try:
            for record in records:
                waiting.append(record)
                yield record.text
        except InputError as error:
            failure = error  # with several processes, reading is far ahead of writing

    for result in identifier.identify_many(texts(), jobs):
        yield waiting.popleft(), result
    if failure is not None:
        raise failure


def _start_process_server() -> None:
    """Start what starts the worker processes, deaf to Ctrl-C: that reaches all of them, and each would print where.

    The signal is blocked and not ignored because processes inherit that from their very first moment.
    """
    from multiprocessing import resource_tracker

    try:
        from multiprocessing import forkserver
    except ImportError:  # not a Unix system
        return
    resource_tracker.ensure_running()  # on its own, for it unblocks the signal when it has started
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
