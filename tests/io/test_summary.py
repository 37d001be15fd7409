"""Counts of a run are the same from columns as from one answer after the other."""

from __future__ import annotations

import pytest

import mixlid
from mixlid.io.bulk.summary import Summary

TEXTS = [
    "yarınki meeting için slides hazır mı",
    "this is plain English text",
    "Das ist ein kurzer Satz, and this is another one",
    "",
    "yarınki meeting için slides hazır mı",
    "Это по-русски, and this is not, ama bu Türkçe bir cümle",
]


def test_columns_are_counted_like_answers() -> None:
    lid = mixlid.load()
    one_by_one, at_once = Summary(), Summary()
    for answer in lid.identify_many(TEXTS):
        one_by_one.add_answer(answer)
    for texts in (TEXTS[:3], TEXTS[3:]):
        answers = lid.identify_columns(texts)
        at_once.add_columns(answers)
        at_once.add_mixing(answers.number("code_mixing"))
    assert at_once.pairs
    assert at_once.labels == one_by_one.labels
    assert at_once.pairs == one_by_one.pairs
    assert (at_once.mixed, at_once.with_words) == (one_by_one.mixed, one_by_one.with_words)
    assert at_once.cmi_sum == pytest.approx(one_by_one.cmi_sum)
    at_once.add_columns(lid.identify_columns([]))
    assert at_once.pairs == one_by_one.pairs
