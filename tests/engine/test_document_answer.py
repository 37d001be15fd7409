"""Sentences are joined by compiled code as Python joins them, to the last bit."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import mixlid
from compiled import compiled_module
from mixlid.engine import document_answer, join_sentences
from mixlid.models.fitted import DocumentNumbers
from mixlid.results.layout import PARTS

compiled = compiled_module("mixlid.engine._join_sentences")

LID = mixlid.load().replace(unit="sentence")
SENTENCES = (
    *("Der Zug hat heute Verspätung. ", "The garden is full of tomatoes, and so is the house. ", "Je suis là. "),
    *("yarınki meeting için slides hazır mı? ", "42, 43 … ", "", " ", "Я давно здесь живу! ", "今天的天气很好。"),
    *("ok", "REDACTED", "xqzt wvbn kjhg", "Guten Tag, see you tomorrow, mon ami. "),
)


@given(
    st.lists(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=6), max_size=5),
    st.sampled_from([0.0, 0.03, 0.3]),
    st.booleans(),
)
def test_as_python_joins_them(texts: list[list[str]], min_share: float, main_only: bool) -> None:
    sentences = LID.identify_columns([sentence for text in texts for sentence in text], words=True)
    counts = np.array([len(text) for text in texts], np.int64)
    starts = np.array([len("".join(text[:place])) for text in texts for place in range(len(text))], np.int64)
    made = []
    for kernel in (compiled, join_sentences):
        with patch.object(document_answer, "_kernel", lambda kernel=kernel: kernel):
            joined = list(map("".join, texts))
            arguments = (min_share, DocumentNumbers(), main_only, None)
            made.append(document_answer.whole_texts(sentences, joined, counts, starts, *arguments))
    for name in PARTS:
        np.testing.assert_array_equal(made[0].part(name), made[1].part(name), name)
