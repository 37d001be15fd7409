"""Codes in every spelling, and helpful errors for invalid ones."""

from __future__ import annotations

from itertools import product

import pytest

from mixlid.errors import LabelError
from mixlid.identifier import Identifier
from mixlid.text import words
from mixlid.text.labels import autonym_of, find, find_all, name_of, script_name, scripts_of, split
from mixlid.text.language_codes import AUTONYMS

LABELS = ("ekk_Latn", "eng_Latn", "fil_Latn", "nno_Latn", "nob_Latn", "srp_Cyrl", "srp_Latn", "tur_Latn", "zsm_Latn")


@pytest.mark.parametrize(
    "code", ["eng", "en", "en-Latn", "eng_Latn", "EN", "eng-latn", " en ", "__label__eng_Latn", "en-GB"]
)
def test_every_spelling_of_english(code: str) -> None:
    assert find(code, LABELS) == [1]


@pytest.mark.parametrize(
    ("code", "labels"),
    [
        ("et", ["ekk_Latn"]),
        ("est", ["ekk_Latn"]),
        ("no", ["nno_Latn", "nob_Latn"]),
        ("ms", ["zsm_Latn"]),
        ("tl", ["fil_Latn"]),
        ("sr", ["srp_Cyrl", "srp_Latn"]),
        ("sr-Cyrl", ["srp_Cyrl"]),
    ],
)
def test_macrolanguages_and_scripts(code: str, labels: list[str]) -> None:
    assert [LABELS[index] for index in find(code, LABELS)] == labels


def test_a_model_with_bare_or_two_letter_labels() -> None:
    assert find("eng_Latn", ("de", "en")) == [1]
    assert find("tr", ("eng", "tur")) == [1]
    assert find("ekk", ("est_Latn",)) == [0]


@pytest.mark.parametrize(("code", "near"), [("enq", "eng_Latn"), ("turkisch", "tur_Latn"), ("eng_Cyrl", "eng_Latn")])
def test_near_matches(code: str, near: str) -> None:
    with pytest.raises(LabelError, match=f"{code}.*9 labels.*{near}"):
        find(code, LABELS)


@pytest.mark.parametrize(
    ("name", "labels"),
    [
        ("turkish", ["tur_Latn"]),
        (" Türkçe ", ["tur_Latn"]),
        ("TURKCE", ["tur_Latn"]),
        ("Norwegian", ["nno_Latn", "nob_Latn"]),
        ("norwegian bokmal", ["nob_Latn"]),
        ("Serbian", ["srp_Cyrl", "srp_Latn"]),
        ("Serbian (Latin)", ["srp_Latn"]),
        ("српски", ["srp_Cyrl", "srp_Latn"]),
        ("Tagalog", ["fil_Latn"]),
        ("bahasa melayu", ["zsm_Latn"]),
        ("nynorsk", ["nno_Latn"]),
    ],
)
def test_names_are_as_good_as_codes(name: str, labels: list[str]) -> None:
    assert [LABELS[index] for index in find(name, LABELS)] == labels


def test_every_name_is_found(lid: Identifier) -> None:
    for label in lid.labels:
        assert label in {lid.labels[index] for index in find(name_of(label), lid.labels)}
    for text in ("norweigan", "englsh", "turkisch", "portugese"):
        with pytest.raises(LabelError, match=r"did you mean \w+ \([A-Z]\w+"):
            find(text, lid.labels)


@pytest.mark.parametrize(
    ("code", "name"),
    [("russian", "Russian"), ("farsi", "Persian"), ("ru", "Russian"), ("rus_Cyrl", "Russian"), ("sw", "Swahili")],
)
def test_a_code_that_exists_is_not_taken_for_another_that_is_spelt_like_it(code: str, name: str) -> None:
    with pytest.raises(LabelError) as caught:
        find(code, (*LABELS, "run_Latn", "ssw_Latn"))
    said = f"the model does not know {code!r}, which is {name}, (11 labels): `mixlid languages` lists what it knows"
    assert str(caught.value) == said


