"""The bits that stand for frequent words: how they are set, and those of mixlid with further words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from mixlid.text.frequent_words import FrequentWords, read_bits
from mixlid.text.word_hashes import PROBES, bit_of


def set_bits(bits: bytearray, label: str, words: Iterable[str]) -> int:
    """Note the frequent words of a label; how many there are. Words with marks of their own are left out."""
    known, count = FrequentWords([label], b""), 0
    for word in words:
        if value := known.hash_of(0, word, 0, len(word)):
            count += 1
            for probe in range(PROBES):
                bit = bit_of(value, probe)
                bits[bit >> 3] |= 1 << (bit & 7)
    return count


@lru_cache(4)
def bits_with(words: tuple[tuple[str, str], ...]) -> memoryview:
    """Those of mixlid, with further words: for each label some with spaces between."""
    bits = bytearray(read_bits())
    for label, listed in words:
        set_bits(bits, label, listed.split())
    return memoryview(bytes(bits))
