"""Parts of words: what is found, that parts tile their words, and that nothing else in an answer changes."""

from __future__ import annotations

import pickle
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mixlid
from mixlid.models.added import fitted_for
from mixlid.models.interface import Model
from mixlid.results.fields import fields
from mixlid.results.result import Result, Span, Word
from mixlid.word_parts import LONGEST_WORD, SIGNS, parts_of_words, weigh_words
from mixlid_lab.evaluation.part_metrics import read_marked_texts, score_parts

SENTENCES = Path(__file__).parent / "data" / "word_parts.tsv"
LID = mixlid.load()
HOST, GUEST = "tur_Latn", "eng_Latn"


def parts_of(text: str, lid: mixlid.Identifier = LID) -> dict[str, list[tuple[str, str]]]:
    words = lid.find_parts(lid.identify(text)).words
    return {
        word.text: [(text[part.start : part.end], part.label) for part in word.parts] for word in words if word.parts
    }


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Yarınki meeting'e geç kalma lütfen", [("meeting", GUEST), ("'e", HOST)]),
        ("Ich habe die Datei schon gedownloadet", [("ge", "deu_Latn"), ("download", GUEST), ("et", "deu_Latn")]),
        ("Dia lupa menutup, filenya sudah diupload", [("di", "ind_Latn"), ("upload", GUEST)]),
        ("Nagda-drive siya papunta sa opisina", [("Nagda-", "fil_Latn"), ("drive", GUEST)]),
    ],
)
def test_a_stem_and_its_affixes(text: str, parts: list[tuple[str, str]]) -> None:
    assert parts in parts_of(text).values()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "42 🙂",
        "this meeting was really long",
        "Annem sabahları balkonda kahve içiyor",
        "Meine Großmutter wohnt in einem kleinen Dorf",
        "добрый день",
    ],
)
def test_nothing_where_nothing_is_mixed(text: str) -> None:
    answer = LID.identify(text)
    assert LID.find_parts(answer) is answer
    assert parts_of(text) == {}


def test_our_own_sentences_in_languages_that_were_not_used_for_fitting() -> None:
    texts = [text for text in read_marked_texts(SENTENCES) if text.language in ("fin", "hun", "ind", "nld", "swe")]
    found = score_parts(LID, texts)
    assert found.precision is not None
    assert found.recall is not None
    assert found.boundaries is not None
    assert (found.precision > 0.9, found.recall > 0.55, found.boundaries > 0.9) == (True, True, True)


def test_a_stem_of_another_language_of_the_answer() -> None:
    text = "Dün Schwimmbad'a gittik und das Wasser war sehr kalt"
    assert parts_of(text)["Schwimmbad'a"] == [("Schwimmbad", "deu_Latn"), ("'a", HOST)]


TEXT = st.text(st.sampled_from("aeiouklmnrst'’- İßǅé\u0301🙂зд") | st.characters(), max_size=60)


@settings(max_examples=200, deadline=None)
@given(TEXT | st.lists(st.sampled_from(["downloadlar", "meeting'e", "gelikt", "İnterneti", "bugün"])).map(" ".join))
def test_parts_tile_their_word_and_all_else_stays(text: str) -> None:
    before = LID.identify(text)
    after = LID.find_parts(before)
    assert after.labels == before.labels
    for word, plain in zip(after.words, before.words, strict=True):
        assert word._replace(parts=()) == plain
        assert not plain.parts
        if word.parts:
            assert len(word.parts) in (2, 3)
            assert word.parts[0].start == word.start
            assert word.parts[-1].end == word.end
            assert all(one.end == two.start for one, two in pairwise(word.parts))
            assert all(part.start < part.end for part in word.parts)
            labels = [part.label for part in word.parts]
            assert all(one != two for one, two in pairwise(labels))
            assert {*labels} <= {*before.labels, GUEST}


def test_offsets_are_code_points_of_the_text() -> None:
    text = "👩‍👩‍👧 𝒳 Yarınki meeting'e geç kalma lütfen"
    (word,) = (word for word in LID.find_parts(LID.identify(text)).words if word.parts)
    assert [text[part.start : part.end] for part in word.parts] == ["meeting", "'e"]


def test_of_documents_too_and_they_can_be_pickled() -> None:
    text = "Yarınki meeting'e geç kalma lütfen. Ich habe die Datei schon gedownloadet."
    for answer in (LID.identify_document(text), LID.identify(text[:34])):
        found = LID.find_parts(answer)
        assert type(found) is type(answer)
        assert any(word.parts for word in found.words)
        assert pickle.loads(pickle.dumps(found)) == found != answer
        assert found.to_dict()["words"][1]["parts"] == [part.to_dict() for part in found.words[1].parts]


def test_a_long_text_is_looked_at_in_pieces() -> None:
    text = "Yarınki meeting'e geç kalma lütfen " * 120
    words = LID.find_parts(LID.identify(text)).words
    assert [word.text for word in words if word.parts] == ["meeting'e"] * 120


def test_answers_made_by_hand() -> None:
    base = LID.identify("Yarınki meeting'e geç kalma lütfen")
    stored = [name for name, field in fields(Result).items() if field.derive is None]
    made = Result(**{name: getattr(base, name) for name in stored})
    assert LID.find_parts(made) == LID.find_parts(base) != base


def test_a_restriction_holds_for_stems() -> None:
    alone = LID.restrict("tur,deu")
    assert all(GUEST not in dict(parts).values() for parts in parts_of("Yarınki meeting'e geç kalma", alone).values())


def test_with_few_languages_a_stem_may_be_of_any() -> None:
    text = "Dün Prüfungum vardı, çok yorgunum"
    both = LID.restrict("tur,deu")
    assert both.identify(text).labels == LID.identify(text).labels == (HOST,)
    assert parts_of(text, both) == {"Prüfungum": [("Prüfung", "deu_Latn"), ("um", HOST)]}
    assert "deu_Latn" not in dict(parts_of(text).get("Prüfungum", ())).values()


def test_every_sign_has_a_weight() -> None:
    assert set(fitted_for(LID.model).word_parts) == {"constant", *SIGNS}
    text = "Yarınki meeting'e geç kalma"
    for word, cuts, signs in weigh_words(LID.model, LID.identify(text).words, [HOST], [GUEST]):
        assert signs.shape == (len(cuts), len(SIGNS))
        assert all(word.text[cut.start : cut.end].isalpha() for cut in cuts)


class Silent:
    """A model that has no score for anything."""

    labels = (HOST, GUEST)
    fitted = fitted_for(LID.model)

    def word_scores(self, words: list[str]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
        return np.full((len(words), 2), -np.inf)


def test_a_model_without_scores_finds_nothing() -> None:
    model: Model = Silent()  # type: ignore[assignment]
    words = [
        Word("meeting'e", 0, 9, HOST, 0.0, 0.0, "word"),
        Word("x" * (LONGEST_WORD + 1), 10, 51, HOST, 0, 0, "word"),
    ]
    assert parts_of_words(model, words, [HOST], [GUEST]) == [(), ()]


def test_a_model_without_weights_is_refused(tiny_table: Path) -> None:
    lid = mixlid.load(tiny_table)
    with pytest.raises(mixlid.ModelError, match="no numbers for parts of words"):
        lid.find_parts(lid.identify("yarın meeting var"))


def test_parts_are_spans() -> None:
    (word,) = (word for word in LID.find_parts(LID.identify("Yarınki meeting'e geç kalma lütfen")).words if word.parts)
    assert word.parts == (Span(8, 15, GUEST), Span(15, 17, HOST))
