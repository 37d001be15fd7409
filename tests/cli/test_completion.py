"""What the Tab key offers, as the shells themselves report it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from command import Command

from mixlid.cli.commands import plug_ins
from mixlid.cli.completion import levels
from mixlid.cli.main import COMMANDS, make_parser


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
    script = cli("completion", "bash").out
    (tmp_path / "labelled.txt").touch()
    ask = 'COMP_WORDS=(mixlid "$@"); COMP_CWORD=$#; _mixlid; printf "%s\\n" "${COMPREPLY[@]}"'
    done = subprocess.run(
        ["bash", "-c", f"{script}\n{ask}", "bash", *words], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    assert done.stdout.split() == offered


@pytest.mark.skipif(shutil.which("fish") is None, reason="needs fish")
@pytest.mark.parametrize(("words", "offered"), CASES[:6])
def test_fish(cli: Command, tmp_path: Path, words: list[str], offered: list[str]) -> None:
    (tmp_path / "mixlid.fish").write_text(cli("completion", "fish").out, encoding="utf-8")
    ask = f'source mixlid.fish; complete -C "mixlid {" ".join(words)}"'
    done = subprocess.run(["fish", "-c", ask], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert [line.split("\t")[0] for line in done.stdout.splitlines()] == offered


def test_every_command_and_option_is_there(cli: Command) -> None:
    tree = {level.path: level for level in levels(make_parser())}
    assert list(tree[()].commands) == [command.name for command in (*COMMANDS, *plug_ins())]
    assert ("model", "info") in tree
    fish, bash = cli("completion", "fish").out, cli("completion", "bash").out
    assert cli("completion", "zsh").out.endswith(bash)
    for level in tree.values():
        for option in level.options:
            for name in option.names:
                assert name in bash
                assert f"-l {name[2:]} " in fish or f"-s {name[1:]} " in fish
