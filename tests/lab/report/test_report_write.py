"""The files of a report: all or none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mixlid.errors import MixlidError
from mixlid_lab.report.sections import Figure, Section, write_report
from mixlid_lab.report.table import Cell, Column, Row, Table


def table(key: str) -> Table:
    return Table(key, "Türkçe", ("name",), (Column("EM"),), (Row(("a",), (Cell(0.5),)),))


def section(*keys: str) -> Section:
    figures = tuple(Figure(key, "F", "alt", f"<svg id='{key}'/>") for key in keys)
    return Section("S", ("Text.",), tuple(table(key) for key in keys), figures)


def names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_files(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "report"
    write_report(folder, "Title", [section("one"), section("two")], {"runs": [1, float("nan")], "who": "ı"})
    assert names(folder) == {
        "report.md", "report.html", "report.json",
        "figures/one.svg", "figures/two.svg", "tables/one.json", "tables/two.json",
    }  # fmt: skip
    report = json.loads((folder / "report.json").read_text("utf-8"))
    assert report["title"] == "Title"
    assert report["data"] == {"runs": [1, None], "who": "ı"}
    assert [part["figures"][0]["file"] for part in report["sections"]] == ["figures/one.svg", "figures/two.svg"]
    stored = json.loads((folder / "tables" / "two.json").read_text("utf-8"))
    assert Table.from_json(stored) == table("two")
    assert {"file": "tables/two.json", **stored} == report["sections"][1]["tables"][0]
    assert (folder / "figures" / "one.svg").read_text("utf-8") == "<svg id='one'/>"


def test_a_second_report_replaces_the_first(tmp_path: Path) -> None:
    """What only the first had is removed; other files stay."""
    write_report(tmp_path, "T", [section("one", "two")], {})
    (tmp_path / "predictions.jsonl").write_text("mine")
    (tmp_path / "tables" / "mine.json").write_text("mine")
    write_report(tmp_path, "T", [section("two")], {})
    assert names(tmp_path) == {
        "report.md", "report.html", "report.json", "figures/two.svg", "tables/two.json",
        "predictions.jsonl", "tables/mine.json",
    }  # fmt: skip


def test_a_false_list_of_files_removes_nothing(tmp_path: Path) -> None:
    (tmp_path / "kept.json").write_text("mine")
    files = [{"file": "../kept.json"}, {"file": "tables/../kept.json"}, {"file": "kept.json"}]
    (tmp_path / "report.json").write_text(json.dumps({"sections": [{"tables": files, "figures": []}]}))
    write_report(tmp_path, "T", [section("one")], {})
    assert "kept.json" in names(tmp_path)


def test_the_same_bytes_twice(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write_report(tmp_path / name, "T", [section("one")], {"set": {"x", "y", "z"}})
    assert names(tmp_path / "a") == names(tmp_path / "b")
    for name in names(tmp_path / "a"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_if_anything_fails_the_old_report_stays(tmp_path: Path) -> None:
    write_report(tmp_path, "Old", [section("one")], {})
    before = {name: (tmp_path / name).read_bytes() for name in names(tmp_path)}
    with pytest.raises(TypeError):
        write_report(tmp_path, "New", [section("one")], {"x": object()})
    lone = Figure("one", "F", "alt", "\ud800")  # cannot be encoded
    with pytest.raises(UnicodeEncodeError):
        write_report(tmp_path, "New", [Section("S", (), (table("new"),), (lone,))], {})
    assert {name: (tmp_path / name).read_bytes() for name in names(tmp_path)} == before


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(MixlidError, match="cannot be written"):
        write_report(tmp_path / "file", "T", [section("one")], {})


def test_nothing_half_done_is_left(tmp_path: Path) -> None:
    """Figures are written before tables, whose folder cannot be made here."""
    (tmp_path / "tables").write_text("in the way")
    with pytest.raises(MixlidError, match="cannot be written"):
        write_report(tmp_path, "T", [section("one")], {})
    assert names(tmp_path) == {"tables"}


def test_two_with_one_key(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="the same key"):
        write_report(tmp_path, "T", [section("one"), section("one")], {})
