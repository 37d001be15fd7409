"""Hashtags, names, loanwords and single words count as the settings say, on every path."""

from __future__ import annotations

from pathlib import Path

import pytest

from mixlid import Identifier

DATA = Path(__file__).parents[1] / "data" / "policies.tsv"
ROWS = [line.split("\t") for line in DATA.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


@pytest.mark.parametrize(("text", "setting", "labels"), ROWS)
def test_what_counts(lid: Identifier, text: str, setting: str, labels: str) -> None:
    name, value = setting.split("=")
    strict = lid.replace(**{name: int(value)})  # type: ignore[arg-type]
    result = strict.identify(text)
    assert ",".join(result.labels) == labels
    assert {word.label for word in result.words} & set(lid.labels) == set(result.labels)
    assert strict.identify_document(text).labels == result.labels
