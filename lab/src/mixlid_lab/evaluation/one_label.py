"""A model as a one-label language identifier: for sentences, and for pieces of them.

This shows whether a model's scores can be trusted before any optimisation. Samples are monolingual; words are separated
by white space.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from sklearn.metrics import f1_score

from mixlid.adapt.labelled import Sample
from mixlid.errors import InputError
from mixlid.models.interface import Model
from mixlid.text.groups import GROUPS, group_of
from mixlid.text.labels import scripts_of
from mixlid.text.words import tokenize
from mixlid_lab.evaluation.predictions import language_code
from mixlid_lab.evaluation.set_metrics import mean, rounded

#: Lengths in characters of the pieces whose F1 is reported separately.
LENGTHS = ((1, 5), (6, 10), (11, 20), (21, 50), (51, 10**9))


class Guess(NamedTuple):
    """A sentence, its label, and the model's best label for it."""

    sample: Sample
    right: str
    given: str


def guesses(model: Model, samples: Sequence[Sample]) -> list[Guess]:
    """The model's best label for each monolingual sample."""
    return [Guess(one, one.label or _label_of(model, one), _best(model, one.text)) for one in samples]


def figures(model: Model, made: Sequence[Guess], every: int = 10) -> dict[str, Any]:
    """The figures for some guesses: by label if any of the data name a script, otherwise by language."""
    name = str if any(guess.sample.label for guess in made) else language_code
    frame = pd.DataFrame(made, columns=["sample", "label", "best"])
    right, given = frame.label.map(name), frame.best.map(name)
    f1 = f1_by_label(right, given)
    group_f1 = f1_by_label(frame.label.map(group_of), frame.best.map(group_of))
    confused = pd.DataFrame({"right": right, "given": given})[right != given].value_counts().reset_index()
    confused = confused.sort_values(["count", "right", "given"], ascending=[False, True, True])
    return {
        "macro F1": round(mean(f1.values()), 4),
        "macro F1 of groups": round(mean(group_f1.values()), 4),
        "groups": len(group_f1),
        "F1 by characters": rounded(f1_by_length(model, [guess.sample for guess in made[::every]])),
        "F1": rounded(f1),
        "F1 of groups": rounded({group: value for group, value in group_f1.items() if group in GROUPS}),
        "confused": confused.head(15).to_numpy().tolist(),
    }


def f1_by_label(gold: Iterable[str], predicted: Iterable[str]) -> dict[str, float]:
    """F1 of each gold label."""
    right, given = list(gold), list(predicted)
    labels = sorted(set(right))
    values = f1_score(right, given, labels=labels, average=None, zero_division=0) if labels else np.empty(0)
    return dict(zip(labels, values.tolist(), strict=True))


def f1_by_length(model: Model, samples: Sequence[Sample]) -> dict[str, float]:
    """Macro F1 of pieces of the samples, by length in characters; NaN if there are no such pieces."""
    scores = {}
    for low, high in LENGTHS:
        made = [(_language_of(one), piece) for one in samples for piece in pieces(one.text, low, high)]
        given = (language_code(_best(model, piece)) for _, piece in made)
        name = f"{low}–{high}" if high < 10**9 else f"{low}+"
        scores[name] = mean(f1_by_label((right for right, _ in made), given).values())
    return scores


def pieces(text: str, low: int, high: int) -> Iterator[str]:
    """At most two runs of whole words, from the beginning and the middle, with `low` to `high` characters."""
    words = text.split()
    for start in dict.fromkeys((0, len(words) // 2)):
        piece = ""
        for word in words[start:]:
            longer = f"{piece} {word}".strip()
            if len(longer) > high:
                break
            piece = longer
        if len(piece) >= low:
            yield piece


def _best(model: Model, text: str) -> str:
    return model.labels[int(model.probabilities(text).argmax())]


def _label_of(model: Model, sample: Sample) -> str:
    """The right label for a sample: if its language has several, the script of most of its letters decides."""
    language = _language_of(sample)
    labels = [label for label in model.labels if language_code(label) == language]
    if not labels:
        raise InputError(f"the model does not know the language {language!r}; leave out its sentences")
    letters: Counter[str] = Counter()
    for token in tokenize(sample.text) if len(labels) > 1 else ():
        letters[token.script] += token.end - token.start
    return max(labels, key=lambda label: sum(letters[script] for script in scripts_of([label]) or ()))


def _language_of(sample: Sample) -> str:
    """The only language of a monolingual sample."""
    if len(sample.languages) != 1:
        names = ", ".join(sorted(sample.languages))
        raise InputError(f"a sentence in {len(sample.languages)} languages ({names}): {sample.text[:60]!r}")
    return next(iter(sample.languages))
