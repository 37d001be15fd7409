"""Parquet in and out: columns pass through with their types, ours have fixed ones."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Any

import pytest
from command import ENGLISH, TURKISH, Command

pa: Any = pytest.importorskip("pyarrow")
pq: Any = pytest.importorskip("pyarrow.parquet")


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tiny_table: Path) -> Command:
    return Command(capsys, monkeypatch, tiny_table)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    count = 2500  # more than a chunk
    days = [datetime.date(2024, 1, 1 + number % 28) for number in range(count)]
    texts = [TURKISH if number % 2 else ENGLISH for number in range(count)]
    made = pa.table(
        {
            "n": pa.array(range(count), pa.uint8() if count < 256 else pa.uint16()),
            "text": pa.array(texts).dictionary_encode(),
            "day": pa.array(days),
            "tags": pa.array([[b"x"], None] * (count // 2), pa.list_(pa.binary())),
            "weight": pa.array([float("nan"), 0.5] * (count // 2)),
        }
    )
    path = tmp_path / "in.parquet"
    pq.write_table(made, path, row_group_size=700)
    return path


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_columns_pass_through(cli: Command, table: Path, jobs: str) -> None:
    out = table.with_name("out.parquet")
    assert cli.identify("-q", table, "-o", out, "-j", jobs, "--words").code == 0
    before, after = pq.read_table(table), pq.read_table(out)
    assert after.schema.field("weight").type == pa.float64()
    names = ["n", "text", "day", "tags"]  # a weight that is not a number is not equal to itself
    assert after.select(names).cast(before.select(names).schema).equals(before.select(names))
    assert after.schema.field("labels").type == pa.list_(pa.string())
    assert after.schema.field("proportions").type == pa.map_(pa.string(), pa.float64())
    assert after.column("labels").to_pylist()[:2] == [["eng_Latn"], ["tur_Latn", "eng_Latn"]]
    assert after.column("is_mixed").to_pylist() == [False, True] * 1250
    assert dict(after.column("proportions")[1].as_py()).keys() == {"tur_Latn", "eng_Latn"}
    assert [word["text"] for word in after.column("words")[1].as_py()] == TURKISH.split()
    assert pq.ParquetFile(out).num_row_groups == 1
    assert {item.name for item in table.parent.iterdir()} == {"in.parquet", "out.parquet"}


@pytest.mark.parametrize("options", [(), ("--words",)])
def test_lone_surrogates_become_escapes(cli: Command, tmp_path: Path, options: tuple[str, ...]) -> None:
    """JSON has them, and Parquet does not; they ended in a traceback."""
    out, source = tmp_path / "out.parquet", r'{"text": "the \ud800", "n": {"x": "\udfff"}, "\ud800": "y"}' + "\n"
    assert cli.identify("-q", "--from", "jsonl", "-o", out, *options, stdin=source).code == 0
    (row,) = pq.read_table(out).to_pylist()
    assert (row["text"], row["n"], row[r"\ud800"]) == (r"the \ud800", r'{"x": "\udfff"}', "y")
    if options:
        assert [word["text"] for word in row["words"]] == ["the", r"\ud800"]


@pytest.mark.parametrize("column", ["text", "other"])
def test_strings_that_are_not_utf8(cli: Command, tmp_path: Path, column: str) -> None:
    """Arrow does not check; the row is named, and the others are read."""
    columns = {"other": pa.array(["a", "b", "c"]), "text": pa.array([ENGLISH, TURKISH, ENGLISH])}
    columns[column] = pa.array([b"a", b"\xff b", b"c"]).view(pa.string())
    path = tmp_path / "in.parquet"
    pq.write_table(pa.table(columns), path)
    message = cli.fails(path, "-o", tmp_path / "out.jsonl", "-k", "text")
    assert "in.parquet, row 2: a string is not UTF-8" in message
    assert cli.identify(path, "-o", tmp_path / "out.jsonl", "-k", "text", "--on-error", "skip").code == 0
    lines = (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["other"] for line in lines] == ["a", "c"]


def test_our_columns_are_replaced(cli: Command, table: Path) -> None:
    once, twice = table.with_name("once.parquet"), table.with_name("twice.parquet")
    assert cli.identify("-q", table, "-o", once).code == 0
    assert cli.identify("-q", once, "-o", twice, "--force", "--only", "mixed").code == 0
    assert pq.read_table(twice).column_names == pq.read_table(once).column_names
    assert pq.read_table(twice).num_rows == 1250
    assert pq.read_table(twice).column("n").to_pylist() == list(range(1, 2500, 2))


def test_to_and_from_other_formats(cli: Command, table: Path) -> None:
    first = cli.identify(table).records[0]  # jsonl is the default where parquet cannot be written
    assert (first["n"], first["day"], first["weight"]) == (0, "2024-01-01", None)
    assert cli.identify(table, "-f", "csv").lines[0].startswith("n,text,day,tags,weight,labels,")
    out = table.with_name("lines.parquet")
    assert cli.identify("-q", "-t", ENGLISH, "-t", TURKISH, "-o", out).code == 0
    assert pq.read_table(out).column("text").to_pylist() == [ENGLISH, TURKISH]
    assert cli.identify("-q", "--force", "--from", "csv", "-o", out, stdin="id,text\n7,the map\n").code == 0
    assert pq.read_table(out).column("id").to_pylist() == ["7"]


def test_a_text_that_is_null(cli: Command, tmp_path: Path) -> None:
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(pa.table({"text": ["the map", None], "n": [1, 2]}), path)
    assert cli.identify("-q", path, "-o", out) == (0, "", "")
    assert [row["language"] for row in pq.read_table(out).to_pylist()] == ["eng", None]


def test_what_cannot_be_done(cli: Command, table: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.parquet"
    bad.write_bytes(b"PAR1 no")
    assert "is not a parquet file" in cli.fails(bad)
    assert "holds uint16 and not strings" in cli.fails(table, "-k", "n")
    assert "from uncompressed files" in cli.fails("--from", "parquet", stdin=b"PAR1")
    assert "parquet is written to a file" in cli.fails(table, "-f", "parquet", code=2)


def test_inputs_of_other_types_do_not_go_to_one_file(cli: Command, tmp_path: Path) -> None:
    for name, kind in (("a", pa.int32()), ("b", pa.int64()), ("c", pa.int32())):
        columns = {"text": pa.array(["the map"]), "n": pa.array([1], kind)}
        pq.write_table(pa.table(columns, metadata={"from": name}), tmp_path / f"{name}.parquet")
    a, b, c, out = (tmp_path / f"{name}.parquet" for name in ("a", "b", "c", "out"))
    assert f"{b}: its columns are not those of {a}; write it to another file" in cli.fails(a, b, "-o", out)
    assert not out.exists()
    assert cli.identify("-q", a, c, "-o", out).code == 0
    assert pq.read_table(out).num_rows == 2


def test_in_a_folder_what_is_whole_stays(cli: Command, tmp_path: Path) -> None:
    inputs, out = tmp_path / "in", tmp_path / "out"
    inputs.mkdir()
    for name, texts in (("a", ["the map"]), ("b", ["the map", "x" * 70_000]), ("c", ["the sea"])):
        pq.write_table(pa.table({"text": pa.array(texts, pa.string())}), inputs / f"{name}.parquet")
    argv = [str(inputs / "*.parquet"), "--output-dir", str(out), "--max-record", "65536"]
    outcome = cli.identify(*argv)
    assert outcome.code == 1
    assert "b.parquet, row 2" in outcome.err
    assert sorted(item.name for item in out.iterdir()) == ["a.parquet"]
    done = (out / "a.parquet").stat().st_mtime_ns
    assert cli.identify("-q", *argv, "--resume", "--on-error", "skip").code == 0
    assert (out / "a.parquet").stat().st_mtime_ns == done
    assert [pq.read_table(out / f"{name}.parquet").num_rows for name in "abc"] == [1, 1, 1]
