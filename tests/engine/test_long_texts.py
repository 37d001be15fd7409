"""Very long texts are split into sentences, whatever the unit, so that their answers take little memory."""

from __future__ import annotations

import os
import sys

import pytest
from long_shapes import measured
from reference import reference

import mixlid
from mixlid import Identifier
from mixlid._kernel import kernel
from mixlid.text.sentences import MOST_CHARACTERS
from rarely import rarely

ENGLISH = "the weather was lovely yesterday and everybody walked along the river until late in the evening "
FINNISH = "eilen sää oli kaunis ja kaikki kävelivät joen rannalla myöhään iltaan asti "
LONGEST = (ENGLISH * MOST_CHARACTERS)[:MOST_CHARACTERS]


@pytest.fixture(scope="module")
def lid() -> Identifier:
    return mixlid.load(unit="sentence")


def test_the_longest_sentence_is_answered_as_one(lid: Identifier) -> None:
    result = lid.identify(LONGEST)
    assert result == lid._pipeline.identify(LONGEST)
    assert result.optimal


def test_beyond_that_a_text_is_a_document(lid: Identifier) -> None:
    text = LONGEST + FINNISH * 400
    documents = lid.replace(unit="document")
    assert lid.identify(text) == documents.identify(text) == reference(lid).identify(text)
    assert lid.identify(text).labels == ("eng_Latn", "fin_Latn")
    one, other = (each.identify_columns(["a short text", text]) for each in (lid, documents))
    assert one.labels.tolist() == other.labels.tolist()


#: What a text of two megabytes may take besides the model, in megabytes.
MOST_MEMORY, WITH_ALTERNATIVES = 450, 750


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted in other units elsewhere")
@pytest.mark.skipif(kernel() != "compiled", reason="NumPy has an object for every word")
@pytest.mark.skipif("libasan" in os.environ.get("LD_PRELOAD", ""), reason="a sanitizer takes memory of its own")
@pytest.mark.parametrize(
    ("shape", "preset"),
    [
        *((shape, "default") for shape in ("letters", "two scripts without spaces")),
        *rarely(("two scripts", "default"), ("prose", "default"), ("emoji", "default"), ("three letters", "mono")),
    ],
)
def test_two_megabytes_of_anything_take_little_memory(shape: str, preset: str) -> None:
    taken = measured(shape, preset, *(["alternatives"] if preset == "mono" else []))["taken"]
    assert max(taken["identify"], taken["columns"]) < MOST_MEMORY, taken
    assert taken.get("alternatives", 0) < WITH_ALTERNATIVES, taken
