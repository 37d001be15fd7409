"""Names are known in any case; ordinary words are not names."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mixlid.text.names import is_name


def test_names_and_words() -> None:
    assert all(map(is_name, ["Peter", "PETER", "Ayşe", "Garcia", "Müller", "Toyota"]))
    assert not any(map(is_name, ["meeting", "hazır", "gestern", "xqzzv", "", "12"]))


@given(st.text(max_size=8))
def test_any_word_gets_an_answer(word: str) -> None:
    assert is_name(word) in (True, False)


def test_few_made_up_words_are_names() -> None:
    made_up = [f"q{number:x}zz" for number in range(20_000)]
    assert sum(map(is_name, made_up)) < 10
