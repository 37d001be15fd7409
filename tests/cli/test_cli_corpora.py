"""`mixlid compare` and `mixlid kwic` as a user runs them."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from command import Command

CHAT = """\
@Begin
@Languages:\ttur, eng
*AYS:\tyarınki meeting@s:eng için hazır .
*DEN:\t[- eng] the meeting with the weather .
@End
"""


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tiny_table: Path) -> Command:
    return Command(capsys, monkeypatch, tiny_table)


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    path = tmp_path / "gold.cha"
    path.write_text(CHAT, encoding="utf-8")
    return path


def test_compare_two_files(cli: Command, gold: Path, tmp_path: Path) -> None:
    other = tmp_path / "out.jsonl"
    assert cli.identify(gold, "--words", "-o", other, "-q").code == 0
    same = cli("compare", gold, other)
    assert same.lines[0] == "2 utterances, 9 words with a language"
    assert "  word accuracy 1.000 · kappa 1.000 · same set 1.000" in same.lines
    wrong = tmp_path / "wrong.cha"
    wrong.write_text(CHAT.replace("meeting@s:eng", "meeting"), encoding="utf-8")
    figures = tmp_path / "figures.json"
    outcome = cli("compare", gold, wrong, "-o", figures)
    assert (outcome.code, outcome.out) == (0, "")
    (found,) = json.loads(figures.read_text(encoding="utf-8"))
    assert (found["accuracy"], found["switch_points"]["recall"]) == (pytest.approx(8 / 9), 0.0)
    (row,) = found["differences"]
    assert (row["line"], row["word"], row["gold"], row["out"], row["after"]) == (
        3,
        "meeting",
        "eng",
        "tur",
        "için hazır",
    )
    assert cli("compare", gold, wrong, "-f", "csv").lines[1] == "eng,1,0.8333,0.9091,6"
    assert "  1 word differs" in cli("compare", gold, wrong).out


def test_compare_with_the_model(cli: Command, gold: Path) -> None:
    outcome = cli("compare", gold, "-p", "cs")
    assert "word accuracy 1.000" in outcome.out


def test_compare_needs_languages(cli: Command, gold: Path, tmp_path: Path) -> None:
    plain = tmp_path / "plain.txt"
    plain.write_text("yarınki meeting için hazır\nthe meeting with the weather\n", encoding="utf-8")
    outcome = cli("compare", gold, plain)
    assert outcome.code == 1
    assert f"{plain}, line 1: the words have no languages; `mixlid identify --words` finds them" in outcome.err


def test_concordance(cli: Command, gold: Path) -> None:
    outcome = cli("kwic", gold, "--switch", "turkish:en")
    assert outcome.out == f"{gold}:3  AYS  tur>eng  yarınki  meeting  için hazır\n"
    assert outcome.err == "mixlid: 1 found\n"
    rows = list(csv.DictReader(cli("kwic", gold, "--word", "meeting", "-f", "csv").lines))
    assert [(row["speaker"], row["before"], row["after"]) for row in rows] == [
        ("AYS", "yarınki ", " için hazır"),
        ("DEN", "the ", " with the weather"),
    ]
    assert cli("kwic", gold, "--language", "deu").out == ""


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ([], "give something to look for: --switch eng:tur, --word WORD or --language CODE"),
        (["--switch", "eng"], "--switch takes two languages separated by a colon, such as eng:tur, not eng"),
        (["--language", "norweigan"], "there is no language called 'norweigan'; did you mean norwegian?"),
    ],
)
def test_what_kwic_refuses(cli: Command, gold: Path, argv: list[str], message: str) -> None:
    outcome = cli("kwic", gold, *argv)
    assert outcome.code == 2
    assert message in outcome.err
