"""Two annotations compared, with figures computed by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mixlid.errors import InputError
from mixlid.io.labelled import Token
from mixlid.linguistics.comparison import Score, compare, kappa
from mixlid.linguistics.corpus import Utterance


def said(words: str, file: str = "a", gap: str = " ") -> Utterance:
    """`gel/tur now/eng 12`: words with their languages, or without."""
    tokens, text = [], ""
    for item in words.split():
        word, _, language = item.partition("/")
        text += gap if text else ""
        tokens.append(Token(word, len(text), len(text) + len(word), language or None))
        text += word
    return Utterance(text, tuple(tokens), file, 1, {}, was_labelled=True)


def test_by_hand() -> None:
    gold = [said("gel/tur buraya/tur now/eng please/eng Ada"), said("we/eng go/eng eve/tur")]
    out = [said("gel/tur buraya/eng now/eng please/eng Ada/tur", "b"), said("we/eng go/eng eve", "b")]
    found = compare(gold, out)
    assert (found.utterances, found.words, found.accuracy) == (2, 7, 5 / 7)
    # Turkish: three in gold, one found, which is right; English: four in gold, five found, four right.
    assert found.languages == {"eng": Score(4 / 5, 1.0, 8 / 9, 4), "tur": Score(1.0, 1 / 3, 0.5, 3)}
    assert found.confusion == {"eng": {"eng": 4}, "tur": {"eng": 1, "none": 1, "tur": 1}}
    # Gold changes at "now" and at "eve", the other at "buraya" and at "Ada".
    assert found.switch_points == Score(0.0, 0.0, 0.0, 2)
    assert found.same_sets == 0.5
    assert [(one.word, one.gold, one.out, one.before, one.after) for one in found.differences] == [
        ("buraya", "tur", "eng", "gel", "now please Ada"),
        ("eve", "tur", "none", "we go", ""),
    ]
    # Eight words in all: five agree; chance is (tur 3·2 + eng 4·5 + none 1·1) / 64 = 27/64.
    assert found.kappa == pytest.approx((5 / 8 - 27 / 64) / (1 - 27 / 64))


def test_kappa_by_hand() -> None:
    """The textbook example: 20 and 15 of 50 agree, 5 and 10 do not; observed 0.7, expected by chance 0.5."""
    pairs = {("yes", "yes"): 20, ("yes", "no"): 5, ("no", "yes"): 10, ("no", "no"): 15}
    assert kappa(pairs) == pytest.approx(0.4)
    assert kappa({}) is None
    assert kappa({("a", "a"): 3}) is None


def test_words_are_cut_differently() -> None:
    gold = [said("Berlin'de/tur ev/tur")]
    out = [said("Berlin/deu 'de/tur ev/tur", gap="")]
    found = compare(gold, out)
    assert [(one.word, one.out) for one in found.differences] == [("Berlin'de", "deu")]
    assert compare([said("a/tur b/tur", gap="  ")], [said("a/tur b/tur")]).accuracy == 1


def test_a_macrolanguage_is_its_member() -> None:
    assert compare([said("a/ara b/fra")], [said("a/arz b/fra")]).accuracy == 1
    assert compare([said("a/arz b/fra")], [said("a/arb b/fra")]).accuracy == 0.5


def test_other_texts() -> None:
    with pytest.raises(InputError, match="utterance 1 is 'a b' in a, line 1, and 'a c' in b, line 1"):
        compare([said("a/tur b/tur")], [said("a/tur c/tur", "b")])
    with pytest.raises(InputError, match="a, line 1: the other file has only 0 utterances"):
        compare([said("a/tur")], [])
    assert compare([], []).accuracy is None


@given(st.lists(st.lists(st.sampled_from(["a/tur", "b/eng", "cc/deu", "d"]), min_size=1, max_size=8), max_size=5))
def test_an_annotation_agrees_with_itself(texts: list[list[str]]) -> None:
    one = [said(" ".join(words)) for words in texts]
    found = compare(one, one)
    assert found.accuracy in (None, 1)
    assert found.kappa in (None, pytest.approx(1))
    assert found.same_sets in (None, 1)
    assert not found.differences
    assert found.switch_points.f1 in (None, 1)
