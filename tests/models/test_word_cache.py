"""The word cache: which words it keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from compiled import compiled_module
from mixlid import Identifier
from mixlid.configuration import with_preset
from mixlid.models.header import Normalisation, TableHeader
from mixlid.models.ngrams import NgramSpec
from mixlid.models.table import TableModel

if TYPE_CHECKING:
    from mixlid.models._compiled import Cache

compiled_module("mixlid.models._compiled")


def identifier(normalisation: Normalisation) -> Identifier:
    """With a table of random scores for two labels."""
    rows = np.random.default_rng(3).integers(-128, 128, size=(1024, 2)).astype(np.int8)
    header = TableHeader(("aaa_Latn", "bbb_Latn"), NgramSpec(2, 4, 1024), scale=0.01, normalisation=normalisation)
    return with_preset(TableModel(header, np.arange(1024, dtype=np.uint32), rows), "cs")


def cache_of(lid: Identifier) -> Cache:
    assert isinstance(lid.model, TableModel)
    assert lid.model.compiled is not None
    return lid.model.compiled.cache


def hits(lid: Identifier, word: str) -> int:
    """How often a word is found when it is a text."""
    before = cache_of(lid).hits
    lid.identify_columns([word])
    return cache_of(lid).hits - before


@pytest.mark.parametrize(("normalisation", "found"), [("none", 0), ("words-2", 1)])
def test_a_capital_at_the_beginning(normalisation: Normalisation, found: int) -> None:
    """It makes no difference if the model knows words in lower case."""
    lid = identifier(normalisation)
    words = ("bread", "bread", "Bread", "BREAD", "élan", "Élan")
    assert [hits(lid, word) for word in words] == [0, 1, found, 0, 0, 0]
    # Another has none of these words when it reads them all.
    assert lid.identify(" ".join(words)) == identifier(normalisation).identify(" ".join(words))


def test_long_words_and_those_beyond_16_bits_are_not_kept() -> None:
    lid = identifier("words-2")
    assert [hits(lid, word) for word in ("x" * 20, "x" * 20, "x" * 21, "x" * 21, "𐐨𐐨", "𐐨𐐨")] == [0, 1, 0, 0, 0, 0]


def test_when_it_is_full_only_words_that_were_missed_before_come_in() -> None:
    lid = identifier("words-2")
    letters = "abcdefghijklmnopqrst"
    words = ["".join([letters[number // 20**place % 20] for place in range(5)]) for number in range(400_000)]
    lid.identify_columns([" ".join(words[first : first + 100]) for first in range(0, len(words), 100)])
    assert len(words) > 5 * cache_of(lid).words
    assert [hits(lid, "bread") for _ in range(4)] == [0, 0, 1, 1]
