"""What the Tab key offers in bash, with the script that shtab makes of our parser (docs/commands.md)."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from mixlid.cli.commands import installed_commands
from mixlid.cli.main import COMMANDS, full_parser

shtab = pytest.importorskip("shtab")
ASK = """
COMP_WORDS=(mixlid "$@"); COMP_CWORD=$#
_shtab_mixlid mixlid "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["ident"], ["identify"]),
        (["model", "inf"], ["info"]),
        (["identify", "--min-s"], ["--min-share"]),
        (["identify", "--unit", "doc"], ["document"]),
        (["identify", "labell"], ["labelled.txt"]),
        (["identify", "-o", "labell"], ["labelled.txt"]),
        (["identify", "-t", "labell"], []),
    ],
)
def test_bash(tmp_path: Path, words: list[str], offered: list[str]) -> None:
    assert in_bash(tmp_path, words) == offered


def test_commands_of_plug_ins_are_offered(tmp_path: Path) -> None:
    assert {*COMMANDS, *installed_commands(), "stats"} <= set(in_bash(tmp_path, [""]))


def in_bash(folder: Path, words: list[str]) -> list[str]:
    (folder / "labelled.txt").touch()
    script = shtab.complete(full_parser(), "bash") + ASK
    done = subprocess.run(
        ["bash", "-c", script, "bash", *words], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout.split()
