"""JSON arrays as output: one array whatever the chunks, filters and compression, and however often interrupted."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from command import ENGLISH, TURKISH, Command


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tiny_table: Path) -> Command:
    return Command(capsys, monkeypatch, tiny_table)


def lines(count: int) -> str:
    """More than one chunk from about 600 on."""
    return "".join(f"{TURKISH if number % 2 else ENGLISH} {'x' * 60}\n" for number in range(count))


@pytest.mark.parametrize("options", [[], ["--words"], ["--only", "mixed"], ["-j", "2"]])
def test_the_array_has_the_records_of_json_lines(cli: Command, tmp_path: Path, options: list[str]) -> None:
    path, out = tmp_path / "in.txt", tmp_path / "out.json"
    path.write_text(lines(900), encoding="utf-8")
    assert cli.identify("-q", path, "-o", out, *options).code == 0
    expected = cli.identify("-q", path, "-f", "jsonl", *options).records
    assert json.loads(out.read_text(encoding="utf-8")) == expected


@pytest.mark.parametrize(("given", "count"), [("", 0), (lines(1), 1), (lines(700), 700)])
def test_to_standard_output_and_packed(cli: Command, tmp_path: Path, given: str, count: int) -> None:
    assert len(json.loads(cli.identify("-f", "json", stdin=given).out)) == count
    out = tmp_path / "out.json.gz"
    assert cli.identify("-q", "-o", out, stdin=given).code == 0
    assert len(json.loads(gzip.decompress(out.read_bytes()))) == count


def test_nothing_passes_a_filter(cli: Command) -> None:
    assert json.loads(cli.identify("-f", "json", "--only", "fra", stdin=lines(700)).out) == []


def test_an_array_becomes_an_array(cli: Command, tmp_path: Path) -> None:
    path = tmp_path / "in.json"
    path.write_text(json.dumps([{"id": 1 << 70, "text": ENGLISH}, TURKISH, {"text": None}]), encoding="utf-8")
    first, second, third = json.loads(cli.identify("-q", path).out)
    assert (first["id"], first["language"], second["text"], second["language"]) == (1 << 70, "eng", TURKISH, "tur")
    assert third["language"] is None


def test_an_interrupted_array_is_continued(cli: Command, tmp_path: Path) -> None:
    path, out, expected = tmp_path / "in.jsonl", tmp_path / "out.json", tmp_path / "expected.json"
    good = "".join(json.dumps({"text": line}) + "\n" for line in lines(1200).splitlines())
    path.write_text(good + "{\n" + good[:300].rpartition("\n")[0] + "\n", encoding="utf-8")
    outcome = cli.identify(path, "-o", out)
    assert "--resume" in outcome.err
    assert not out.exists()
    assert cli.identify("-q", path, "-o", out, "--resume", "--on-error", "skip").code == 0
    assert cli.identify("-q", path, "-o", expected, "--on-error", "skip").code == 0
    assert out.read_bytes() == expected.read_bytes()
    assert len(json.loads(out.read_bytes())) > 1200
