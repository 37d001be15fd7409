"""What a user knows must help: restriction, policies, capitals, with the model that ships."""

from __future__ import annotations

import pytest

import mixlid
from mixlid import Identifier


@pytest.fixture(scope="module")
def lid() -> Identifier:
    return mixlid.load()


def test_a_restriction_to_the_right_languages_loses_none(lid: Identifier) -> None:
    text = "mukhang sa literature pa ako babagsak ah"
    assert lid.identify(text).labels == ("fil_Latn", "eng_Latn")
    assert lid.restrict("fil,eng").identify(text).labels == ("fil_Latn", "eng_Latn")


@pytest.mark.parametrize(
    "text",
    ["ayer fuimos a la playa con mis amigos", "je ne sais pas encore quoi faire demain", "yarın sabah okula gidiyorum"],
)
def test_text_in_another_language_is_unknown_and_not_without_language(lid: Identifier, text: str) -> None:
    result = lid.restrict("en,de").identify(text)
    assert result.labels == ("und",)
    assert {word.label for word in result.words} == {"und"}


@pytest.mark.parametrize(
    ("inside", "outside", "guess"),
    [
        ("we walked to the beach yesterday", "pero hoy llueve mucho otra vez", "spa_Latn"),
        ("I was so tired last night,", "et demain je dois travailler", "fra_Latn"),
        ("the meeting was boring", "ama yarın tatil", "tur_Latn"),
    ],
)
def test_words_of_another_language_are_unknown_in_a_restricted_answer(
    lid: Identifier, inside: str, outside: str, guess: str
) -> None:
    result = lid.restrict("eng,deu").identify(f"{inside} {outside}")
    assert result.labels == ("eng_Latn",)
    found = [(word.text, word.guess) for word in result.words if word.label == "und"]
    assert found == [(word, guess) for word in outside.split()]
    assert all(word.guess_score > 0.5 for word in result.words if word.guess_score is not None)


def test_a_restriction_decides_between_near_languages(lid: Identifier) -> None:
    text = "jeg har ikke sett den filmen enda"
    assert lid.restrict("dan,eng").identify(text).labels == ("dan_Latn",)
    assert lid.restrict("nob,eng").identify(text).labels == ("nob_Latn",)


def test_no_answer_has_what_a_restriction_leaves_out(lid: Identifier) -> None:
    allowed = lid.restrict("eng,tur")
    for text in ("see you demain", "вот такой text", "ciao bella, how are you", "bugün hava güzel und kalt"):
        found = {label for label in allowed.identify(text).labels if not label.startswith(("und", "zxx"))}
        assert found <= set(allowed.labels)


def test_hashtags_alone_do_not_make_a_text_mixed(lid: Identifier) -> None:
    text = "bugün hava çok güzeldi, sahilde yürüdük #throwbackthursday #goodvibes"
    assert lid.identify(text).labels == ("tur_Latn",)
    assert lid.replace(count_hashtags=1).identify(text).labels == ("tur_Latn", "eng_Latn")


def test_single_inserted_words_count_unless_told_otherwise(lid: Identifier) -> None:
    text = "yarınki meeting çok uzun sürecek galiba"
    assert lid.identify(text).labels == ("tur_Latn", "eng_Latn")
    assert lid.replace(min_words=2).identify(text).labels == ("tur_Latn",)


def test_german_nouns_are_not_names(lid: Identifier) -> None:
    assert lid.identify("I still need my Steuererklärung").labels == ("eng_Latn", "deu_Latn")


def test_romanised_text_hears_english(lid: Identifier) -> None:
    text = "kalke amader barite ek bondhu asche .. ektu busy thakbo .. next week r plan kora jete pare .."
    assert lid.identify(text).labels == ("ben_Latn", "eng_Latn")


def test_where_every_text_has_a_language_a_restriction_is_hard(lid: Identifier) -> None:
    text = "ayer fuimos a la playa con mis amigos"
    assert lid.restrict("en,de").replace(unknown_threshold=0).identify(text).labels in {("eng_Latn",), ("deu_Latn",)}
    assert set(mixlid.load(preset="cs").restrict("en,de").identify(text).labels) <= {"eng_Latn", "deu_Latn"}
