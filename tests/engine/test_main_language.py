"""Which language of a mixed text comes first: that of the grammar, however long the inserted words are."""

from __future__ import annotations

from pathlib import Path

import pytest
from reference import reference

import mixlid

LINES = Path(__file__).parents[1].joinpath("data/main_language.tsv").read_text(encoding="utf-8").splitlines()
DOCUMENT = "J'ai un meeting avec le marketing manager. Le brainstorming et le storytelling sont dans le planning."


@pytest.mark.parametrize("line", LINES)
def test_the_main_language_comes_first(lid: mixlid.Identifier, line: str) -> None:
    text, expected = line.split("\t")
    result = lid.identify(text)
    assert " ".join(result.languages) == expected
    assert result.language == expected.split()[0]


def test_proportions_are_shares_of_letters(lid: mixlid.Identifier) -> None:
    result = lid.identify("El marketing online es un business")
    assert result.labels == ("spa_Latn", "eng_Latn")
    assert [*result.proportions] == ["eng_Latn", "spa_Latn"]


def test_documents_begin_with_the_main_language_of_most_text(lid: mixlid.Identifier) -> None:
    result = lid.identify_document(DOCUMENT)
    assert result.labels == ("fra_Latn", "eng_Latn")
    assert [*result.proportions] == ["eng_Latn", "fra_Latn"]


@pytest.mark.parametrize("line", LINES)
def test_one_language_is_the_main_one(lid: mixlid.Identifier, line: str) -> None:
    text = line.split("\t")[0]
    result, mixed = mixlid.load(preset="one").identify(text), lid.identify(text)
    assert result.labels == mixed.labels[:1]
    assert result.confidence == result.language_score == mixed.language_score
    assert {word.label for word in result.words if word.kind == "word"} <= {result.label, "und"}


def test_a_document_has_one_language_too() -> None:
    one = mixlid.load(preset="one", unit="document")
    for text in (
        DOCUMENT,
        "Das Wetter ist schön heute. The children played in the garden all day long.",
        "Das Haus ඞඞඞ",
    ):
        result = one.identify(text)
        assert len(result.labels) == 1
        assert result.confidence == result.language_score


def test_function_words_of_any_number_of_languages(lid: mixlid.Identifier) -> None:
    """More than an integer has bits."""
    many = lid.replace("topk:k=60", unknown_threshold=0)
    result = many.identify("hasta la vista, my dear friends de la casa")
    assert len(result.labels) > 40
    assert result.labels == reference(many).identify(result.text).labels
