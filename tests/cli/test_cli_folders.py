"""Folders, patterns and files that lie elsewhere as inputs and outputs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from command import ENGLISH, TURKISH, Command

from mixlid.io.remote import is_remote


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
    assert "continues" not in cli.identify("-q", partitioned, "-o", f"{tmp_path / 'out'}/", "--resume").out
    bad.write_text(good, encoding="utf-8")
    assert cli.identify("-q", partitioned, "-o", f"{tmp_path / 'out'}/", "--force").code == 0
    assert (tmp_path / "out" / "lang=tr" / "part-0.jsonl").exists()


def test_a_folder_with_nothing_to_read(cli: Command, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "picture.png").write_bytes(b"x")
    assert "no file with a known suffix" in cli.fails(tmp_path / "empty")


@pytest.mark.parametrize(
    ("name", "remote"),
    [("s3://bucket/a", True), ("memory://a", True), ("C:/a", False), ("c://a", False), ("a/b", False), ("-", False)],
)
def test_addresses(name: str, remote: bool) -> None:
    assert is_remote(name) == remote


@pytest.fixture
def memory() -> Iterator[Any]:
    fsspec = pytest.importorskip("fsspec", reason="the extra mixlid[remote] is not installed")
    system = fsspec.filesystem("memory")
    yield system
    system.store.clear()


def put(system: Any, path: str, text: str) -> None:
    with system.open(path, "wb") as stream:
        stream.write(text.encode())


def get(system: Any, path: str) -> str:
    data: bytes = system.cat_file(path)
    return data.decode()


def test_elsewhere_and_back(cli: Command, memory: Any) -> None:
    put(memory, "/lines/lang=en/part-0.jsonl", json.dumps({"text": ENGLISH}) + "\n")
    put(memory, "/lines/lang=tr/part-0.jsonl", json.dumps({"text": TURKISH}) + "\n")
    for given in ("memory://lines", "memory://lines/**/*.jsonl", "memory://lines/*/part-0.jsonl"):
        assert cli.identify("-q", given, "-o", "memory://out/", "--force").code == 0
        assert json.loads(get(memory, "/out/lang=en/part-0.jsonl"))["language"] == "eng"
        assert json.loads(get(memory, "/out/lang=tr/part-0.jsonl"))["text"] == TURKISH
    assert "exists already" in cli.fails("memory://lines", "-o", "memory://out/", code=2)
    assert cli.identify("-q", "memory://lines/lang=en/part-0.jsonl", "-o", "memory://one.json").code == 0
    (record,) = json.loads(get(memory, "/one.json"))
    assert record["language"] == "eng"


def test_parquet_elsewhere(cli: Command, memory: Any, tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow", reason="the extra mixlid[parquet] is not installed")
    from pyarrow import parquet

    parquet.write_table(pa.table({"text": [ENGLISH, None, ""]}), tmp_path / "a.parquet")
    (tmp_path / "b").mkdir()
    memory.put_file(str(tmp_path / "a.parquet"), "/a.parquet")
    assert cli.identify("-q", "memory://a.parquet", "-o", f"file://{tmp_path}/b/a.parquet").code == 0
    assert parquet.read_table(tmp_path / "b" / "a.parquet")["language"].to_pylist() == ["eng", None, "zxx"]


def test_what_is_not_there(cli: Command, memory: Any, tmp_path: Path) -> None:
    assert "memory://nothing.txt cannot be read" in cli.fails("memory://nothing.txt")
    assert "no file matches memory://nothing/*.txt" in cli.fails("memory://nothing/*.txt")
    assert "nosuch://a.txt cannot be opened" in cli.fails("nosuch://a.txt")
    put(memory, "/bad.jsonl", "broken\n")
    assert cli.fails("memory://bad.jsonl", "-o", "memory://out.jsonl")
    assert not memory.exists("/out.jsonl")  # nothing half-written
    assert "needs files" in cli.fails("memory://bad.jsonl", "-o", tmp_path / "x.jsonl", "--resume", code=2)
