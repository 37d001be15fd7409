"""Sets of labels by name, alone and among codes."""

from __future__ import annotations

import pytest

from mixlid.errors import LabelError
from mixlid.text.label_sets import BY_SCRIPT, EUROPE, FLORES, MEANINGS, PAPER, ROMANISED, WRITTEN
from mixlid.text.labels import find, find_all, is_romanised, sets_of, split
from mixlid.text.language_codes import MAIN_SCRIPT, NAMES, SCRIPTS

LABELS = (
    "ben_Beng", "ben_Latn", "ell_Grek", "eng_Latn", "hin_Deva", "hin_Latn", "jpn_Jpan", "kor_Hang", "rus_Cyrl",
    "srp_Cyrl", "srp_Latn", "tur_Latn", "twi_Latn", "zho_Hans", "zho_Hant",
)  # fmt: skip


def found(*codes: str) -> list[str]:
    return [LABELS[index] for index in find_all(codes, LABELS)]


@pytest.mark.parametrize(
    ("name", "labels"),
    [
        ("@paper", ["eng_Latn", "hin_Latn", "tur_Latn", "twi_Latn"]),
        ("@europe", ["ell_Grek", "eng_Latn", "rus_Cyrl", "srp_Cyrl", "srp_Latn", "tur_Latn"]),
        ("@india", ["ben_Beng", "ben_Latn", "hin_Deva", "hin_Latn"]),
        ("@romanised", ["ben_Latn", "hin_Latn"]),
        ("@cyrillic", ["rus_Cyrl", "srp_Cyrl"]),
        ("@Cyrl", ["rus_Cyrl", "srp_Cyrl"]),
        (" @CYRILLIC ", ["rus_Cyrl", "srp_Cyrl"]),
        ("@han", ["zho_Hans", "zho_Hant"]),
        ("@traditional", ["zho_Hant"]),
        ("@hangul", ["kor_Hang"]),
    ],
)
def test_sets(name: str, labels: list[str]) -> None:
    assert found(name) == labels


def test_sets_among_codes() -> None:
    assert found("@cyrillic", "en", "zh") == ["eng_Latn", "rus_Cyrl", "srp_Cyrl", "zho_Hans", "zho_Hant"]


def test_flores_is_the_paper_in_the_scripts_that_people_use() -> None:
    assert len(FLORES) == 204
    assert {"hin_Latn", "npi_Latn"} == PAPER - FLORES
    # It calls Twi Akan as well, which is Twi's macrolanguage.
    assert "hin_Latn" not in found("@flores")
    assert {"hin_Deva", "twi_Latn", "zho_Hant"} <= set(found("@flores"))


def test_models_with_codes_of_their_own() -> None:
    assert find("@paper", ("en", "ru", "nor_Latn")) == [0, 2]


def test_an_unknown_set_lists_those_that_exist() -> None:
    with pytest.raises(LabelError, match=r"called @asia; there are @paper, @flores, .*@romanised, .*@cyrillic"):
        find("@asia", LABELS)


def test_a_set_of_which_the_model_has_nothing() -> None:
    with pytest.raises(LabelError, match="no language of @thai"):
        find("@thai", LABELS)


def test_every_set_is_explained() -> None:
    assert set(MEANINGS) == {*WRITTEN, ROMANISED, "latin"}
    assert all(f"@{name}" in MEANINGS["latin"] and name in BY_SCRIPT for name in ("cyrillic", "arabic", "devanagari"))


def test_facts_fit_each_other() -> None:
    """Every label of a set has a name and a script that we know."""
    for label in PAPER | FLORES | EUROPE:
        language, script = split(label)
        assert language in NAMES or label == "aka_Latn", label
        assert script in SCRIPTS, label
    assert set(MAIN_SCRIPT) <= set(NAMES)
    assert set(MAIN_SCRIPT.values()) <= set(SCRIPTS)


def test_romanised() -> None:
    romanised = [label for label in PAPER if is_romanised(label)]
    assert sorted(romanised) == ["hin_Latn", "npi_Latn"]
    assert not is_romanised("hin_Deva")
    assert not is_romanised("srp_Latn")


def test_sets_of_a_model() -> None:
    counts = sets_of(LABELS)
    assert counts["@cyrillic"] == 2
    assert counts["@paper"] == len(found("@paper"))
    assert "@thai" not in counts
