"""The table of near languages."""

from __future__ import annotations

from mixlid.text.groups import GROUPS, group_of, members
from mixlid.text.labels import split


def test_a_label_is_in_one_group_at_most_and_a_group_in_one_script() -> None:
    labels = [label for group in GROUPS.values() for label in group.labels]
    assert len(labels) == len(set(labels))
    for name, group in GROUPS.items():
        assert len(group.labels) > 1, name
        assert len({split(label)[1] for label in group.labels}) == 1, name
        assert group.reason.endswith("."), name
        assert split(name)[1] == "", "a group's name must not look like a label"


def test_group_of() -> None:
    assert group_of("acq_Arab") == group_of("arb_Arab") == "Arabic"
    assert group_of("arz_Latn") == "Arabizi"
    assert group_of("tur_Latn") == "tur_Latn"
    assert group_of("und_Cyrl") == "und_Cyrl"


def test_members_are_those_that_are_there() -> None:
    labels = ("eng_Latn", "hrv_Latn", "srp_Cyrl", "srp_Latn")
    assert members("Bosnian, Croatian, Serbian", labels) == ("hrv_Latn", "srp_Latn")
    assert members("eng_Latn", labels) == ("eng_Latn",)
    assert members("Arabic", labels) == ()
