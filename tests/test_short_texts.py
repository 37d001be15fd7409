"""Greetings and other very short texts in sixty languages, with what a person would say they are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import mixlid
from mixlid import Identifier, Result
from mixlid.text.groups import group_of

TEXTS = Path(__file__).parent / "data" / "short_texts.txt"


def cases() -> Iterator[tuple[list[str], str]]:
    for line in TEXTS.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            labels, _, texts = line.partition("\t")
            yield from ((labels.split(","), text) for text in texts.split(" | "))


def is_right(result: Result, labels: list[str]) -> bool:
    """Whether the one language of the answer, or its group, is among the right ones."""
    return len(result.languages) == 1 and (
        result.label in labels or group_of(result.label) in {group_of(label) for label in labels if "_" in label}
    )


@pytest.fixture(scope="module")
def lid() -> Identifier:
    return mixlid.load()


def test_there_are_a_thousand_in_sixty_languages() -> None:
    texts = list(cases())
    assert len(texts) >= 1000
    assert len({label for labels, _ in texts for label in labels}) >= 60


@pytest.mark.parametrize("group", ["off", "auto"])
def test_most_are_what_a_person_would_say(lid: Identifier, group: str) -> None:
    chosen = lid.replace(group=group)  # type: ignore[arg-type]
    wrong = [(text, found) for labels, text in cases() if not is_right(found := chosen.identify(text), labels)]
    assert len(wrong) <= 0.07 * len(list(cases())), wrong


def test_laughter_and_single_letters_have_no_language(lid: Identifier) -> None:
    silent = [text for labels, text in cases() if labels == ["und", "zxx"]]
    assert len(silent) > 10
    assert {label for text in silent for label in lid.identify(text).languages} <= {"und", "zxx"}
    assert lid.identify("haha das ist gut").languages == ("deu_Latn",)
    assert lid.replace(unknown_threshold=0).identify("hahaha").languages != ("und",)
