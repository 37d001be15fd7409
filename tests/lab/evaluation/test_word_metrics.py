"""Word scores, compared with values computed by hand and with an independent, slow version by character."""

from __future__ import annotations

from dataclasses import astuple
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mixlid.adapt.labelled import Sample
from mixlid_lab.evaluation.predictions import FoundWord, Prediction
from mixlid_lab.evaluation.set_metrics import macro
from mixlid_lab.evaluation.word_metrics import (
    WordScores,
    align,
    assigned_languages,
    main_first,
    main_languages,
    word_scores,
)

#: Offsets: bugün 0-5, meeting 6-13, var 14-17, tomorrow 18-26, ok 27-29.
TEXT = "bugün meeting var tomorrow ok"
SAMPLE = Sample(TEXT, frozenset({"tur", "eng"}), tuple(TEXT.split()), ("tur", "eng", "tur", "eng", "other"))


def answer(*words: tuple[int, int, str], sample: Sample = SAMPLE) -> Prediction:
    return Prediction(sample, ("tur", "eng"), tuple(FoundWord(*word) for word in words))


RIGHT = answer((0, 5, "tur"), (6, 13, "eng"), (14, 17, "tur"), (18, 26, "eng"), (27, 29, "eng"))


def test_align_repeated_and_attached_tokens() -> None:
    assert align("ok, ok!", ["ok", ",", "ok", "!"]) == [(0, 2), (2, 3), (4, 6), (6, 7)]
    assert align("gel gel", ["gel", "gel", "gel"]) == [(0, 3), (4, 7), None]
    assert align("", ["a", ""]) == [None, None]
    assert align("no tokens", []) == []


def test_align_a_token_that_was_cleaned_away() -> None:
    """`i` is also a letter of the last word. Matched there, it would hide everything before it."""
    assert align("we are there in time", ["i", "we", "are", "in", "time"]) == [
        None, (0, 2), (3, 6), (13, 15), (16, 20),
    ]  # fmt: skip
    assert align("see you", ["@friend", "see", "http://x", "you", ""]) == [None, (0, 3), None, (4, 7), None]


@given(st.text("ab ", max_size=8), st.lists(st.text("ab", max_size=3), max_size=5))
def test_align_places_as_many_as_can_be(text: str, tokens: list[str]) -> None:
    def fits(chosen: tuple[str, ...]) -> bool:
        end = 0
        for token in chosen:
            if not token or (start := text.find(token, end)) < 0:
                return False
            end = start + len(token)
        return True

    placed = align(text, tokens)
    stretches = [stretch for stretch in placed if stretch is not None]
    assert all(stretch is None or text[slice(*stretch)] == token for stretch, token in zip(placed, tokens, strict=True))
    assert all(before[1] <= after[0] for before, after in pairwise(stretches))
    assert len(stretches) == max(size for size in range(len(tokens) + 1) if any(map(fits, combinations(tokens, size))))


def test_most_characters_win_and_the_earlier_is_kept_when_even() -> None:
    stretches = [(0, 6), (7, 9)]
    assert assigned_languages(stretches, [FoundWord(0, 2, "tur"), FoundWord(2, 6, "eng")]) == ["eng", None]
    assert assigned_languages(stretches, [FoundWord(3, 6, "tur"), FoundWord(0, 3, "eng")]) == ["eng", None]
    # A language may have its characters in pieces: 2 + 2 of 6. One stretch may cover several tokens.
    pieces = [FoundWord(0, 2, "tur"), FoundWord(2, 4, "eng"), FoundWord(4, 9, "tur")]
    assert assigned_languages(stretches, pieces) == ["tur", "tur"]
    assert assigned_languages([(0, 1), None, (2, 3)], [FoundWord(0, 3, "und"), FoundWord(2, 3, "zxx")]) == [None] * 3


def values(scores: WordScores | None) -> tuple[float, ...]:
    """For comparison within rounding; the last two are the tokens scored and missing."""
    return astuple(scores) if scores else ()


def test_all_right() -> None:
    assert word_scores([RIGHT]) == WordScores(1.0, 1.0, 1.0, 0.0, 4)


def test_scores_by_hand() -> None:
    """Sentence 1: bugün right, meeting given to tur, var unassigned, tomorrow given to a language outside the pair.

    Sentence 2 is entirely right.
    """
    predictions = [answer((0, 5, "tur"), (6, 13, "tur"), (18, 26, "nld")), RIGHT]
    # tur: gold 4, given 4, right 3: P 3/4, R 3/4, F1 3/4. eng: gold 4, given 2, right 2: P 1, R 1/2, F1 2/3.
    assert values(word_scores(predictions)) == pytest.approx((7 / 8, 5 / 8, 17 / 24, 1 / 8, 8))


def test_nothing_assigned_has_no_false_positives() -> None:
    assert word_scores([answer()]) == WordScores(0.0, 0.0, 0.0, 1.0, 4)
    # tur: P 1, R 1/2 (sentence 2 only), the same for eng: abstaining costs recall alone.
    scores = word_scores([answer(), RIGHT])
    assert values(scores) == pytest.approx((1.0, 0.5, 2 / 3, 0.5, 8))


def test_und_is_unassigned_and_foreign_is_not() -> None:
    unknown = word_scores([answer((0, 26, "und"))])
    foreign = word_scores([answer((0, 26, "nld"))])
    assert unknown == WordScores(0.0, 0.0, 0.0, 1.0, 4)
    assert foreign == WordScores(0.0, 0.0, 0.0, 0.0, 4)


