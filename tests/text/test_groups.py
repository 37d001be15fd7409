"""The table of near languages."""

from __future__ import annotations

import pytest

from mixlid import LabelError
from mixlid.text.groups import GROUPS, group_of, is_group, members
from mixlid.text.labels import find, name_of, split


def test_a_label_is_in_one_group_at_most_and_a_group_in_one_script() -> None:
    labels = [label for group in GROUPS.values() for label in group.labels]
    assert len(labels) == len(set(labels))
    for name, group in GROUPS.items():
        assert len(group.labels) > 1, name
        assert len({split(label)[1] for label in group.labels}) == 1, name
        assert group.reason.endswith("."), name
        assert split(name)[1] == "", "a group's name must not look like a label"
        assert split(group.label)[1] == split(group.labels[0])[1], name
        assert not group.standard or group.standard in group.labels, name
    assert len({group.label for group in GROUPS.values()}) == len(GROUPS)


def test_group_of() -> None:
    assert group_of("acq_Arab") == group_of("arb_Arab") == "Arabic"
    assert group_of("arz_Latn") == "Arabizi"
    assert group_of("tur_Latn") == "tur_Latn"
    assert group_of("und_Cyrl") == "und_Cyrl"
    assert group_of("ara_Arab") == "Arabic"
    assert is_group("ara_Latn")
    assert not is_group("que_Latn"), "which a model may have as a label of its own"


def test_groups_have_names_and_mean_their_members_where_codes_are_taken() -> None:
    assert name_of("msa_Latn") == "Indonesian and Malay"
    labels = ("eng_Latn", "hrv_Latn", "ind_Latn", "srp_Cyrl", "srp_Latn", "zsm_Latn")
    assert [labels[index] for index in find("hbs_Latn", labels)] == ["hrv_Latn", "srp_Latn"]
    assert [labels[index] for index in find("msa_Latn", labels)] == ["ind_Latn", "zsm_Latn"]
    with pytest.raises(LabelError, match="ara_Arab"):
        find("ara_Arab", labels)


def test_members_are_those_that_are_there() -> None:
    labels = ("eng_Latn", "hrv_Latn", "srp_Cyrl", "srp_Latn")
    assert members("Bosnian, Croatian, Serbian", labels) == ("hrv_Latn", "srp_Latn")
    assert members("eng_Latn", labels) == ("eng_Latn",)
    assert members("Arabic", labels) == ()
