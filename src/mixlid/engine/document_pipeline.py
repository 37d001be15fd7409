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
from mixlid.engine.document_answer import MIN_SHARE, whole_texts
from mixlid.engine.pipeline import Pipeline
from mixlid.engine.pipeline_config import WeighedAnswer
from mixlid.models.fitted import DocumentNumbers
from mixlid.models.interface import FloatArray
from mixlid.results.batch import AnswerBatch
from mixlid.results.result import Result, Word
from mixlid.text import sentences
from mixlid.text.sentences import MOST_CHARACTERS, Ints, SentenceOffsets
from mixlid.text.words import Token

#: What a text is: one sentence, a document, or (`auto`) a document if it is long.
Unit = Literal["auto", "document", "sentence"]
#: With `auto`, a text of up to this many characters is one sentence: beyond it, the answers of documents are better
#: (`docs/bulk.md`).
LONG = 600

#: Where the sentences of a text begin and end, in characters. A text that is not a document is one.
Sentences = list[tuple[int, int]]


class Answered(NamedTuple):
    """The answers for texts, their sentences, and the answers for these, text after text."""

    texts: AnswerBatch
    cut: list[Sentences]
    sentences: AnswerBatch


class DocumentPipeline:
    """Answers for documents, with an inner pipeline for their sentences."""

    def __init__(
        self,
        within: Pipeline,
        unit: Unit,
        min_share: float = MIN_SHARE,
        fitted: DocumentNumbers | None = None,
        main_only: bool = False,
    ) -> None:
        self._within, self._min_share, self._fitted = within, min_share, fitted or DocumentNumbers()
        self._main_only = main_only
        #: the length of the longest text that is not split
        self._longest = {"auto": LONG, "document": 0, "sentence": MOST_CHARACTERS}[unit]
        module: Any = sentences
        if kernel() != "numpy":
            from mixlid.text import _sentences as module
        #: What splits a text, and what splits many in UTF-8.
        self._split: Callable[[str], Sentences] = module.split_sentences
        self._cut_utf8: Callable[[Any, Ints, Ints, int], SentenceOffsets | None] = module.sentence_offsets
        self.can_repeat = within.can_repeat

    def identify(self, text: str, scores: FloatArray | None = None) -> Result:
        if len(text) <= self._longest or scores is not None:
            return self._within.identify(text, scores)
        cut = self.cut(text)
        if len(cut) == 1:
            return self._within.identify(text)
        return Result._view(self._answer([text], [cut], not self.can_repeat).texts, 0)

    def identify_results(self, texts: list[str]) -> list[Result]:
        are_long = [len(text) > self._longest for text in texts]
        if not any(are_long):
            return self._within.identify_results(texts)
        batch = self.identify_batch(list(compress(texts, are_long)), not self.can_repeat)
        documents = (Result._view(batch.rows(row, row + 1), 0) for row in range(len(batch)))
        short = iter(self._within.identify_results([text for text in texts if len(text) <= self._longest]))
        return [next(documents if is_long else short) for is_long in are_long]

    def identify_batch(self, texts: list[str], words: bool = False) -> AnswerBatch:
        if max(map(len, texts), default=0) <= self._longest:
            return self._within.identify_batch(texts, words)
        return self.answer(texts, words).texts

    def answer(self, texts: list[str], words: bool) -> Answered:
        """The same, with the sentences and their answers."""
        return self._answer(texts, [self.cut(text) for text in texts], words)

    def _answer(self, texts: list[str], cut: list[Sentences], words: bool) -> Answered:
        pieces = [text[start:end] for text, places in zip(texts, cut, strict=True) for start, end in places]
        sentences = self._within.identify_batch(pieces, words)
        counts = np.array([len(places) for places in cut], np.int64)
        starts = np.array([start for places in cut for start, _ in places], np.int64)
        return Answered(self._joined(sentences, texts, counts, starts), cut, sentences)

    def identify_utf8(
        self, data: Any, starts: NDArray[np.int64], ends: NDArray[np.int64], words: bool = False
    ) -> tuple[AnswerBatch | None, int]:
        cut = self._cut_utf8(data, starts, ends, self._longest)
        if cut is None:  # if one is not UTF-8 there are no answers, but it is found
            return self._within.identify_utf8(data, starts, ends, words)
        sentences, bad = self._within.identify_utf8(data, cut.first, cut.last, words)
        if sentences is None:
            return None, int(np.searchsorted(np.cumsum(cut.counts), bad, "right"))
        texts: list[str] = []
        if sentences.texts:  # those of the compiled kernel have none
            places = zip(starts.tolist(), ends.tolist(), strict=True)
            texts = [str(memoryview(data)[start:end], "utf-8") for start, end in places]
        return self._joined(sentences, texts, cut.counts, cut.starts), bad

    def weigh(self, text: str) -> WeighedAnswer:
        return self._within.weigh(text)

    def tokenize(self, text: str) -> list[Token]:
        return self._within.tokenize(text)

    def words_of(self, text: str) -> tuple[Word, ...]:
        """The words of a text whose answer was made without them."""
        return Result._view(self.identify_batch([text], True), 0).words

    def cut(self, text: str) -> Sentences:
        """The sentences of a text; only one if it is not a document."""
        return (self._split(text) if len(text) > self._longest else []) or [(0, len(text))]

    def _joined(self, sentences: AnswerBatch, texts: list[str], counts: Ints, starts: Ints) -> AnswerBatch:
        """The answers for texts, from those for all their sentences; see `SentenceOffsets`."""
        if len(sentences) == len(counts):
            return sentences
        maker = self if sentences.can_repeat else None
        known = texts if sentences.texts else []
        return whole_texts(sentences, known, counts, starts, self._min_share, self._fitted, self._main_only, maker)