def test_other_cuts_of_the_text() -> None:
    """One long stretch from `meeting` on: 7, 3 and 8 of its characters, so `var` is wrong. Its language: P 2/3."""
    scores = word_scores([answer((0, 5, "tur"), (5, 29, "eng"))])
    # tur: P 1, R 1/2, F1 2/3. eng: P 2/3, R 1, F1 4/5.
    assert values(scores) == pytest.approx((5 / 6, 0.75, 11 / 15, 0.0, 4))


def test_tokens_that_are_not_in_the_text_are_counted_apart() -> None:
    sample = Sample(
        "bugün meeting", SAMPLE.languages, ("@eve", "bugün", "meeting", "lol"), ("eng", "tur", "eng", "eng")
    )
    scores = word_scores([answer((0, 5, "tur"), (6, 13, "eng"), sample=sample)])
    assert scores == WordScores(1.0, 1.0, 1.0, 0.0, 2)


def test_what_cannot_be_scored() -> None:
    silent = Prediction(SAMPLE, ("tur",))
    unlabelled = answer((0, 5, "tur"), sample=Sample(TEXT, SAMPLE.languages))
    monolingual = answer((0, 2, "eng"), sample=Sample("ok", frozenset({"eng"}), ("ok",), ("eng",)))
    nothing_of_the_pair = answer((0, 2, "eng"), sample=Sample("ok", SAMPLE.languages, ("ok",), ("ne",)))
    for predictions in ([], [silent], [unlabelled], [monolingual], [nothing_of_the_pair]):
        assert word_scores(predictions) is None
    # Beside an answer with words, one without has its four tokens unassigned.
    assert word_scores([silent, RIGHT, unlabelled, monolingual]) == word_scores([answer(), RIGHT])


def test_a_language_without_tokens_is_in_no_mean() -> None:
    sample = Sample("bugün var", SAMPLE.languages, ("bugün", "var"), ("tur", "tur"))
    # tur: given 1, right 1 of 2. eng was given a word but has none to find.
    assert values(word_scores([answer((0, 5, "tur"), (6, 9, "eng"), sample=sample)])) == pytest.approx(
        (1.0, 0.5, 2 / 3, 0.0, 2)
    )


def test_macro_over_pairs() -> None:
    first, second = WordScores(1.0, 0.5, 0.6, 0.5, 8), WordScores(0.5, 0.5, 0.4, 0.0, 2)
    assert macro([first, second]) == WordScores(0.75, 0.5, 0.5, 0.25, 10)
    assert macro([first]) == first
    assert macro([]) is None


LABELS = ["tur", "eng", "nld", "und"]
TAGS = st.lists(st.sampled_from(["tur", "eng", "other"]), min_size=4, max_size=4)
CUTS = st.lists(st.tuples(st.integers(0, 19), st.integers(1, 6), st.sampled_from(LABELS)), max_size=6)


def prediction_of(tags: list[str], cuts: list[tuple[int, int, str]]) -> Prediction:
    tokens = ("evet", "sure", "tamam", "nope")
    words, end = [], 0
    for start, length, label in sorted(cuts):
        if start >= end:
            words.append(FoundWord(start, end := start + length, label))
    return Prediction(Sample(" ".join(tokens), frozenset({"tur", "eng"}), tokens, tuple(tags)), (), tuple(words))


@given(st.lists(st.builds(prediction_of, TAGS, CUTS), min_size=1, max_size=4))
def test_against_a_slow_restatement(predictions: list[Prediction]) -> None:
    """Each character gets its own language; a token has the most frequent one, the first in a tie."""
    pairs = []
    for one in predictions:
        owner = {at: word.language for word in one.words or () for at in range(word.start, word.end)}
        start = 0
        for token, tag in zip(one.sample.tokens, one.sample.tags, strict=True):
            inside = [owner[at] for at in range(start, start + len(token)) if owner.get(at, "und") != "und"]
            if tag != "other":
                pairs.append((tag, max(inside, key=inside.count) if inside else None))
            start += len(token) + 1
    scores = word_scores(predictions)
    if not pairs:
        assert scores is None
        return
    assert scores is not None
    languages = sorted({gold for gold, _ in pairs})
    precisions, recalls, f1s = [], [], []
    for language in languages:
        right = sum(gold == found == language for gold, found in pairs)
        wrong = sum(found == language != gold for gold, found in pairs)
        missed = sum(gold == language != found for gold, found in pairs)
        precisions.append(right / max(right + wrong, 1))
        recalls.append(right / (right + missed))
        f1s.append(2 * right / (2 * right + wrong + missed))
    assert scores.precision == pytest.approx(sum(precisions) / len(languages))
    assert scores.recall == pytest.approx(sum(recalls) / len(languages))
    assert scores.f1 == pytest.approx(sum(f1s) / len(languages))
    assert scores.unassigned == pytest.approx(sum(found is None for _, found in pairs) / len(pairs))
    assert scores.tokens == len(pairs)


def test_the_main_language_has_most_words() -> None:
    sample = Sample("a b c d", frozenset({"tur", "eng"}), ("a", "b", "c", "d"), ("tur", "tur", "eng", "other"))
    assert main_languages(sample) == {"tur"}
    assert main_languages(Sample("a b", frozenset({"tur", "eng"}))) == {"tur", "eng"}
    right, other = Prediction(sample, ("tur", "eng")), Prediction(sample, ("eng", "tur"))
    assert main_first([right, other, right, Prediction(sample, ("eng",))]) == pytest.approx(2 / 3)
    assert main_first([Prediction(sample, ("eng",))]) is None
