"""`mixlid stats`: the same figures from text, from our own output in every format, and from transcripts."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from command import ENGLISH, TURKISH, Command

CHAT = f"@Begin\n@Languages:\ttur, eng\n*AYS:\t{TURKISH} .\n*DEN:\t{ENGLISH} .\n*AYS:\t0 .\n@End\n"


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tiny_table: Path) -> Command:
    return Command(capsys, monkeypatch, tiny_table)


@pytest.fixture
def chat(tmp_path: Path) -> Path:
    path = tmp_path / "talk.cha"
    path.write_text(CHAT, encoding="utf-8")
    return path


def rows(cli: Command, *argv: str | Path) -> list[dict[str, str]]:
    outcome = cli("stats", "-p", "cs", "-f", "csv", *argv)
    assert outcome.code == 0, outcome.err
    return list(csv.DictReader(outcome.lines))


def test_figures_of_a_transcript(cli: Command, chat: Path) -> None:
    everything, ays, den = rows(cli, chat, "--by", "speaker")
    assert [row["speaker"] for row in (everything, ays, den)] == ["all", "AYS", "DEN"]
    # tur eng tur tur, and five English words
    assert [ays[name] for name in ("utterances", "words", "switches", "mixed", "cmi", "i_index")] == [
        "1", "4", "2", "1", "25", "0.6667",
    ]  # fmt: skip
    assert [ays[name] for name in ("languages", "pairs", "inserted", "matrix_language", "insertions")] == [
        "tur=3,eng=1", "tur>eng=1,eng>tur=1", "meeting/eng=1", "tur", "1",
    ]  # fmt: skip
    assert [den[name] for name in ("words", "switches", "m_index", "memory")] == ["5", "0", "0", ""]
    assert [everything[name] for name in ("utterances", "words", "mixed", "cmi")] == ["2", "9", "0.5", "12.5"]


@pytest.mark.parametrize("name", ["a.jsonl", "a.conll", "a.conllu", "a.cha", "a.parquet"])
def test_our_own_output_gives_the_same(cli: Command, chat: Path, name: str) -> None:
    if name == "a.parquet":
        pytest.importorskip("pyarrow")
    out = chat.with_name(name)
    assert cli.identify(chat, "--words", "-o", out, "-q").code == 0
    expected = rows(cli, chat)
    outcome = cli("stats", "-f", "csv", out)
    assert list(csv.DictReader(outcome.lines)) == expected
    assert "found by the model" not in outcome.err


def test_a_table_of_words_is_refused(cli: Command, chat: Path) -> None:
    out = chat.with_name("a.csv")
    assert cli.identify(chat, "--words", "-o", out, "-q").code == 0
    refused = cli("stats", out)
    assert refused.code == 1
    assert "line 2: this table has a row for each word" in refused.err


def test_forms(cli: Command, chat: Path, tmp_path: Path) -> None:
    shown = cli("stats", "-p", "cs", chat, "--by", "speaker,file")
    assert shown.lines[0].split() == ["all", "all", "AYS", str(chat), "DEN", str(chat)]
    assert "mixlid: the languages of 2 utterances were found by the model" in shown.err
    out = tmp_path / "stats.json"
    assert cli("stats", "-p", "cs", chat, "-o", out).code == 0
    (found,) = json.loads(out.read_text(encoding="utf-8"))
    assert found["pairs"] == {"tur>eng": 1, "eng>tur": 1}
    assert cli("stats", chat, "-o", tmp_path / "stats.doc").err == (
        f"mixlid: {tmp_path / 'stats.doc'}: the name does not end in .csv, .tsv or .json; choose a format with -f\n"
    )


def test_tokens_and_tags(cli: Command) -> None:
    record = {"text": "gel hadi now Ada", "langs": ["tur", "eng"], "tokens": ["gel", "hadi", "now", "Ada"]}
    lines = json.dumps(record | {"tags": ["tur", "tur", "eng", "ne"]})
    outcome = cli("stats", "--from", "jsonl", "-f", "json", stdin=lines)
    assert json.loads(outcome.out)[0]["languages"] == {"tur": 2, "eng": 1}


def test_long_lists_are_cut_short_visibly(cli: Command) -> None:
    record = {"text": "a b c d", "tokens": ["a", "b", "c", "d"], "tags": ["tur", "eng", "deu", "fra"]}
    outcome = cli("stats", "--from", "jsonl", stdin=json.dumps(record | {"langs": ["tur"]}))
    assert "tur 1, eng 1, deu 1, …" in outcome.out


def test_what_is_wrong(cli: Command, chat: Path, tmp_path: Path) -> None:
    outcome = cli("stats", chat, "--by", "age")
    assert outcome.code == 1
    assert "--by age: no record has this; there are end_time, file, speaker, start_time, text, tier" in outcome.err
    (tmp_path / "empty.txt").write_text("")
    assert "there is no utterance" in cli("stats", tmp_path / "empty.txt").err
