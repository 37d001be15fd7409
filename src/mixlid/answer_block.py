"""The answers for many texts as columns: kernels fill a block of them, a `Result` is a view of one row.

All columns lie in one piece of memory, part after part:

    numbers        float64   texts × NUMBERS         what `Result` declares as a number, and what is only in `EXTRA`
    shares         float64   shares
    word_numbers   float64   words × WORD_NUMBERS
    ends           int64     texts × LISTS           where a text's part of each list ends
    languages      int32     languages               labels are places in `names`
    share_labels   int32     shares
    words          int32     words × start, end, kind, label, guess (-1 for none)
    spans          int32     spans × start, label

A number that is not known is NaN. So a new number is declared in `result.py`, and computed by the engine: no column has
to be named anywhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from struct import Struct
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from mixlid import fields
from mixlid.result import Result, Span, Word
from mixlid.text.words import KINDS

Floats = NDArray[np.float64]
Ints = NDArray[Any]

#: Numbers that no result shows: the code-mixing index of a text's words (`result.cmi`), which counts as a statistic,
#: the sum of evidence for a second language, from which a prior is learnt, and how many letters the words have.
EXTRA = ("code_mixing", "evidence", "letters")
#: The order of a row of numbers, by text and by word.
NUMBERS = (*fields.numbers(Result), *EXTRA)
WORD_NUMBERS = fields.numbers(Word)
#: What a text has several of: the order of `ends` and of `sizes`, where the number of texts comes first.
LISTS = ("languages", "shares", "words", "spans")
_TEXTS, _LANGUAGES, _SHARES, _WORDS, _SPANS = range(1 + len(LISTS))
#: What a word has besides numbers, in order.
WORD_PARTS = ("start", "end", "kind", "label", "guess")
_ITEMS = {"d": 8, "q": 8, "i": 4}


class BlockPart(NamedTuple):
    """One piece of a block's memory: the type of its items, what they are counted by, and how many belong to one."""

    code: str
    counted: int
    width: int


PARTS = {
    "numbers": BlockPart("d", _TEXTS, len(NUMBERS)),
    "shares": BlockPart("d", _SHARES, 1),
    "word_numbers": BlockPart("d", _WORDS, len(WORD_NUMBERS)),
    "ends": BlockPart("q", _TEXTS, len(LISTS)),
    "languages": BlockPart("i", _LANGUAGES, 1),
    "share_labels": BlockPart("i", _SHARES, 1),
    "words": BlockPart("i", _WORDS, len(WORD_PARTS)),
    "spans": BlockPart("i", _SPANS, 2),
}
Sizes = tuple[int, int, int, int, int]


class Maker(Protocol):
    """What made a block."""

    def identify_block(self, texts: list[str], words: bool = False) -> AnswerBlock:
        """The same answers, with words if they are asked for."""

    def words_and_spans(self, text: str) -> tuple[tuple[Word, ...], tuple[Span, ...]]:
        """Those of the same answer."""


