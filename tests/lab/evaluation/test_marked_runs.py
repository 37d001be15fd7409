"""Texts with marked runs, and the set of Chinese, Japanese, Korean and English in one line."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from mixlid.errors import InputError
from mixlid_lab.evaluation.marked_runs import MarkedText, read_marked_runs

SET = Path(__file__).parents[2] / "data" / "cjk_english.txt"


def test_the_set() -> None:
    texts = read_marked_runs(SET)
    assert len({text for text, _ in texts}) == len(texts) == 200
    assert all(len(text) == len(languages) for text, languages in texts)
    languages = Counter(language for _, languages in texts for language in {*languages} - {None})
    assert set(languages) == {"zho", "jpn", "kor", "eng"}
    assert min(languages.values()) > 60


def test_no_letter_of_another_script() -> None:
    """Kana is Japanese and Hangul Korean, wherever they are, so a slip in the marks is seen."""
    for text, languages in read_marked_runs(SET):
        for char, language in zip(text, languages, strict=True):
            if "ぁ" <= char <= "ヺ":
                assert language == "jpn", text
            if "가" <= char <= "힣":
                assert language == "kor", text
            if char.isascii() and char.isalpha():
                assert language in ("eng", None), text
            if "一" <= char <= "鿿":
                assert language in ("zho", "jpn"), text


def test_marks(tmp_path: Path) -> None:
    path = tmp_path / "marked.txt"
    path.write_text("# a comment\n<en>a 1<->B<zh>我\n", encoding="utf-8")
    assert read_marked_runs(path) == [MarkedText("a 1B我", ("eng", None, None, None, "zho"))]
    path.write_text("no mark\n", encoding="utf-8")
    with pytest.raises(InputError, match="line 1: expected a mark"):
        read_marked_runs(path)
