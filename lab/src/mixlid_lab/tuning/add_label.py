"""Add a language to a trained model, from some thousand sentences or a list of words: `mixlid model add`.

Its column is learnt while all others stay as they are (`lab.training.added_column`). Everything else that a model
stores by label (prices, decision, typical values) is taken from the most similar labels, or measured on the tenth of
the text that is held out. The held-out text also shows how well the new label works.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from mixlid.adapt.labelled import Sample
from mixlid.configuration import with_preset
from mixlid.errors import InputError, ModelError
from mixlid.models.added import AddedLabel
from mixlid.models.interface import Model
from mixlid.models.partitions import PartitionedModel
from mixlid.text.groups import GROUPS, group_of
from mixlid.text.labels import split
from mixlid_lab.evaluation.datasets import Dataset
from mixlid_lab.training.added_column import frequent_words
from mixlid_lab.training.added_label import check_label, draw_sentences, learn_label, with_label, words_known
from mixlid_lab.tuning.unknown import typical_of

#: One text in this many is held out.
HELD_OUT = 10
#: The fewest texts, and the most that are used: more take longer and add little.
FEWEST, MOST = 50, 10_000
#: The label joins a group of near languages if at least the share `JOINS` of its texts is taken for members, or of a
#: member's texts for it. `TRIED` is how many texts of a member are made from its words.
JOINS, TRIED = 0.1, 100
_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Addition:
    """A model with a new label, and how well the label works on held-out texts."""

    model: PartitionedModel
    label: str
    #: the number of texts learnt from, and of rows that were added
    texts: int
    rows: int
    #: the most similar labels, nearest first
    like: tuple[str, ...]
    #: its group of near languages, if it has one
    group: str
    #: what the texts that were held out are taken for, without the new label and with it
    before: Counter[str]
    after: Counter[str]

    @property
    def recall(self) -> float:
        """In how many of them the label is dominant."""
        return self.after[self.label] / self.after.total()


def add_label(model: Model, label: str, texts: Iterable[str], *, name: str = "", seed: int = 1) -> Addition:
    """Add a label learnt from texts in it and the most common words of other labels."""
    if not isinstance(model, PartitionedModel):
        raise ModelError(
            f"{model!r} was not made by our own trainer; a language can be added to the model that ships, or to one "
            "made by `mixlid train` with a recipe like mixlid-5"
        )
    check_label(label, model)
    generator = np.random.default_rng(seed)
    kept, held = _split(texts, generator)
    if len(kept) < FEWEST:
        raise InputError(
            f"there are {len(kept) + len(held)} distinct lines of text for {label}; a language needs at least "
            f"{FEWEST}, and better a thousand or more"
        )
    columns, near = learn_label(model, label, kept, generator)
    like = near or (label,)
    known = {other: about.like for other, about in model.added.items()}
    about = AddedLabel(name, known.get(like[0], like[0]), "", " ".join(frequent_words(kept)))
    grown = _with_prices(with_label(model, label, columns, about), label, like)
    grown = _with_typical(grown, label, held)
    before, after = _taken_for(model, held), _taken_for(grown, held)
    group = _group(after, {other: _share_taken(grown, label, other, generator) for other in near})
    if group:
        grown = grown.with_header(added={**grown.added, label: replace(about, group=group)})
        after = _taken_for(grown, held)
    rows = grown.info()["rows"] - model.info()["rows"]
    made = Addition(grown, label, len(kept), rows, like, group, before, after)
    facts = {"texts": len(kept), "held_out": len(held), "recall": round(made.recall, _DIGITS), "like": list(like)}
    card = {**grown.header.card, "added": {**grown.header.card.get("added", {}), label: facts}}
    return replace(made, model=grown.with_header(card=card))


def _split(texts: Iterable[str], generator: np.random.Generator) -> tuple[list[str], list[str]]:
    """Distinct texts, at most `MOST` of them, and the tenth that is held out."""
    lines = list(dict.fromkeys(text.strip() for text in texts if text.strip()))
    if len(lines) > MOST:
        lines = [lines[place] for place in np.sort(generator.permutation(len(lines))[:MOST]).tolist()]
    held = lines[HELD_OUT - 1 :: HELD_OUT]
    return [line for place, line in enumerate(lines) if (place + 1) % HELD_OUT], held


def _with_prices(model: PartitionedModel, label: str, like: Sequence[str]) -> PartitionedModel:
    """With the prices and the decision of similar labels.

    Some of these are large languages, which are cheap because so much is written in them. A new language is usually a
    small one, so it gets the second highest price: that of a rare language, but not of a single one with its own
    reasons.
    """

    def borrowed(by_label: Any, sign: float = 1.0) -> Any:
        if not isinstance(by_label, Mapping) or "*" not in by_label:
            return by_label
        values = sorted((by_label.get(other, by_label["*"]) for other in like), key=lambda value: sign * value)
        return {**by_label, label: values[-2:][0]}

    presets = {
        name: {key: borrowed(value) for key, value in settings.items()} for name, settings in model.presets.items()
    }
    confidence = {name: dict(curves) for name, curves in model.confidence.items()}
    for curves in confidence.values():
        if "decision" in curves:
            curves["decision"] = {**curves["decision"], "dominant": borrowed(curves["decision"]["dominant"], -1.0)}
    return model.with_header(presets=presets, confidence=confidence)


def _with_typical(model: PartitionedModel, label: str, texts: Sequence[str]) -> PartitionedModel:
    """With the typical values of its words, if the model has such values for its labels."""
    if not any("familiarity" in curves for curves in model.confidence.values()):
        return model
    confidence = {name: dict(curves) for name, curves in model.confidence.items()}
    samples = tuple(Sample(text, frozenset({split(label)[0]}), label=label) for text in texts)
    typical = typical_of(with_preset(model), [Dataset("text", samples)])
    for curves in confidence.values():
        if "familiarity" in curves:
            curves["familiarity"] = {**curves["familiarity"]}
            for name, values in (("typical", typical.scores), ("frequent", typical.frequent)):
                if label in values:
                    curves["familiarity"][name] = {**curves["familiarity"][name], label: values[label]}
    return model.with_header(confidence=confidence)


def _taken_for(model: PartitionedModel, texts: Iterable[str]) -> Counter[str]:
    """How often each language is dominant in the texts."""
    return Counter(result.label for result in with_preset(model).identify_many(texts))


def _share_taken(model: PartitionedModel, label: str, other: str, generator: np.random.Generator) -> float:
    """The share of sentences made of the most common words of another label that is taken for a label."""
    sentences = draw_sentences(words_known(model, other), TRIED, generator)
    return _taken_for(model, map(" ".join, sentences))[label] / max(len(sentences), 1)


def _group(answers: Counter[str], taken: Mapping[str, float]) -> str:
    """The group of near languages whose members are too often confused with the new label; empty if there is none.

    `answers` counts what its texts are taken for; `taken` is the share of other labels' texts that are taken for it.
    """
    shares = defaultdict[str, float](float)
    for label, count in answers.items():
        shares[group_of(label)] += count / answers.total()
    for label, share in taken.items():
        shares[group_of(label)] = max(shares[group_of(label)], share)
    most = max(GROUPS, key=shares.__getitem__)
    return most if shares[most] >= JOINS else ""
