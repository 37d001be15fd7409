"""Sentences are joined by compiled code as NumPy joins them, to the last bit."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import mixlid
from compiled import compiled_module
from mixlid.engine import document_answer as by_numpy

compiled = compiled_module("mixlid.engine._compiled")

LID = mixlid.load().replace(unit="sentence")
SENTENCES = (
    *("Der Zug hat heute Verspätung. ", "The garden is full of tomatoes, and so is the house. ", "Je suis là. "),
    *("yarınki meeting için slides hazır mı? ", "42, 43 … ", "", " ", "Я давно здесь живу! ", "今天的天气很好。"),
    *("ok", "REDACTED", "xqzt wvbn kjhg", "Guten Tag, see you tomorrow, mon ami. "),
)


@given(st.lists(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=6), max_size=5), st.booleans())
def test_as_numpy_joins_them(texts: list[list[str]], words: bool) -> None:
    sentences = LID.identify_columns([sentence for text in texts for sentence in text], words=words)
    counts = np.array([len(text) for text in texts], np.int64)
    places = [np.cumsum([0, *map(len, text[:-1])]) for text in texts]
    starts = np.concatenate([np.zeros(0, np.int64), *places])
    shares, expected = compiled.join_shares(sentences, counts, 0.8), by_numpy.join_shares(sentences, counts, 0.8)
    for ours, theirs in zip(shares, expected, strict=True):
        np.testing.assert_array_equal(ours, theirs)
    for ours, theirs in zip(
        compiled.join_spans(sentences, counts, starts), by_numpy.join_spans(sentences, counts, starts), strict=True
    ):
        np.testing.assert_array_equal(ours, theirs)
    languages = sentences.labels[sentences.starts("labels")[:-1]]
    for first in (languages[np.cumsum(counts) - counts].astype(np.int64), np.zeros(len(counts), np.int64)):
        np.testing.assert_array_equal(
            compiled.join_numbers(sentences, counts, first), by_numpy.join_numbers(sentences, counts, first)
        )
