"""Text without spaces in short units: where it is split, and where it never is."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mixlid.text.words import UNIT_LETTERS, letter_script, tokenize, unit_ends

#: Letters, vowel signs and tone marks of each script that is cut.
ALPHABETS = {
    "Hani": "我今天有個要開漢字々",
    "Bopo": "ㄅㄆㄇㄈㄉ",
    "Hira": "あいうえおがぎ\u3099",
    "Kana": "アイウエオガギ\u3099",
    "Thai": "กขคงจสวดีครับ\u0e48\u0e34\u0e31\u0e49",
    "Laoo": "ກຂຄງສບາຍດ\u0ec8\u0eb4\u0eb1",
    "Khmr": "កខគសស្តី\u17c6\u17d2\u17b6",
    "Mymr": "ကခဂမင်္ဂလာပါ\u1037\u1039",
}


def units(text: str) -> list[str]:
    return [text[token.start : token.end] for token in tokenize(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我今天有個 meeting 要開", ["我今", "天有", "個", "meeting", "要開"]),
        ("今天meeting要開", ["今天", "meeting", "要開"]),
        ("中文。", ["中文", "。"]),
        ("ひらがなです", ["ひらがな", "です"]),
        ("カタカナ", ["カタカナ"]),
        ("漢字とカナ", ["漢字", "と", "カナ"]),
        ("か\u3099か\u3099か\u3099か\u3099か", ["か\u3099か\u3099か\u3099か\u3099", "か"]),
        ("สวัสดีครับ", ["สวัสดี", "ครับ"]),
        ("ສະບາຍດີ", ["ສະບາ", "ຍດີ"]),
        ("ភាសាខ្មែរ", ["ភាសាខ្មែ", "រ"]),
        ("မြန်မာ", ["မြန်မာ"]),
        ("မင်္ဂလာပါ", ["မင်္ဂလာ", "ပါ"]),
        ("한국어입니다", ["한국어입니다"]),
        ("здравствуйте", ["здравствуйте"]),
    ],
)
def test_examples(text: str, expected: list[str]) -> None:
    assert units(text) == expected


@pytest.mark.parametrize("script", UNIT_LETTERS)
@given(data=st.data())
def test_units_tile_a_run(script: str, data: st.DataObject) -> None:
    run = data.draw(st.text(ALPHABETS[script], min_size=1, max_size=30))
    text = f"x{run}y"
    ends = list(unit_ends(text, 1, 1 + len(run), script))
    assert ends == sorted(set(ends))
    assert ends[-1] == 1 + len(run)
    parts = [text[a:b] for a, b in zip([1, *ends], ends, strict=False)]
    assert "".join(parts) == run
    letters = [sum(bool(letter_script(char)) for char in part) for part in parts]
    assert all(count == UNIT_LETTERS[script] for count in letters[:-1])
    assert letters[-1] <= UNIT_LETTERS[script]
    # A mark goes with the letter before it.
    assert not any(unicodedata.category(part[0]).startswith("M") and not letter_script(part[0]) for part in parts[1:])


@given(st.text("".join(ALPHABETS.values()) + "ab 12。、\u0301\u200d", max_size=40))
def test_a_mark_is_never_cut_from_its_letter(text: str) -> None:
    tokens = tokenize(text)
    for before, after in pairwise(tokens):
        if before.end == after.start and before.kind == after.kind == "word":
            assert letter_script(text[after.start])
            assert after.script != before.script or before.script in UNIT_LETTERS
