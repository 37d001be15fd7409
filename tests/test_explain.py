"""Why a word has its language, in a sentence."""

from __future__ import annotations

import pytest

import mixlid
from mixlid.explain import explain


@pytest.mark.parametrize(
    ("text", "word", "note"),
    [
        (
            "ich habe feedback bekommen",
            "feedback",
            "German, though Luxembourgish scores higher here: German is one of the languages of this text and "
            "Luxembourgish is not",
        ),
        (
            "Il weekend faccio sport e shopping",
            "e",
            "English, though Italian scores higher here: the words around it are English",
        ),
        ("ich habe feedback bekommen", "habe", ""),
    ],
)  # fmt: skip
def test_a_word_says_why_it_is_not_in_its_best_language(text: str, word: str, note: str) -> None:
    lid = mixlid.load()
    found = {one.text: why for one, why in explain(lid, lid.identify(text))}
    why = found[word]
    assert why is not None
    assert why.note == note


def test_what_is_no_word_is_not_explained() -> None:
    lid = mixlid.load()
    assert [why is None for _, why in explain(lid, lid.identify("hello, 12"))] == [False, True, True]
