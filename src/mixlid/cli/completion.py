"""`mixlid completion`: completion scripts for bash, zsh and fish, made from the parsers."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from shlex import quote
from typing import NamedTuple, get_args

from mixlid.cli.commands import LazyParser
from mixlid.settings import SETTINGS, PresetName

_NOTES = """\
examples:
  eval "$(mixlid completion bash)"                                       in ~/.bashrc
  eval "$(mixlid completion zsh)"                                        in ~/.zshrc, after compinit
  mixlid completion fish > ~/.config/fish/completions/mixlid.fish        once
"""


class Option(NamedTuple):
    """An option of a command."""

    names: tuple[str, ...]
    help: str
    takes_value: bool
    #: Its possible values, where they can be listed.
    values: tuple[str, ...]
    #: Whether its values are file names.
    files: bool


class Level(NamedTuple):
    """A command, or `mixlid` itself."""

    path: tuple[str, ...]
    commands: Mapping[str, str]
    options: tuple[Option, ...]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _NOTES
    parser.add_argument("shell", choices=tuple(_SCRIPTS), help="the shell that the script is for")


def run(args: argparse.Namespace) -> None:
    from mixlid.cli.main import make_parser

    print(_SCRIPTS[args.shell](list(levels(make_parser()))), end="")


def levels(parser: argparse.ArgumentParser, path: tuple[str, ...] = ()) -> Iterator[Level]:
    """Every command with its options, `mixlid` itself first."""
    if isinstance(parser, LazyParser):
        parser.complete()
    options, commands, children = [], dict[str, str](), dict[str, argparse.ArgumentParser]()
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            children = dict(action.choices)
            commands = {choice.dest: choice.help or "" for choice in action._choices_actions}
        elif action.option_strings and action.help is not argparse.SUPPRESS:
            about = (action.help or "").replace("%%", "%").split(";")[0].split("\n")[0]
            options.append(
                Option(tuple(action.option_strings), about, action.nargs != 0, _values(action), _is_file(action))
            )
    yield Level(path, commands, tuple(options))
    for name, child in children.items():
        yield from levels(child, (*path, name))


def _values(action: argparse.Action) -> tuple[str, ...]:
    """The possible values of an option, where they can be listed."""
    from mixlid.io.formats import inputs, outputs
    from mixlid.models.loading import load_model
    from mixlid.solvers.registry import SOLVERS
    from mixlid.text.labels import sets_of

    if action.choices is not None:
        return tuple(map(str, action.choices))
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


def _is_file(action: argparse.Action) -> bool:
    shown = action.metavar if isinstance(action.metavar, str) else ""
    return shown.endswith(("FILE", "FOLDER", "MODEL")) or action.dest == "output"


def _bash(tree: Sequence[Level]) -> str:
    paths = " | ".join(f'"{" ".join(level.path)}"' for level in tree if level.path)
    after, offers = [], []
    for level in tree:
        path = " ".join(level.path)
        for option in level.options:
            if option.takes_value:
                names = " | ".join(f'"{path} {name}"' for name in option.names)
                kind = f"-W {quote(' '.join(option.values))}" if option.values else "-f" if option.files else "-W ''"
                after.append(f'        {names}) COMPREPLY=($(compgen {kind} -- "$current")); return ;;')
        words = quote(" ".join([*level.commands, *(name for option in level.options for name in option.names)]))
        offers.append(f'        "{path}") COMPREPLY=($(compgen -W {words} -- "$current")) ;;')
    return f"""\
_mixlid() {{
    local current="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}" place="" word
    for word in "${{COMP_WORDS[@]:1:$((COMP_CWORD-1))}}"; do
        case "${{place:+$place }}$word" in
        {paths}) place="${{place:+$place }}$word" ;;
        esac
    done
    COMPREPLY=()
    case "$place $before" in
{chr(10).join(after)}
    esac
    case "$place" in
{chr(10).join(offers)}
    esac
}}
complete -o default -F _mixlid mixlid
"""


def _zsh(tree: Sequence[Level]) -> str:
    return f"autoload -U +X bashcompinit && bashcompinit\n{_bash(tree)}"


def _fish(tree: Sequence[Level]) -> str:
    lines = ["complete -c mixlid -e"]
    for level in tree:
        given = "".join(f"; and __fish_seen_subcommand_from {word}" for word in level.path).removeprefix("; and ")
        further = f"not __fish_seen_subcommand_from {' '.join(level.commands)}" if level.commands else ""
        condition = quote("; and ".join(filter(None, [given, further])) or "true")
        for command, about in level.commands.items():
            lines.append(f"complete -c mixlid -f -n {condition} -a {command} -d {quote(about)}")
        for option in level.options:
            names = " ".join(f"-l {one[2:]}" if one.startswith("--") else f"-s {one[1:]}" for one in option.names)
            listed = f" -x -a {quote(' '.join(option.values))}" if option.values else " -r" if option.files else " -x"
            value = listed if option.takes_value else ""
            lines.append(f"complete -c mixlid -n {condition} {names}{value} -d {quote(option.help)}")
    return "\n".join(lines) + "\n"


_SCRIPTS = {"bash": _bash, "zsh": _zsh, "fish": _fish}
