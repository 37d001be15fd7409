"""Answers as columns: the same from both kernels, and equal to results."""

from __future__ import annotations

from array import array
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from column_rows import of_columns, of_result
from reference import reference

import mixlid
from curves import CURVES
from mixlid import Identifier
from mixlid.engine.plain_pipeline import PlainAnalyzer
from mixlid.models.calibration import Calibration
from mixlid.results.batch import AnswerBatch
from mixlid.results.layout import NUMBERS, PARTS

TEXTS = [
    "",
    " ",
    "12 - 7!",
    "yarınki meeting için slides hazır mı",
    "the old house and the bread",
    "где the old карта",
    "日本語 のテキスト the bread",
    "https://example.org @name #bread 😀 the",
    "La mer et le pain. The Bread of Ankara",
    "é" * 40,
] * 3


@pytest.fixture(scope="module")
def lid(tiny_table: Path) -> Identifier:
    return replace(mixlid.load(tiny_table, "cs"), calibration=Calibration.from_dict(CURVES))


def plain(batch: AnswerBatch | None) -> dict[str, Any]:
    """Everything in a batch as it is in memory, with None for NaN."""
    assert batch is not None
    parts = {name: [None if one != one else one for one in batch.part(name).ravel().tolist()] for name in PARTS}
    return {"names": batch.names, "solver": batch.solver, "sizes": batch.sizes, "words": batch.has_words, **parts}


def in_utf8(lid: Identifier, texts: list[str], **options: Any) -> AnswerBatch | None:
    encoded = [text.encode() for text in texts]
    sizes = np.array([len(text) for text in encoded], np.int64)
    ends = np.cumsum(sizes)
    data = np.frombuffer(b"".join(encoded), np.uint8)
    return lid.identify_utf8(data, ends - sizes, ends, **options)


@pytest.mark.parametrize("words", [False, True])
def test_every_way_to_columns(lid: Identifier, words: bool) -> None:
    expected = plain(reference(lid).identify_columns(TEXTS, words=words))
    assert plain(lid.identify_columns(TEXTS, words=words)) == expected
    assert plain(lid.identify_columns(iter(TEXTS), words=words, jobs=2)) == expected
    assert plain(in_utf8(lid, TEXTS, words=words)) == expected
    assert plain(in_utf8(reference(lid), TEXTS, words=words)) == expected


def test_every_number_that_is_declared_is_computed(lid: Identifier) -> None:
    analyzer = PlainAnalyzer(lid._config())
    for text in TEXTS[:10]:
        analyzer.text.numbers[:] = array("d", [-99.0] * len(NUMBERS))
        analyzer.decide_on(text, None, False)
        assert [name for name, number in zip(NUMBERS, analyzer.text.numbers, strict=True) if number == -99.0] == []


def test_columns_say_what_results_say(lid: Identifier) -> None:
    columns = lid.identify_columns(TEXTS, words=True)
    assert len(columns) == len(TEXTS)
    assert list(of_columns(columns)) == [of_result(result) for result in map(lid.identify, TEXTS)]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_batches_as_short_as_what_is_read_ahead(lid: Identifier, count: int) -> None:
    texts = TEXTS[3 : 3 + count]
    expected = [of_result(result) for result in map(lid.identify, texts)]
    for made in (lid.identify_columns(texts, words=True), in_utf8(lid, texts, words=True)):
        assert made is not None
        assert list(of_columns(made)) == expected


def test_many_batches_are_one_after_the_other(lid: Identifier) -> None:
    texts = [f"{TEXTS[n % len(TEXTS)]} {n}" for n in range(2500)]
    together = plain(lid.identify_columns(texts, words=True))
    assert plain(lid.identify_columns(texts, words=True, jobs=3)) == together
    assert list(lid.identify_many(texts, jobs=3)) == [lid.identify(text) for text in texts]


def test_nothing(lid: Identifier) -> None:
    for made in (lid.identify_columns([], words=True), in_utf8(lid, [], words=True)):
        assert made is not None
        assert len(made) == 0
        assert made.starts("labels").tolist() == [0]


def test_what_is_not_a_text(lid: Identifier) -> None:
    with pytest.raises(TypeError, match="one str"):
        lid.identify_columns("the bread")
    with pytest.raises(TypeError, match=r"identify_columns takes texts.* item 1 \(counting from 0\) is 5, of type int"):
        lid.identify_columns(["the bread", 5])  # type: ignore[list-item]


@pytest.mark.parametrize(
    "bad", [b"\xff", b"\xc3", b"\xc0\x80", b"\xe0\x80\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"a\x80", b"\xe2\x82"]
)
def test_what_is_not_utf8(lid: Identifier, bad: bytes) -> None:
    data = np.frombuffer(b"the" + bad, np.uint8)
    places = np.array([0, 3]), np.array([3, len(data)])
    assert lid.identify_utf8(data, *places) is None
    assert reference(lid).identify_utf8(data, *places) is None
