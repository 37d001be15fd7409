"""Compiled code tokenizes texts like the regular expressions, and normalises words like `normalise`."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from compiled import compiled_module
from mixlid.text import names, sentences
from mixlid.text import words as slow

if TYPE_CHECKING:
    from mixlid.text import _compiled, _sentences
else:
    _compiled = compiled_module("mixlid.text._compiled")
    _sentences = compiled_module("mixlid.text._sentences")

#: Everything that the rules of either tokeniser name, and some of what they do not.
CHARACTERS = (
    "aeiouktrsxXDPpOo çşğéıİßſĳŀŉªµºÅĀ'’‘ʼʻʹ´`·‐‑-.,;:=()[]{}/\\|*^<3>@＠#＃_&%+~0123456789²½٣\t\n\x1c\x85\xa0\u3000"
    "\u00ad\u200c\u200d\u2060\u0301\u0307\ufe0f\u20e3😀👩🏽🇹🇷❤ℹ…“”«»–—дЖєمक漢かカ한ᄀ𝐀กิລ່ខ្မြ\u0651\u06e1\u06e3\u05bcאΣσςǅK\x00\ud800\udfff\ufffd\uffff"
)
PIECES = [
    "www.",
    "http://",
    "x.com",
    "3.14",
    "1,000",
    "12:30",
    "90s",
    "5th",
    "1990'lar",
    "xD",
    "XDD",
    "Xd",
    ":)",
    ":-D",
    ";(",
    "=3",
    "<3",
    "a.b",
    "hello",
    "Don't",
    "l'été",
    "#tag",
    "@me",
    "e.g.",
    "user@x.com",
    "...",
    "!!",
    "—",
    "(“",
    "”).",
    "the",
    "ekmek",
    "end.",
    "U.S.",
    "-",
    "a-",
    "co",
    "-a.de",
    "10%",
    "5€",
    "3/4",
    "x/y",
    "rock'n'roll",
    "'tis",
    "well-known",
    "---",
    "C++",
    "ΣΑΣ",
    "İSTANBUL",
    "sooooo",
    "aaa1aaa",
    "iPhoneで",
    "日本語",
    "今天有個meeting要開",
    "สวัสดีครับ",
    "ສະບາຍດີ",
    "សួស្តី",
    "မင်္ဂလာပါ",
    "カタカナ",
    "3arabi",
    "مُدَرِّسَةٌ",
    "שָׁלוֹם",
    "한국어",
    "\u200f",
    "\u200fمرحبا",
    "π≈3",
    "½",
    "m²",
    "№5",
    "~",
    "¿qué?",
    "¡ay!",
    "_x_",
    "__label__x",
    "</s>",
    "<a href='x'>",
    "<b c>",
    "<br/>",
    "<!-- x -->",
    "]]>",
    "[url]",
    "[/]",
    "[: it",
    "[- spa]",
    "((email))",
    "{NAME_1}",
    "&amp;",
    "&nothing;",
    "&=sighs",
    "da@s:spa",
    "REDACTED",
    "URL",
    "xxx",
    "*CHI:",
    "\n*CHI:",
    "https://x.org/a,",
    "ftp://",
    "@a.b.",
    ".@b:",
    "＠c",
    "#WorldCup",
    "#guten_Morgen__2",
    "#NBAFinals",
    "#١",
    "＃漢字",
    ":))",
    ":'(",
    "=DD",
    "٣:٤",
    "8,000tk",
    "👍🏽",
    "👩\u200d💻",
    "🏴\U000e0067\U000e007f",
    "🇹🇷",
    "1\ufe0f\u20e3",
    "𠻺",
    "𝐀𝐛",
    "{user}",
    "&",
    "a@bc",
    "a@bcd",
]


def same(text: str) -> None:
    assert _compiled.tokenize(text) == slow.tokenize(text)
    assert _compiled.normalise(text) == slow.normalise(text)
    for token in slow.tokenize(text):
        word = text[token.start : token.end]
        assert _compiled.normalise(word) == slow.normalise(word)


@settings(deadline=None, max_examples=1000)
@given(st.text() | st.text(CHARACTERS, max_size=30) | st.lists(st.sampled_from(PIECES), max_size=6).map("".join))
@example("")
@example("x" * 10_000)
@example("1" * 10_000 + "a")
@example("." * 10_000 + "com")
@example("e\u0301\u0301\u0301")
@example("a1a1a1a")
@example("C++www.x.com/")
@example("0_0")
@example("a\u0340b")
@example("ب\u06e1\u0651\u06e3")
@example("a\u06e1\u00ad\u06e3")
def test_any_text(text: str) -> None:
    same(text)


def test_many_short_texts(part_of: Callable[[int], range]) -> None:
    """More than Hypothesis has time for; short, so that neighbours matter."""
    numbers = part_of(90_000)
    random = Random(numbers.start)
    for _ in numbers:
        same("".join(random.choices(CHARACTERS, k=random.randint(1, 9))))
    for _ in part_of(30_000):
        same(random.choice(["", " "]).join(random.choices(PIECES, k=random.randint(1, 5))))


def test_placeholders_without_brackets() -> None:
    """Compiled code finds them itself where a text can have no address."""
    random = Random(7)
    pieces = [
        "URL",
        "xxx",
        "HTTPURL",
        "REDACTED",
        "www.",
        "://",
        "http://",
        " ",
        "\n",
        "@",
        "#",
        "_",
        "a",
        "é",
        ".",
        "xx",
        "漢",
    ]
    for _ in range(20_000):
        same("".join(random.choices(pieces, k=random.randint(1, 6))))


def test_every_character_alone_and_among_letters_and_digits() -> None:
    random = Random(5)
    for code in (*range(0x3100), *range(0xF900, 0x10000), *random.sample(range(0x10000, 0x110000), 3000)):
        char = chr(code)
        for text in (char, f"a{char}b", f"1{char}2", f"a{char} {char}b", f"1{char}", f"{char}1", f"#{char}"):
            assert _compiled.tokenize(text) == slow.tokenize(text), f"{code:x} in {text!r}"
            assert _compiled.normalise(text) == slow.normalise(text), f"{code:x} in {text!r}"


def test_pairs_of_letters_that_are_folded_one_by_one() -> None:
    """Folding letter by letter equals folding the word: no letter taken as plain combines with a neighbour."""
    random = Random(2)
    letters = [chr(code) for code in (*range(0x21, 0x250), *range(0x400, 0x530), *range(0x1E00, 0x1F00))]
    for _ in range(60_000):
        word = "".join(random.choices(letters, k=random.randint(2, 6)))
        assert _compiled.normalise(word) == slow.normalise(word)


def test_marks_compose_as_unicode_says() -> None:
    random = Random(3)
    marks = [chr(code) for code in range(0x10000) if unicodedata.combining(chr(code))]
    pairs = [unicodedata.decomposition(chr(code)).split() for code in range(0x10000)]
    parts = [[chr(int(part, 16)) for part in pair] for pair in pairs if len(pair) == 2 and not pair[0].startswith("<")]
    letters, seconds = (
        [*(pair[0] for pair in parts), *"aeouncs\u0130\u0640\u200d\u00ad12'𠻺\U0002f800"],
        [pair[1] for pair in parts],
    )
    for _ in range(60_000):
        kinds = random.choices((letters, seconds, marks), (3, 3, 1), k=random.randint(2, 6))
        word = "".join(map(random.choice, kinds))
        assert _compiled.normalise(word) == slow.normalise(word), ascii(word)


#: What matters to whoever looks for the ends of sentences.
AT_ENDS = [
    *sentences.MARKS, *sentences.CLOSING, *sentences.OPENING, *sentences.WIDE, *sentences.LINE_ENDS, *sentences.IN_WORD,
    ". ", " ", "  ", "a", "É", "ß", "Ab", "Dr", "pág", "İ", "e.g", "z.B", "3", "42", "123", "٣", "@", "＠x", "www.",
    "https://a.b/", "日本", "𠻺", "a-b", "longer", "-dr", "’s", "x" * 45,
]  # fmt: skip


@settings(deadline=None, max_examples=500)
@given(st.text() | st.lists(st.sampled_from(AT_ENDS), max_size=40).map("".join), st.integers(1, 60))
def test_sentences(text: str, max_chars: int) -> None:
    spans = sentences.split_sentences(text, max_chars)
    assert _sentences.split_sentences(text, max_chars) == spans


@settings(deadline=None, max_examples=300)
@given(
    st.lists(st.text() | st.lists(st.sampled_from(AT_ENDS), max_size=40).map("".join), max_size=4),
    st.sampled_from([0, 5, 600]),
    st.sampled_from([b"", b"x", b"\xc3"]),
)
def test_sentences_of_many_texts_in_utf8(texts: list[str], longest: int, between: bytes) -> None:
    pieces = [text.encode("utf-8", "replace") for text in texts]  # surrogates have no UTF-8
    ends = np.cumsum([len(piece) + len(between) for piece in pieces], dtype=np.int64)
    starts = ends - np.array([len(piece) for piece in pieces], np.int64)
    data = np.frombuffer(b"".join(between + piece for piece in pieces), np.uint8)
    expected = sentences.sentence_offsets(data, starts, ends, longest)
    found = _sentences.sentence_offsets(data, starts, ends, longest)
    if expected is None or found is None:
        assert expected is found
    else:
        assert [one.tolist() for one in expected] == [one.tolist() for one in found]


def test_a_long_sentence_in_pieces_and_what_is_not_utf8() -> None:
    text = ("wörd  " * 300).encode()
    data, starts, ends = np.frombuffer(text, np.uint8), np.array([0, 0, 7]), np.array([len(text), 7, len(text)])
    expected = sentences.sentence_offsets(data, starts, ends, 10)
    found = _sentences.sentence_offsets(data, starts, ends, 10)
    assert expected is not None
    assert found is not None
    assert expected.counts.tolist()[1:2] == [1]
    assert [one.tolist() for one in expected] == [one.tolist() for one in found]
    damaged = np.frombuffer(text + b"\xff", np.uint8)
    assert _sentences.sentence_offsets(damaged, starts, np.array([len(text), 7, len(damaged)]), 10) is None
    assert sentences.sentence_offsets(damaged, starts, np.array([len(text), 7, len(damaged)]), 10) is None


def test_abbreviations_and_words_like_them() -> None:
    for word in (
        *sentences.ABBREVIATIONS,
        "or",
        "ox",
        "drs",
        "He",
        "DR",
        "Mr",
        "ms",
        "3a",
        "a",
        "7",
        "of",
        "XX",
        "örn",
    ):
        text = f"see {word}. The end"
        assert _sentences.split_sentences(text) == sentences.split_sentences(text), word


def test_many_sentences(part_of: Callable[[int], range]) -> None:
    numbers = part_of(30_000)
    random = Random(numbers.start)
    for _ in numbers:
        text = "".join(random.choices(AT_ENDS, k=random.randint(2, 9)))
        assert _sentences.split_sentences(text) == sentences.split_sentences(text), ascii(text)


def test_names() -> None:
    random = Random(4)
    words = ["Maria", "MARIA", "Müller", "Ümit", "Straße", "Иван", "ΜΑΡΊΑ", "İsmail", "ǅ", "山田", "", "x\x00"]
    words += ["".join(random.choices(CHARACTERS, k=random.randint(1, 4))) for _ in range(5000)]
    assert {_compiled.is_name_of_codes(word) for word in words} == {True, False}
    for word in words:
        assert _compiled.is_name_of_codes(word) == names.is_name(word), word