def test_a_code_like_no_other_points_to_the_list() -> None:
    with pytest.raises(LabelError, match="mixlid languages"):
        find("xxxxxxxx", LABELS)
    with pytest.raises(LabelError, match="at least one"):
        find_all([""], LABELS)


def test_find_all_keeps_label_order_without_repeats() -> None:
    assert find_all(["tr", "en", "eng"], LABELS) == [1, 7]


def test_scripts() -> None:
    assert scripts_of(["eng_Latn", "jpn_Jpan", "rus_Cyrl"]) == frozenset(["Latn", "Hani", "Hira", "Kana", "Cyrl"])
    assert scripts_of(["eng_Latn", "tur"]) is None


def test_names() -> None:
    assert [name_of(label) for label in ("tur_Latn", "en", "qqq_Latn")] == ["Turkish", "English", "qqq_Latn"]


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("ben_Beng", "Bengali"),
        ("ben_Latn", "Bengali (Latin)"),
        ("srp_Cyrl", "Serbian"),
        ("srp_Latn", "Serbian (Latin)"),
        ("ace_Arab", "Acehnese (Arabic)"),
        ("zho_Hant", "Chinese (Traditional)"),
        ("yue_Hant", "Cantonese"),
        ("kor_Kore", "Korean"),
        ("bn", "Bengali"),
    ],
)
def test_a_name_says_the_script_where_it_is_not_the_usual_one(label: str, name: str) -> None:
    assert name_of(label) == name


def test_many_codes_are_looked_up_without_going_through_all_labels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted: how often a label is parsed. 390,000 codes over HTTP once blocked a server for a minute."""
    labels = tuple(f"{a}{b}{c}_Latn" for a, b, c in product("abcdefghij", repeat=3))
    find_all(["aaa"], labels)  # what is kept from one call to the next
    calls = 0

    def counted(label: str) -> tuple[str, str]:
        nonlocal calls
        calls += 1
        return split(label)

    monkeypatch.setattr("mixlid.text.labels.split", counted)
    assert find_all(["aaa", " aaa", "aaa "] * 10_000, labels) == [0]
    assert calls < 10
    assert find_all((label[:3] for label in labels), labels) == list(range(1000))
    assert calls < 10_000


def test_no_code_is_as_long_as_that() -> None:
    with pytest.raises(LabelError, match=r"'eeeeeeeeeeeeeeeeeeee'… has 2,000,000 characters"):
        find("e" * 2_000_000, LABELS)


@pytest.mark.parametrize(
    ("label", "name", "own"),
    [
        ("tur_Latn", "Turkish", "Türkçe"),
        ("srp_Cyrl", "Serbian", "српски"),
        ("srp_Latn", "Serbian (Latin)", "srpski"),
        ("kaz_Latn", "Kazakh (Latin)", None),
        ("de", "German", "Deutsch"),
        ("ace_Latn", "Acehnese", "Bahsa Acèh"),
        ("und", "unknown", None),
        ("und_Arab", "unknown in Arabic", None),
        ("und_Runr", "unknown in Runic", None),
        ("zxx", "no language", None),
        ("qqq_Latn", "qqq_Latn", None),
    ],
)
def test_names_in_english_and_in_the_language(label: str, name: str, own: str | None) -> None:
    assert (name_of(label), autonym_of(label)) == (name, own)


def test_every_language_of_the_shipped_model_has_both_names(lid: Identifier) -> None:
    languages = {split(label)[0] for label in lid.labels}
    assert len(languages) > 200
    assert [code for code in languages if name_of(code) == code or code not in AUTONYMS] == []


def test_every_script_has_a_name() -> None:
    codes = {item.partition(":")[2] for item in words.TABLES["script_starts"].split()} - {""}
    assert len(codes) > 150
    assert [
        code
        for code in codes
        if script_name(code) == code
        and code not in ("Cham", "Thai", "Seal", "Kawi", "Ahom", "Modi", "Toto", "Newa", "Sidd")
    ] == []
