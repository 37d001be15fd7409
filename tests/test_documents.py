"""Documents: summed up from their sentences, with offsets into the given text."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mixlid
from curves import CURVES
from mixlid.documents import DocumentResult
from mixlid.identifier import Identifier
from mixlid.models.calibration import Calibration
from mixlid.word_counts import letters_by_label

ENGLISH = "The children were playing in the garden all day. "
TURKISH = "Çocuklar bütün gün bahçede oynuyordu. "


@pytest.fixture(scope="module")
def lid(tiny_table: Path) -> Identifier:
    return mixlid.load(tiny_table, "cs")


def test_languages_are_ranked_by_their_letters(lid: Identifier) -> None:
    text = ENGLISH * 3 + TURKISH
    document = lid.replace(max_languages=1).identify_document(text)
    assert document.labels == ("eng_Latn", "tur_Latn")
    assert document.is_mixed
    letters = Counter[str]()
    for sentence in (ENGLISH, ENGLISH, ENGLISH, TURKISH):
        letters.update(letters_by_label(lid.replace(max_languages=1).identify(sentence).words))
    assert document.proportions == pytest.approx({label: n / letters.total() for label, n in letters.items()})
    assert [text[s.start : s.end] for s in document.sentences] == [ENGLISH, ENGLISH, ENGLISH, TURKISH]
    assert [s.labels for s in document.sentences] == [("eng_Latn",)] * 3 + [("tur_Latn",)]


def test_a_language_with_a_small_share_is_none_of_the_document(lid: Identifier) -> None:
    single = lid.replace(max_languages=1)
    text = ENGLISH * 30 + TURKISH
    document = single.identify_document(text)
    assert document.labels == ("eng_Latn",)
    assert {"eng_Latn", "tur_Latn"} <= set(document.proportions)  # but nothing is hidden
    assert "tur_Latn" in {span.label for span in document.spans}
    assert single.replace(min_share=0.01).identify_document(text).labels == ("eng_Latn", "tur_Latn")
    assert single.replace(min_share=0.9).identify_document(ENGLISH + TURKISH).labels == ("eng_Latn",)


def test_texts_without_language(lid: Identifier) -> None:
    for text in ("", "42. 43!\n", " "):
        document = lid.identify_document(text)
        assert document.labels == ("zxx",)
        assert document.proportions == {}
        assert document.confidence == 1
    assert lid.identify_document("日本語。日本語").labels == ("und_Hani",)


def test_one_sentence_is_as_it_is_alone(lid: Identifier) -> None:
    text = "yarınki meeting için hazır"
    document, alone = lid.identify_document(text), lid.identify(text)
    assert (document.text, document.labels, document.proportions) == (text, alone.labels, alone.proportions)
    assert (document.words, document.spans) == (alone.words, alone.spans)


def test_confidence_is_a_mean_by_letters(tiny_table: Path) -> None:
    lid = Identifier(
        mixlid.load(tiny_table).model, mixlid.Settings(max_languages=1), calibration=Calibration.from_dict(CURVES)
    )
    document = lid.identify_document(ENGLISH + TURKISH)
    parts = [lid.identify(ENGLISH), lid.identify(TURKISH)]
    letters = [sum(letters_by_label(part.words).values()) for part in parts]
    expected = sum((part.confidence or 0) * count for part, count in zip(parts, letters, strict=True)) / sum(letters)
    score = parts[0].language_score  # English has more letters
    assert document.language_score == pytest.approx(score)
    assert document.confidence == pytest.approx(expected)


def test_it_is_frozen_picklable_and_json_able(lid: Identifier) -> None:
    document = lid.identify_document(ENGLISH + TURKISH)
    assert pickle.loads(pickle.dumps(document)) == document
    again = json.loads(json.dumps(document.to_dict()))
    assert again["sentences"][1]["start"] == len(ENGLISH)
    assert again["labels"] == list(document.labels)
    with pytest.raises(AttributeError):
        document.text = ""  # type: ignore[misc]


def _check_tiling(document: DocumentResult) -> None:
    for parts in (document.spans, document.sentences):
        assert [part.start for part in parts] == [0, *(part.end for part in parts)][: len(parts)]
        assert (parts[-1].end if parts else 0) == len(document.text)
    for word in document.words:
        assert document.text[word.start : word.end] == word.text
    if document.proportions:
        assert sum(document.proportions.values()) == pytest.approx(1)


@settings(deadline=None)
@given(st.text() | st.lists(st.sampled_from(["the map ", "harita. ", "Karte! ", "где? ", "\n", "42 "])).map("".join))
def test_spans_and_sentences_tile_any_document(tiny_table: Path, text: str) -> None:
    lid = _CACHE.setdefault(tiny_table, mixlid.load(tiny_table, "cs"))
    _check_tiling(lid.identify_document(text))


_CACHE: dict[Path, Identifier] = {}
