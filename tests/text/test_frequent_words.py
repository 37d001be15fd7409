"""Frequent words of a label are found in any case, compiled as in Python."""

from __future__ import annotations

import mixlid
from mixlid.text.frequent_words import FREQUENT, RARE, UNSURE, FrequentWords, read_bits
from mixlid.text.word_hashes import PROBES, SIZE, bit_of


def look_up(words: FrequentWords, word: str, column: int = 0) -> int:
    return words.look_up(column, f"({word})", 1, len(word) + 1)


def test_words_of_the_filter_that_ships() -> None:
    words = FrequentWords(["eng_Latn", "tur_Latn"])
    assert len(read_bits()) * 8 == SIZE
    for english in ("the", "The", "HAVE", "don't", "don’t"):
        assert look_up(words, english) == FREQUENT
    for turkish in ("için", "Bu", "İÇİN", "değil"):
        assert look_up(words, turkish, 1) == FREQUENT
    for rare in ("için", "değil", "qwxz", "sesquipedalian"):
        assert look_up(words, rare) == RARE


def test_marks_of_their_own_are_not_judged() -> None:
    words = FrequentWords(["vie_Latn"])
    assert look_up(words, "một") == FREQUENT
    assert look_up(words, "mo\u0302\u0323t") == UNSURE


def test_few_others_are_taken_for_one() -> None:
    words = FrequentWords(mixlid.load().labels)
    made_up = [f"q{number:x}zx" for number in range(2000)]
    assert sum(look_up(words, word, number % 250) for number, word in enumerate(made_up)) < 150


def test_a_filter_of_ones_own() -> None:
    words = FrequentWords(["eng_Latn"], b"")
    value = words.hash_of(0, "snark", 0, 5)
    bits = bytearray(SIZE >> 3)
    for probe in range(PROBES):
        bits[bit_of(value, probe) >> 3] |= 1 << (bit_of(value, probe) & 7)
    own = FrequentWords(["eng_Latn", "deu_Latn"], bytes(bits))
    assert [look_up(own, word, column) for word, column in (("Snark", 0), ("snarks", 0), ("snark", 1))] == [1, 0, 0]


def test_words_that_are_expected_are_looked_up_alike() -> None:
    text = "have için değil qwxz the"
    words, places = FrequentWords(["eng_Latn", "tur_Latn"]), [(0, 4), (5, 9), (10, 15), (16, 20), (21, 24)]
    plain = [words.look_up(column, text, *place) for place in places for column in (0, 1)]
    words.begin_prefetch(1)
    for place in places[:2] + places[3:]:
        words.prefetch_word(text, *place)
    for _ in range(2):
        found = [words.look_up(column, text, *place) for place in places for column in (0, 1)]
        assert found == plain
    words.begin_prefetch(1)  # another text
    assert words.look_up(1, "için", 0, 4) == FREQUENT
