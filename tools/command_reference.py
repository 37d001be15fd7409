"""The reference of the command line, generated from the parser: every command with its arguments."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from markdown_cells import cell
from mixlid.cli.commands import LazyParser
from mixlid.cli.main import make_parser


def command_reference() -> str:
    """A section for each command, in the order of `mixlid --help`, each followed by its subcommands."""
    return "\n\n".join(_section(parser) for parser in _parsers(make_parser()))


def _parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    if isinstance(parser, LazyParser):
        parser.complete()
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for child in action.choices.values():
                yield from _parsers(child)


def _section(parser: argparse.ArgumentParser) -> str:
    about = parser.description or ""
    parts = [f"## {parser.prog}", f"{about[:1].upper()}{about[1:]}".rstrip(".") + "."]
    rows = [row for action in parser._actions for row in _rows(parser, action)]
    parts.append("\n".join(("| | |", "| --- | --- |", *rows)))
    parser.format_help()  # which makes the end of some
    if parser.epilog:
        parts.append(f"```text\n{parser.epilog.strip()}\n```")
    return "\n\n".join(parts)


def _rows(parser: argparse.ArgumentParser, action: argparse.Action) -> Iterator[str]:
    if isinstance(action, argparse._SubParsersAction):
        for choice in action._choices_actions:
            anchor = f"{parser.prog}-{choice.dest}".replace(" ", "-")
            yield f"| [`{choice.dest}`](#{anchor}) | {cell(choice.help or '')} |"
    elif action.help is not argparse.SUPPRESS and "--help" not in action.option_strings:
        help = parser._get_formatter()._expand_help(action) if action.help else ""
        yield f"| {_signature(action)} | {cell(help)} |"


def _signature(action: argparse.Action) -> str:
    """`-o`, `--output FILE`: the names, with the value after the last one."""
    value = action.metavar if isinstance(action.metavar, str) else None
    if value is None and action.choices is not None:
        value = "{" + ",".join(map(str, action.choices)) + "}"
    if not action.option_strings:
        return f"`{value or action.dest}`"
    takes = f" {value or action.dest.upper()}" if action.nargs != 0 else ""
    return ", ".join(f"`{name}`" for name in action.option_strings[:-1]) + (
        f"{', ' if action.option_strings[1:] else ''}`{action.option_strings[-1]}{takes}`"
    )
