"""Tables as output: JSON Lines as CSV and Parquet, one row per word, cell formats, Excel, and what is left out."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from command import ENGLISH, TURKISH, Command

from mixlid.io.formats.cells import DIGITS, WORD_COLUMNS, cell, excel_cell, table_cell
from mixlid.results.fields import shown
from mixlid.results.result import Result

COLUMNS = shown(Result, "line")


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tiny_table: Path) -> Command:
    return Command(capsys, monkeypatch, tiny_table)


def rows(text: str, delimiter: str = ",") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter))


def lines(*records: object) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


FIRST = {"id": 7, "text": TURKISH, "ok": True, "tags": ["a", {"b": None}], "none": None}


def test_json_lines_as_csv(cli: Command) -> None:
    outcome = cli.identify("--from", "jsonl", "-f", "csv", stdin=lines(FIRST, {"text": ENGLISH, "id": 1.5}))
    first, second = rows(outcome.out)
    assert list(first) == [*FIRST, *COLUMNS]
    assert [first[name] for name in FIRST] == ["7", TURKISH, "true", '["a", {"b": null}]', ""]
    assert (second["id"], second["ok"], second["labels"]) == ("1.5", "", "eng_Latn")


def test_the_columns_are_chosen(cli: Command) -> None:
    source = lines(FIRST, {"text": ENGLISH, "more": 1})
    said = "standard input, line 2: the first record has no field 'more'; choose the columns with --columns"
    assert cli.fails("--from", "jsonl", "-f", "csv", stdin=source) == said
    out = cli.identify("--from", "jsonl", "-f", "csv", "--columns", "more, id", stdin=source).out
    assert [(row["more"], row["id"]) for row in rows(out)] == [("", "7"), ("1", "")]
    assert list(rows(out)[0]) == ["more", "id", *COLUMNS]
    table = f'id,text,x\n1,"{ENGLISH}",2\n'
    assert list(rows(cli.identify("--from", "csv", "--columns", "x,text", stdin=table).out)[0])[:3] == [
        "x", "text", "labels",
    ]  # fmt: skip
    assert "has no column 'y'; its columns are 'id'" in cli.fails("--from", "csv", "--columns", "y", stdin=table)
    assert "choose the columns with --columns" in cli.fails("--from", "jsonl", "-f", "csv", stdin="5\n")
    assert cli.identify("--from", "jsonl", "-f", "csv", stdin="").out == ""


def test_json_lines_as_parquet(cli: Command, tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    source, out = tmp_path / "in.jsonl", tmp_path / "out.parquet"
    source.write_text(lines(FIRST, {"text": ENGLISH}), encoding="utf-8")
    assert cli.identify("-q", source, "-o", out, "--prefix", "our_").code == 0
    first, second = pq.read_table(out).to_pylist()
    assert list(first) == [*FIRST, *(f"our_{name}" for name in COLUMNS)]
    assert (first["id"], second["id"], second["our_labels"]) == ("7", None, ["eng_Latn"])


@pytest.mark.parametrize("format", ["csv", "tsv"])
def test_a_row_for_each_word(cli: Command, format: str) -> None:
    table = f"id,text\n1,{TURKISH}\n2,\n3,the weather\n".replace(",", "," if format == "csv" else "\t")
    out = cli.identify("--from", format, "--header" if format == "tsv" else "-q", "--words", stdin=table).out
    found = rows(out, "," if format == "csv" else "\t")
    own = ["id", "text"]
    assert list(found[0]) == ([*own, *WORD_COLUMNS] if format == "csv" else [*WORD_COLUMNS, *own])
    assert [(row["line"], row["id"], row["word"], row["label"]) for row in found] == [
        *(("2", "1", word, "eng_Latn" if word == "meeting" else "tur_Latn") for word in TURKISH.split()),
        *(("4", "3", word, "eng_Latn") for word in ("the", "weather")),
    ]
    assert all(row["text"][int(row["start"]) : int(row["end"])] == row["word"] for row in found)


def test_cells_have_one_form(cli: Command) -> None:
    numbers = {"csv": "", "tsv": ""}
    for format in numbers:
        out = cli.identify("-f", format, "-t", TURKISH).out
        numbers[format] = next(part for part in out.replace('"', "\t").split("\t") if "tur_Latn=" in part)
    assert numbers["csv"] == numbers["tsv"] == "tur_Latn=0.6957,eng_Latn=0.3043"
    margin = rows(cli.identify("-f", "csv", "-t", TURKISH).out)[0]["margin"]
    assert len(margin.replace(".", "").lstrip("-0")) <= DIGITS
    assert [table_cell(value) for value in (0.123456789, None, True, ("a", "b"), {"a": 1 / 3}, 12345.678)] == [
        "0.1235", "", "true", "a,b", "a=0.3333", "1.235e+04",
    ]  # fmt: skip
    assert [cell(value) for value in (None, "a", 1.23456789, False, {"a": [1]})] == [
        "",
        "a",
        "1.23456789",
        "false",
        '{"a": [1]}',
    ]


def test_a_table_for_excel(cli: Command, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    texts = ("=1+1 the map", "-5", "@sum", "+the map", TURKISH)
    assert cli.identify(*(f"--text={text}" for text in texts), "-o", out, "--excel").code == 0
    data = out.read_bytes()
    assert data.startswith(b"\xef\xbb\xbftext,labels,")
    assert data.count(b"\r\n") == data.count(b"\n") == 6
    assert [row["text"] for row in rows(data.decode("utf-8-sig"))] == [
        "'=1+1 the map", "-5", "'@sum", "'+the map", TURKISH,
    ]  # fmt: skip
    for sign in "\n\t\r":
        assert excel_cell(f"{sign}=1+1") == f"'{sign}=1+1"
        assert excel_cell(f"{sign}-5") == f"'{sign}-5"
    assert [excel_cell(text) for text in ("-0.5", "+1e-5", "-", "a=b", "")] == ["-0.5", "+1e-5", "'-", "a=b", ""]
    plain = cli.identify("-t", TURKISH, "-f", "csv").out
    assert not plain.startswith("\ufeff")


def test_long_text_is_a_document_by_itself(cli: Command) -> None:
    long = " ".join([f"{ENGLISH}.", f"{TURKISH}."] * 20)
    short, document = cli.identify("-f", "jsonl", "-t", TURKISH, "-t", long).records
    assert short == cli.identify("--unit", "auto", "-f", "jsonl", "-t", TURKISH).records[0]
    (alone,) = cli.identify("--unit", "sentence", "-f", "jsonl", "-t", TURKISH).records
    assert alone == short
    (asked,) = cli.identify("--unit", "document", "-f", "jsonl", "-t", long).records
    shared = ("labels", "proportions", "confidence", "language_score")
    assert {name: document[name] for name in shared} == {name: asked[name] for name in shared}
    assert len(document["labels"]) == 2
    assert list(short) == list(document)
    assert (document["margin"], "spans" in document, "spans" in asked) == (None, False, True)
    shares = cli.identify("--unit", "auto", "--min-share", "0.6", "-f", "csv", "-t", long).out
    assert len(rows(shares)[0]["labels"].split(",")) == 1
