"""A set of words of each label, as hashes."""

from __future__ import annotations

from array import array


class WordSet:
    """The upper halves of the hashes of labels and words (`FrequentWords.hash_of`)."""

    #: in ascending order
    hashes: array[int]
    size: int

    def __init__(self, hashes: array[int]) -> None:
        self.hashes, self.size = hashes, len(hashes)

    def has(self, value: int) -> bool:
        """Whether the word with this hash is in the set."""
        first, end, half = 0, self.size, value >> 32
        while first < end:
            middle = (first + end) >> 1
            if self.hashes[middle] < half:
                first = middle + 1
            else:
                end = middle
        return first < self.size and self.hashes[first] == half
