"""The answers for many texts as columns: kernels fill a batch, and a `Result` is a view of one row.

`results/layout.py` has the layout of its memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from operator import mul
from struct import Struct
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from mixlid.results import fields
from mixlid.results.layout import (
    BYTES_BEFORE,
    EXTRA,
    ITEM_SIZES,
    LISTS,
    NUMBERS,
    PARTS,
    TEXTS,
    WORD_NUMBERS,
    WORD_PARTS,
    Sizes,
)
from mixlid.results.result import Result, Span, Word
from mixlid.text.words import KINDS

Floats = NDArray[np.float64]
Ints = NDArray[Any]


class Maker(Protocol):
    """What made a batch, and can make it again with words."""

    def identify_batch(self, texts: list[str], words: bool = False) -> AnswerBatch:
        """The same answers, with words if `words` is set."""

    def words_of(self, text: str) -> tuple[Word, ...]:
        """The words of the same answer."""


class AnswerBatch:
    """The answers for many texts.

    Words cost a third more than everything else, and most callers never read them. So a batch may leave them out; a
    result that is asked for its words then identifies its text again.
    """

    __slots__ = ("_kept", "_maker", "data", "has_words", "names", "sizes", "solver", "texts")

    def __init__(
        self,
        names: tuple[str, ...],
        solver: str,
        texts: Sequence[str],
        sizes: Sizes,
        data: bytes,
        has_words: bool,
        maker: Maker | None = None,
    ) -> None:
        """`texts` may be empty if no result will be made. Without `has_words`, `maker` makes words on demand."""
        self.names, self.solver, self.texts, self.sizes = names, solver, texts, sizes
        self.data, self.has_words, self._maker = data, has_words, maker
        self._kept: tuple[Word, ...] | None = None

    def __len__(self) -> int:
        return self.sizes[TEXTS]

    @property
    def can_repeat(self) -> bool:
        """Whether missing words can be made on demand."""
        return self._maker is not None

    def __repr__(self) -> str:
        words = "with" if self.has_words else "without"
        return f"<{type(self).__name__} of {len(self):,} texts, {words} words>"

    def __reduce__(self) -> tuple[Any, ...]:
        return AnswerBatch, (self.names, self.solver, self.texts, self.sizes, self.data, self.has_words)

    def __iter__(self) -> Iterator[Result]:
        return (Result._view(self, row) for row in range(len(self)))

    # Columns of all rows

    def number(self, name: str) -> Any:
        """The column of one of `NUMBERS`, of the type that is declared; NaN where a float is unknown."""
        column = self.part("numbers")[:, NUMBERS.index(name)]
        return np.ascontiguousarray(column, _TYPES.get(name))

    def word_number(self, name: str) -> Floats:
        """The column of one of `WORD_NUMBERS`."""
        return np.ascontiguousarray(self.part("word_numbers")[:, WORD_NUMBERS.index(name)])

    def starts(self, name: str) -> Ints:
        """Where one of `LISTS` begins for each text, and where it ends for the last."""
        return np.concatenate([np.zeros(1, np.int64), self.part("ends")[:, LISTS.index(name)]])

    @property
    def labels(self) -> Ints:
        """The labels of each text, text after text, the most important first."""
        labels: Ints = self.part("labels")[:, 0]
        return labels

    @property
    def share_labels(self) -> Ints:
        """The labels of each text's words, text after text, those with the most letters first, as in `shares`."""
        labels: Ints = self.part("share_labels")[:, 0]
        return labels

    @property
    def shares(self) -> Floats:
        shares: Floats = self.part("shares")[:, 0]
        return shares

    def word_column(self, name: str) -> Ints:
        """`start`, `end` (code points of the text), `kind` (an index into `KINDS`), `label`, `guess` (or -1)."""
        return np.ascontiguousarray(self.part("words")[:, WORD_PARTS.index(name)])

    # One row

    def value(self, row: int, name: str) -> Any:
        """A field of `Result`."""
        return _READERS[name](self, row)

    def only(self, row: int) -> AnswerBatch:
        """A batch of this row alone, with its words."""
        return self.rows(row, row + 1) if self.has_words else self._repeated().identify_batch([self.texts[row]], True)

    def rows(self, first: int, last: int) -> AnswerBatch:
        """A batch of the rows from `first` up to, but not including, `last`."""
        if last - first == len(self):
            return self
        before = [self._places(first, of).start if first < last else 0 for of in range(len(LISTS))]
        after = [self._places(last - 1, of).stop if first < last else 0 for of in range(len(LISTS))]
        places = [slice(first, last), *map(slice, before, after)]
        chosen = {name: self.part(name)[places[part.counted]] for name, part in PARTS.items()}
        chosen["ends"] = chosen["ends"] - np.array(before, np.int64)
        return self.with_parts(self.texts[first:last], chosen, self._maker)

    def with_parts(self, texts: Sequence[str], parts: Mapping[str, Any], maker: Maker | None) -> AnswerBatch:
        """A batch of other parts, with the same labels and solver."""
        rows = len(parts["ends"])
        sizes: Any = (rows, *(parts["ends"][-1].tolist() if rows else [0] * len(LISTS)))
        data = b"".join(np.ascontiguousarray(parts[name], PARTS[name].code).data for name in PARTS)
        return AnswerBatch(self.names, self.solver, texts, sizes, data, self.has_words, maker)

    def _offset(self, name: str) -> int:
        """Where a part begins in the buffer; computed each time, since every result may have a batch of its own."""
        return sum(map(mul, BYTES_BEFORE[name], self.sizes))

    def part(self, name: str) -> Any:
        """One of `PARTS` as a matrix: a row for each text, word, share, …"""
        part = PARTS[name]
        count = self.sizes[part.counted]
        return np.frombuffer(self.data, part.code, count * part.width, self._offset(name)).reshape(count, part.width)

    def _places(self, row: int, of: int) -> slice:
        here = self._offset("ends") + 8 * (len(LISTS) * row + of)
        first = _INT64.unpack_from(self.data, here - 8 * len(LISTS))[0] if row else 0
        return slice(first, _INT64.unpack_from(self.data, here)[0])

    def _items(self, name: str, places: slice) -> list[Any]:
        """Items of a part as Python numbers."""
        code, _, width = PARTS[name]
        size, here = ITEM_SIZES[code] * width, self._offset(name)
        items: Any = memoryview(self.data)[here + size * places.start : here + size * places.stop]
        values: list[Any] = items.cast(code).tolist()
        return values

    def _text(self, row: int) -> str:
        return self.texts[row]

    def _solver(self, row: int) -> str:  # noqa: ARG002
        return self.solver

    def _labels(self, row: int) -> tuple[str, ...]:
        names = self.names
        return tuple([names[label] for label in self._items("labels", self._places(row, 0))])

    def _proportions(self, row: int) -> dict[str, float]:
        names, places = self.names, self._places(row, 1)
        labels = [names[label] for label in self._items("share_labels", places)]
        return dict(zip(labels, self._items("shares", places), strict=True))

    def _words(self, row: int) -> tuple[Word, ...]:
        if not self.has_words:
            return self._made_again(row)
        text, names, places = self.texts[row], self.names, self._places(row, 2)
        parts, numbers = self._items("words", places), self._items("word_numbers", places)
        columns = {name: parts[place :: len(WORD_PARTS)] for place, name in enumerate(WORD_PARTS)}
        columns["kind"] = [KINDS[kind] for kind in columns["kind"]]
        columns["label"] = [names[label] for label in columns["label"]]
        columns["guess"] = [None if label < 0 else names[label] for label in columns["guess"]]
        columns["text"] = [text[start:end] for start, end in zip(columns["start"], columns["end"], strict=True)]
        for place, name in enumerate(WORD_NUMBERS):
            values = numbers[place :: len(WORD_NUMBERS)]
            columns[name] = [None if value != value else value for value in values] if _OPTIONAL[name] else values
        return tuple(map(_make_word, zip(*[columns[name] for name in Word._fields], strict=True)))

    def _spans(self, row: int) -> tuple[Span, ...]:
        parts = self._items("spans", self._places(row, 3))
        ends = [*parts[2::2], len(self.texts[row])] if parts else []
        labels = [self.names[label] for label in parts[1::2]]
        return tuple(map(_make_span, zip(parts[0::2], ends, labels, strict=True)))

    def _made_again(self, row: int) -> tuple[Word, ...]:
        """The words of a row; a batch of one row keeps them."""
        if self._kept is not None:
            return self._kept
        made = self._repeated().words_of(self.texts[row])
        if len(self) == 1:
            self._kept = made
        return made

    def _repeated(self) -> Maker:
        if self._maker is None:
            raise AttributeError("these answers were made without words; ask for them with words=True")
        return self._maker


