"""Statistics of mixed corpora, compared with values computed by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mixlid.adapt.labelled import Sample
from mixlid.mixing import switches
from mixlid.word_counts import cmi
from mixlid_lab.evaluation.mixing import CorpusStatistics, Spread, corpus_statistics

PAIR = frozenset({"tur", "eng"})
#: tur: 5 + 3 = 8 characters, eng: 7; the full stop and the name are nobody's.
FIRST = Sample(
    "bugün meeting Ada var .", PAIR, ("bugün", "meeting", "Ada", "var", "."), ("tur", "eng", "ne", "tur", "other")
)
#: eng: 2 + 5 = 7 characters, tur: 3
SECOND = Sample("ok later gel", PAIR, ("ok", "later", "gel"), ("eng", "eng", "tur"))


def test_by_hand() -> None:
    found = corpus_statistics([FIRST, SECOND])
    assert (found.sentences, found.labelled) == (2, 2)
    # 19 and 10 characters
    assert found.characters == 14.5
    # 8 and 7; 7 and 3
    assert (found.longer, found.shorter) == (Spread(7.5, 0.5), Spread(5.0, 2.0))
    # tur eng tur; eng eng tur
    assert found.switches == 1.5
    # one of three words in the smaller language, both times
    assert found.cmi == pytest.approx(100 / 3)


def test_without_word_labels() -> None:
    assert corpus_statistics([Sample("gel later", PAIR)]) == CorpusStatistics(1, 0, 8.0, None, None, None, None)
    assert corpus_statistics([]) == CorpusStatistics(0, 0, None, None, None, None, None)


def test_some_sentences_without_word_labels() -> None:
    found = corpus_statistics([SECOND, Sample("a b", PAIR)])
    assert (found.sentences, found.labelled, found.characters) == (2, 1, 6.0)
    assert (found.longer, found.shorter, found.switches) == (Spread(7.0, 0.0), Spread(3.0, 0.0), 1.0)


def test_monolingual_and_language_independent() -> None:
    """A tag outside the sentence's languages is language-independent, like `other`."""
    mono = Sample("gel hadi", frozenset({"tur"}), ("gel", "hadi"), ("tur", "eng"))
    nothing = Sample("12 Ada", PAIR, ("12", "Ada"), ("other", "ne"))
    found = corpus_statistics([mono, nothing])
    assert (found.longer, found.shorter) == (Spread(1.5, 1.5), Spread(0.0, 0.0))
    assert (found.cmi, found.switches) == (0.0, 0.0)


def test_three_languages() -> None:
    sample = Sample("aaa bb c", frozenset({"tur", "eng", "deu"}), ("aaa", "bb", "c"), ("deu", "eng", "tur"))
    found = corpus_statistics([sample])
    assert (found.longer, found.shorter, found.switches) == (Spread(3.0, 0.0), Spread(2.0, 0.0), 2.0)
    assert found.cmi == pytest.approx(200 / 3)


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
