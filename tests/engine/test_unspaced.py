"""Kana, Hangul and Han characters that one language alone has decide, in text without spaces."""

from __future__ import annotations

from pathlib import Path

import pytest

from mixlid import Identifier
from mixlid.engine.plain_pipeline import PlainPipeline
from mixlid.text.words import HAN_FORMS, han_forms

DATA = Path(__file__).parents[1] / "data" / "unspaced.tsv"
ROWS = [line.split("\t") for line in DATA.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


@pytest.mark.parametrize(("text", "answer"), ROWS)
def test_runs(lid: Identifier, text: str, answer: str) -> None:
    result = lid.identify(text)
    assert str(result) == answer
    assert PlainPipeline(lid._config()).identify(text).to_dict() == result.to_dict()


def test_forms() -> None:
    hans, jpan = HAN_FORMS["Hans"], HAN_FORMS["Jpan"]
    assert [han_forms().get(char, 0) for char in "们说說駅中"] == [hans, hans, 0, jpan, 0]
