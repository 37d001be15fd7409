"""Sentences: where they end, where they do not, and that they tile any text without splitting a word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mixlid.text.sentences import MAX_CHARS, MOST_CHARACTERS, split_sentences
from mixlid.text.words import tokenize

#: Text with much of what matters to a splitter.
awkward = st.lists(
    st.sampled_from(
        [".", "!", "?", "…", "。", "！", " ", "\n", "\u2028", "a", "Ab", "Dr", "3", "42", "“", ")", "@", "www.", "x.y/",
         "https://a.b", "日本", "🙂", "\ufe0f", "e.g", "'"]
    ),
    max_size=60,
).map("".join)  # fmt: skip


def cut(text: str, max_chars: int = MAX_CHARS) -> list[str]:
    return [text[start:end] for start, end in split_sentences(text, max_chars)]


@pytest.mark.parametrize(
    "text",
    [
        "We left early. |It rained.",
        "Ne oldu? |anlamadım! |Peki.",
        "She asked “why?” |Nobody knew.",
        "“Why?” she asked.",
        "Dr. Ada came with J. Stone, e.g. by train. |They stayed.",
        "Am 3. Oktober war es kalt. |Dann kam Schnee.",
        "It costs 3.50 in the U.S. shop at www.shop.example/a.b today. |Fine.",
        "Wait... |What?",
        "so... it goes on",
        "a title without an end\n|The first sentence.\n\n|The second.",
        "これは文です。|次の文！|終わり",
        "see http://a.example/。b next。|終",
        "यह एक वाक्य है। |दूसरा।",
        "(Really.) |Yes.",
    ],
)
def test_ends(text: str) -> None:
    assert cut(text.replace("|", "")) == text.split("|")


def test_a_long_stretch_is_cut_at_white_space() -> None:
    text = "word " * 300
    pieces = cut(text)
    assert "".join(pieces) == text
    assert [len(piece) for piece in pieces] == [400, 400, 400, 300]
    assert cut("x" * 1000) == ["x" * 1000]
    assert cut("x" * 1000 + " end") == ["x" * 1000 + " ", "end"]
    assert cut(" " * 30 + "a b", 10) == [" " * 30 + "a ", "b"]
    assert max(map(len, cut("漢a" * MOST_CHARACTERS))) == MAX_CHARS + MOST_CHARACTERS  # which bounds the memory


@given(st.text() | awkward, st.integers(1, 50))
def test_sentences_tile_any_text_and_cut_no_word(text: str, max_chars: int) -> None:
    spans = split_sentences(text, max_chars)
    assert [start for start, _ in spans] == [0, *(end for _, end in spans)][: len(spans)]
    assert (spans[-1][1] if spans else 0) == len(text)
    assert all(start < end for start, end in spans)
    inside = {place for token in tokenize(text) for place in range(token.start + 1, token.end)}
    assert not inside & {start for start, _ in spans}


@pytest.mark.parametrize("unit", ["!", ". ", "。", "a。", "@a。", ".)", '"', "x. Y", " ", "\n"])
def test_no_text_takes_more_than_linear_time(unit: str) -> None:
    """A quadratic scan of this would take minutes."""
    text = unit * (300_000 // len(unit))
    assert sum(end - start for start, end in split_sentences(text)) == len(text)
