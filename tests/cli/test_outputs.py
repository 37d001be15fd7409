"""No command writes over its input, an existing file, another of its outputs, or a file that a link leads to.

All options that name an output are found in the parsers, those of plug-ins included, so a new one is tried here, too.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from command import Command, start

from mixlid.cli.commands import LazyParser
from mixlid.cli.main import make_parser

pytest.importorskip("mixlid_lab")

#: Of commands with outputs: the other arguments, where `in` stands for a file that is read.
ARGUMENTS = {
    "identify": "in",
    "adapt": "in",
    "stats": "in",
    "kwic": "in --word the",
    "compare": "in",
    "train": "in",
    "tune": "in --data in",
    "evaluate": "--data in",
    "evaluate paper": "-m in",
    "model add": "in --label cos_Latn",
    "model pack": "in",
}
#: Outputs that are folders, and the file that is written there for `in`.
FOLDERS = {("identify", "--output-dir"): "in.txt", ("evaluate paper", "--output"): "report.md"}
#: Outputs that may replace the input with `--force`, since they are made of it record by record.
IN_PLACE = {("identify", "--output"), ("identify", "--output-dir")}


def outputs(parser: argparse.ArgumentParser, name: str = "") -> Iterator[tuple[str, str]]:
    """Every command with each of its options for an output."""
    if isinstance(parser, LazyParser):
        parser.complete()
    marked = parser.get_default("output_options") or {}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for child, below in action.choices.items():
                yield from outputs(below, f"{name} {child}".strip())
        elif action.dest in marked:
            yield name, next((one for one in action.option_strings if one.startswith("--")), "")
        elif action.nargs != 0:
            options = {"-o", "--output", "--output-dir", "--summary"}.intersection(action.option_strings)
            is_written = (action.help or "").startswith("write ") and action.metavar in ("FILE", "FOLDER", "OUT", "DIR")
            assert not options, f"mixlid {name} {action.dest}: declare it with add_output"
            assert not is_written, f"mixlid {name} {action.dest}: declare it with add_output, if it is an output"


FOUND = list(outputs(make_parser()))
Refused = Callable[..., str]


@pytest.fixture
def cli(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tiny_table: Path, tmp_path: Path
) -> Command:
    monkeypatch.chdir(tmp_path)
    Path("in.txt").write_text("the bread is warm\n", encoding="utf-8")
    return Command(capsys, monkeypatch, tiny_table)


@pytest.fixture
def refused(cli: Command) -> Refused:
    """The sentence with which a command refuses an output, after which all files are as they were."""

    def run(command: str, option: str, target: Path, *more: str) -> str:
        before = contents()
        given = str(target.parent if (command, option) in FOLDERS else target)
        outcome = cli(*command.split(), *arguments(command, "in.txt"), *filter(None, [option, given]), *more)
        assert (outcome.code, outcome.out) == (2, ""), outcome
        assert outcome.err.startswith("mixlid: ")
        assert outcome.err.count("\n") == 1
        assert contents() == before
        return outcome.err

    return run


def arguments(command: str, source: str) -> list[str]:
    return [source if word == "in" else word for word in ARGUMENTS[command].split()]


def contents() -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(Path().rglob("*")) if path.is_file()}


def place(command: str, option: str) -> Path:
    """A name for the output, in a folder of its own."""
    Path("out").mkdir()
    return Path("out", FOLDERS.get((command, option), "out.json"))


def test_every_command_with_outputs_is_tried() -> None:
    assert {command for command, _ in FOUND} == {*ARGUMENTS}
    assert {*FOLDERS, *IN_PLACE} <= {*FOUND}


@pytest.mark.parametrize(("command", "option"), FOUND)
def test_an_existing_file(refused: Refused, command: str, option: str) -> None:
    target = place(command, option)
    target.write_text("precious", encoding="utf-8")
    assert f"{target} exists already; --force replaces it" in refused(command, option, target)


@pytest.mark.parametrize(("command", "option"), FOUND)
def test_the_input(refused: Refused, command: str, option: str) -> None:
    target = place(command, option)
    target.hardlink_to("in.txt")  # another name of the same file
    assert f"{target} is an input, and would be replaced" in refused(command, option, target)
    if (command, option) not in IN_PLACE:
        assert "give another name" in refused(command, option, target, "--force")


@pytest.mark.parametrize("exists", [True, False])
@pytest.mark.parametrize(("command", "option"), FOUND)
def test_a_link(refused: Refused, command: str, option: str, exists: bool) -> None:
    target, elsewhere = place(command, option), Path("elsewhere")
    if exists:
        elsewhere.write_text("precious", encoding="utf-8")
    target.symlink_to(Path("..", "elsewhere"))
    error = refused(command, option, target)
    assert f"{target} is a link" in error
    if (command, option) in FOLDERS:
        assert "out of out" in refused(command, option, target, "--force")


@pytest.mark.parametrize(("command", "option"), FOUND)
def test_two_outputs_in_one_file(refused: Refused, command: str, option: str) -> None:
    target = Path("new.json")
    for name, other in FOUND:
        if name == command and other != option and not {(name, other), (command, option)} & {*FOLDERS}:
            assert "two outputs are one file" in refused(command, option, target, other, f"./{target}", "--force")


@pytest.mark.parametrize(
    ("command", "option"),
    [one for one in FOUND if one[0] in ("identify", "adapt", "stats", "kwic", "compare")],
)
def test_what_is_new_or_forced_is_written(cli: Command, command: str, option: str) -> None:
    target, source = place(command, option), "in.txt"
    if command not in ("identify", "adapt"):  # which read texts, and not words with languages
        source = "words.jsonl"
        assert cli.identify("--words", "in.txt", "-o", source).code == 0
    given = target.parent if (command, option) in FOLDERS else target
    rest = arguments(command, source)
    if option == "--summary":
        rest += ["-o", "/dev/null"]
    for more in ([], ["--force"]):
        outcome = cli(*command.split(), *rest, option, given, *more)
        assert outcome.code == 0, outcome.err
        assert target.read_text(encoding="utf-8") not in ("", "old")
        target.write_text("old", encoding="utf-8")
    assert list(Path().rglob(".*")) == []  # nothing with a temporary name is left


def test_standard_input_is_an_input(cli: Command) -> None:
    with Path("in.txt").open("rb") as stream:
        process = start("adapt", "-", "-o", "in.txt", "--force", stdin=stream)
        _, errors = process.communicate()
    assert process.returncode == 2
    assert b"in.txt is an input, and would be replaced" in errors
    assert contents() == {"in.txt": b"the bread is warm\n"}
    assert cli("identify", "in.txt", "--force", "-o", "in.txt").code == 0


def test_a_device_is_written(cli: Command) -> None:
    assert cli("adapt", "in.txt", "-o", "/dev/null", "-q").code == 0
    assert cli("identify", "in.txt", "-o", "/dev/null", "--summary", "/dev/null").code == 0


def test_standard_output_twice(cli: Command) -> None:
    outcome = cli("identify", "in.txt", "--summary", "-")
    assert (outcome.code, outcome.out) == (2, "")
    assert "two outputs are standard output" in outcome.err
