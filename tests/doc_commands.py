"""Whether a command line on a page is valid: its command, options, make target and extra."""

from __future__ import annotations

import argparse
import contextlib
import io
import re
import shlex

from doc_blocks import ROOT
from mixlid.cli.commands import LazyParser
from mixlid.cli.main import make_parser

_MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
_PYPROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
TARGETS = frozenset(re.findall(r"^([a-z][a-z-]*):", _MAKEFILE, re.MULTILINE))
EXTRAS = frozenset(
    re.findall(
        r"^(\w+) = \[", _PYPROJECT.partition("[project.optional-dependencies]")[2].partition("\n[")[0], re.MULTILINE
    )
)


def fault(line: str, part: bool = False) -> str | None:
    """What is wrong with a command line; None if nothing is.

    With `part`, or if the line has an ellipsis, only what is there is checked and it need not be complete.
    """
    for piece in _pieces(line):
        name, *rest = piece
        if name == "make":
            found = next((f"there is no make target {word}" for word in rest if _is_target(word)), None)
        elif name == "pip":
            found = next((f"there is no extra {name}" for name in unknown_extras(" ".join(piece))), None)
        elif name == "mixlid":
            found = _options(rest) if part or "…" in line else _whole(rest)
        else:
            found = None
        if found:
            return found
    return None


def _pieces(line: str) -> list[list[str]]:
    """The commands of a line, without pipes and redirections."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|<>;&")
    lexer.whitespace_split = True
    pieces: list[list[str]] = [[]]
    skip = False
    for word in lexer:
        if set(word) <= set("|;&"):
            pieces.append([])
        elif set(word) <= set("<>"):
            skip = True
        elif skip:
            skip = False
        elif word != "…" and not (not pieces[-1] and re.fullmatch(r"[A-Z_]+=.*", word)):
            pieces[-1].append(word)
    return [piece for piece in pieces if piece]


def _is_target(word: str) -> bool:
    return re.fullmatch(r"[a-z][a-z-]*", word) is not None and word not in TARGETS


def unknown_extras(text: str) -> list[str]:
    """Extras that a text names as `mixlid[…]` or `.[…]` and that do not exist."""
    groups = re.findall(r"(?:mixlid|['\s]\.)\[([\w,]+)\]", text)
    return [name for group in groups for name in group.split(",") if name not in EXTRAS]


def _whole(words: list[str]) -> str | None:
    """What argparse objects to."""
    said = io.StringIO()
    try:
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
            make_parser().parse_args(words)
    except SystemExit as stop:
        if stop.code:
            return said.getvalue().strip().split("\n")[-1]
    return None


def _options(words: list[str]) -> str | None:
    """The first word that is neither a required command, nor a known option, nor a value."""
    parser: argparse.ArgumentParser = make_parser()
    rest = iter(words)
    for word in rest:
        commands = _commands(parser)
        if word in commands:
            parser = commands[word]
            parser.complete()
        elif word.startswith("-") and len(word) > 1:
            option, equals, _ = word.partition("=")
            if option not in parser._option_string_actions:
                return f"{parser.prog} has no option {option}"
            if not equals and parser._option_string_actions[option].nargs != 0:
                next(rest, None)
        elif commands:
            return f"{parser.prog} has no command {word}"
    return None


def _commands(parser: argparse.ArgumentParser) -> dict[str, LazyParser]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}
