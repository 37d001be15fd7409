"""The page about a corpus: complete, without network access, and safe for any corpus."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixlid.io.labelled import Token
from mixlid.linguistics.corpus import Utterance
from mixlid.linguistics.report import report, ribbon

pytest.importorskip("jinja2")

VOID = {"meta", "br"}


class Checked(HTMLParser):
    """Checks that every element is closed, and collects what the page shows."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def checked(page: str) -> Checked:
    parser = Checked()
    parser.feed(page)
    assert parser.open == []
    return parser


def said(speaker: str, words: str, file: str = "talk.cha") -> Utterance:
    tokens, text = [], ""
    for item in words.split():
        word, _, language = item.rpartition("/")
        text += " " if text else ""
        tokens.append(Token(word, len(text), len(text) + len(word), language or None))
        text += word
    return Utterance(text, tuple(tokens), file, 3, {"speaker": speaker}, was_labelled=True)


TALK = [
    said("AYS", "yarınki/tur meeting/eng için/tur hazır/tur"),
    said("DEN", "the/eng meeting/eng with/eng Ada/"),
    said("<b>", "so/deu hadi/tur <i>gel</i>/tur", "other & more.cha"),
]


def test_the_page() -> None:
    page = report(TALK, "Two <talks>")
    found = checked(page)
    shown = re.sub(r"\s+", " ", found.text)
    assert "3 utterances, 10 words in 3 languages; 67% of the utterances are mixed" in shown
    parts = (
        "Two <talks>",
        "Turkish",
        "Inserted words",
        "other & more.cha",
        "<i>gel</i>",
        "Switches",
        "DEN",
    )
    for text in parts:
        assert text in shown
    rows = re.findall(r'<th scope="row">(utterances|words|switches)</th>(.*)</tr>', page)
    assert [(name, re.findall(r"<td>(\d+)</td>", cells)) for name, cells in rows] == [
        ("utterances", ["3", "1", "1", "1"]),
        ("words", ["10", "4", "3", "3"]),
        ("switches", ["3", "2", "0", "1"]),
    ]
    assert page == report(TALK, "Two <talks>")


def test_it_needs_no_network_and_runs_nothing() -> None:
    page = report(TALK, "talk")
    assert "default-src 'none'" in page
    assert not re.search(r"https?://|url\(|@import|javascript:", page)
    assert not {tag for tag, _ in checked(page).seen} & {"script", "link", "img", "iframe", "object", "b", "i"} - {"i"}
    assert not [
        name for _, attributes in checked(page).seen for name in attributes if name in ("src", "href", "onload")
    ]


def test_one_language_and_no_speaker() -> None:
    page = report([said("", "the/eng sea/eng")], "sea")
    assert "<caption>Switches" not in page
    assert "in 1 language;" in re.sub(r"\s+", " ", checked(page).text)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.text(max_size=3), st.lists(st.sampled_from("abc"), max_size=300)), max_size=8))
def test_drawings_of_anything(utterances: list[tuple[str, list[str]]]) -> None:
    drawn = ribbon(utterances, lambda _: "#000000")
    checked(drawn)
    words = [language for _, languages in utterances for language in languages]
    wide = sum(float(width) for width in re.findall(r'width="([\d.]+)" height="18" fill', drawn))
    bands = max(drawn.count('class="rail"'), 1)
    assert wide <= 840.1 * bands
    assert bool(words) == ("fill=" in drawn)


def test_templates_are_in_the_package() -> None:
    project = (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    assert '"linguistics/templates/*"' in project
