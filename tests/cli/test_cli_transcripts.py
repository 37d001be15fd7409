"""`mixlid identify` on transcripts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command import Command

CHAT = "@Begin\n@Languages:\teng\n*CHI:\tthe weather .\n*MOT:\tyarınki toplantı meeting .\n%com:\tnothing\n@End\n"
MARKED = CHAT.replace("\teng\n", "\teng, tur\n").replace(
    "yarınki toplantı meeting", "[- tur] yarınki toplantı meeting@s:eng"
)


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tiny_table: Path) -> Command:
    return Command(capsys, monkeypatch, tiny_table)


@pytest.fixture
def chat(tmp_path: Path) -> Path:
    path = tmp_path / "talk.cha"
    path.write_bytes(CHAT.encode())
    return path


def test_the_file_with_languages(cli: Command, chat: Path) -> None:
    assert cli.identify(chat).out == MARKED
    assert cli.identify(chat, "--words", "-q").out == MARKED
    out = chat.with_name("out.cha")
    assert cli.identify(chat, "-o", out, "-j", "2").code == 0
    assert out.read_bytes() == MARKED.encode()


def test_a_record_is_an_utterance(cli: Command, chat: Path) -> None:
    first, second = cli.identify(chat, "-f", "jsonl").records
    assert first["text"] == "the weather"
    assert [second[name] for name in ("text", "speaker", "start_time", "tier")] == [
        "yarınki toplantı meeting", "MOT", None, "*MOT",
    ]  # fmt: skip
    rows = cli.identify(chat, "-f", "csv", "--words").lines
    assert rows[0].startswith("text,speaker,start_time,end_time,tier,line,word,start,end,label")
    assert len(rows) == 6
    assert [one["speaker"] for one in cli.identify(chat, "-f", "jsonl", "-k", "MOT").records] == ["MOT"]
    assert [one["speaker"] for one in cli.identify(chat, "-f", "jsonl", "--only", "mixed").records] == ["MOT"]


def test_languages_that_are_there_are_not_replaced(cli: Command, chat: Path) -> None:
    chat.write_text(MARKED, encoding="utf-8")
    assert "talk.cha, line 4: there is a field '@s' already, which would be replaced; --force replaces it" in cli.fails(
        chat
    )
    assert cli.identify(chat, "--force").out == MARKED
    assert "--prefix: languages in transcripts have no other names" in cli.fails(chat, "--prefix", "x_", code=2)
    assert cli.identify(chat, "-f", "jsonl").code == 0


def test_a_transcript_is_written_from_itself_and_whole(cli: Command, chat: Path, tmp_path: Path) -> None:
    text = tmp_path / "a.txt"
    text.write_text("the weather\n", encoding="utf-8")
    assert "chat can only be written from chat, with languages added, but" in cli.fails(text, "-f", "chat", code=2)
    assert "chat can only be written from chat" in cli.fails("-t", "the weather", "-f", "chat", code=2)
    assert "each chat becomes a file of its own" in cli.fails(chat, chat, code=2)
    assert "chat must have all; choose another format with -f" in cli.fails(chat, "--only", "mixed", code=2)
    outcome = cli.identify(chat, "-o", f"{tmp_path}/out/")
    assert outcome.code == 0
    assert (tmp_path / "out" / "talk.cha").read_bytes() == MARKED.encode()


def test_what_cannot_be_read(cli: Command, chat: Path, tmp_path: Path) -> None:
    chat.write_bytes(b"@Begin\n*CHI:\tthe \xff .\n")
    assert "talk.cha, line 2: byte 11 of the line (0xff) is not UTF-8" in cli.fails(chat)
    out = tmp_path / "kept.cha"
    assert cli.identify(chat, "--on-error", "keep", "-o", out).code == 0
    assert out.read_bytes() == chat.read_bytes()
    named = tmp_path / "a.txt"
    named.write_text('<?xml version="1.0"?>\n<Trans><Turn>the weather</Turn></Trans>\n', encoding="utf-8")
    assert "a.txt is XML (<Trans>), of a kind that mixlid does not read" in cli.fails(named)
    assert cli.identify(named, "--from", "txt").code == 0


@pytest.mark.parametrize("suffix", [".trs", ".xml", ".sub"])
def test_formats_that_are_known_and_not_read(cli: Command, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"talk{suffix}"
    path.write_text("the weather\n", encoding="utf-8")
    assert f"talk{suffix} ends in {suffix}, which mixlid does not read: save " in cli.fails(path)
    assert cli.identify(path, "--from", "txt").code == 0


def test_a_transcript_without_its_name(cli: Command, chat: Path) -> None:
    plain = chat.rename(chat.with_suffix(".txt"))
    outcome = cli.identify(plain)
    assert outcome.out == MARKED
    assert "talk.txt is read as chat, since it looks like it" in outcome.err
    assert cli.identify("-", stdin=CHAT).out == MARKED


def test_a_textgrid_in_utf_16(cli: Command, tmp_path: Path) -> None:
    path = tmp_path / "a.TextGrid"
    lines = ['File type = "ooTextFile"', 'Object class = "TextGrid"', "", "0", "1", "<exists>", "1"]
    lines += ['"IntervalTier"', '"A"', "0", "1", "1", "0", "1", '"yarınki meeting"', ""]
    path.write_bytes("\r\n".join(lines).encode("utf-16"))
    out = cli.identify(path).out
    assert '"lang@A"\n0\n1\n1\n0\n1\n"tur eng"\n' in out
    (record,) = cli.identify(path, "-f", "jsonl").records
    assert json.dumps([record["text"], record["tier"]], ensure_ascii=False) == '["yarınki meeting", "A"]'
