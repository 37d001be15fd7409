"""Excel workbooks in and out: a typical workbook gets our columns, and no value changes."""

from __future__ import annotations

import datetime
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from command import ENGLISH, TURKISH, Command

from mixlid.io.formats import xlsx

openpyxl: Any = pytest.importorskip("openpyxl", reason="the extra mixlid[excel] is not installed")

Rows = Sequence[Sequence[Any]]
DAY = datetime.datetime(2024, 5, 6, 7, 8)


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tiny_table: Path) -> Command:
    return Command(capsys, monkeypatch, tiny_table)


def write(path: Path, rows: Rows, **others: Rows) -> Path:
    book = openpyxl.Workbook()
    sheets = {"Antworten": rows, **others}
    book.active.title = "Antworten"
    for title, content in sheets.items():
        sheet = book.active if title == "Antworten" else book.create_sheet(title)
        for row in content:
            sheet.append(list(row))
    book.save(path)
    return path


def read(path: Path) -> list[list[Any]]:
    (sheet,) = openpyxl.load_workbook(path).worksheets
    return [list(row) for row in sheet.iter_rows(values_only=True)]


def test_values_pass_through_with_their_types(cli: Command, tmp_path: Path) -> None:
    given = write(
        tmp_path / "in.xlsx",
        [
            ["id", "Bemerkung", "am", "ok"],
            [7, ENGLISH, DAY, True],
            [8.5, TURKISH, None, False],
            [],
            [9, None, DAY, None],
        ],
    )
    out = tmp_path / "out.xlsx"
    outcome = cli.identify(given, "-o", out)
    assert outcome.code == 0
    assert "the text is in the column 'Bemerkung'; -k names another" in outcome.err
    header, first, second, empty, null = read(out)
    assert header[:5] == ["id", "Bemerkung", "am", "ok", "labels"]
    assert first[:5] == [7, ENGLISH, DAY, True, "eng_Latn"]
    assert second[:5] == [8.5, TURKISH, None, False, "tur_Latn,eng_Latn"]
    assert (first[header.index("is_mixed")], second[header.index("is_mixed")]) == (False, True)
    assert not any(empty)
    assert null[:5] == [9, None, DAY, None, None]
    margin = first[header.index("margin")]
    assert isinstance(margin, float)
    assert margin == float(f"{margin:.4g}")
    properties = {one.name: one.value for one in openpyxl.load_workbook(out).custom_doc_props.props}
    assert properties["mixlid.model"]
    assert '"preset": "cs"' in properties["mixlid.config"]


def test_the_same_as_csv(cli: Command, tmp_path: Path) -> None:
    rows: Rows = [["id", "text"], *([number, TURKISH if number % 2 else ENGLISH] for number in range(1200))]
    given, out = write(tmp_path / "in.xlsx", rows), tmp_path / "out.xlsx"
    assert cli.identify("-q", given, "-o", out, "-j", "2").code == 0
    found = read(out)
    lines = cli.identify("-q", given, "-f", "csv").lines
    assert len(found) == len(lines) == 1201
    assert found[0] == lines[0].split(",")
    assert [row[header] for header in (found[0].index("language"),) for row in found[1:3]] == ["eng", "tur"]
    assert cli.identify("-q", given).records[0]["id"] == 0


def test_a_row_for_each_word(cli: Command, tmp_path: Path) -> None:
    given, out = write(tmp_path / "in.xlsx", [["id", "text"], [1, TURKISH]]), tmp_path / "out.xlsx"
    assert cli.identify("-q", given, "-o", out, "--words").code == 0
    header, *words = read(out)
    assert header[:4] == ["id", "text", "line", "word"]
    assert [row[3] for row in words] == TURKISH.split()
    assert {row[2] for row in words} == {2}  # as Excel counts them
    assert cli("stats", out).code == 0


def test_text_that_excel_would_change(cli: Command, tmp_path: Path) -> None:
    odd = ["=1+1", "#N/A", "the\x07map", "_x0041_ map", "the\r\nmap", "+41 map", "the map\ud800"]
    given, out = tmp_path / "in.jsonl", tmp_path / "out.xlsx"
    given.write_text("".join(json.dumps({"id": 12345678901234567, "text": text}) + "\n" for text in odd))
    assert cli.identify("-q", given, "-o", out).code == 0
    sheet = openpyxl.load_workbook(out).active
    assert {cell.data_type for row in sheet.iter_rows(min_row=2, max_col=2) for cell in row} == {"s"}
    back = cli.identify("-q", out, "--force").records
    assert [record["text"] for record in back] == odd
    assert back[0]["id"] == "12345678901234567"  # as a number it would end in zeros


