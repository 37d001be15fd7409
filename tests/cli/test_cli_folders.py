"""Folders, patterns and files that lie elsewhere as inputs and outputs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command import ENGLISH, TURKISH, Command


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tiny_table: Path) -> Command:
    return Command(capsys, monkeypatch, tiny_table)


@pytest.fixture
def partitioned(tmp_path: Path) -> Path:
    """As engines write it: a file of the same name in each part, and what is not data."""
    folder = tmp_path / "in"
    for part, text in {"lang=en": ENGLISH, "lang=tr": TURKISH}.items():
        (folder / part).mkdir(parents=True)
        (folder / part / "part-0.jsonl").write_text(json.dumps({"text": text}) + "\n", encoding="utf-8")
    (folder / "_SUCCESS").touch()
    (folder / ".part-0.jsonl.crc").write_bytes(b"crc")
    (folder / "_temporary").mkdir()
    (folder / "_temporary" / "x.jsonl").write_text("broken", encoding="utf-8")
    (folder / "notes.pdf").write_bytes(b"%PDF")
    return folder


def languages(path: Any) -> list[str]:
    return [json.loads(line)["language"] for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("given", ["", "/", "/**/*.jsonl", "/lang=*/part-0.jsonl"])
def test_partitions_stay_in_the_paths(cli: Command, partitioned: Path, tmp_path: Path, given: str) -> None:
    out = tmp_path / "out"
    if given == "/**/*.jsonl":
        (partitioned / "_temporary" / "x.jsonl").unlink()  # a pattern takes what it matches
    assert cli.identify("-q", f"{partitioned}{given}", "-o", f"{out}/").code == 0
    written = sorted(item.relative_to(out).as_posix() for item in out.rglob("*") if item.is_file())
    assert written == ["lang=en/part-0.jsonl", "lang=tr/part-0.jsonl"]
    assert languages(out / "lang=en" / "part-0.jsonl") == ["eng"]


def test_a_folder_into_one_file(cli: Command, partitioned: Path, tmp_path: Path) -> None:
    assert cli.identify("-q", partitioned, "-o", tmp_path / "all.jsonl").code == 0
    assert len(languages(tmp_path / "all.jsonl")) == 2
    assert cli.identify("-q", partitioned, "-o", tmp_path / "all.jsonl", "--force").code == 0


def test_a_run_over_a_folder_is_continued(cli: Command, partitioned: Path, tmp_path: Path) -> None:
    bad = partitioned / "lang=tr" / "part-0.jsonl"
    good = bad.read_text(encoding="utf-8")
    bad.write_text("broken\n", encoding="utf-8")
    assert cli.identify("-q", partitioned, "-o", f"{tmp_path / 'out'}/").code != 0
    bad.write_text(good, encoding="utf-8")
    assert cli.identify("-q", partitioned, "-o", f"{tmp_path / 'out'}/", "--resume").code == 0
    assert (tmp_path / "out" / "lang=tr" / "part-0.jsonl").exists()


def test_a_folder_with_nothing_to_read(cli: Command, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "picture.png").write_bytes(b"x")
    assert "no file with a known suffix" in cli.fails(tmp_path / "empty")
