"""Answers as columns of numbers: no object for a text or a word. What tables are made from, and lines of output."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mixlid.engine.label_numbers import NONE
from mixlid.engine.labelling import NOT_JUDGED
from mixlid.result import NO_LANGUAGE

Floats = NDArray[np.float64]
Ints = NDArray[Any]


@dataclass(frozen=True, slots=True)
class WordColumns:
    """The words of many texts, one text's after the other's, with the fields of `Word` but for the text.

    Those of text i are at the places from `word_starts[i]` to `word_starts[i + 1]`, exclusive.
    """

    word_starts: Ints
    #: in code points of its text
    start: Ints
    end: Ints
    #: place in `names` of the answers
    label: Ints
    score: Floats
    margin: Floats
    #: place in `KINDS`
    kind: Ints
    #: not a number for none, as in all columns
    confidence: Floats


@dataclass(frozen=True, slots=True)
class AnswerColumns:
    """The answers for many texts. Labels are places in `names`."""

    names: tuple[str, ...]
    #: of text i, the most important first: `languages[language_starts[i] : language_starts[i + 1]]`
    language_starts: Ints
    languages: Ints
    #: likewise, the largest first: `Result.proportions`
    share_starts: Ints
    share_labels: Ints
    shares: Floats
    #: by text; not a number where there is none
    confidence: Floats
    language_score: Floats
    margin: Floats
    #: whether the best single language was taken (`Result.fallback`)
    fallback: NDArray[np.bool_]
    #: the code-mixing index of its words (`result.cmi`), not a number for a text without words of a known language
    code_mixing: Floats
    #: where words were asked for
    words: WordColumns | None = None

    def __len__(self) -> int:
        return len(self.confidence)


class ColumnBuilder:
    """Columns in Python, from one draft after the other."""

    def __init__(self, names: Sequence[str], with_words: bool) -> None:
        self._names, self._with_words = tuple(names), with_words
        self._kept: dict[str, list[Any]] = {name: [] for name in _TYPES if name != "word_starts" or with_words}
        for name in ("language_starts", "share_starts", "word_starts"):
            self._kept.setdefault(name, []).append(0)

    def add(self, draft: Any, labelling: Any) -> None:
        """The answer of a `Draft`, and what a `Labelling` says of it."""
        kept, none = self._kept, self._names.index(NO_LANGUAGE)
        kept["languages"] += [_number(labelling.ranked[k], none) for k in range(labelling.ranked_count)]
        kept["language_starts"].append(len(kept["languages"]))
        kept["share_labels"] += [_number(labelling.seen[k], none) for k in range(labelling.seen_count)]
        kept["shares"] += labelling.shares[: labelling.seen_count]
        kept["share_starts"].append(len(kept["shares"]))
        kept["confidence"].append(draft.confidence.languages if draft.is_sure else np.nan)
        kept["language_score"].append(draft.confidence.language if draft.is_sure else np.nan)
        kept["margin"].append(draft.margin if draft.has_second else np.nan)
        kept["fallback"].append(draft.fallback)
        kept["code_mixing"].append(np.nan if labelling.code_mixing < 0 else labelling.code_mixing)
        if self._with_words:
            count = draft.token_count
            kept["start"] += [token.start for token in draft.tokens]
            kept["end"] += [token.end for token in draft.tokens]
            kept["kind"] += [token.kind for token in draft.tokens]
            kept["label"] += [_number(label, none) for label in labelling.label_of[:count]]
            kept["score"] += labelling.scores[:count]
            kept["word_margin"] += labelling.margins[:count]
            found = labelling.confidences[:count]
            kept["word_confidence"] += [np.nan if value == NOT_JUDGED else value for value in found]
            kept["word_starts"].append(len(kept["label"]))

    def finish(self) -> AnswerColumns:
        made = {name: np.array(values, _TYPES[name]) for name, values in self._kept.items()}
        words = None
        if self._with_words:
            inner = {"margin": "word_margin", "confidence": "word_confidence"}
            words = WordColumns(**{item.name: made[inner.get(item.name, item.name)] for item in fields(WordColumns)})
        own = {item.name: made[item.name] for item in fields(AnswerColumns) if item.name in made}
        return AnswerColumns(self._names, **own, words=words)


_TYPES: dict[str, Any] = {
    **dict.fromkeys(("language_starts", "share_starts", "word_starts"), np.int64),
    **dict.fromkeys(("languages", "share_labels", "start", "end", "label"), np.int32),
    **dict.fromkeys(("shares", "confidence", "language_score", "margin", "code_mixing", "score"), np.float64),
    **dict.fromkeys(("word_margin", "word_confidence"), np.float64),
    "kind": np.uint8,
    "fallback": np.bool_,
}


def joined(parts: Sequence[AnswerColumns]) -> AnswerColumns:
    """Columns one after the other."""
    if len(parts) == 1:
        return parts[0]
    made: dict[str, Any] = {}
    for item in fields(AnswerColumns):
        values = [getattr(part, item.name) for part in parts]
        if item.name == "names":
            made[item.name] = values[0]
        elif item.name == "words":
            made[item.name] = None if values[0] is None else _joined_words(values)
        else:
            made[item.name] = _one_after_the_other(item.name, values)
    return AnswerColumns(**made)


def _joined_words(parts: Sequence[WordColumns]) -> WordColumns:
    names = [item.name for item in fields(WordColumns)]
    return WordColumns(**{name: _one_after_the_other(name, [getattr(part, name) for part in parts]) for name in names})


def _one_after_the_other(name: str, values: Sequence[Ints]) -> Ints:
    if not name.endswith("_starts"):
        return np.concatenate(values)
    ends = np.cumsum([0, *(value[-1] for value in values)])
    return np.concatenate([values[0][:1], *(value[1:] + end for value, end in zip(values, ends[:-1], strict=True))])


def _number(label: int, none: int) -> int:
    return none if label == NONE else label
