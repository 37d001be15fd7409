"""Greetings and other very short texts in sixty languages, with what a person would answer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import mixlid
from mixlid import Identifier, Result
from mixlid.engine.plain_pipeline import PlainPipeline
from mixlid.text.groups import group_of
from mixlid.text.labels import rareness
from mixlid.text.language_codes import FIRST, NEXT

TEXTS = Path(__file__).parent / "data" / "short_texts.txt"


def cases() -> Iterator[tuple[list[str], str]]:
    for line in TEXTS.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            labels, _, texts = line.partition("\t")
            yield from ((labels.split(","), text) for text in texts.split(" | "))


def is_right(result: Result, labels: list[str]) -> bool:
    """Whether the only language of the answer, or its group, is among the right ones."""
    return len(result.labels) == 1 and (
        result.label in labels or group_of(result.label) in {group_of(label) for label in labels if "_" in label}
    )


@pytest.fixture(scope="module")
def lid() -> Identifier:
    return mixlid.load()


def test_there_are_a_thousand_in_sixty_languages() -> None:
    texts = list(cases())
    assert len(texts) >= 1000
    assert len({label for labels, _ in texts for label in labels}) >= 60


HOMOGRAPH = pytest.mark.xfail(strict=True, reason="her scores higher for English, and komm passes for an inserted word")


@pytest.mark.parametrize("group", ["off", "auto"])
def test_most_are_what_a_person_would_say(lid: Identifier, group: str) -> None:
    chosen = lid.replace(group=group)  # type: ignore[arg-type]
    wrong = [(text, found) for labels, text in cases() if not is_right(found := chosen.identify(text), labels)]
    assert len(wrong) <= 0.058 * len(list(cases())), wrong


def test_single_letters_have_no_language(lid: Identifier) -> None:
    silent = [text for labels, text in cases() if labels == ["und", "zxx"]]
    assert len(silent) > 5
    assert {label for text in [*silent, *"abcdefghijklmnopqrstuvwxyz"] for label in lid.identify(text).labels} <= {
        "und",
        "zxx",
    }
    assert lid.replace(unknown_threshold=0).identify("x").labels != ("und",)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("hi", "eng_Latn"),
        ("你好", "zho_Hans"),
        ("नमस्ते", "hin_Deva"),
        ("שלום", "heb_Hebr"),
        pytest.param("без проблем", "rus_Cyrl", marks=pytest.mark.xfail(strict=True, reason="Serbian scores higher")),
        ("да", "rus_Cyrl"),
    ],
)
def test_the_common_language_where_several_have_the_word(lid: Identifier, text: str, label: str) -> None:
    assert lid.identify(text).labels == (label,)


def test_what_the_user_knows_counts_more_than_what_is_common(lid: Identifier) -> None:
    assert lid.restrict("san,eng").identify("नमस्ते").labels == ("san_Deva",)
    assert lid.restrict("hin_Latn,tur").identify("hi").labels == ("hin_Latn",)


@pytest.mark.parametrize("text", ["Lionel Messi", "Angela Merkel"])
def test_names_alone_are_in_none(lid: Identifier, text: str) -> None:
    assert lid.identify(text).labels == ("und",)


#: Not all of them are in the list of names; one name by itself is mostly a word too, and two that are frequent words
#: (Bill Gates) may be ordinary ones.
NAMES = (
    "Barack Obama", "Albert Einstein", "Marie Curie", "William Shakespeare", "Greta Thunberg", "Pablo Picasso",
    "Nelson Mandela", "Virginia Woolf", "Justin Bieber", "Winston Churchill", "Antonio Banderas", "Anna Karenina",
    "Novak Djokovic", "Roger Federer", "Frida Kahlo", "Cristiano Ronaldo", "Taylor Swift", "Bill Gates",
    "Donald Trump", "Emmanuel Macron",
)  # fmt: skip


def test_most_names_alone_are_in_none(lid: Identifier) -> None:
    assert sum(lid.identify(text).labels == ("und",) for text in NAMES) >= 13


@pytest.mark.parametrize(
    ("text", "label"),
    [
        pytest.param("komm her", "deu_Latn", marks=HOMOGRAPH),
        ("egun on", "eus_Latn"),
        ("god morgon", "swe_Latn"),
    ],
)
def test_two_words_are_in_one_language_unless_much_speaks_for_two(lid: Identifier, text: str, label: str) -> None:
    assert lid.identify(text).labels == (label,)
    assert set(lid.identify("weekend geldi").labels) == {"eng_Latn", "tur_Latn"}
    assert set(lid.identify("это ok").labels) == {"rus_Cyrl", "eng_Latn"}


def test_two_words_in_two_languages(lid: Identifier) -> None:
    assert set(lid.identify("thanks yaar").labels) == {"eng_Latn", "hin_Latn"}


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Happy Birthday", "eng_Latn"),
        ("Buenas Noches", "spa_Latn"),
        ("Good Night", "eng_Latn"),
        ("Guten Morgen", "deu_Latn"),
        ("Bom Dia", "por_Latn"),
        ("Haus und Garten", "deu_Latn"),
        ("lionel messi hat ein Tor geschossen", "deu_Latn"),
        ("Lionel Messi scored twice last night", "eng_Latn"),
    ],
)
def test_words_that_are_names_too_have_their_language(lid: Identifier, text: str, label: str) -> None:
    assert lid.identify(text).labels == (label,)


def test_where_every_text_has_a_language_names_have_one(lid: Identifier) -> None:
    assert lid.replace(unknown_threshold=0).identify("Lionel Messi").labels != ("und",)


def test_both_kernels_agree(lid: Identifier) -> None:
    plain = PlainPipeline(lid._config())
    texts = [*[text for _, text in cases()][::7], *NAMES, "komm her", "你好", "hi", "да"]
    for text in texts:
        assert lid.identify(text).to_dict() == plain.identify(text).to_dict(), text


def test_the_first_language_of_a_script_is_common() -> None:
    assert {rareness(f"{code}_{script}") for script, code in FIRST.items()} == {0}
    assert {rareness(f"{code}_{script}") for script, codes in NEXT.items() for code in codes} == {1}
    assert [rareness(label) for label in ("eng_Latn", "tam_Taml", "yue_Hant", "san_Deva", "ssw_Latn")] == [
        0,
        0,
        2,
        2,
        1,
    ]


def test_a_language_that_cannot_have_the_word_is_not_preferred() -> None:
    """However little the word says: where every score is below 0, one that cannot be written so had the best."""
    few = mixlid.load().restrict(["en", "el", "hi", "ru"]).replace(penalty=-1e6, unknown_threshold=0.0)
    text = "3arabi1e308o ٣٤"
    result = few.identify(text)
    assert result.language_script == "Latn"
    assert repr(PlainPipeline(few._config()).identify(text)) == repr(result)
