"""`mixlid completion`: completion scripts for bash, zsh, fish and tcsh, made from the parsers by shtab."""

from __future__ import annotations

import argparse
from typing import Any, get_args

from mixlid.cli.commands import LazyParser, Parser
from mixlid.errors import MissingDependencyError
from mixlid.settings import SETTINGS, PresetName

HELP = "print a script for shell completion"

_NOTES = """\
needs the package shtab: pip install 'mixlid[completion]'

examples:
  eval "$(mixlid completion bash)"                                       in ~/.bashrc
  eval "$(mixlid completion zsh)"                                        in ~/.zshrc, after compinit
  mixlid completion fish > ~/.config/fish/completions/mixlid.fish        once
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _NOTES
    parser.add_argument("shell", choices=("bash", "zsh", "fish", "tcsh"), help="the shell that the script is for")


def run(args: argparse.Namespace) -> None:
    try:
        import shtab
    except ImportError as error:
        raise MissingDependencyError("shtab", "completion", "shell completion") from error
    from mixlid.cli.main import make_parser

    parser = make_parser()
    _describe(parser, shtab.FILE)
    print(shtab.complete(parser, args.shell))


def _describe(parser: argparse.ArgumentParser, files: Any) -> None:
    """Add what lazy parsers leave out, and the values that options take where they are not choices for argparse."""
    if isinstance(parser, LazyParser):
        parser.complete()
    if isinstance(parser, Parser):
        parser.describe_commands()
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for child in action.choices.values():
                _describe(child, files)
        elif action.choices is None and action.nargs != 0:
            shown = action.metavar if isinstance(action.metavar, str) else ""
            if values := _values(action):
                action.choices = values
            elif shown.endswith(("FILE", "FOLDER", "MODEL")) or action.dest == "output":
                action.complete = files  # type: ignore[attr-defined]


def _values(action: argparse.Action) -> tuple[str, ...]:
    """The possible values of an option, where they can be listed."""
    from mixlid.io.formats import inputs, outputs
    from mixlid.models.loading import load_model
    from mixlid.solvers.registry import SOLVERS
    from mixlid.text.labels import sets_of

    if "--languages" in action.option_strings:
        labels = load_model().labels
        return (*sets_of(labels), *labels)
    known = {
        "--format": outputs(),
        "--from": inputs(),
        "--preset": get_args(PresetName),
        "--solver": tuple(SOLVERS),
        "--only": ("mixed", "mono"),
        "--set": tuple(f"{name}=" for name in SETTINGS),
        "--jobs": ("auto",),
    }
    return next((known[name] for name in action.option_strings if name in known), ())
