"""Text in pieces: the runs are those of its sentences, however it is cut, and none waits for long."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mixlid
from mixlid.errors import SettingsError
from mixlid.identifier import Identifier
from mixlid.streaming import _MOST, DELAY

WORDS = [
    "bugün",
    "hava",
    "güzel",
    "see",
    "you",
    "tomorrow",
    "@a",
    "www.",
    "x.y/",
    "Dr",
    "3",
    "e.g",
    "日本語です",
    "\n",
    "\u2028",
]
SIGNS = [" ", " ", " ", ". ", "! ", "。", "”", "...", "? ", "  ", ""]
texts = st.lists(st.sampled_from(WORDS + SIGNS), max_size=60).map("".join) | st.text(max_size=80)
TEXT = "Bugün hava çok güzel. See you at the station tomorrow! Tamam, görüşürüz. It starts at 5 p.m. as always."


def cut(text: str, places: list[int]) -> list[str]:
    places = sorted({0, len(text), *(place % (len(text) + 1) for place in places)})
    return [text[start:end] for start, end in pairwise(places)]


@given(texts, st.lists(st.integers(0, 1000), max_size=20))
def test_runs_are_those_of_the_sentences(text: str, places: list[int]) -> None:
    lid = mixlid.load().replace(unit="document")
    one_by_one = lid.replace(unit="sentence")
    runs = list(lid.stream(cut(text, places)))
    assert "".join(run.text for run in runs) == text
    assert all(text[run.start : run.end] == run.text for run in runs)
    expected = []
    for start, end in lid.sentences(text) if text else []:
        found = one_by_one.identify(text[start:end]).runs()
        expected += [run._replace(start=run.start + start, end=run.end + start) for run in found]
    assert runs == expected


@pytest.mark.parametrize("unit", ["word ", "日本語の文", "x", "  ", "no end, ", "ab@cd。"])
def test_nothing_waits_for_long(unit: str) -> None:
    lid, text = mixlid.load(), unit * (3 * DELAY // len(unit))
    given, seen = 0, 0

    def pieces() -> Iterator[str]:
        nonlocal given
        for start in range(0, len(text), 50):
            given = min(start + 50, len(text))
            yield text[start:given]
            assert given - seen <= DELAY + 50

    runs = []
    for run in lid.stream(pieces()):
        seen = run.end
        runs.append(run)
    assert "".join(run.text for run in runs) == text
    if "@" not in unit:  # where an address is cut, what follows is no longer known to be in it
        assert list(lid.stream([text])) == runs


@settings(max_examples=20)
@given(
    st.sampled_from(["日本語", "x", "word ", "。"]), st.integers(_MOST - 20, 3 * _MOST), st.lists(st.integers(0, 5000))
)
def test_pieces_do_not_matter_for_long_sentences(unit: str, size: int, places: list[int]) -> None:
    lid, text = mixlid.load(), (unit * size)[:size]
    assert list(lid.stream(cut(text, places))) == list(lid.stream([text]))


def test_a_run_comes_as_soon_as_its_sentence_has_ended() -> None:
    arrived = ""

    def pieces() -> Iterator[str]:
        nonlocal arrived
        for char in TEXT:
            arrived += char
            yield char

    first = next(mixlid.load().stream(pieces()))
    assert (first.text, first.tag) == ("Bugün hava çok güzel. ", "tr")
    assert len(arrived) <= len(first.text) + 6


def test_options() -> None:
    lid = mixlid.load()
    runs = list(lid.stream(["yarınki meeting için ", "hazır mı"], min_words=4))
    assert len(runs) == 1
    with pytest.raises(SettingsError, match="min_words of runs must be"):
        lid.stream([], min_words=-1)
    with pytest.raises(TypeError, match="put it in a list"):
        next(lid.stream("a text"))


def test_the_identifier_is_used_as_it_is(lid: Identifier) -> None:
    assert {run.label for run in lid.restrict(["tur"]).stream([TEXT])} <= {"tur_Latn", "und", "zxx"}
