"""`mixlid model add`: from text files to a model that every command accepts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command import Command

from made_up_languages import SYLLABLES, one_label_each, sentences

TEXTS = sentences(SYLLABLES["qaa"], 200)


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    """`mixlid` with a model of two languages, in a folder with text in a third."""
    monkeypatch.chdir(tmp_path)
    one_label_each().write("base.mixlid")
    Path("kalumi.txt").write_text("\n".join(TEXTS), "utf-8")
    return Command(capsys, monkeypatch, tmp_path / "base.mixlid")


def test_added_and_used_everywhere(cli: Command) -> None:
    done = cli("model", "add", "kalumi.txt", "--label", "qaa_Latn", "--name", "Kalumi", "-o", "mine.mixlid")
    assert done.code == 0, done.err
    assert done.lines[0] == "mine.mixlid"
    said = dict(line.strip().split("  ", 1) for line in done.lines[1:])
    assert said["added"].strip().startswith("qaa_Latn (Kalumi), learnt from 180 lines; ")
    assert said["held out"].strip().startswith("20 lines: found in ")
    assert said["before"].strip() == "eng_Latn 100.0%"
    assert "qaa_Latn" in said["taken for"]
    assert cli("identify", "-m", "mine.mixlid", "-t", TEXTS[0], "-f", "jsonl").records[0]["labels"] == ["qaa_Latn"]
    assert "Kalumi" in cli("languages", "-m", "mine.mixlid", "kalumi").out
    assert "Kalumi" in cli("languages", "-m", "mine.mixlid").out
    card = json.loads(cli("model", "info", "mine.mixlid", "--json").out)["card"]
    assert "recall" in card["added"]["qaa_Latn"]
    assert cli("identify", "-m", "mine.mixlid", "-l", "Kalumi", "-t", TEXTS[0]).code == 0


def test_a_second_one(cli: Command) -> None:
    other = "\n".join(json.dumps({"text": text}) for text in sentences(SYLLABLES["qab"], 200))
    Path("other.jsonl").write_text(other, "utf-8")
    assert cli("model", "add", "kalumi.txt", "--label", "qaa", "-o", "one.mixlid", "-q").code == 0
    done = cli("model", "add", "other.jsonl", "--label", "qab_Latn", "-m", "one.mixlid", "-o", "two.mixlid")
    assert "learnt from 180 lines" in done.out
    assert "20 lines: found in 100.0%" in done.out
    assert "--name gives it one" in done.err
    labels = [line.split()[0] for line in cli("languages", "-m", "two.mixlid").out.splitlines()[1:]]
    assert labels == ["eng_Latn", "ell_Grek", "qaa_Latn", "qab_Latn"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("kalumi.txt", "--label", "eng_Latn"), "the model already has eng_Latn"),
        (("kalumi.txt", "--label", "Kalumi"), "is not a label"),
        (("kalumi.txt", "--label", "qaa_Grek"), "no words in Grek"),
        (("short.txt", "--label", "qaa_Latn"), "needs at least"),
        (("nothing.txt", "--label", "qaa_Latn"), "nothing.txt"),
    ],
)
def test_what_is_refused(cli: Command, arguments: tuple[str, ...], message: str) -> None:
    Path("short.txt").write_text("kalu miro\n", "utf-8")
    done = cli("model", "add", *arguments, "-o", "mine.mixlid")
    assert done.code != 0
    assert message in done.err
    assert not Path("mine.mixlid").exists()


def test_a_file_is_not_replaced_unless_asked(cli: Command) -> None:
    Path("mine.mixlid").write_text("precious", "utf-8")
    done = cli("model", "add", "kalumi.txt", "--label", "qaa_Latn", "-o", "mine.mixlid")
    assert done.code != 0
    assert "--force replaces it" in done.err
    assert Path("mine.mixlid").read_text("utf-8") == "precious"
