"""Signs by hand, what happens to an answer whose words are too unlike its languages, and agreement of both kernels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixlid import Identifier, Settings
from mixlid.engine.plain_pipeline import PlainAnalyzer, PlainPipeline
from mixlid.engine.unknown_signs import UnknownSigns
from mixlid.models.calibration import Calibration
from mixlid.models.from_json import from_json
from mixlid.models.unknown import FEW, MOST_FREQUENT, SIGNS, SIZE, UnknownDetector
from mixlid.text.frequent_words import FrequentWords
from tiny_partitions import LABELS, make_partitioned

CURVES = {"languages": [1.0, 0.5, 0.1, 0.1], "language": [0.5, 0.5, 0.1, 0.1], "word": [0.5, 0.5, 0.1, 0.1, 0.1, 0.1]}
CALIBRATION = Calibration.from_dict({"unit": 1.0, "word_unit": 1.0, "one": CURVES, "several": CURVES})


def unknown_detector(known: Sequence[float], language: Sequence[float] = (1.0,)) -> UnknownDetector:
    """Constants and first weights; the others are 0."""
    filled = [(*given, *[0.0] * (SIZE + 1 - len(given))) for given in (known, language)]
    return UnknownDetector(filled[0], filled[1], {"*": 4.0, "tur_Latn": 2.0}, {"*": 0.5, "tur_Latn": 0.25})


def doubtful(known: Sequence[float], language: Sequence[float] = (1.0,), threshold: float = 0.5) -> Identifier:
    rules = Settings(unknown_threshold=threshold, penalty=0.5, length_exponent=0.5)
    return Identifier(
        make_partitioned(), rules, calibration=CALIBRATION, unknown_detector=unknown_detector(known, language)
    )  # fmt: skip


def signs(text: str) -> dict[str, float]:
    analyzer = PlainAnalyzer(doubtful([0.0])._config())
    analyzer.answer(text, None)
    assert analyzer.stages.reject_unknown is not None
    return dict(zip(SIGNS, analyzer.stages.reject_unknown.signs.signs, strict=True))


def test_signs_by_hand() -> None:
    found = signs("abc deF, x1!!")
    assert found["symbols"] == pytest.approx(3 / 11)  # a comma and two exclamation marks beside eight letters
    assert found["odd"] == pytest.approx(3 / 8)  # deF; x1 fits, as words of Arabizi and leet do
    assert found["length"] == pytest.approx(math.log(8))
    result = doubtful([9.0]).identify("abc deF, x1!!")
    words = [word for word in result.words if word.kind == "word"]
    typical = [2.0 if word.label == "tur_Latn" else 4.0 for word in words]
    assert found["fit"] == pytest.approx(sum(word.score for word in words) / sum(typical))
    assert found["languages"] == len(result.labels) - 1


@pytest.mark.parametrize(
    ("word", "is_odd"),
    [("de3f", False), ("d00f", False), ("3def", True), ("de2f", True), ("DE3F", True), ("de3fG", True)],
)
def test_digits_may_stand_for_letters(word: str, is_odd: bool) -> None:
    """After a lower-case letter, in a word that fits; a two looks like no letter."""
    for score, odd in ((4.0, len(word) if is_odd else 0), (0.1, len(word))):
        signs = UnknownSigns(unknown_detector([0.0]), ["eng_Latn"], FrequentWords(["eng_Latn"]))
        signs.add_word(0, score, word, 0, len(word))
        assert signs.odd == odd


def missing(letters: int, low: int, languages: int) -> bool:
    """Whether a language is missing if this many letters are in words that hardly fit."""
    signs = UnknownSigns(unknown_detector([0.0]), ["eng_Latn"], FrequentWords(["eng_Latn"]))
    for score, size in ((4.0, letters - low), (0.1, low)):
        if size:
            signs.add_word(0, score, "ab" * size, 0, size)
    signs.finish(0, languages)
    return signs.misses_language()


def test_what_no_hand_wrote_is_not_a_language_that_is_missing() -> None:
    signs = UnknownSigns(unknown_detector([0.0]), ["eng_Latn"], FrequentWords(["eng_Latn"]))
    signs.add_word(0, 4.0, "ab" * 60, 0, 120)
    for word in ("oooooooooo", "x9y8z7x9y8z7x9y8z7x9y8z7x9y8z7", "aBcDeFgHiJkLmNoP"):
        signs.add_word(0, 0.0, word, 0, len(word))
    signs.finish(0, 3)
    assert signs.signs[1] > 0.3
    assert not signs.misses_language()


def test_words_that_fit_none_of_many_languages() -> None:
    assert missing(200, 26, 3)
    assert missing(200, 26, 4)
    assert not missing(200, 26, 2)
    assert not missing(200, 24, 3)
    assert not missing(99, 30, 3)


@pytest.mark.parametrize("offset", [-3.0, 0.5])
def test_unknown_text_is_taken_for_some_labels_more_often(offset: float) -> None:
    lid = doubtful([1.0])
    assert lid.unknown_detector is not None
    first = lid.identify("abc def").label
    doubted = replace(lid, unknown_detector=replace(lid.unknown_detector, offsets={first: offset, "xxx_Latn": 9.0}))
    result = doubted.identify("abc def")
    assert result.label == ("und" if offset < -1 else first)
    if offset < -1:
        assert result.confidence == pytest.approx(1 / (1 + math.exp(1.0 + offset)))
    assert result == PlainPipeline(doubted._config()).identify("abc def")


def test_what_programs_are_full_of() -> None:
    found = signs("abc_def(x) = ghi [jkl] (mno)")
    # an underscore, a parenthesis after a word, =, [ and ] among 16 letters and 8 marks; (mno) is what sentences have
    assert found["code"] == pytest.approx(5 / 24)
    assert signs("abc def (ghi), jkl; mno: pqr!")["code"] == 0.0


def test_frequent_words_are_counted_beside_what_is_usual() -> None:
    frequent_words = FrequentWords(LABELS)
    text = "the house der Hund ve bir xyzzy bin'go"
    result = doubtful([9.0]).identify(text)
    words = [word for word in result.words if word.kind == "word"]
    seen = sum(frequent_words.look_up(LABELS.index(word.label), text, word.start, word.end) for word in words)
    usual = sum(0.25 if word.label == "tur_Latn" else 0.5 for word in words)
    assert signs(text)["frequent"] == pytest.approx(min(seen / (usual + FEW), MOST_FREQUENT))


@pytest.mark.parametrize(("language", "label"), [(1.0, "und"), (-1.0, "zxx")])
def test_an_answer_that_is_withdrawn(language: float, label: str) -> None:
    result = doubtful([-2.0], [language]).identify("abc def, 12 ghi")
    assert result.labels == (label,)
    assert [word.label for word in result.words] == [label, label, "zxx", "zxx", label]
    assert [span.label for span in result.spans] == [label]
    shares = {} if label == "zxx" else {label: 1.0}  # what is in no language has no share
    assert result.proportions == shares
    assert result.confidence == result.language_score == pytest.approx(1 / (1 + math.exp(-2.0)))
    assert result.words[0].confidence is None
    document = doubtful([-2.0], [language]).identify_document("abc def, 12 ghi. And more of it, once again.")
    assert document.labels == (label,)
    assert document.proportions == shares


def test_what_is_no_word_has_no_language() -> None:
    text = "abc def d41d8c ghi wwwwwww"
    lid = doubtful([9.0])
    typical = 1e6  # nothing fits
    strict = replace(lid, unknown_detector=replace(unknown_detector([9.0]), typical={"*": typical}))
    result, before = strict.identify(text), lid.replace(unknown_threshold=0.0).identify(text)
    assert set(result.labels) == set(before.labels)
    assert "zxx" not in [word.label for word in before.words]
    assert {word.text for word in result.words if word.label == "zxx"} == {"d41d8c", "wwwwwww"}
    assert result.proportions.keys() == set(result.labels)
    assert "zxx" in [span.label for span in result.spans]
    assert result == PlainPipeline(strict._config()).identify(text)


def test_doubts_make_less_sure() -> None:
    text, plain = "abc def ghi", doubtful([0.0], threshold=0.0)
    assert plain.unknown_detector is not None
    before = plain.identify(text)
    after = doubtful([1.0]).identify(text)
    known = 1 / (1 + math.exp(-1.0))
    assert before.labels == after.labels
    assert before.confidence is not None
    assert before.language_score is not None
    assert after.confidence == pytest.approx(before.confidence * known)
    assert after.language_score == pytest.approx(before.language_score * known)


def test_a_script_that_cannot_be_read_stays() -> None:
    assert doubtful([-2.0]).identify("abc ᚠᚢᚦ").labels == ("und_Runr",)


@settings(deadline=None)
@given(st.text(max_size=40), st.sampled_from([-1.0, 0.0, 0.3]), st.sampled_from([-0.5, 0.5]))
def test_both_kernels_agree(text: str, known: float, language: float) -> None:
    weights = [known, 1.0, -0.5, -0.25, 0.5, -0.5, -1.0, -0.5, 0.125, *[0.25] * 7]
    lid = doubtful(weights, [language, *weights[1:]])
    assert lid.identify(text) == PlainPipeline(lid._config()).identify(text)


def test_a_threshold_needs_something_to_go_by() -> None:
    from mixlid.errors import SettingsError

    with pytest.raises(SettingsError, match="needs a model that can recognise unknown languages"):
        Identifier(make_partitioned(), Settings(unknown_threshold=0.5))


def test_only_sound_numbers_are_read() -> None:
    sound = asdict(unknown_detector([0.0]))
    assert from_json(UnknownDetector, sound) == unknown_detector([0.0])
    for name, value in (
        ("known", [0.0]),
        ("language", [math.nan] * (SIZE + 1)),
        ("typical", {"eng_Latn": 1.0}),
        ("typical", {"*": 0.0}),
        ("frequent", {"*": 1.5}),
        ("frequent", {}),
    ):
        with pytest.raises(ValueError, match=r"familiarity|nan is not a number"):
            from_json(UnknownDetector, {**sound, name: value})


def test_rare_languages_are_dearer_in_short_texts() -> None:
    prices = dict.fromkeys(LABELS, 0.0) | {"fra_Latn": 1.0, "*": 0.0}
    plain = Identifier(make_partitioned(), Settings(word_price=prices))
    dear = plain.replace(short_price=3.0)
    for text, times in (("abc", 4.0), ("abc def", 1.75)):
        before, after = (PlainAnalyzer(lid._config()) for lid in (plain, dear))
        before.answer(text, None)
        after.answer(text, None)
        column = LABELS.index("fra_Latn")
        assert after.kernel.matrix[0, column] == pytest.approx(before.kernel.matrix[0, column] + 1.0 - times)
        assert after.kernel.matrix[0, 1] == before.kernel.matrix[0, 1]
        assert dear.identify(text) == PlainPipeline(dear._config()).identify(text)


#: Words that a memory of words might take for each other, or keep for another language.
SIMILAR = [
    "de",
    "De",
    "en",
    "aaaa",
    "Aaaa",
    "AAAA",
    "the",
    "The",
    "tHe",
    "hahaha",
    "a",
    "I",
]


@given(st.lists(st.lists(st.sampled_from([*SIMILAR, "les", "was", "ekmek", "w0rd", "été"]), min_size=1, max_size=6)))
@settings(max_examples=50)
def test_what_is_remembered_of_words_changes_no_answer(texts: list[list[str]]) -> None:
    lid = doubtful([0.5, 1.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, -1.0])  # frequent and odd words count
    plain = PlainPipeline(lid._config())
    for text in [" ".join(words) for words in (*texts, *texts, *reversed(texts))]:
        assert lid.identify(text) == plain.identify(text)
