"""CSV and Parquet through `mixlid identify`, compressed files, and many files at once."""

from __future__ import annotations

import csv
import gzip
import io
import json
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command import ENGLISH, TURKISH, Command

OURS = [
    *("labels", "language", "language_script", "language_score", "confidence", "is_mixed"),
    *("proportions", "margin"),
]


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tiny_table: Path) -> Command:
    return Command(capsys, monkeypatch, tiny_table)


def rows(text: str, delimiter: str = ",") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter))


def test_csv_with_line_ends_and_quotes_inside(cli: Command, tmp_path: Path) -> None:
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    source = f'id,text,note\r\n1,"the map\r\nwith the ""weather""",x\r\n\r\n2,{TURKISH},"a,b"\r\n3,5" wide,\r\n'
    path.write_bytes(b"\xef\xbb\xbf" + source.encode())
    assert cli.identify("-q", path, "-o", out) == (0, "", "")
    data = out.read_bytes().decode()
    first, second, third = rows(data)
    assert list(first) == ["id", "text", "note", *OURS]
    assert first["text"] == 'the map\r\nwith the "weather"'
    assert first["language"] == "eng"
    assert (second["labels"], second["language"], second["is_mixed"]) == ("tur_Latn,eng_Latn", "tur", "true")
    assert (second["note"], third["text"]) == ("a,b", '5" wide')
    assert f'2,{TURKISH},"a,b",' in data  # the record's own text is as it was
    assert data.count("\r\n") == data.count("\n") == 5


@pytest.mark.parametrize("delimiter", [";", "\t", "|"])
def test_csv_keeps_its_delimiter(cli: Command, delimiter: str) -> None:
    source = delimiter.join(["body", "id"]) + "\n" + delimiter.join([ENGLISH, "7"]) + "\n"
    outcome = cli.identify("--from", "csv", "-k", "body", stdin=source)
    (row,) = rows(outcome.out, delimiter)
    assert (row["body"], row["id"], row["labels"]) == (ENGLISH, "7", "eng_Latn")


def test_csv_columns_of_ours_are_replaced_and_it_can_be_read_again(cli: Command) -> None:
    once = cli.identify("--from", "csv", stdin=f"id,text\n1,{TURKISH}\n").out
    twice = cli.identify("--from", "csv", "--force", stdin=once).out
    assert twice == once


def test_csv_to_other_formats(cli: Command) -> None:
    source = f'id,id,text\n1,2,"{ENGLISH}"\n'
    (record,) = cli.identify("--from", "csv", "-f", "jsonl", stdin=source).records
    assert (record["id"], record["id_2"], record["text"]) == ("1", "2", ENGLISH)
    assert cli.identify("--from", "csv", "-f", "tsv", stdin=source).lines[0] == "labels\tproportions\tid\tid_2\ttext"
    assert rows(cli.identify("-f", "csv", stdin=ENGLISH).out)[0]["text"] == ENGLISH
    tabs = f"id\ttext\n1\t{ENGLISH}\n"
    assert rows(cli.identify("--from", "tsv", "--header", "-f", "csv", stdin=tabs).out)[0]["id"] == "1"
    assert rows(cli.identify("--from", "tsv", "-f", "csv", stdin=tabs).out)[0]["id"] == "1"
    bare = cli.identify("--from", "tsv", "--no-header", "-f", "csv", stdin=f"1\t{ENGLISH}\n").out
    assert (rows(bare)[0]["column_1"], rows(bare)[0]["text"]) == ("1", ENGLISH)


def test_csv_without_records(cli: Command) -> None:
    assert cli.identify("--from", "csv", stdin="").out == ""
    assert cli.identify("--from", "csv", stdin="id,text\n").out == f"id,text,{','.join(OURS)}\n"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("id,text\n1,a\n2\n", "line 3: there are 1 columns, and the header has 2"),
        ('id,text\n1,"a\nb"\n2,b,c\n', "line 4: there are 3 columns, and the header has 2"),
        ('id,text\n1,"a\n2,b\n', "line 2: a quote is never closed"),
        (b"id,text\n1,\xff\n", "line 2: byte 3 of the line (0xff) is not UTF-8"),
    ],
)
def test_csv_that_cannot_be_read(cli: Command, data: str | bytes, said: str) -> None:
    assert said in cli.fails("--from", "csv", stdin=data)


def test_a_very_long_record(cli: Command, tmp_path: Path) -> None:
    """Longer than a chunk, and than the csv module accepts by default."""
    long = "1234567890" * 40_000
    for name, data in (("a.csv", f"text\n{long}\n{ENGLISH}\n"), ("a.txt", f"{long}\n{ENGLISH}\n")):
        path = tmp_path / name
        path.write_text(data, encoding="utf-8")
        records = cli.identify("-q", path, "-f", "jsonl", "-j", "2").records
        assert [record["text"] for record in records] == [long, ENGLISH]


