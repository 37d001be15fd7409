"""The program `mixlid`: its commands, and what they share (exit codes, errors as sentences, closed pipes).

Exit codes: 0 success; 1 a model or a record could not be read; 2 wrong options; 130 interrupted; 141 the reader of our
output went away. Data go to standard output, everything else to standard error.
"""

from __future__ import annotations

import argparse
import gc
import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from mixlid import __version__
from mixlid._kernel import kernel
from mixlid.cli.commands import LazyParser, Parser, add_commands, check_outputs, installed_commands
from mixlid.cli.terminal import clean
from mixlid.errors import LabelError, MixlidError, SettingsError

#: Other commands, ours like anyone's, are found by their entry points.
COMMANDS = {name: f"mixlid.cli.{name}" for name in ("identify", "adapt", "languages", "model")}

_EXAMPLES = """\
examples:
  mixlid identify -t "yarınki meeting için slides hazır mı"   a sentence, word by word
  mixlid identify posts.csv -o labelled.csv                   a file with languages added: txt, csv, jsonl, parquet, …
  mixlid serve                                                a page to try it on, and HTTP

`mixlid COMMAND --help` lists the options of a command."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    debug, files = False, list[str]()
    if isinstance(sys.stdout, io.TextIOWrapper):  # whatever the locale says, our text is UTF-8
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        try:
            asked = sys.argv[1:] if argv is None else argv
            if argv is None:
                _set_up_process(asked)
            parser = make_parser(asked)
            if not asked:
                parser.exit(2, parser.format_help())
            if asked[0].startswith("-") and asked[0] not in parser._option_string_actions:
                parser.error(f"{asked[0]} comes after a command; did you mean `mixlid identify {asked[0]} …`?")
            args = parser.parse_args(argv)
            debug, files = args.debug, getattr(args, "files", [])
            check_outputs(args)
            args.run(args)
        except SystemExit as stop:  # how argparse ends after --help, --version and errors
            return stop.code if isinstance(stop.code, int) else 0
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
        return 141
    except KeyboardInterrupt:
        return 130
    except (MixlidError, OSError, MemoryError) as error:
        if debug:
            raise
        print(f"mixlid: {clean(_sentence(error, files))}", file=sys.stderr)
        if isinstance(error, OSError) and error.filename is None:  # a full disk, most likely
            _drop_output()
        return 2 if isinstance(error, SettingsError | LabelError) else 1
    return 0


def _set_up_process(asked: Sequence[str]) -> None:
    """Make start-up cheap by settings that are for a program to choose, not for a library."""
    gc.set_threshold(100_000)  # imports make many objects that stay, and hardly any of ours are in cycles
    if asked[:1] == ["identify"]:
        # Threads of NumPy's matrix products spin for 30 ms when they start, and make small products slower; `-j` is
        # how this command uses several processors.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def _sentence(error: Exception, files: Sequence[str]) -> str:
    if isinstance(error, MemoryError):
        return ": ".join([*files, "there is not enough memory; give the input in parts"])
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename is not None else error.strerror
    return str(error)


def _drop_output() -> None:
    """Drop the buffer of an output that cannot be written, or Python would raise again on exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def make_parser(asked: Sequence[str] = ()) -> argparse.ArgumentParser:
    """The parser of all commands. Plug-ins are looked for only if a command is asked for that is not in `COMMANDS`."""
    parser = Parser(
        prog="mixlid",
        description="Finds every language in a sentence and says which words are in which.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"mixlid {__version__} ({kernel()} kernel)")
    parser.add_argument("--debug", action="store_true", help="show the traceback of an error")
    called = next((word for word in asked if not word.startswith("-")), "")
    add_commands(parser, COMMANDS if called in COMMANDS else {**COMMANDS, **installed_commands(), **COMMANDS})
    return parser


def full_parser(parser: argparse.ArgumentParser | None = None) -> argparse.ArgumentParser:
    """The parser with the options of every command: for man pages and completion (shtab reads `complete`)."""
    parser = parser or make_parser()
    if isinstance(parser, LazyParser):
        parser.complete()
    if isinstance(parser, Parser):
        parser.describe_commands()
    for action in parser._actions:
        for child in action.choices.values() if isinstance(action, argparse._SubParsersAction) else ():
            full_parser(child)
        if str(action.metavar).endswith(("FILE", "FOLDER", "MODEL")):
            action.complete = {"bash": "_shtab_compgen_files", "zsh": "_files", "tcsh": "f"}  # type: ignore[attr-defined]
    return parser
