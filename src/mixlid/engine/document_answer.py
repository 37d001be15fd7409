"""The answer for a document from those for its sentences: a row of a block like any other.

languages       those with enough of what is written (`_languages`), the one with the most first
proportions     of what is written in all sentences
words, spans    theirs, one after the other, at their places in the text
confidence      the mean of the sentences', by their letters; and likewise `code_mixing`
language_score  the same of those sentences whose first language is the document's
objective, gap  the sum; `optimal` if all are, `fallback` if all with words are; no `margin`
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mixlid.answer_block import NUMBERS, AnswerBlock, Maker
from mixlid.text.groups import group_of
from mixlid.text.labels import NO_LANGUAGE, UNKNOWN, is_unknown

#: The share of a document that a language needs. A text in several languages has whole sentences of each, or the words
#: of one all over it: a few words here and there are names and errors, and near languages are taken for each other, so
#: these need more, unless less is asked for. `docs/bulk.md` has what each is worth.
MIN_SHARE, INSERTED_SHARE, NEAR_SHARE = 0.03, 0.12, 0.3
#: A sentence is in a language that has at least this share of it.
WHOLE = 0.8

Floats = NDArray[np.float64]


def document_answer(
    sentences: AnswerBlock, text: str, starts: Sequence[int], min_share: float, maker: Maker | None
) -> AnswerBlock:
    """One row for the rows of its sentences, which begin there in the text."""
    letters, labels = sentences.number("letters"), sentences.share_labels
    sizes = np.rint(sentences.shares * np.repeat(letters, np.diff(sentences.starts("shares"))))
    written = np.bincount(labels, sizes, len(sentences.names))
    total = written.sum()
    ranked = sorted(dict.fromkeys(labels.tolist()), key=lambda label: -written[label])
    shares = {label: float(written[label] / total) for label in ranked}
    is_whole = sentences.shares >= WHOLE
    whole = np.bincount(labels[is_whole], sizes[is_whole], len(sentences.names)) / max(total, 1.0)
    languages = _languages(sentences.names, shares, whole, min_share)
    first = sentences.languages[sentences.starts("languages")[:-1]] == languages[0]
    numbers = {
        "objective": float(sentences.number("objective").sum()),
        "margin": np.nan,
        "optimal": float(sentences.number("optimal").all()),
        "gap": float(sentences.number("gap").sum()),  # not known if one is not
        "fallback": float(bool(total) and sentences.number("fallback")[letters > 0].all()),
        "confidence": _mean(sentences.number("confidence"), letters),
        "language_score": _mean(sentences.number("language_score"), letters * first),
        "code_mixing": _mean(sentences.number("code_mixing"), letters),
        "evidence": np.nan,
        "letters": float(total),
    }
    row = [numbers[name] for name in NUMBERS]
    return sentences.as_one(text, np.array(starts, np.int64), row, languages, shares, maker)


def _languages(names: Sequence[str], shares: dict[int, float], whole: Floats, min_share: float) -> list[int]:
    """The labels that a document has, in the order of `shares`; `whole` is what is in sentences of their own."""
    known = [label for label in shares if names[label] not in (UNKNOWN, NO_LANGUAGE)]
    if not known:
        labels = [names.index(UNKNOWN), names.index(NO_LANGUAGE)]
        return labels[:1] if labels[0] in shares else labels[1:]
    inserted, near = (
        max(min_share, min(least, least / MIN_SHARE * min_share)) for least in (INSERTED_SHARE, NEAR_SHARE)
    )
    kept = known[:1]
    for label in known[1:]:
        has_share = shares[label] >= min_share
        if any(group_of(names[label]) == group_of(names[other]) for other in kept):
            has_share = shares[label] >= near
        elif not is_unknown(names[label]):  # a script is never a guess
            has_share = whole[label] >= min_share or shares[label] >= inserted
        if has_share:
            kept.append(label)
    return kept


def _mean(values: Any, weights: Any) -> float:
    """By weights, of the values that are known; not a number if none is."""
    counted = ~np.isnan(values) & (weights > 0)
    return float(np.average(values[counted], weights=weights[counted])) if counted.any() else np.nan