def test_sheets(cli: Command, tmp_path: Path) -> None:
    given = write(tmp_path / "in.xlsx", [["text"], [ENGLISH]], Mehr=[["text"], [TURKISH], [TURKISH]])
    said = cli.identify(given)
    assert "the sheet 'Antworten' is read; --sheet names another: 'Mehr'" in said.err
    assert [record["language"] for record in said.records] == ["eng"]
    assert [record["language"] for record in cli.identify("-q", given, "--sheet", "Mehr").records] == ["tur", "tur"]
    assert "has no sheet 'mehr'; its sheets are 'Antworten', 'Mehr'" in cli.fails(given, "--sheet", "mehr")
    assert "--sheet is for xlsx, but the input is txt" in cli.fails("-t", "a", "--sheet", "x", code=2)


def test_what_cannot_be_read(cli: Command, tmp_path: Path) -> None:
    path = tmp_path / "in.xlsx"
    good = write(tmp_path / "good.xlsx", [["text"], *([ENGLISH] for _ in range(50))]).read_bytes()
    for data in (b"", b"PK\x03\x04", b"text\n", good[: len(good) // 2], good[:600] + bytes(300) + good[900:]):
        path.write_bytes(data)
        assert "in.xlsx is not a readable Excel workbook (.xlsx)" in cli.fails(path)
    write(path, [])
    assert cli.identify("-q", path) == (0, "", "")
    write(path, [["left", "right"], [ENGLISH, TURKISH], [TURKISH, ENGLISH]])
    assert "not clear which column has the text" in cli.fails(path)


def test_a_row_number_beyond_the_last(cli: Command, tmp_path: Path) -> None:
    """openpyxl gives every row before it, which takes many minutes."""
    good, path = write(tmp_path / "good.xlsx", [["text"], [ENGLISH]]), tmp_path / "in.xlsx"
    with ZipFile(good) as given, ZipFile(path, "w") as made:
        for name in given.namelist():
            number = b"999999999" if name.endswith("sheet1.xml") else b"2"
            data = given.read(name).replace(b'r="2"', b'r="%s"' % number).replace(b'"A2"', b'"A%s"' % number)
            made.writestr(name, data)
    begun = time.process_time()
    assert "in.xlsx has a row beyond the 1,048,576 of an Excel sheet" in cli.fails(path, "-k", "text")
    assert time.process_time() - begun < 10


def test_what_excel_cannot_hold_is_refused(cli: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out.xlsx"
    long = "map " * 9000
    assert "an Excel cell holds 32,767 characters, and this one has 36,000" in cli.fails("-t", long, "-o", out)
    given = tmp_path / "in.txt"
    given.write_text(f"{ENGLISH}\n{long}\n", encoding="utf-8")
    assert cli.identify("-q", given, "-o", out, "--on-error", "skip").code == 0
    assert len(read(out)) == 2
    monkeypatch.setattr(xlsx, "MAX_ROWS", 2)
    assert "has at most 2 rows" in cli.fails("-t", ENGLISH, "-t", TURKISH, "-o", out, "--force")
    monkeypatch.setattr(xlsx, "_MAX_BYTES", 100)
    assert "and 100 are allowed" in cli.fails(out)


def test_from_a_sheet_on_into_other_formats_and_back(cli: Command, tmp_path: Path) -> None:
    given = write(tmp_path / "in.xlsx", [["id", "text"], [1, ENGLISH], [2, TURKISH]])
    for name in ("a.csv", "a.json"):
        assert cli.identify("-q", given, "-o", tmp_path / name).code == 0
        assert cli.identify("-q", tmp_path / name, "-o", tmp_path / "back.xlsx", "--force", "-k", "text").code == 0
        header, *rows = read(tmp_path / "back.xlsx")
        assert [row[header.index("text")] for row in rows] == [ENGLISH, TURKISH]
