"""Reports as Markdown: structure, and text that must not be read as markup."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mixlid.errors import MixlidError
from mixlid_lab.report import markdown
from mixlid_lab.report.markdown import Section, write_report
from mixlid_lab.report.table import Cell, Column, Row, Table


def sample_table() -> Table:
    columns = (Column("EM", "CS", "high"), Column("sentences"))
    rows = (
        Row(("v2 | <script>", "k=1"), (Cell(0.777, 0.54, best=True, interval=(0.75, 0.81)), Cell(8269))),
        Row(("eng_Latn", "*"), (Cell(None, 0.5), Cell("a|b"))),
    )
    return Table("main", "Main *table*", ("model", "k"), columns, rows, ("Without `npi|eng`.",))


def test_a_table() -> None:
    assert markdown.table(sample_table()).splitlines() == [
        "| model | k | CS EM | sentences |",
        "| --- | --- | ---: | ---: |",
        "| v2 \\| \\<script\\> | k=1 | **0.78** [0.75, 0.81] (0.54) | 8,269 |",
        "| eng_Latn | \\* | – (0.50) | a\\|b |",
        "",
        "- Without `npi|eng`.",
    ]


def test_a_page() -> None:
    sections = [Section("First", ("One.", "Two `a_b*` and a * star."), (sample_table(),)), Section("Last")]
    text = markdown.page("A <b>report</b>", sections)
    blocks = text.split("\n\n")
    assert blocks[0] == "# A \\<b\\>report\\</b\\>"
    assert blocks[1].startswith("In the tables, the paper's value is in parentheses after ours;")
    assert [block for block in blocks if block.startswith("#")][1:] == [
        "## First", "### Main \\*table\\*", "## Last\n",
    ]  # fmt: skip
    assert "Two `a_b*` and a \\* star." in blocks
    assert text.endswith("## Last\n")


def test_no_legend_without_need() -> None:
    assert markdown.page("T", [Section("S", ("x",))]) == "# T\n\n## S\n\nx\n"


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("eng_Latn", "eng_Latn"), ("_a_ b_", "\\_a\\_ b\\_"), ("a__b", "a\\_\\_b"), ("$x$", "\\$x\\$"),
        ("# no heading", "\\# no heading"), ("1. no list", "1\\. no list"), ("- no list", "\\- no list"),
        ("-0.5", "-0.5"), ("a - b", "a - b"), ("2024", "2024"), ("1.5", "1.5"), ("two\n\nlines", "two lines"),
        ("&lt; & x", "\\&lt; & x"), ("back\\slash", "back\\\\slash"), ("[a](b)", "\\[a\\](b)"), ("", ""),
    ],
)  # fmt: skip
def test_escape(text: str, escaped: str) -> None:
    assert markdown.escape(text) == escaped


def test_files(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "report"
    write_report(folder, "Title", [Section("S", ("Text.",), (sample_table(),))])
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert files == {"report.md", "tables/main.json"}
    stored = json.loads((folder / "tables" / "main.json").read_text("utf-8"))
    assert Table.from_json(stored) == sample_table()


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(MixlidError, match="cannot be written"):
        write_report(tmp_path / "file", "T", [])


def test_two_with_one_key(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="the same key"):
        write_report(tmp_path, "T", [Section("S", (), (sample_table(), sample_table()))])
