"""Labels as BCP 47 tags."""

from __future__ import annotations

import re

import pytest

import mixlid
from mixlid.text.language_tags import direction, language_tag

#: A language, and a script if it needs one (RFC 5646).
WELL_FORMED = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?")


@pytest.mark.parametrize(
    ("label", "tag"),
    [
        ("tur_Latn", "tr"),
        ("hin_Deva", "hi"),
        ("hin_Latn", "hi-Latn"),
        ("zho_Hans", "zh-Hans"),
        ("zho_Hant", "zh-Hant"),
        ("yue_Hant", "yue"),
        ("jpn_Jpan", "ja"),
        ("kor_Hang", "ko"),
        ("srp_Cyrl", "sr"),
        ("srp_Latn", "sr-Latn"),
        ("ekk_Latn", "et"),
        ("arb_Arab", "ar"),
        ("arz_Arab", "arz"),
        ("npi_Deva", "ne"),
        ("pes_Arab", "fa"),
        ("prs_Arab", "prs"),
        ("twi_Latn", "tw"),
        ("fil_Latn", "fil"),
        ("ceb_Latn", "ceb"),
        ("hbs_Latn", "sh"),
        ("tur", "tr"),
        ("und", "und"),
        ("und_Cyrl", "und-Cyrl"),
        ("zxx", "zxx"),
    ],
)
def test_tags(label: str, tag: str) -> None:
    assert language_tag(label) == tag


def test_every_label_of_the_model_has_a_tag_of_its_own() -> None:
    labels = mixlid.load().labels
    tags = {language_tag(label) for label in labels}
    assert len(tags) == len(labels)
    assert all(map(WELL_FORMED.fullmatch, tags))


def test_direction() -> None:
    right = [label for label in ("arb_Arab", "ydd_Hebr", "div_Thaa", "ara", "nqo_Nkoo") if direction(label) == "rtl"]
    assert len(right) == 5
    assert {direction(label) for label in ("arb_Latn", "tur_Latn", "zxx", "und", "und_Cyrl")} == {"ltr"}
