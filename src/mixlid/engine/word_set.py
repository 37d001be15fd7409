"""A set of words of each label, as hashes."""

from __future__ import annotations

from array import array

#: How many places from where it is expected a hash is looked for first.
NEAR = 512


class WordSet:
    """The upper halves of the hashes of labels and words (`FrequentWords.hash_of`)."""

    #: in ascending order
    hashes: array[int]
    size: int

    def __init__(self, hashes: array[int]) -> None:
        self.hashes, self.size = hashes, len(hashes)

    def has(self, value: int) -> bool:
        """Whether the word with this hash is in the set."""
        half = value >> 32
        place = half * self.size >> 32  # about where it is, since hashes are spread evenly
        first, end = max(place - NEAR, 0), min(place + NEAR, self.size)
        if first < end and (self.hashes[first] > half or self.hashes[end - 1] < half):
            first, end = 0, self.size
        while first < end:
            middle = (first + end) >> 1
            if self.hashes[middle] < half:
                first = middle + 1
            else:
                end = middle
        return first < self.size and self.hashes[first] == half
