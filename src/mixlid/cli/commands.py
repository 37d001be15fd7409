"""What the commands share: how they are found, which model they use by default, and how they print notes.

A command is a module with `add_arguments(parser)` and, unless it only groups other commands, `run(args)`. It may have
`end_of_help()` too, which is called when the help is shown. A module is imported only when its command is called, so
that `mixlid identify` loads nothing of `mixlid_lab`.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NamedTuple, NoReturn

from mixlid.cli.terminal import clean
from mixlid.errors import SettingsError, suggestion
from mixlid.models.catalogue import EMBEDDED_NAME

#: The group of entry points for commands. `stats` is `mixlid stats`, and `model.add` is `mixlid model add`.
GROUP = "mixlid.commands"


class Command(NamedTuple):
    """A subcommand: its name, a short description, and its module."""

    name: str
    help: str
    module: str


def plug_ins(under: str = "") -> list[Command]:
    """The commands of installed packages, described by `HELP` of their modules; `under="model"`: of `mixlid model`."""
    from importlib.metadata import entry_points  # some twenty milliseconds, and few runs need it

    found = []
    for point in sorted(entry_points(group=GROUP)):
        parent, _, name = point.name.rpartition(".")
        if parent == under:
            found.append(Command(name, import_module(point.value).HELP, point.value))
    return found


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line with a suggestion; the usage is in the help."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"mixlid: {clean(message)} (`{self.prog} --help` lists what there is)\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            choices = [str(choice) for choice in action.choices]
            hint = suggestion(str(value), choices) or f"choose from {', '.join(choices)}"
            raise argparse.ArgumentError(action, f"invalid choice: {value!r}; {hint}")


class LazyParser(Parser):
    """A parser whose arguments are added when it is used."""

    #: The module that adds them, until it has.
    module = ""
    end_of_help: Callable[[], str] | None = None

    def complete(self) -> None:
        """Add the arguments, unless that is done already."""
        if self.module:
            module, self.module = import_module(self.module), ""
            if hasattr(module, "run"):
                self.set_defaults(run=module.run)
            self.end_of_help = getattr(module, "end_of_help", None)
            module.add_arguments(self)

    def format_help(self) -> str:
        if self.end_of_help is not None:
            self.epilog = self.end_of_help()
        return super().format_help()

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        self.complete()
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            hints = (suggestion(word.partition("=")[0], self._option_string_actions) for word in unknown)
            hint = next(filter(None, hints), "")
            self.error(f"unrecognized arguments: {' '.join(unknown)}{'; ' if hint else ''}{hint}")
        return found, unknown


def add_commands(parser: argparse.ArgumentParser, commands: Sequence[Command], required: bool = True) -> None:
    """Add subcommands; if none is `required`, the parser is a command of its own as well."""
    group = parser.add_subparsers(metavar="COMMAND", required=required, parser_class=LazyParser)
    for command in commands:
        child = group.add_parser(
            command.name,
            help=command.help,
            description=command.help,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        # SUPPRESS, or the default here would undo a --debug given before the name of the command.
        child.add_argument("--debug", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
        child.module = command.module


def default_model() -> str:
    """The model to use if none is given."""
    return os.environ.get("MIXLID_MODEL") or EMBEDDED_NAME


def note(args: argparse.Namespace, text: str) -> None:
    """Print something the user may want to know; `-q` silences it."""
    if not args.quiet:
        print(f"mixlid: {clean(text)}", file=sys.stderr)


def processors() -> int:
    """How many processors this process may use; in a container often not all of them."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def count_jobs(text: str) -> int:
    """`-j`: a number of processes, or `auto` for one on each processor."""
    if text == "auto":
        return processors()
    if not text.isdecimal() or int(text) < 1:
        raise SettingsError(f"-j takes a number of processes, at least 1, or auto, not {text}")
    return int(text)
