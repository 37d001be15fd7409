"""Hashing many words at once equals the plain definition, word by word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mixlid.models.ngrams import MOST_BUCKETS, NgramSpec, hash_bytes, ngrams_of, word_features

SPECS = st.builds(
    NgramSpec,
    minn=st.integers(1, 4),
    maxn=st.integers(0, 6),
    buckets=st.integers(1, MOST_BUCKETS),
    whole_word=st.booleans(),
)


@pytest.mark.parametrize(
    ("data", "value"),
    [(b"", 0x811C9DC5), (b"a", 0xE40C292C), (b"foobar", 0xBF9CF968)],
)
def test_published_fnv_1a_values(data: bytes, value: int) -> None:
    assert hash_bytes(data) == value


def test_bytes_above_127_are_widened_with_their_sign() -> None:
    plain = (0x811C9DC5 ^ 0xC3) * 16777619 & 0xFFFFFFFF
    assert hash_bytes(b"\xc3") != plain
    assert hash_bytes(b"\xc3") == (0x811C9DC5 ^ 0xFFFFFFC3) * 16777619 & 0xFFFFFFFF


@given(words=st.lists(st.text(max_size=12), max_size=8), spec=SPECS)
def test_word_features_are_the_hashes_of_the_ngrams(words: list[str], spec: NgramSpec) -> None:
    features = word_features(words, spec)
    assert len(features.starts) == len(words) + 1
    for place, word in enumerate(words):
        expected = [hash_bytes(gram.encode("utf-8", "surrogatepass")) % spec.buckets for gram in ngrams_of(word, spec)]
        assert features.ids[features.starts[place] : features.starts[place + 1]].tolist() == expected


def test_ngrams_of_a_word() -> None:
    assert ngrams_of("iş", NgramSpec(1, 3, 10)) == ["<i", "<iş", "i", "iş", "iş>", "ş", "ş>"]
    assert ngrams_of("iş", NgramSpec(3, 3, 10, whole_word=True)) == ["<iş>", "<iş", "iş>"]
