"""Long texts are identified by sentence, however the identifier is called; other texts are unaffected."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import mixlid
from mixlid import Identifier, Result
from mixlid._kernel import kernel
from mixlid.engine.document_pipeline import LONG
from mixlid.engine.plain_pipeline import PlainPipeline

LID = mixlid.load()
PARAGRAPH = (
    "The train was late again this morning, so I had to wait on the platform for almost an hour. It was cold, and "
    "the only café in the station had already closed for good. Next to me an old man was reading a newspaper from "
    "beginning to end. {german}Then he folded it up and told me about his garden, where he grows tomatoes, beans "
    "and a kind of pumpkin that I had never heard of before. {french}When the train came at last we both got on, and "
    "he went on talking until we arrived. I think that I learnt more about vegetables in that hour than in all my "
    "years at school."
)
GERMAN = "Der Zug hat heute leider wieder eine Stunde Verspätung, sagte er dann zu mir. "
FRENCH = "Je n'ai jamais vu une gare aussi triste que celle-ci, répondit une femme. "
#: Pieces of texts, of which a few hundred characters and more are made.
PIECES = (
    *(
        "The garden is full of tomatoes and beans. ",
        GERMAN,
        FRENCH,
        "Я давно здесь живу! ",
        "今天的天气很好。",
        "42, 43 … ",
    ),
    *("yarınki meeting için slides hazır mı? ", "\n", "<br> ", "no end of it at all ", "???", "(“", "😀 "),
)


def long_text(pieces: list[str]) -> str:
    return "".join(pieces) * (1 + LONG // max(len("".join(pieces)), 1))


TEXTS = st.lists(st.sampled_from(PIECES), max_size=8).map(long_text) | st.lists(st.sampled_from(PIECES)).map("".join)


def plain(lid: Identifier) -> Identifier:
    """The same with NumPy."""
    made: Identifier = pickle.loads(pickle.dumps(lid))
    made.__dict__["_pipeline"] = PlainPipeline(made._config())
    return made


PLAIN = plain(LID)


def test_a_paragraph_with_a_german_and_a_french_sentence() -> None:
    text = PARAGRAPH.format(german=GERMAN, french=FRENCH)
    result = LID.identify(text)
    assert type(result) is Result
    assert result.labels == ("eng_Latn", "deu_Latn", "fra_Latn")
    assert [text[span.start : span.end] for span in result.spans if span.label != "eng_Latn"] == [GERMAN, FRENCH]
    assert result.margin is None
    assert LID.identify(PARAGRAPH.format(german="", french="")).labels == ("eng_Latn",)


def test_units() -> None:
    text = PARAGRAPH.format(german=GERMAN, french=FRENCH)
    assert len(text) > LONG
    whole = LID.replace(unit="sentence").identify(text)
    assert whole.margin is not None
    assert LID.replace(unit="document").identify(text) == LID.identify(text) != whole
    short = f"Guten Morgen zusammen. {FRENCH}"
    assert len(short) < LONG
    assert LID.replace(unit="document").identify(short).margin is None
    assert LID.identify(short) == LID.replace(unit="sentence").identify(short)
    assert LID.sentences(short) == [(0, len(short))]
    assert len(LID.replace(unit="document").sentences(short)) == 2
    with pytest.raises(mixlid.SettingsError, match="unit must be sentence, document or auto, not 'line'"):
        LID.replace(unit="line")  # type: ignore[arg-type]
    with pytest.raises(mixlid.SettingsError, match="min_share must be a number from 0 to 1"):
        LID.replace(min_share=2)
    kept = pickle.loads(pickle.dumps(LID.replace(unit="document", min_share=0.2))).restrict(["eng", "deu"])
    assert (kept.unit, kept.min_share) == ("document", 0.2)


@settings(deadline=None, max_examples=40)
@given(TEXTS)
@example("")
@example("a. " * LONG)
@example("word " * LONG)
def test_words_and_spans_are_in_their_places(text: str) -> None:
    for lid in (LID, LID.replace(unit="document")):
        result = lid.identify(text)
        assert [span.start for span in result.spans] == [0, *(span.end for span in result.spans)][: len(result.spans)]
        assert (result.spans[-1].end if result.spans else 0) == len(text)
        assert all(text[word.start : word.end] == word.text for word in result.words)
        assert all(one.end <= next.start for one, next in zip(result.words, result.words[1:], strict=False))
        if result.proportions:
            assert sum(result.proportions.values()) == pytest.approx(1)
            assert result.labels[0] in result.proportions
        spans = {place: span.label for span in result.spans for place in range(span.start, span.end)}
        assert all(spans[word.start] == word.label for word in result.words if word.label != "zxx")


@settings(max_examples=25 if kernel() == "compiled" else 8)  # `jobs` are threads, but processes with NumPy
@given(st.lists(TEXTS, max_size=4), st.booleans())
def test_every_way_gives_the_same(texts: list[str], words: bool) -> None:
    expected = [LID.identify(text) for text in texts]
    assert [PLAIN.identify(text) for text in texts] == expected
    assert list(LID.identify_many(texts, jobs=2)) == expected
    data = [text.encode() for text in texts]
    ends = np.cumsum([len(one) for one in data], dtype=np.int64)
    starts = np.concatenate([np.zeros(1, np.int64), ends])[: len(ends)]
    for lid in (LID, PLAIN):
        in_utf8 = lid.identify_utf8(b"".join(data), starts, ends, words=words)
        assert in_utf8 is not None
        for batch in (in_utf8, lid.identify_columns(texts, words=words)):
            assert len(batch) == len(texts)
            for row, result in enumerate(expected):
                names = ("labels", "proportions", "confidence", "language_score", "margin", "objective", "fallback")
                assert [batch.value(row, name) for name in names] == [getattr(result, name) for name in names]
            if words:
                ends_of_words = [word.end for result in expected for word in result.words]
                assert batch.word_column("end").tolist() == ends_of_words
    if not words and kernel() == "compiled":  # NumPy has no words that were not asked for
        assert [answer.words for answer in LID.identify_columns(texts)] == [result.words for result in expected]


def test_documents_have_their_sentences() -> None:
    texts = ["", PARAGRAPH.format(german=GERMAN, french=""), "Hello there.", PARAGRAPH.format(german="", french=FRENCH)]
    documents = list(LID.identify_documents(texts, jobs=2))
    by_unit = LID.replace(unit="document")
    for text, document in zip(texts, documents, strict=True):
        assert document.to_dict() == by_unit.identify(text).to_dict() | {"sentences": document.to_dict()["sentences"]}
        assert "".join(text[one.start : one.end] for one in document.sentences) == text
        for one in document.sentences:
            assert one.labels == LID.identify(text[one.start : one.end]).labels
        assert pickle.loads(pickle.dumps(document)) == document == LID.identify_document(text)
    with pytest.raises(TypeError, match="identify_document"):
        LID.identify_documents("one text")
    with pytest.raises(TypeError, match="each a str, but item 0"):
        list(LID.identify_documents([1]))  # type: ignore[list-item]


def test_what_is_not_utf8_is_found_among_documents() -> None:
    good, long = b"Guten Morgen", PARAGRAPH.format(german=GERMAN, french=FRENCH).encode()
    for texts in ([long, b"\xff", good], [good, long[:-1] + b"\xff", b"\xfe"]):
        ends = np.cumsum([len(one) for one in texts], dtype=np.int64)
        starts = np.concatenate([np.zeros(1, np.int64), ends])[: len(ends)]
        for lid in (LID, PLAIN):
            assert lid._by_unit.identify_utf8(np.frombuffer(b"".join(texts), np.uint8), starts, ends) == (None, 1)


def test_single_words_of_others_and_near_languages_need_more() -> None:
    lid, norwegian = LID.replace(unit="document"), "Eg veit ikkje kva eg skal gjere med alle desse bøkene heime. "
    danish_like = "Jeg vet ikke hva jeg skal gjøre med alle disse bøkene hjemme. "
    assert lid.identify(norwegian + 6 * danish_like).labels == ("nob_Latn",)
    assert set(lid.identify(norwegian + danish_like).labels) == {"nob_Latn", "nno_Latn"}
    turkish = "Yarın sabah erkenden kalkıp annemle pazara gideceğiz. "
    mixed = "Yarınki meeting için slides hazır mı? "
    assert lid.identify(12 * turkish + mixed).labels == ("tur_Latn",)
    assert lid.replace(min_share=0.005).identify(12 * turkish + mixed).labels == ("tur_Latn", "eng_Latn")
    assert lid.identify(turkish + 3 * mixed).labels == ("tur_Latn", "eng_Latn")
