"""What the Tab key offers, as the shells themselves report it."""

from __future__ import annotations

import builtins
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from command import Command

from mixlid.cli.commands import installed_commands
from mixlid.cli.main import COMMANDS

pytest.importorskip("shtab", reason="the extra mixlid[completion] is not installed")


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tiny_table: Path) -> Command:
    return Command(capsys, monkeypatch, tiny_table)


CASES = [
    (["ident"], ["identify"]),
    (["model", "inf"], ["info"]),
    (["identify", "--un"], ["--unit"]),
    (["identify", "--unit", "doc"], ["document"]),
    (["identify", "-q", "-f", "parq"], ["parquet"]),
    (["identify", "-l", "@eur"], ["@europe"]),
    (["identify", "-o", "some", "--summ"], ["--summary"]),
    (["identify", "-o", "labell"], ["labelled.txt"]),
    (["identify", "-t", "labell"], []),
]


@pytest.mark.parametrize(("words", "offered"), CASES)
def test_bash(cli: Command, tmp_path: Path, words: list[str], offered: list[str]) -> None:
    assert in_bash(cli, tmp_path, words) == offered


def test_commands_of_plug_ins_are_offered(cli: Command, tmp_path: Path) -> None:
    names = {*COMMANDS, *installed_commands()}
    assert {"stats", "serve"} <= names
    assert names <= set(in_bash(cli, tmp_path, [""]))
    assert {*installed_commands("model")} <= set(in_bash(cli, tmp_path, ["model", ""]))


def in_bash(cli: Command, folder: Path, words: list[str]) -> list[str]:
    script = cli("completion", "bash").out
    (folder / "labelled.txt").touch()
    ask = (
        'COMP_WORDS=(mixlid "$@"); COMP_CWORD=$#; '
        '_shtab_mixlid mixlid "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"; '
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        ["bash", "-c", f"{script}\n{ask}", "bash", *words], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout.split()


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_accept_the_script(cli: Command, tmp_path: Path, shell: str) -> None:
    script = cli("completion", shell).out
    assert "identify" in script
    if shutil.which(shell) is not None:
        (tmp_path / "script").write_text(script, encoding="utf-8")
        subprocess.run([shell, "-n", "script"], cwd=tmp_path, check=True)


def test_without_shtab_the_extra_is_named(cli: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    real: Any = builtins.__import__

    def without(name: str, *more: Any, **named: Any) -> Any:
        if name == "shtab":
            raise ImportError(name)
        return real(name, *more, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    outcome = cli("completion", "bash")
    assert outcome.code == 1
    assert "mixlid[completion]" in outcome.err
