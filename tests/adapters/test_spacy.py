"""spaCy's component on blank pipelines: the values of `identify_many`, words on tokens, processes, saving."""

from __future__ import annotations

import importlib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mixlid
from mixlid import LabelError, SettingsError

pytest.importorskip("spacy", reason="the extra mixlid[spacy] is not installed")

import spacy
from spacy.tokens import Doc

from mixlid.adapters import spacy as component
from mixlid.adapters.spacy import language_runs, token_words

MIXED = "yarın bütün sabah the meeting starts, bahçede!"


def pipeline(model: Path, **config: Any) -> Any:
    nlp = spacy.blank("xx")
    nlp.add_pipe("mixlid", config={"model": str(model), "preset": "cs", **config})
    return nlp


def test_all_records(calibrated: Path, records: list[str | None], answers: list[dict[str, Any]]) -> None:
    rows = [(text, answer) for text, answer in zip(records, answers, strict=True) if text is not None][:10_000]
    docs = pipeline(calibrated).pipe((text for text, _ in rows), batch_size=700)
    for doc, (text, answer) in zip(docs, rows, strict=True):
        assert doc.text == text
        assert doc._.proportions == dict(answer["proportions"])
        for name in ("labels", "language", "language_script", "language_score", "confidence", "is_mixed"):
            assert doc._.get(name) == answer[name]


def test_tokens_and_spans(calibrated: Path) -> None:
    doc = pipeline(calibrated)(MIXED)
    assert [token._.language for token in doc] == ["tur", "tur", "tur", "eng", "eng", "eng", "zxx", "tur", "zxx"]
    spans = doc.spans["labels"]
    assert [(span.text, span.label_) for span in spans] == [
        ("yarın bütün sabah", "tur_Latn"), ("the meeting starts", "eng_Latn"), ("bahçede", "tur_Latn")
    ]  # fmt: skip
    assert doc._.labels == ["tur_Latn", "eng_Latn"]
    assert pipeline(calibrated)("")._.labels == ["zxx"]
    assert len(pipeline(calibrated)("12 !").spans["labels"]) == 0


@pytest.mark.parametrize(
    ("tokens", "words", "labels"),
    [
        ([(0, 2), (2, 5)], [(0, 5, "eng_Latn")], ["eng_Latn", "eng_Latn"]),  # one word, two tokens: do n't
        ([(0, 9)], [(0, 3, "eng_Latn"), (3, 4, "zxx"), (4, 9, "tur_Latn")], ["tur_Latn"]),  # the larger part
        ([(0, 3)], [(0, 1, "zxx"), (1, 2, "tur_Latn"), (2, 3, "eng_Latn")], ["tur_Latn"]),  # as large, and a language
        ([(0, 1), (1, 2), (5, 6)], [(0, 1, "eng_Latn"), (5, 6, "fra_Latn")], ["eng_Latn", "zxx", "fra_Latn"]),
        ([], [(0, 1, "eng_Latn")], []),
    ],
)
def test_words_on_tokens(tokens: list[Any], words: list[tuple[int, int, str]], labels: list[str]) -> None:
    said = [{"start": start, "end": end, "label": label} for start, end, label in words]
    found = token_words(tokens, said)
    assert ["zxx" if word is None else word["label"] for word in found] == labels


def test_what_spacy_does_with_documents_keeps_the_languages(calibrated: Path) -> None:
    doc = pipeline(calibrated)(MIXED)
    part = doc[3:6].as_doc(copy_user_data=True)
    assert [(token.text, token._.language) for token in part] == [("the", "eng"), ("meeting", "eng"), ("starts", "eng")]
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[0:3])
    assert [token._.language for token in doc] == ["tur", "eng", "eng", "eng", "zxx", "tur", "zxx"]


def test_an_attribute_of_another_component(calibrated: Path) -> None:
    Doc.set_extension("their_language", getter=lambda _: "theirs")
    with pytest.raises(SettingsError, match=r"doc\._\.their_language is already"):
        pipeline(calibrated, prefix="their_")
    assert pipeline(calibrated, prefix="their_", replace=True)(MIXED)._.their_language == "tur"


def test_two_processes(calibrated: Path) -> None:
    texts = [MIXED, "the children were playing", ""] * 4
    nlp = pipeline(calibrated)
    alone, shared = (list(nlp.pipe(texts, n_process=count, batch_size=3)) for count in (1, 2))
    for one, other in zip(alone, shared, strict=True):
        assert one._.labels == other._.labels
        assert [token._.language for token in one] == [token._.language for token in other]
        assert [(s.start, s.end, s.label_) for s in one.spans["labels"]] == [
            (s.start, s.end, s.label_) for s in other.spans["labels"]
        ]


def test_it_is_saved_with_its_pipeline(calibrated: Path, tmp_path: Path) -> None:
    pipeline(calibrated, languages=["tur"], prefix="lid_").to_disk(tmp_path / "saved")
    doc = spacy.load(tmp_path / "saved")(MIXED)
    assert doc._.lid_labels == ["tur_Latn"]
    assert doc[0]._.lid_language == "tur"
    assert "lid_labels" in doc.spans


def test_registered_twice(calibrated: Path) -> None:
    importlib.reload(component)
    nlp = pipeline(calibrated)
    nlp.add_pipe("mixlid", name="again", config={"model": str(calibrated), "prefix": "again_"})
    doc = nlp(MIXED)
    assert doc._.again_labels == list(mixlid.load(calibrated).identify(MIXED).labels)


def test_what_is_wrong_is_said_when_it_is_added(calibrated: Path) -> None:
    with pytest.raises(LabelError, match="klingon"):
        pipeline(calibrated, languages=["klingon"])


LABELS = st.lists(st.sampled_from(["eng_Latn", "tur_Latn", "und", "zxx"]))


@given(LABELS)
def test_a_run_ends_where_another_language_begins(labels: list[str]) -> None:
    runs = list(language_runs(labels))
    inside: list[str | None] = [None] * len(labels)
    for first, end, label in runs:
        assert labels[first] == labels[end - 1] == label
        inside[first:end] = [label] * (end - first)
    for place, label in enumerate(labels):
        assert label in ("zxx", inside[place])
    assert [one.label for one in runs] != [] or set(labels) <= {"zxx"}
    assert all(one.label != other.label for one, other in pairwise(runs))