class AnswerBlock:
    """The answers for many texts.

    Words cost a third more than all the rest, and most often nobody reads them. So a block may be without them; who
    asks a result for its words has its text identified once more.
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
        """`texts` may be empty where results are not wanted; without `has_words` there are neither words nor spans.

        Then `maker` is asked for them, when somebody wants them.
        """
        self.names, self.solver, self.texts, self.sizes = names, solver, texts, sizes
        self.data, self.has_words, self._maker = data, has_words, maker
        self._kept: tuple[tuple[Word, ...], tuple[Span, ...]] | None = None

    def __len__(self) -> int:
        return self.sizes[_TEXTS]

    @property
    def can_repeat(self) -> bool:
        """Whether words that it does not have can be made."""
        return self._maker is not None

    def __repr__(self) -> str:
        words = "with" if self.has_words else "without"
        return f"<{type(self).__name__} of {len(self):,} texts, {words} words>"

    def __reduce__(self) -> tuple[Any, ...]:
        return AnswerBlock, (self.names, self.solver, self.texts, self.sizes, self.data, self.has_words)

    def __iter__(self) -> Iterator[Result]:
        return (Result.view(self, row) for row in range(len(self)))

    # Columns of all rows

    def number(self, name: str) -> Any:
        """One of `NUMBERS`; bools for what is one, NaN for what is not known."""
        column = self.part("numbers")[:, NUMBERS.index(name)]
        return column != 0 if name in _BOOLS else np.ascontiguousarray(column)

    def word_number(self, name: str) -> Floats:
        """One of `WORD_NUMBERS`."""
        return np.ascontiguousarray(self.part("word_numbers")[:, WORD_NUMBERS.index(name)])

    def starts(self, name: str) -> Ints:
        """Where each text's part of one of `LISTS` begins, and where the last one ends."""
        return np.concatenate([np.zeros(1, np.int64), self.part("ends")[:, LISTS.index(name)]])

    @property
    def languages(self) -> Ints:
        """By text the labels of its languages, the most important first."""
        labels: Ints = self.part("languages")[:, 0]
        return labels

    @property
    def share_labels(self) -> Ints:
        """By text the labels of its words, those with the most letters first; `shares` are their shares."""
        labels: Ints = self.part("share_labels")[:, 0]
        return labels

    @property
    def shares(self) -> Floats:
        shares: Floats = self.part("shares")[:, 0]
        return shares

    def word_column(self, name: str) -> Ints:
        """`start`, `end` (code points of the text), `kind` (a place in `KINDS`), `label`, `guess` (or -1)."""
        return np.ascontiguousarray(self.part("words")[:, WORD_PARTS.index(name)])

    # One row

    def value(self, row: int, name: str) -> Any:
        """A field of `Result`."""
        return _READERS[name](self, row)

    def only(self, row: int) -> AnswerBlock:
        """A block of that row alone, with its words."""
        return self.rows(row, row + 1) if self.has_words else self._repeated().identify_block([self.texts[row]], True)

    def rows(self, first: int, last: int) -> AnswerBlock:
        """A block of the rows from one to another, which is not among them."""
        if last - first == len(self):
            return self
        before = [self._places(first, of).start if first < last else 0 for of in range(len(LISTS))]
        after = [self._places(last - 1, of).stop if first < last else 0 for of in range(len(LISTS))]
        places = [slice(first, last), *map(slice, before, after)]
        chosen = {name: self.part(name)[places[part.counted]] for name, part in PARTS.items()}
        chosen["ends"] = chosen["ends"] - np.array(before, np.int64)
        return self.with_parts(self.texts[first:last], chosen, self._maker)

    def with_parts(self, texts: Sequence[str], parts: Mapping[str, Any], maker: Maker | None) -> AnswerBlock:
        """A block of the same labels and solver."""
        rows = len(parts["ends"])
        sizes: Any = (rows, *(parts["ends"][-1].tolist() if rows else [0] * len(LISTS)))
        data = b"".join(np.ascontiguousarray(parts[name], PARTS[name].code).tobytes() for name in PARTS)
        return AnswerBlock(self.names, self.solver, texts, sizes, data, self.has_words, maker)

    def _offset(self, name: str) -> int:
        """Where a part begins; not kept, since there are as many blocks as results."""
        here = 0
        for other, part in PARTS.items():
            if other == name:
                break
            here += _ITEMS[part.code] * part.width * self.sizes[part.counted]
        return here

    def part(self, name: str) -> Any:
        """One of `PARTS`: a row of numbers for each thing that it is counted by."""
        part = PARTS[name]
        count = self.sizes[part.counted]
        return np.frombuffer(self.data, part.code, count * part.width, self._offset(name)).reshape(count, part.width)

    def _places(self, row: int, of: int) -> slice:
        here = self._offset("ends") + 8 * (len(LISTS) * row + of)
        first = _INT64.unpack_from(self.data, here - 8 * len(LISTS))[0] if row else 0
        return slice(first, _INT64.unpack_from(self.data, here)[0])

    def _items(self, name: str, places: slice) -> list[Any]:
        """Items of a part as numbers of Python."""
        code, _, width = PARTS[name]
        size, here = _ITEMS[code] * width, self._offset(name)
        items: Any = memoryview(self.data)[here + size * places.start : here + size * places.stop]
        values: list[Any] = items.cast(code).tolist()
        return values

    def _text(self, row: int) -> str:
        return self.texts[row]

    def _solver(self, row: int) -> str:  # noqa: ARG002
        return self.solver

    def _languages(self, row: int) -> tuple[str, ...]:
        names = self.names
        return tuple([names[label] for label in self._items("languages", self._places(row, 0))])

    def _proportions(self, row: int) -> dict[str, float]:
        names, places = self.names, self._places(row, 1)
        labels = [names[label] for label in self._items("share_labels", places)]
        return dict(zip(labels, self._items("shares", places), strict=True))

    def _words(self, row: int) -> tuple[Word, ...]:
        if not self.has_words:
            return self._made_again(row)[0]
        text, names, places = self.texts[row], self.names, self._places(row, 2)
        parts, numbers = self._items("words", places), self._items("word_numbers", places)
        columns = {name: parts[place :: len(WORD_PARTS)] for place, name in enumerate(WORD_PARTS)}
        columns["kind"] = [KINDS[kind] for kind in columns["kind"]]
        columns["label"] = [names[label] for label in columns["label"]]
        columns["guess"] = [None if label < 0 else names[label] for label in columns["guess"]]
        columns["text"] = [text[start:end] for start, end in zip(columns["start"], columns["end"], strict=True)]
        columns["parts"] = [()] * len(columns["text"])  # nobody has asked for them
        for place, name in enumerate(WORD_NUMBERS):
            values = numbers[place :: len(WORD_NUMBERS)]
            columns[name] = [None if value != value else value for value in values] if _OPTIONAL[name] else values
        return tuple(map(_make_word, zip(*[columns[name] for name in Word._fields], strict=True)))

    def _spans(self, row: int) -> tuple[Span, ...]:
        if not self.has_words:
            return self._made_again(row)[1]
        parts = self._items("spans", self._places(row, 3))
        ends = [*parts[2::2], len(self.texts[row])] if parts else []
        labels = [self.names[label] for label in parts[1::2]]
        return tuple(map(_make_span, zip(parts[0::2], ends, labels, strict=True)))

    def _made_again(self, row: int) -> tuple[tuple[Word, ...], tuple[Span, ...]]:
        """The words and spans of a row; a block of one row keeps them."""
        if self._kept is not None:
            return self._kept
        made = self._repeated().words_and_spans(self.texts[row])
        if len(self) == 1:
            self._kept = made
        return made

    def _repeated(self) -> Maker:
        if self._maker is None:
            raise AttributeError("these answers were made without words; ask for them with words=True")
        return self._maker


