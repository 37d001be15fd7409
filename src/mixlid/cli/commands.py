"""What the commands share: how they are found, which model they use by default, and how they print notes.

A command is a module with `HELP` (what it does, in a line), `add_arguments(parser)` and, unless it only groups other
commands, `run(args)`. It may have `end_of_help()` too, which is called when the help is shown. A module is imported
only when its command is called, or when the help lists it.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from mixlid._plug_ins import load, load_or_warn, plug_ins
from mixlid.cli.terminal import clean
from mixlid.errors import SettingsError, suggestion
from mixlid.models.catalogue import EMBEDDED_NAME


def installed_commands(under: str = "") -> dict[str, str]:
    """The commands of installed packages with their modules; `under="model"`: of `mixlid model`, called `model.add`."""
    found = ((name.rpartition("."), module) for name, module in plug_ins("mixlid.commands").items())
    return {name: module for (parent, _, name), module in found if parent == under}


#: Commands of the other distribution, which may not be installed.
LAB = ("evaluate", "train", "tune", "add", "pack")


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line with a suggestion; the usage is in the help."""

    def format_help(self) -> str:
        self.describe_commands()
        return super().format_help()

    def describe_commands(self) -> None:
        """Say what each command does, in the words of its module."""
        for group in self._actions:
            if isinstance(group, argparse._SubParsersAction):
                for shown in group._choices_actions:
                    shown.help = _description(group.choices[shown.dest])

    def error(self, message: str) -> NoReturn:
        full = "--help-all" if "--help-all" in self._option_string_actions else "--help"
        self.exit(2, f"mixlid: {clean(message)} (`{self.prog} {full}` lists what there is)\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            choices = [str(choice) for choice in action.choices]
            hint = suggestion(str(value), choices) or f"choose from {', '.join(choices)}"
            if value in LAB:
                hint = f"`{self.prog} {value}` comes with mixlid-lab (in the source tree: pip install ./lab)"
            elif "identify" in choices and (" " in str(value) or Path(str(value)).exists()):
                hint = "a text or a file comes after a command, as in `mixlid identify`"
            raise argparse.ArgumentError(action, f"invalid choice: {value!r}; {hint}")


class LazyParser(Parser):
    """The parser of a command, whose module is imported when it is used.

    Its help has two levels: options made by `more_options`, and the end of the help, are for `--help-all`.
    """

    #: The command's name and module, until that is imported.
    source: tuple[str, str] | None = None
    end_of_help: Callable[[], str] | None = None
    more: argparse._ArgumentGroup | None = None
    shows_all = False

    def complete(self) -> None:
        """Import the command, unless that is done already, and add its arguments."""
        if self.source is not None:
            name, place = self.source
            is_ours = place.startswith("mixlid.cli.")
            module, self.source = import_module(place) if is_ours else load("mixlid.commands", name, place), None
            self.description = module.HELP
            if hasattr(module, "run"):
                self.set_defaults(run=module.run)
            self.end_of_help = getattr(module, "end_of_help", None)
            module.add_arguments(self)

    def format_help(self) -> str:
        if self.more is None or self.shows_all:
            return self.format_all()
        shown = self._get_formatter()
        names = [shown._format_args(one, one.dest) for one in self._get_positional_actions()]
        shown.add_usage(" ".join((self.prog, "[options]", *names)), (), ())
        shown.add_text(self.description)
        for group in self._action_groups:
            if group is not self.more:
                shown.start_section(group.title)
                shown.add_arguments(group._group_actions)
                shown.end_section()
        shown.add_text(self.epilog)
        return shown.format_help()

    def format_all(self) -> str:
        """The whole help."""
        epilog, self.epilog = self.epilog, self.end_of_help() if self.end_of_help is not None else self.epilog
        try:
            return super().format_help()
        finally:
            self.epilog = epilog

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        self.complete()
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            hints = (suggestion(word.partition("=")[0], self._option_string_actions) for word in unknown)
            hint = next(filter(None, hints), "")
            self.error(f"unrecognized arguments: {' '.join(unknown)}{'; ' if hint else ''}{hint}")
        return found, unknown


def _description(command: LazyParser) -> str | None:
    if command.source is None:
        return command.description
    return getattr(load_or_warn("mixlid.commands", *command.source), "HELP", None)


def add_commands(parser: argparse.ArgumentParser, commands: Mapping[str, str], required: bool = True) -> None:
    """Add subcommands, each with its module; if none is `required`, the parser is a command of its own as well."""
    group = parser.add_subparsers(metavar="COMMAND", required=required, parser_class=LazyParser)
    for name, module in commands.items():
        child = group.add_parser(name, help="", formatter_class=argparse.RawDescriptionHelpFormatter)
        # SUPPRESS, or the default here would undo a --debug given before the name of the command.
        child.add_argument("--debug", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
        child.source = name, module


def more_options(parser: argparse.ArgumentParser) -> Callable[..., Any]:
    """What adds options that only `--help-all` shows."""
    if not isinstance(parser, LazyParser):
        return parser.add_argument
    if parser.more is None:
        parser.add_argument("--help-all", action=_HelpAll, nargs=0, help="show all options")
        parser.more = parser.add_argument_group("more options")
    return parser.more.add_argument


class _HelpAll(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        if isinstance(parser, LazyParser):
            parser.shows_all = True
        parser.print_help()
        parser.exit()


def add_output(
    parser: argparse.ArgumentParser,
    *names: str,
    checked: bool = True,
    add: Callable[..., Any] | None = None,
    **how: Any,
) -> None:
    """An option that names a file to write, and `--force` with the first of them.

    The file is checked before the command begins, which opens it by `args.outputs`. A command that checks it by itself,
    since only it knows which files are meant, says so by `checked`.
    """
    if "--force" not in parser._option_string_actions:
        parser.add_argument("--force", action="store_true", help="replace existing files")
    action = (add or parser.add_argument)(*names, **how)
    parser.set_defaults(output_options={**(parser.get_default("output_options") or {}), action.dest: checked})


def check_outputs(args: argparse.Namespace) -> None:
    """Refuse files that a command must not write, and give it `args.outputs`. Its inputs are all other arguments."""
    options: dict[str, bool] = getattr(args, "output_options", {})
    if not options:
        return
    from mixlid.io.output import Outputs

    others = [value for name, value in vars(args).items() if name not in options]
    listed = [item for value in others for item in (value if isinstance(value, list) else [value])]
    args.outputs = Outputs([item for item in listed if isinstance(item, str | Path) and item], args.force)
    for name, is_checked in options.items():
        if is_checked and getattr(args, name) is not None:
            args.outputs.check(getattr(args, name))


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
    if not text.isdecimal() or not 0 < len(text.lstrip("0")) < 6:
        raise SettingsError(f"-j takes a number of processes, at least 1, or auto, not {text}")
    return int(text)
