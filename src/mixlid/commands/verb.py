"""What the verbs of the command line have in common."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple

from mixlid.terminal import clean


class Verb(NamedTuple):
    """A word of the command line: what it takes, and the function that does it (which imports what it needs).

    Without a function it is a group, whose `add_arguments` adds further verbs.
    """

    name: str
    help: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], None] | None = None


def add_verbs(parser: argparse.ArgumentParser, verbs: Sequence[Verb], required: bool = True) -> None:
    """Further words; if none is `required`, what the parser itself takes is a command too."""
    group = parser.add_subparsers(metavar="VERB", required=required)
    for verb in verbs:
        child = group.add_parser(
            verb.name, help=verb.help, description=verb.help, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        # SUPPRESS, for otherwise the default here would undo a --debug that stands before the verb.
        child.add_argument("--debug", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
        if verb.run is not None:
            child.set_defaults(run=verb.run)
        verb.add_arguments(child)


def note(args: argparse.Namespace, text: str) -> None:
    """Something the user may want to know; `-q` silences it."""
    if not args.quiet:
        print(f"mixlid: {clean(text)}", file=sys.stderr)
