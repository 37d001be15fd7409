"""Whether a word is one of a label's most frequent ones: text in a language is full of them, and other text is not.

The package has a Bloom filter over pairs of label and word, and no text; one in seventeen words that are not frequent
is a false positive. All bits of a pair are in one block of the size of a cache line, so that a lookup takes one memory
access. `mixlid_lab.resources.word_files` makes the file.

This file runs as Python, and is compiled as `_frequent_words`, where `_frequent_words.pxd` declares C types.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import cache
from mmap import mmap

from mixlid.text import prefetch, word_hashes
from mixlid.text.data_files import FOLDER

FILE = "frequent_words.bits"
#: The most words of a label's sentences in the filter; more come from word lists.
WORDS = 20_000
#: The results of `look_up`.
RARE, FREQUENT, UNSURE = 0, 1, -1
#: What the hash of a label begins with.
START = 0x9E3779B9
#: The most words that are prefetched at a time.
ROOM = 64


class FrequentWords:
    """The frequent words of some labels."""

    bits: bytes | memoryview
    #: by column of a label: where the hashes of its words begin
    salts: array[int]
    #: the label for which words are prefetched; where they begin, in order, and their hashes; how many there are, which
    #: is the next, and where the last that was looked up began
    column: int
    starts: array[int]
    hashes: array[int]
    prefetched: int
    next: int
    last: int

    def __init__(self, labels: Iterable[str], bits: bytes | memoryview | None = None) -> None:
        """`bits` are those of the file by default."""
        self.bits = read_bits() if bits is None else bits
        self.salts = array("Q", [salt_of(label) for label in labels])
        self.starts, self.hashes = array("q", [0] * ROOM), array("Q", [0] * ROOM)
        self.begin_prefetch(0)

    def begin_prefetch(self, column: int) -> None:
        """Begin to prefetch for words of a text, mostly for this label; forgets those of earlier texts."""
        self.column, self.prefetched, self.next, self.last = column, 0, 0, -1

    def prefetch_word(self, codes: str, start: int, end: int) -> None:
        """Prefetch for a word of that label; they come in order."""
        if self.prefetched < ROOM:
            value = self.prefetch_any(self.column, codes, start, end)
            self.starts[self.prefetched], self.hashes[self.prefetched] = start, value
            self.prefetched += 1

    def prefetch_any(self, column: int, codes: str, start: int, end: int) -> int:
        """Prefetch the block of a word that will be looked up, whatever the label; the hash to `find` it with."""
        value = self.hash_of(column, codes, start, end)
        prefetch.prefetch_at(self.bits, word_hashes.byte_of(value))
        return value

    def look_up(self, column: int, codes: str, start: int, end: int) -> int:
        """`FREQUENT` or `RARE`; `UNSURE` for a word with combining marks, which may have a composed form."""
        value = self.prefetched_hash(start) if column == self.column else 0
        return self.find(value or self.hash_of(column, codes, start, end))

    def find(self, value: int) -> int:
        """The same for the hash of a word."""
        if not value:
            return UNSURE
        return FREQUENT if word_hashes.are_set(self.bits, value) else RARE

    def prefetched_hash(self, start: int) -> int:
        """The hash of a word for the current label; 0 if it was not prefetched."""
        if start < self.last:  # a second pass over the words
            self.next = 0
        self.last = start
        while self.next < self.prefetched and self.starts[self.next] < start:
            self.next += 1
        return self.hashes[self.next] if self.next < self.prefetched and self.starts[self.next] == start else 0

    def hash_of(self, column: int, codes: str, start: int, end: int) -> int:
        """The hash of a label and a word; 0 if the word has combining marks."""
        return word_hashes.hash_word(self.salts[column], codes, start, end)


def salt_of(label: str) -> int:
    value = START
    for letter in label:
        value = word_hashes.mix(value, ord(letter))
    return value


@cache
def read_bits() -> memoryview:
    """The filter of the package, memory-mapped, so that every block is aligned with a cache line."""
    data = (FOLDER / FILE).read_bytes()
    pages = mmap(-1, len(data))
    pages.write(data)
    return memoryview(pages).toreadonly()