def joined(batches: Sequence[AnswerBatch]) -> AnswerBatch:
    """Batches of the same labels and solver, concatenated."""
    if len(batches) == 1:
        return batches[0]
    first = batches[0]
    sizes = tuple(np.sum([batch.sizes for batch in batches], axis=0).tolist())
    before, ends = np.zeros(len(LISTS), np.int64), []
    for batch in batches:
        ends.append((batch.part("ends") + before).tobytes())
        before = before + batch.sizes[1:]
    data = b"".join(
        piece
        for name in PARTS
        for piece in (ends if name == "ends" else [np.ascontiguousarray(batch.part(name)).data for batch in batches])
    )
    texts = list(chain.from_iterable(batch.texts for batch in batches))
    return AnswerBatch(first.names, first.solver, texts, sizes, data, first.has_words)


#: What `_make` does, without a Python call for each.
_make_word, _make_span = partial(tuple.__new__, Word), partial(tuple.__new__, Span)
_FLOAT64, _INT64 = Struct("d"), Struct("q")
#: The types of columns of numbers that are not floats.
_TYPES = {
    field.name: {bool: np.bool_, int: np.int32}[field.kind]
    for field in fields.fields(Result).values()
    if field.is_number and field.kind is not float
}
_OPTIONAL = {name: fields.fields(Word)[name].optional for name in WORD_NUMBERS}
_READERS: dict[str, Callable[[AnswerBatch, int], Any]] = {
    "text": AnswerBatch._text,
    "labels": AnswerBatch._labels,
    "words": AnswerBatch._words,
    "spans": AnswerBatch._spans,
    "proportions": AnswerBatch._proportions,
    "solver": AnswerBatch._solver,
}


def _reader(name: str, kind: type) -> Callable[[AnswerBatch, int], Any]:
    """A function that reads this number of a row, which is of that type."""
    place, width = 8 * NUMBERS.index(name), 8 * len(NUMBERS)  # numbers are the first part

    def read(batch: AnswerBatch, row: int) -> Any:
        value = _FLOAT64.unpack_from(batch.data, width * row + place)[0]
        if kind is not float:
            return kind(value)
        return None if value != value else value

    return read


_READERS |= {name: _reader(name, float) for name in EXTRA}
for _field in fields.fields(Result).values():
    if _field.is_number:
        _READERS[_field.name] = _reader(_field.name, _field.kind)
    elif _field.derive is None and _field.name not in _READERS:
        raise TypeError(
            f"Result.{_field.name} is neither a number nor a list of a batch: make it a float, int or bool, declare a "
            "function that derives it from other fields, or add a part to mixlid.results.layout.PARTS"
        )
