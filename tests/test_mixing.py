"""Measures of mixing, compared with values by hand and with their definitions."""

from __future__ import annotations

from itertools import pairwise
from math import log2
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mixlid
from mixlid.mixing import (
    LabelledWord,
    Texts,
    burstiness,
    i_index,
    language_entropy,
    m_index,
    main_language,
    memory,
    runs_of,
    share_in,
    span_entropy,
    statistics,
    switches,
)

LABELS = st.lists(st.lists(st.sampled_from(["tur", "eng_Latn", "deu", None, "und", "zxx"]), max_size=12), max_size=6)


def test_one_sentence_by_hand() -> None:
    """AABBA: shares 3/5 and 2/5; runs of 2, 2 and 1 words, whose mean is 5/3 and variance 2/9."""
    found = statistics(["A", "A", "B", "B", "A"])
    assert (found.utterances, found.words, found.switches, found.mixed) == (1, 5, 2, 1.0)
    assert found.languages == {"A": 3, "B": 2}
    assert found.cmi == found.cmi_mixed == pytest.approx(100 * (1 - 3 / 5))
    assert found.m_index == pytest.approx((1 - 13 / 25) / (13 / 25))
    assert found.i_index == 2 / 4
    assert found.burstiness == pytest.approx(((2 / 9) ** 0.5 - 5 / 3) / ((2 / 9) ** 0.5 + 5 / 3))
    assert found.burstiness == pytest.approx(-0.559038, abs=1e-6)
    assert found.memory is None  # the runs that another follows are all as long
    assert found.span_entropy == pytest.approx(0.918296, abs=1e-6)  # 2/3 and 1/3
    assert found.language_entropy == pytest.approx(0.970951, abs=1e-6)  # 3/5 and 2/5
    assert (found.matrix_language, found.matrix_share) == ("A", 1.0)
    assert (found.insertions, found.alternations) == (1, 0)
    assert found.pairs == {"A>B": 1, "B>A": 1}


def test_a_switch_after_every_word_by_hand() -> None:
    found = statistics([["A", "B", "A", "B"]])
    assert (found.m_index, found.i_index, found.burstiness, found.span_entropy, found.language_entropy) == (
        1,
        1,
        -1,
        0,
        1,
    )
    assert (found.switches, found.cmi, found.matrix_language) == (3, 50, "A")


def test_three_languages_in_two_texts_by_hand() -> None:
    """AAAB and C: shares 3/5, 1/5, 1/5; runs of 3, 1 and 1 words, whose mean is 5/3 and variance 8/9."""
    texts: list[list[str | None]] = [["A", None, "A", "A", "zxx", "B"], ["C"], [None, "und", "und_Cyrl"]]
    found = statistics(texts)
    assert (found.utterances, found.words, found.switches, found.mixed) == (2, 5, 1, 0.5)
    assert (found.cmi, found.cmi_mixed) == (12.5, 25)
    assert found.m_index == pytest.approx((1 - 11 / 25) / (2 * 11 / 25))
    assert found.i_index == 1 / 3
    assert found.burstiness == pytest.approx(-0.277396, abs=1e-6)
    assert found.language_entropy == pytest.approx(1.370951, abs=1e-6)
    assert (found.matrix_language, found.matrix_share) == ("A", 0.5)  # as many as C, and more words
    assert (found.insertions, found.alternations) == (1, 0)


def test_memory_by_hand() -> None:
    """Runs of 1, 2, 3 and 1 words: (1, 2), (2, 3), (3, 1) have means 2 and 2, variances 2/3, covariance −1/3."""
    assert memory(["A", "B", "B", "A", "A", "A", "B"]) == pytest.approx(-0.5)
    assert memory([["A", "B", "B"], ["A", "A", "B", "B", "B", "B"]]) == pytest.approx(1)  # pairs are within a text
    assert memory(["A", "B"]) is None


@pytest.mark.parametrize(
    ("labels", "insertions", "alternations"),
    [
        ("AABBA", 1, 0),
        ("AAAB", 1, 0),
        ("AAABB", 0, 1),
        ("BBAAA", 0, 1),
        ("AABBAABCA", 3, 0),
        ("AAABBCC", 0, 2),
        ("A", 0, 0),
    ],
)
def test_insertion_and_alternation(labels: str, insertions: int, alternations: int) -> None:
    found = statistics(list(labels))
    assert (found.insertions + found.alternations, found.alternations) == (insertions + alternations, alternations)


def test_words_that_are_inserted() -> None:
    words = [LabelledWord("yarınki", "tur_Latn"), LabelledWord("Meeting", "eng_Latn"), LabelledWord("için", "tur_Latn")]
    assert statistics([words, words]).inserted == {"meeting/eng": 2}
    assert statistics(words) == statistics([words])


def test_nothing() -> None:
    nothings: list[Texts] = [[], [[]], [None], [["und"], []]]
    for empty in nothings:
        found = statistics(empty)
        assert (found.utterances, found.words, found.switches, found.insertions) == (0, 0, 0, 0)
        assert {found.mixed, found.cmi, found.m_index, found.i_index, found.burstiness, found.memory} == {None}
        assert {found.span_entropy, found.language_entropy, found.matrix_language} == {None}


def test_results_are_texts(tiny_table: Path) -> None:
    lid = mixlid.load(tiny_table, preset="cs")
    results = list(lid.identify_many(["yarınki meeting için hazır", "the meeting with the weather"]))
    labels = [[word.label for word in one.words] for one in results]
    assert statistics(results).words == statistics(labels).words == 9
    assert switches(results[0]) == switches(labels[0]) == 2
    assert statistics(results).inserted == {"meeting/eng": 1}
    assert main_language(results[0]) == "tur"


@given(LABELS)
def test_definitions(texts: list[list[str | None]]) -> None:
    known = [[one[:3] for one in text if one not in (None, "und", "zxx")] for text in texts]
    known = [text for text in known if text]
    words = [one for text in known for one in text]
    lengths = [len(run.words) for text in known for run in runs_of(text)]
    assert sum(lengths) == len(words)
    assert switches(texts) == sum(a != b for text in known for a, b in pairwise(text))
    shares = [words.count(one) / len(words) for one in set(words)]
    entropy = language_entropy(texts)
    assert (entropy is None) == (not words)
    assert entropy is None or entropy == pytest.approx(-sum(share * log2(share) for share in shares), abs=1e-12)
    for value, least, most in (
        (m_index(texts), 0, 1),
        (i_index(texts), 0, 1),
        (burstiness(texts), -1, 1),
        (memory(texts), -1, 1),
        (span_entropy(texts), 0, log2(max(len(lengths), 1))),
    ):
        assert value is None or least - 1e-9 <= value <= most + 1e-9


def test_share_in_languages() -> None:
    result = mixlid.identify("Bence bu çok iyi bir fikir, let's do it")
    turkish, english = share_in(result, "tr"), share_in(result, ["eng"])
    assert turkish == result.proportions["tur_Latn"]
    assert english == result.proportions["eng_Latn"]
    assert share_in(result, "tr,en") == share_in(result, ["tur_Latn", "en"]) == 1.0
    assert share_in(result, "de") == 0.0
    assert share_in(mixlid.identify("123"), "de") is None
