"""Runs of one language, compared with a definition by pairs of tokens."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from mixlid.adapters.language_runs import language_runs

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
