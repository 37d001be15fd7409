"""Texts that are null, and texts inside other fields, through `mixlid identify`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command import ENGLISH, TURKISH, Command

from mixlid.io.formats.columns import parse_path, value_at

LINES = [{"id": 1, "text": ENGLISH}, {"id": 2, "text": None}, {"id": 3, "text": TURKISH}]


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tiny_table: Path) -> Command:
    return Command(capsys, monkeypatch, tiny_table)


def jsonl(*records: object) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def test_nulls_have_no_answer_and_are_counted(cli: Command, tmp_path: Path) -> None:
    path, out, summary = tmp_path / "in.jsonl", tmp_path / "out.jsonl", tmp_path / "summary.json"
    path.write_text(jsonl(*LINES), encoding="utf-8")
    outcome = cli.identify(path, "-o", out, "--summary", summary)
    assert outcome.code == 0
    assert "3 written (1 whose text is null)" in outcome.err
    first, null, last = map(json.loads, out.read_text("utf-8").splitlines())
    assert (first["language"], last["language"]) == ("eng", "tur")
    assert (null["id"], null["text"], null["labels"], null["is_mixed"]) == (2, None, None, None)
    assert null.keys() == first.keys()
    counts = json.loads(summary.read_text("utf-8"))
    assert (counts["records"], counts["written"], counts["nulls"], counts["bad"]) == (3, 3, 1, 0)
    assert counts["share_mixed"] == 0.5


@pytest.mark.parametrize("format", ["csv", "tsv", "text"])
def test_nulls_in_other_outputs(cli: Command, format: str) -> None:
    assert len(cli.identify("--from", "jsonl", "-f", format, stdin=jsonl(*LINES)).lines) == 3 + (format == "csv")


def test_nulls_do_not_pass_a_filter(cli: Command) -> None:
    outcome = cli.identify("--from", "jsonl", "--only", "mono", stdin=jsonl(*LINES))
    assert [record["id"] for record in outcome.records] == [1]


def test_fields_inside_of_others(cli: Command) -> None:
    source = jsonl(
        {"data": {"full_text": ENGLISH}, "items": [{"text": TURKISH}]},
        {"data": {"full_text": TURKISH}, "items": [{"text": ENGLISH}]},
        {"data": None, "items": [{"text": None}]},
    )
    for key, languages in (("data.full_text", ["eng", "tur", None]), ("items[0].text", ["tur", "eng", None])):
        outcome = cli.identify("--from", "jsonl", "-k", key, stdin=source)
        assert [record["language"] for record in outcome.records] == languages
    assert "has no field 'data.text' (its fields are 'data', 'items')" in cli.fails(
        "--from", "jsonl", "-k", "data.text", stdin=source
    )
    dotted = jsonl({"data.full_text": ENGLISH, "data": {"full_text": TURKISH}})
    assert cli.identify("--from", "jsonl", "-k", "data.full_text", stdin=dotted).records[0]["language"] == "eng"


def test_paths() -> None:
    assert parse_path("a.b[10].c") == ("a", "b", 10, "c")
    for text in ("a..b", "a[b]", "a.", "[0]", ""):
        assert parse_path(text) == (text,)
    assert value_at({"a": [{"b": 1}]}, ("a", 0, "b")) == 1
    assert value_at({"a": None}, ("a", "b")) is None
    for path in (("b",), ("a", 1), ("a", "b")):
        with pytest.raises(KeyError):
            value_at({"a": [1]}, path)
