"""Builds a batch of answers text by text, in Python; `batch_builder.pxi` is the compiled version."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mixlid.engine.label_numbers import NONE
from mixlid.results.batch import AnswerBatch
from mixlid.results.layout import PARTS, WORD_NUMBERS, WORD_PARTS
from mixlid.results.result import NO_LANGUAGE

if TYPE_CHECKING:
    from mixlid.engine.labelling import Labelling
    from mixlid.engine.text_record import TextRecord


class BatchBuilder:
    """Collects answers."""

    def __init__(self, names: Sequence[str], solver: str, has_words: bool) -> None:
        """`names` are those of `LabelNumbers`."""
        self._names, self._solver, self._has_words = tuple(names), solver, has_words
        self._none, self._texts = names.index(NO_LANGUAGE), list[str]()
        self._parts: dict[str, array[Any]] = {name: array(part.code) for name, part in PARTS.items()}

    def add(self, text: str, record: TextRecord, labelling: Labelling) -> None:
        """Add an answer, with its labelling."""
        parts = self._parts
        self._texts.append(text)
        parts["numbers"].extend(record.numbers)
        parts["labels"].extend(map(self._label, labelling.ranked[: labelling.ranked_count]))
        parts["share_labels"].extend(map(self._label, labelling.seen[: labelling.seen_count]))
        parts["shares"].extend(labelling.shares[: labelling.seen_count])
        if self._has_words:
            parts["word_numbers"].extend(labelling.word_numbers[: record.token_count * len(WORD_NUMBERS)])
            for token, label, guess in zip(record.tokens, labelling.label_of, labelling.guess_of, strict=False):
                parts["words"].extend((token.start, token.end, token.kind, self._label(label), guess))
        for k in range(labelling.run_count):
            parts["spans"].extend((labelling.run_starts[k], self._label(labelling.run_labels[k])))
        parts["ends"].extend(self._sizes()[1:])

    def finish(self) -> AnswerBatch:
        data = b"".join(self._parts.values())
        return AnswerBatch(self._names, self._solver, self._texts, self._sizes(), data, self._has_words)

    def _sizes(self) -> tuple[int, int, int, int, int]:
        parts = self._parts
        languages, shares = len(parts["labels"]), len(parts["shares"])
        return len(self._texts), languages, shares, len(parts["words"]) // len(WORD_PARTS), len(parts["spans"]) // 2

    def _label(self, label: int) -> int:
        return self._none if label == NONE else label
