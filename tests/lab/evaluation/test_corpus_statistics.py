"""Statistics of mixed corpora, compared with values computed by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mixlid.adapt.labelled import Sample
from mixlid.mixing import switches
from mixlid.word_counts import cmi
from mixlid_lab.evaluation.mixing import corpus_statistics

PAIR = frozenset({"tur", "eng"})
#: tur: 5 + 3 = 8 characters, eng: 7; the full stop and the name are nobody's.
FIRST = Sample(
    "bugün meeting Ada var .", PAIR, ("bugün", "meeting", "Ada", "var", "."), ("tur", "eng", "ne", "tur", "other")
)
#: eng: 2 + 5 = 7 characters, tur: 3
SECOND = Sample("ok later gel", PAIR, ("ok", "later", "gel"), ("eng", "eng", "tur"))


def test_by_hand() -> None:
    # 19 and 10 characters; 8 and 7; 7 and 3; tur eng tur, eng eng tur; one of three in the smaller language
    assert corpus_statistics([FIRST, SECOND]) == pytest.approx([14.5, 7.5, 0.5, 5.0, 2.0, 1.5, 100 / 3])


def test_without_word_labels() -> None:
    assert corpus_statistics([Sample("gel later", PAIR)]) == [8.0, *[None] * 6]
    assert corpus_statistics([]) == [None] * 7


def test_some_sentences_without_word_labels() -> None:
    found = corpus_statistics([SECOND, Sample("a b", PAIR)])
    assert found == pytest.approx([6.0, 7.0, 0.0, 3.0, 0.0, 1.0, 100 / 3])


def test_monolingual_and_language_independent() -> None:
    """A tag outside the sentence's languages is language-independent, like `other`."""
    mono = Sample("gel hadi", frozenset({"tur"}), ("gel", "hadi"), ("tur", "eng"))
    nothing = Sample("12 Ada", PAIR, ("12", "Ada"), ("other", "ne"))
    assert corpus_statistics([mono, nothing])[1:] == [1.5, 1.5, 0.0, 0.0, 0.0, 0.0]


def test_three_languages() -> None:
    sample = Sample("aaa bb c", frozenset({"tur", "eng", "deu"}), ("aaa", "bb", "c"), ("deu", "eng", "tur"))
    assert corpus_statistics([sample])[1:] == pytest.approx([3.0, 0.0, 2.0, 0.0, 2.0, 200 / 3])


def test_cmi_and_switches() -> None:
    assert cmi([]) == 0.0
    assert cmi([None, None]) == 0.0
    assert cmi(["eng", None]) == 0.0
    assert cmi(["eng", "tur"]) == 50.0
    assert cmi(["eng", "eng", "eng", None, "tur"]) == 25.0
    assert switches([]) == 0
    assert switches([None, "eng", None, "eng", "tur", None, "eng"]) == 2


@given(st.lists(st.sampled_from(["tur", "eng", None]), max_size=12))
def test_cmi_as_it_is_published(languages: list[str | None]) -> None:
    """100 · (1 − max(w_i) / (n − u)) with n words, u of them language-independent; 0 if n = u."""
    n, u = len(languages), languages.count(None)
    largest = max(languages.count("tur"), languages.count("eng"))
    assert cmi(languages) == pytest.approx(100 * (1 - largest / (n - u)) if n > u else 0.0)