def test_packed_files(cli: Command, tmp_path: Path) -> None:
    zstandard = pytest.importorskip("zstandard")
    data = "".join(json.dumps({"text": ENGLISH, "n": number, "pad": "7" * 300}) + "\n" for number in range(400))
    unpack: dict[str, Callable[[bytes], bytes]] = {
        "gz": gzip.decompress,
        "xz": lzma.decompress,
        "zst": lambda blob: _all_frames(zstandard, blob),
    }
    pack: dict[str, Callable[[bytes], bytes]] = {"gz": gzip.compress, "xz": lzma.compress, "zst": zstandard.compress}
    plain = tmp_path / "in.jsonl"
    plain.write_text(data, encoding="utf-8")
    expected = cli.identify(plain).out.encode()
    for suffix in unpack:
        path, out = tmp_path / f"in.jsonl.{suffix}", tmp_path / f"out.jsonl.{suffix}"
        half = len(data) // 2
        path.write_bytes(pack[suffix](data[:half].encode()) + pack[suffix](data[half:].encode()))  # two members
        assert cli.identify("-q", path, "-o", out).code == 0
        blob = out.read_bytes()
        assert unpack[suffix](blob) == expected
        assert cli.identify("-q", "--force", plain, "-o", out).code == 0  # nothing of the time or the name is in it
        assert out.read_bytes() == blob
        assert cli.identify("--from", f"jsonl.{suffix}", stdin=path.read_bytes()).out.encode() == expected
        path.write_bytes(path.read_bytes()[:-5])
        assert "cannot be read to its end" in cli.fails(path)


def _all_frames(zstandard: Any, blob: bytes) -> bytes:
    reader = zstandard.ZstdDecompressor().stream_reader(io.BytesIO(blob), read_across_frames=True)
    data: bytes = reader.read()
    return data


def test_packing_by_option(cli: Command, tmp_path: Path) -> None:
    out = tmp_path / "data"
    assert cli.identify("-q", "-t", ENGLISH, "-o", out, "--to", "jsonl.gz").code == 0
    assert json.loads(gzip.decompress(out.read_bytes()))["language"] == "eng"
    assert cli.identify(out, "--from", "jsonl.gz", "-f", "text").lines == [f"eng_Latn\t{ENGLISH}"]


def test_many_files_to_one(cli: Command, tmp_path: Path) -> None:
    for number, name in enumerate("bac"):
        (tmp_path / f"{name}.txt").write_text(f"the map {number}\n", encoding="utf-8")
    outcome = cli.identify(tmp_path / "c.txt", str(tmp_path / "[ab].txt"))
    assert [line.split("\t")[1][-1] for line in outcome.lines] == ["2", "1", "0"]
    assert "no file matches" in cli.fails(str(tmp_path / "*.csv"))
    assert "cannot be read" in cli.fails(tmp_path / "a.txt", tmp_path / "none.txt")
    (tmp_path / "d.jsonl").write_text('{"text": "the map"}\n', encoding="utf-8")
    assert "choose the output's format" in cli.fails(tmp_path / "a.txt", tmp_path / "d.jsonl", code=2)
    assert len(cli.identify(tmp_path / "a.txt", tmp_path / "d.jsonl", "-f", "jsonl").records) == 2


def test_tables_that_go_to_one_file_have_the_same_columns(cli: Command, tmp_path: Path) -> None:
    for name, header in (("a", "id,text"), ("b", "id,text"), ("c", "text,id")):
        (tmp_path / f"{name}.csv").write_text(f"{header}\n1,the map\n", encoding="utf-8")
    assert len(rows(cli.identify(tmp_path / "a.csv", tmp_path / "b.csv").out)) == 2
    assert "its columns are not those of" in cli.fails(tmp_path / "a.csv", tmp_path / "c.csv")


@pytest.mark.parametrize("options", [["-o", "OUT/"], ["--output-dir", "OUT"]])
def test_many_files_to_a_folder(cli: Command, tmp_path: Path, options: list[str]) -> None:
    (tmp_path / "in" / "deep").mkdir(parents=True)
    (tmp_path / "in" / "a.txt").write_text(f"{ENGLISH}\n", encoding="utf-8")
    (tmp_path / "in" / "deep" / "b.jsonl.gz").write_bytes(gzip.compress(b'{"text": "the map"}\n'))
    (tmp_path / "in" / "empty.csv").write_bytes(b"")
    options = [option.replace("OUT", str(tmp_path / "out")) for option in options]
    assert cli.identify("-q", str(tmp_path / "in" / "**"), *options).code == 0
    out = tmp_path / "out"
    assert sorted(item.name for item in out.iterdir()) == ["a.txt", "deep", "empty.csv"]
    assert (out / "a.txt").read_text(encoding="utf-8") == f"eng_Latn\t{ENGLISH}\n"
    assert json.loads(gzip.decompress((out / "deep" / "b.jsonl.gz").read_bytes()))["language"] == "eng"
    assert cli.identify("-q", tmp_path / "in" / "a.txt", "-f", "jsonl.gz", *options).code == 0
    assert json.loads(gzip.decompress((out / "a.jsonl.gz").read_bytes()))["text"] == ENGLISH


def test_folders_that_do_not_fit(cli: Command, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a\n", encoding="utf-8")
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "a.txt").write_text("b\n", encoding="utf-8")
    both = [tmp_path / "a.txt", tmp_path / "d" / "a.txt"]
    assert "would both be written to" in cli.fails(*both, "--output-dir", tmp_path / "out", code=2)
    assert "needs files" in cli.fails("--output-dir", tmp_path / "out", stdin="a", code=2)
    assert "not both" in cli.fails(both[0], "-o", "x", "--output-dir", "y", code=2)
