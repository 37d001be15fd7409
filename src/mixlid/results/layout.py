"""The memory layout of a batch of answers (`results/batch.py`), which both kernels fill.

All columns are in one buffer, part after part:

    numbers        float64   texts × NUMBERS         what `Result` declares as a number, and what is only in `EXTRA`
    shares         float64   shares
    word_numbers   float64   words × WORD_NUMBERS
    ends           int64     texts × LISTS           where each list ends for a text
    labels         int32     labels                  indices into `names`
    share_labels   int32     shares
    words          int32     words × start, end, kind, label, guess (-1 for none)
    spans          int32     spans × start, label

An unknown number is NaN. To add a number, declare it in `result.py` and compute it in the engine; no column is named
anywhere else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mixlid.results import fields
from mixlid.results.fields import Aggregate
from mixlid.results.result import Result, Word

#: Numbers that are not fields of a result: the code-mixing index of the words (`result.cmi`), the sum of the evidence
#: for a second language, from which a prior is learnt, and the number of letters in words.
EXTRA = {"code_mixing": Aggregate.MEAN, "evidence": Aggregate.NONE, "letters": Aggregate.SUM}
#: The order of the numbers in the row of a text, and how documents aggregate each.
NUMBERS = (*fields.numbers(Result), *EXTRA)
AGGREGATES = (
    *(fields.check_aggregate(fields.fields(Result)[name]) for name in fields.numbers(Result)),
    *EXTRA.values(),
)
#: The lists of a text, in the order of `ends`, and of `sizes` after the number of texts.
LISTS = ("labels", "shares", "words", "spans")
TEXTS, _LABELS, _SHARES, _WORDS, _SPANS = range(1 + len(LISTS))
#: The integers of a word, in order, and its other numbers.
WORD_PARTS = ("start", "end", "kind", "label", "guess")
WORD_NUMBERS = tuple(name for name in fields.numbers(Word) if name not in WORD_PARTS)
#: Bytes of an item, by its type code.
ITEM_SIZES = {"d": 8, "q": 8, "i": 4}


class BatchPart(NamedTuple):
    """One part of the buffer: type code of its items, which of `sizes` counts its rows, and items per row."""

    code: str
    counted: int
    width: int


PARTS = {
    "numbers": BatchPart("d", TEXTS, len(NUMBERS)),
    "shares": BatchPart("d", _SHARES, 1),
    "word_numbers": BatchPart("d", _WORDS, len(WORD_NUMBERS)),
    "ends": BatchPart("q", TEXTS, len(LISTS)),
    "labels": BatchPart("i", _LABELS, 1),
    "share_labels": BatchPart("i", _SHARES, 1),
    "words": BatchPart("i", _WORDS, len(WORD_PARTS)),
    "spans": BatchPart("i", _SPANS, 2),
}
Sizes = tuple[int, int, int, int, int]
#: By part, for each of `sizes`: the bytes of one of its rows in all parts before.
BYTES_BEFORE = {
    name: tuple(
        sum(ITEM_SIZES[part.code] * part.width for part in [*PARTS.values()][:place] if part.counted == counted)
        for counted in range(1 + len(LISTS))
    )
    for place, name in enumerate(PARTS)
}


def places(declared: Sequence[str], *computed: str) -> tuple[int, ...]:
    """The position of each of these numbers in a row; `TypeError` for one that is not declared."""
    if unknown := set(computed).difference(declared):
        raise TypeError(f"{min(unknown)!r} is computed by the engine, and not declared in mixlid.results.result")
    return tuple(map(declared.index, computed))