def places(declared: Sequence[str], *computed: str) -> tuple[int, ...]:
    """Where numbers stand in a row; an error if one that is declared is not computed, or the other way round."""
    differ = set(declared).symmetric_difference(computed)
    if differ:
        raise TypeError(f"{min(differ)!r} is not both declared in mixlid.result and computed by the engine")
    return tuple(map(declared.index, computed))


def joined(blocks: Sequence[AnswerBlock]) -> AnswerBlock:
    """Blocks of the same kind, one after the other."""
    if len(blocks) == 1:
        return blocks[0]
    first = blocks[0]
    sizes = tuple(np.sum([block.sizes for block in blocks], axis=0).tolist())
    before, ends = np.zeros(len(LISTS), np.int64), []
    for block in blocks:
        ends.append((block.part("ends") + before).tobytes())
        before = before + block.sizes[1:]
    data = b"".join(
        piece
        for name in PARTS
        for piece in (ends if name == "ends" else [np.ascontiguousarray(block.part(name)).data for block in blocks])
    )
    texts = [text for block in blocks for text in block.texts]
    return AnswerBlock(first.names, first.solver, texts, sizes, data, first.has_words)


#: As `_make` does, without a call in Python for each.
_make_word, _make_span = partial(tuple.__new__, Word), partial(tuple.__new__, Span)
_FLOAT64, _INT64 = Struct("d"), Struct("q")
_BOOLS = frozenset(field.name for field in fields.fields(Result).values() if field.is_number and field.kind is bool)
_OPTIONAL = {name: fields.fields(Word)[name].optional for name in WORD_NUMBERS}
_READERS: dict[str, Callable[[AnswerBlock, int], Any]] = {
    "text": AnswerBlock._text,
    "languages": AnswerBlock._languages,
    "words": AnswerBlock._words,
    "spans": AnswerBlock._spans,
    "proportions": AnswerBlock._proportions,
    "solver": AnswerBlock._solver,
}


def _reader(name: str, is_bool: bool) -> Callable[[AnswerBlock, int], Any]:
    """How a number is read."""
    place, width = 8 * NUMBERS.index(name), 8 * len(NUMBERS)  # numbers are the first part

    def read(block: AnswerBlock, row: int) -> Any:
        value = _FLOAT64.unpack_from(block.data, width * row + place)[0]
        if is_bool:
            return value != 0
        return None if value != value else value

    return read


_READERS |= {name: _reader(name, False) for name in EXTRA}
for _field in fields.fields(Result).values():
    if _field.is_number:
        _READERS[_field.name] = _reader(_field.name, _field.kind is bool)
    elif _field.derive is None and _field.name not in _READERS:
        raise TypeError(
            f"Result.{_field.name} is neither a number nor a list that a block has; declare a float or a bool, a "
            "function that derives it from other fields, or add a part to mixlid.answer_block.PARTS"
        )
