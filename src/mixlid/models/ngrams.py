"""The features of a word: fastText's hashed character n-grams, for many words at once.

A word stands between `<` and `>`; its n-grams are counted in code points and hashed byte by byte (32-bit FNV-1a, where
fastText widens each byte as a *signed* char, so bytes above 127 flip the upper bits too). Training and scoring use this
one function, so a table row means the same in both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[np.int64]

#: Beyond these a file is considered damaged, before a wrong number fills the memory.
MOST_BUCKETS = 1 << 27
LONGEST_NGRAM = 255

_FNV_START = np.uint32(2166136261)
_FNV_PRIME = np.uint32(16777619)


@dataclass(frozen=True, slots=True)
class NgramSpec:
    """Which n-grams a word has, and into how many buckets they are hashed."""

    minn: int
    maxn: int
    buckets: int
    #: Also the whole word as one feature, where it is longer than `maxn` (our tables; fastText has a vocabulary).
    whole_word: bool = False

    def __post_init__(self) -> None:
        grams = self.maxn > 0 or self.whole_word
        longest = max(self.minn, self.maxn)
        if min(self.minn, self.maxn) < 0 or longest > LONGEST_NGRAM or not grams <= self.buckets <= MOST_BUCKETS:
            raise ValueError(f"n-grams of {self.minn} to {self.maxn} letters in {self.buckets} buckets")


class WordFeatures(NamedTuple):
    """Bucket ids of all words, one after the other; word i has `ids[starts[i]:starts[i + 1]]`."""

    ids: IntArray
    starts: IntArray

    @property
    def counts(self) -> IntArray:
        return np.diff(self.starts)


def hash_bytes(data: bytes) -> int:
    """fastText's hash of one byte string."""
    value = int(_FNV_START)
    for byte in data:
        value ^= byte if byte < 128 else byte | 0xFFFFFF00
        value = value * int(_FNV_PRIME) & 0xFFFFFFFF
    return value


def word_features(words: Sequence[str], spec: NgramSpec) -> WordFeatures:
    """Hash the n-grams of many words in a few passes over their bytes.

    Pass n extends every n-gram of n−1 code points by the next code point, so each byte is hashed once for each length.
    """
    framed = [b"<" + word.encode("utf-8", "surrogatepass") + b">" for word in words]
    data = np.frombuffer(b"".join(framed), dtype=np.uint8)
    word_ends = np.cumsum([len(item) for item in framed], dtype=np.int64)
    chars = np.flatnonzero((data & 0xC0) != 0x80)  # where a code point begins
    char_sizes = np.diff(chars, append=len(data))
    char_word = np.searchsorted(word_ends, chars, side="right")
    first_char = np.searchsorted(char_word, np.arange(len(words) + 1))
    signed = data.view(np.int8).astype(np.int32).view(np.uint32)

    ids, owners, places = [], [], []
    hashes = np.full(len(chars), _FNV_START, dtype=np.uint32)
    begins = np.arange(len(chars))
    for n in range(1, spec.maxn + 1):
        lasts = begins + (n - 1)
        inside = lasts < first_char[char_word[begins] + 1]
        begins, lasts, hashes = begins[inside], lasts[inside], hashes[inside]
        if not len(begins):
            break
        hashes = _extend(hashes, signed, chars[lasts], char_sizes[lasts])
        if n < spec.minn:
            continue
        chosen = slice(None)
        if n == 1:  # the borders alone are not features
            chosen = (begins != first_char[char_word[begins]]) & (begins != first_char[char_word[begins] + 1] - 1)
        ids.append(hashes[chosen] % np.uint32(spec.buckets))
        owners.append(char_word[begins[chosen]])
        places.append(begins[chosen] * (spec.maxn + 1) + n)
    if spec.whole_word:
        long = np.flatnonzero(np.diff(first_char) > spec.maxn)
        ids.append(np.array([hash_bytes(framed[i]) % spec.buckets for i in long], dtype=np.uint32))
        owners.append(long)
        places.append(first_char[long] * (spec.maxn + 1))
    owner = np.concatenate(owners) if owners else np.empty(0, dtype=np.int64)
    order = np.argsort(np.concatenate(places)) if places else owner  # by place in the text, as fastText lists them
    starts = np.concatenate([[0], np.cumsum(np.bincount(owner, minlength=len(words)))])
    flat = np.concatenate(ids).astype(np.int64) if ids else owner
    return WordFeatures(flat[order], starts.astype(np.int64))


def ngrams_of(word: str, spec: NgramSpec) -> list[str]:
    """The n-grams of one word as text, in the order of `word_features`."""
    framed = f"<{word}>"
    whole = [framed] if spec.whole_word and len(framed) > spec.maxn else []
    return whole + [
        framed[start : start + n]
        for start in range(len(framed))
        for n in range(max(spec.minn, 1), min(spec.maxn, len(framed) - start) + 1)
        if n > 1 or 0 < start < len(framed) - 1
    ]


def _extend(
    hashes: NDArray[np.uint32], signed: NDArray[np.uint32], at: IntArray, sizes: IntArray
) -> NDArray[np.uint32]:
    """Hash one more code point (1 to 4 bytes at `at`) into each of `hashes`."""
    hashes = (hashes ^ signed[at]) * _FNV_PRIME
    for byte in range(1, int(sizes.max(initial=1))):
        more = sizes > byte
        hashes[more] = (hashes[more] ^ signed[at[more] + byte]) * _FNV_PRIME
    return hashes
