"""A pipeline that splits long texts into sentences, identifies those, and combines their answers.

A text of one sentence, and by default one of up to `LONG` characters, is passed on unchanged, and so gets the same
answer as without it. The sentences of all documents of a batch are one batch for the inner pipeline.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mixlid._kernel import kernel
from mixlid.answer_block import AnswerBlock
from mixlid.engine.document_answer import MIN_SHARE, whole_texts
from mixlid.engine.pipeline import Pipeline
from mixlid.engine.pipeline_parts import WeighedAnswer
from mixlid.models.interface import FloatArray
from mixlid.result import Result, Word
from mixlid.text import sentences
from mixlid.text.words import Token

#: What a text is: one sentence, a document, or (`auto`) a document if it is long.
Unit = Literal["auto", "document", "sentence"]
#: With `auto`, a text of up to this many characters is one sentence: beyond it, the answers of documents are better
#: (`docs/bulk.md`).
LONG = 600

#: Where the sentences of a text begin and end, in characters or in bytes. A text that is not a document is one.
Sentences = list[tuple[int, int]]


class Answered(NamedTuple):
    """The answers for texts, their sentences, and the answers for these, text after text."""

    texts: AnswerBlock
    cut: list[Sentences]
    sentences: AnswerBlock


class DocumentPipeline:
    """Answers for documents, with an inner pipeline for their sentences."""

    def __init__(self, within: Pipeline, unit: Unit, min_share: float = MIN_SHARE) -> None:
        self._within, self._min_share = within, min_share
        #: the length of the longest text that is not split
        self._longest: float = {"auto": LONG, "document": 0, "sentence": np.inf}[unit]
        self._split, self._ends_in_utf8 = _splitter()
        self.can_repeat = within.can_repeat

    def identify(self, text: str, scores: FloatArray | None = None) -> Result:
        if len(text) <= self._longest or scores is not None:
            return self._within.identify(text, scores)
        cut = self.cut(text)
        if len(cut) == 1:
            return self._within.identify(text)
        return Result.view(self._answer([text], [cut], not self.can_repeat).texts, 0)

    def identify_batch(self, texts: list[str]) -> list[Result]:
        are_long = [len(text) > self._longest for text in texts]
        if not any(are_long):
            return self._within.identify_batch(texts)
        block = self.identify_block(list(compress(texts, are_long)), not self.can_repeat)
        documents = (Result.view(block.rows(row, row + 1), 0) for row in range(len(block)))
        short = iter(self._within.identify_batch([text for text in texts if len(text) <= self._longest]))
        return [next(documents if is_long else short) for is_long in are_long]

    def identify_block(self, texts: list[str], words: bool = False) -> AnswerBlock:
        if max(map(len, texts), default=0) <= self._longest:
            return self._within.identify_block(texts, words)
        return self.answer(texts, words).texts

    def answer(self, texts: list[str], words: bool) -> Answered:
        """The same, with the sentences and their answers."""
        return self._answer(texts, [self.cut(text) for text in texts], words)

    def _answer(self, texts: list[str], cut: list[Sentences], words: bool) -> Answered:
        pieces = [text[start:end] for text, places in zip(texts, cut, strict=True) for start, end in places]
        sentences = self._within.identify_block(pieces, words)
        return Answered(self._joined(sentences, texts, cut), cut, sentences)

    def identify_utf8(
        self, data: Any, starts: NDArray[np.int64], ends: NDArray[np.int64], words: bool = False
    ) -> tuple[AnswerBlock | None, int]:
        long = np.flatnonzero(ends - starts > self._longest).tolist()
        if not long:
            return self._within.identify_utf8(data, starts, ends, words)
        texts = [""] * len(starts)
        cut: list[Sentences] = [[(0, 0)]] * len(starts)
        try:
            for row in long:
                texts[row] = str(memoryview(data)[starts[row] : ends[row]], "utf-8")
                cut[row] = self.cut(texts[row])
        except UnicodeDecodeError:  # no answers then; find the first such text
            return self._within.identify_utf8(data, starts, ends, words)
        if all(len(places) == 1 for places in cut):
            return self._within.identify_utf8(data, starts, ends, words)
        first, last = list[int](), list[int]()
        for start, end, text, places in zip(starts.tolist(), ends.tolist(), texts, cut, strict=True):
            here = self._ends_in_utf8(text, places, start) if len(places) > 1 else [end]
            first += [start, *here[:-1]]  # sentences tile the text
            last += here
        sentences, bad = self._within.identify_utf8(data, np.array(first, np.int64), np.array(last, np.int64), words)
        if sentences is None:
            return None, int(np.searchsorted(np.cumsum([len(places) for places in cut]), bad, "right"))
        return self._joined(sentences, texts, cut), bad

    def weigh(self, text: str) -> WeighedAnswer:
        return self._within.weigh(text)

    def tokenize(self, text: str) -> list[Token]:
        return self._within.tokenize(text)

    def words_of(self, text: str) -> tuple[Word, ...]:
        """The words of a text whose answer was made without them."""
        return Result.view(self.identify_block([text], True), 0).words

    def cut(self, text: str) -> Sentences:
        """The sentences of a text; only one if it is not a document."""
        return (self._split(text) if len(text) > self._longest else []) or [(0, len(text))]

    def _joined(self, sentences: AnswerBlock, texts: list[str], cut: list[Sentences]) -> AnswerBlock:
        """The answers for texts, from those for all their sentences."""
        counts = np.array([len(places) for places in cut], np.int64)
        if (counts == 1).all():
            return sentences
        starts = np.array([start for places in cut for start, _ in places], np.int64)
        maker = self if sentences.can_repeat else None
        return whole_texts(sentences, texts if sentences.texts else [], counts, starts, self._min_share, maker)


def _splitter() -> tuple[Callable[[str], Sentences], Callable[[str, Sentences, int], list[int]]]:
    """What splits texts, and finds out where their sentences end in UTF-8."""
    if kernel() == "numpy":
        return sentences.split_sentences, sentences.ends_in_utf8
    from mixlid.text._compiled import ends_in_utf8, split_sentences

    return split_sentences, ends_in_utf8
