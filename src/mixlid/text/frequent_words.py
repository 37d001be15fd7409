"""Whether a word is one of a label's most frequent ones: text in a language is full of them, and other text is not.

What ships is a Bloom filter over pairs of label and word, and no text: of words that are not frequent one in seventeen
is taken for one. All bits of a pair are in one block of the size of a cache line, so that a word is looked up by one
access to memory. `tools/make_frequent_words.py` makes the file.

This file runs as it stands, and compiled as `_frequent_words`, where `_frequent_words.pxd` gives its names C types.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import cache
from importlib import resources

from mixlid.text import characters, prefetch

FILE = "frequent_words.bits"
#: How many words of each label the filter holds at most, how many bits stand for each, how many bits a block has, as a
#: power of two, and how many there are.
WORDS, PROBES, BLOCK, SIZE = 20_000, 4, 9, 1 << 24
#: What `look_up` says.
RARE, FREQUENT, UNSURE = 0, 1, -1
START, PRIME, MASK = 0x9E3779B9, 0x9E3779B97F4A7C15, (1 << 64) - 1
#: Words that can be expected at a time.
ROOM = 64


class FrequentWords:
    """The frequent words of some labels."""

    bits: bytes
    #: by column of a label: where the hashes of its words begin
    salts: array[int]
    #: of words that are expected, in order: where they begin, their columns, their hashes; which is the next, and how
    #: many there are
    starts: array[int]
    columns: array[int]
    hashes: array[int]
    next: int
    expected: int

    def __init__(self, labels: Iterable[str], bits: bytes | None = None) -> None:
        """`bits` are those of the file, unless others are given."""
        self.bits = read_bits() if bits is None else bits
        self.salts = array("Q", [salt_of(label) for label in labels])
        self.starts, self.columns, self.hashes = (array(kind, [0] * ROOM) for kind in "qqQ")
        self.next = self.expected = 0

    def expect(self, column: int, codes: str, start: int, end: int) -> None:
        """Ask the memory for what a word will be looked up in; words of one text in the order in which they will be."""
        if self.expected < ROOM:
            value = self.hash_of(column, codes, start, end)
            prefetch.ask_for(self.bits, bit_of(value, 0) >> 3)
            self.starts[self.expected], self.columns[self.expected] = start, column
            self.hashes[self.expected] = value
            self.expected += 1

    def expect_none(self) -> None:
        """What was expected of a text is over."""
        self.next = self.expected = 0

    def look_up(self, column: int, codes: str, start: int, end: int) -> int:
        """`FREQUENT` or `RARE`; `UNSURE` for a word with marks of their own, which might be composed as well."""
        while self.next < self.expected and self.starts[self.next] < start:
            self.next += 1
        if self.next < self.expected and self.starts[self.next] == start and self.columns[self.next] == column:
            value = self.hashes[self.next]
        else:
            value = self.hash_of(column, codes, start, end)
        if not value:
            return UNSURE
        for probe in range(PROBES):
            bit = bit_of(value, probe)
            if not (self.bits[bit >> 3] >> (bit & 7)) & 1:
                return RARE
        return FREQUENT

    def hash_of(self, column: int, codes: str, start: int, end: int) -> int:
        """What stands for a label and a part of a text; 0 if that has marks of their own."""
        value = self.salts[column]
        for place in range(start, end):
            code = characters.folded(codes, place)
            if 0x300 <= code < 0x370:
                return 0
            value = mix(value, code)
        return value


def bit_of(value: int, probe: int) -> int:
    """One of the bits that stand for a hash: its upper bits say the block, parts of the lower ones the places there."""
    block = (value >> (PROBES * BLOCK)) & ((SIZE >> BLOCK) - 1)
    return (block << BLOCK) | ((value >> (probe * BLOCK)) & ((1 << BLOCK) - 1))


def mix(value: int, code: int) -> int:
    value = (value ^ code) * PRIME & MASK
    return value ^ (value >> 29)


def salt_of(label: str) -> int:
    value = START
    for letter in label:
        value = mix(value, ord(letter))
    return value


@cache
def read_bits() -> bytes:
    """The filter that ships."""
    return resources.files("mixlid").joinpath("data", FILE).read_bytes()
