"""Hashes of words, and the bits that stand for them. Compiled code uses `_word_hashes.pxd`, with the same results."""

from __future__ import annotations

from mixlid.text import characters

#: The bits set for each word, the bits of a block (as a power of two), and the number of all bits.
PROBES, BLOCK, SIZE = 4, 9, 1 << 24
PRIME, MASK = 0x9E3779B97F4A7C15, (1 << 64) - 1


def mix(value: int, code: int) -> int:
    value = (value ^ code) * PRIME & MASK
    return value ^ (value >> 29)


def hash_word(value: int, codes: str, start: int, end: int) -> int:
    """The hash of a word that begins with this value; 0 if the word has combining marks."""
    for place in range(start, end):
        code = characters.folded(codes, place)
        if 0x300 <= code < 0x370:
            return 0
        value = mix(value, code)
    return value


def bit_of(value: int, probe: int) -> int:
    """One of the bits of a hash: its upper bits give the block, parts of the lower ones the positions in it."""
    block = (value >> (PROBES * BLOCK)) & ((SIZE >> BLOCK) - 1)
    return (block << BLOCK) | ((value >> (probe * BLOCK)) & ((1 << BLOCK) - 1))


def byte_of(value: int) -> int:
    """A byte of the block of a hash."""
    return bit_of(value, 0) >> 3


def are_set(bits: bytes | memoryview, value: int) -> bool:
    """Whether all bits of a hash are set."""
    places = (bit_of(value, probe) for probe in range(PROBES))
    return all(bits[bit >> 3] >> (bit & 7) & 1 for bit in places)
