"""Reports as HTML: well-formed, accessible, self-contained, and data are never markup."""

from __future__ import annotations

import base64
import re
import sys
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from mixlid.errors import MissingDependencyError
from mixlid_lab.report.sections import Figure, Section, html
from mixlid_lab.report.table import Cell, Column, Row, Table

BAD = '<script>alert("1")</script> & |'
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 72 36"/>'


def sample_page() -> str:
    columns = (Column("n"), *(Column(name, group) for group in ("CS", BAD) for name in ("EM", BAD)))
    cells = (Cell(8269), Cell(0.777, 0.54, best=True, interval=(0.75, 0.81)), Cell(0.5), Cell(None), Cell(BAD))
    rows = (Row((BAD, "k=1"), cells), Row(("v2", "k=2"), (Cell(1), Cell(0.2), Cell(), Cell(), Cell()), rule=True))
    table = Table("main", BAD, (BAD, "k"), columns, rows, (BAD, "See `code <x>`."))
    return html(BAD, [Section(BAD, (BAD,), (table,), (Figure("bars", BAD, BAD, SVG),)), Section("Last")])


def tree() -> ElementTree.Element:
    """The page can also be parsed by a strict XML parser."""
    return ElementTree.fromstring(sample_page().removeprefix("<!DOCTYPE html>"))


def text_of(element: ElementTree.Element | None) -> str:
    assert element is not None
    return "".join(element.itertext())


def test_nothing_from_data_is_markup() -> None:
    page = tree()
    assert page.findall(".//script") == []
    assert "<script" not in sample_page()
    for path in (".//title", ".//h1", ".//section/h2", ".//section/p", ".//caption", ".//figcaption", ".//tbody/tr/th"):
        assert text_of(page.find(path)) == BAD
    image = page.find(".//img")
    assert image is not None
    assert image.get("alt") == BAD


def test_headings_of_groups() -> None:
    first, second = tree().findall(".//thead/tr")
    shape = [(cell.tag, cell.get("scope"), cell.get("colspan"), cell.get("rowspan")) for cell in first]
    label, group = ("th", "col", None, "2"), ("th", "colgroup", "2", None)
    assert shape == [label, label, ("td", None, None, None), group, group]
    assert [text_of(cell) for cell in second] == ["n", "EM", BAD, "EM", BAD]
    assert {cell.get("scope") for cell in second} == {"col"}
    assert sum(int(group.get("span", "1")) for group in tree().findall(".//colgroup")) == 7


def test_one_row_of_headings_without_groups() -> None:
    table = Table("t", "T", ("name",), (Column("EM"),), (Row(("a",), (Cell(0.5),)),))
    element = ElementTree.fromstring(html("T", [Section("S", tables=(table,))]).removeprefix("<!DOCTYPE html>"))
    assert len(element.findall(".//thead/tr")) == 1
    assert element.findall(".//colgroup") == []


def test_without_jinja2(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(MissingDependencyError, match=r"Writing a report needs the package jinja2: .*mixlid\[report\]"):
        html("T", [])


def test_cells() -> None:
    rows = tree().findall(".//tbody/tr")
    assert [row.get("class") for row in rows] == [None, "rule"]
    assert [cell.get("scope") for cell in rows[0].findall("th")] == ["row", "row"]
    cells = rows[0].findall("td")
    assert [text_of(cell) for cell in cells] == ["8,269", "0.78 [0.75, 0.81] (0.54)", "0.50", "–", BAD]
    assert text_of(cells[1].find("b")) == "0.78"
    assert text_of(cells[1].find("span[@class='paper']")) == "(0.54)"
    assert cells[2].find("span") is None


def test_contents_lead_somewhere() -> None:
    page = tree()
    links = [link.get("href", "") for link in page.findall(".//nav//a")]
    assert links == ["#section-1", "#table-main", "#figure-bars", "#section-2"]
    ids = [element.get("id") for element in page.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert {link.removeprefix("#") for link in links} <= set(ids)


def test_needs_no_other_file() -> None:
    text, page = sample_page(), tree()
    assert [element.tag for element in page.iter() if element.tag in ("link", "iframe", "object", "base")] == []
    sources = [element.get("src", "") for element in page.iter() if element.get("src")]
    assert [base64.b64decode(source.removeprefix("data:image/svg+xml;base64,")).decode() for source in sources] == [SVG]
    style = text_of(page.find(".//style"))
    assert not re.search(r"url\(|@import|https?:", style)
    assert "prefers-color-scheme: dark" in style
    assert "default-src 'none'" in text


def test_size_of_a_figure() -> None:
    image = tree().find(".//img")
    assert image is not None
    assert (image.get("width"), image.get("height")) == ("96", "48")


def test_a_browser_reads_the_same() -> None:
    """html.parser, which follows HTML and not XML, finds each end tag."""

    class Balance(HTMLParser):
        open_tags: list[str]

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
            self.open_tags.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert self.open_tags.pop() == tag

        def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
            assert tag in ("meta", "img")  # in HTML no other element of ours may end at once

    parser = Balance()
    parser.open_tags = []
    parser.feed(sample_page())
    parser.close()
    assert parser.open_tags == []
