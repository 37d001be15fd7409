"""Shares are measured in letters; a Han character counts as three."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixlid import load
from mixlid.engine.plain_pipeline import PlainPipeline
from mixlid.text.words import WORTH, written_size
from mixlid.word_counts import letters_by_label

LID = load()
PARTS = [
    "我的",
    "很好",
    "boyfriend",
    "meeting",
    "取消了",
    "今天的",
    "ตลาดน้ำ",
    "뭐라고",
    "カタカナ",
    "ひらがな",
    "и",
    "#日本",
    "😀",
    "3月",
]


def test_worth() -> None:
    assert (written_size(2, "Hani"), written_size(4, "Kana"), written_size(3, "Hang")) == (6, 8, 6)
    assert {written_size(5, script) for script in ("Latn", "Thai", "Laoo", "Khmr", "Mymr", "")} == {5}
    assert all(1 < worth < 256 for worth in WORTH.values())  # a byte in the compiled code


@pytest.mark.parametrize("text", ["我的 boyfriend 很好", "今天的meeting取消了"])
def test_chinese_with_an_english_word_is_chinese_first(text: str) -> None:
    result = LID.identify(text)
    assert result.language in ("zho", "yue")
    assert set(result.labels) == {result.label, "eng_Latn"}
    letters = sum(char.isascii() and char.isalpha() for char in text)
    han = sum(not char.isascii() for char in text)
    assert result.proportions["eng_Latn"] == letters / (letters + 3 * han)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.sampled_from(PARTS), max_size=8), st.sampled_from(["", " ", ". "]))
def test_one_definition_for_results_documents_and_both_kernels(parts: list[str], between: str) -> None:
    text = between.join(parts)
    result = LID.identify(text)
    assert result == PlainPipeline(LID._config()).identify(text)
    for answer in (result, LID.identify_document(text)):
        letters = letters_by_label(answer.words)
        letters.pop("zxx", None)
        assert answer.proportions == {label: size / sum(letters.values()) for label, size in letters.items()}
