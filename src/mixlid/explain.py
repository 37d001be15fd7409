"""Why a word has its language, and why a text has its languages.

For a word: its best languages, and the n-grams that count most for and against the chosen one. For a text: the evidence
for and against each further language. `cli/terminal.py` and `web` display it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mixlid.engine.text_record import price_times
from mixlid.engine.word_labels import PROBABLE
from mixlid.identifier import Identifier
from mixlid.inspection import weigher
from mixlid.models.added import group_in
from mixlid.models.decision import EVIDENCE, probability_of
from mixlid.models.interface import Model
from mixlid.results.result import NO_LANGUAGE, UNKNOWN, Answer, Word
from mixlid.text.groups import is_group
from mixlid.text.labels import name_of, script_name, split

#: How many languages are listed, and how many n-grams for and against.
_LANGUAGES = 3
_NGRAMS = 5
#: Evidence that adds less than this to the log odds is left out.
_SLIGHT = 0.05


@dataclass(frozen=True, slots=True)
class LabelScore:
    label: str
    score: float


@dataclass(frozen=True, slots=True)
class NgramScore:
    """An n-gram, and what it adds to the score of a word."""

    ngram: str
    score: float


@dataclass(frozen=True, slots=True)
class WeighedEvidence:
    """Evidence for or against a language, as a phrase, and what it adds to the log odds."""

    what: str
    adds: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """What the model says about one word, regardless of its sentence."""

    #: The best labels with their scores, best first; the word's own comes last if it is not among them.
    best: tuple[LabelScore, ...] = ()
    #: The label that the n-grams count for or against: the word's own, or the best if it has none.
    label: str = ""
    #: The n-grams for and against it, strongest first; both empty if the model has no such scores.
    speaking_for: tuple[NgramScore, ...] = ()
    speaking_against: tuple[NgramScore, ...] = ()
    #: The factor that the word's scores were multiplied by before the search.
    weight: float = 1.0
    #: A further remark, as part of a sentence; usually empty.
    note: str = ""


def explain(identifier: Identifier, answer: Answer) -> Iterator[tuple[Word, Explanation | None]]:
    """The words of an answer, each with an explanation if it has a language or might have one (is not `zxx`)."""
    known = {*identifier.labels, UNKNOWN}
    words = sum(word.label in known or is_group(word.label) for word in answer.words)
    for word in answer.words:
        yield word, None if word.label == NO_LANGUAGE else _explain(identifier, word, answer.labels, words)


def _explain(identifier: Identifier, word: Word, languages: Collection[str], words: int) -> Explanation:
    """Of one word; the price of each may depend on how many there are."""
    language, script = split(word.label)
    if language == UNKNOWN and script:
        return Explanation(note=f"the model has no language written in {script_name(script)}")
    model, prices = identifier.model, identifier._prices.of_words(identifier.labels)
    times = price_times(identifier.settings, max(words, 1))
    scores = model.word_scores([word.text])[0] - (0.0 if prices is None else prices * times)
    # Labels in another script score minus infinity: a word in Hebrew letters may have only two candidates.
    order = [i for i in np.argsort(-scores, kind="stable")[:_LANGUAGES].tolist() if np.isfinite(scores[i])]
    if not order:
        return Explanation(note="no language of the model is written in these letters")
    weight, note = 1.0, ""
    if language == UNKNOWN:
        chosen = order[0]
        note = guess_of(word) or "it does not support any language of the sentence"
    else:
        chosen = _column(model, word.label, scores)
        if model.labels[chosen] != word.label:
            note = f"a group of near languages, of which {name_of(model.labels[chosen])} fits best"
        order += [chosen] if chosen not in order else []
        if identifier.settings.capital_weight != 1 and scores[chosen]:
            weight = float(word.score / scores[chosen])
        inside = [i for i, label in enumerate(model.labels) if label in languages and scores[i] > scores[chosen]]
        if inside:
            note = _why_not(model.labels[max(inside, key=scores.__getitem__)], word.label, True)
        elif scores[order[0]] > scores[chosen]:
            note = _why_not(model.labels[order[0]], word.label, False)
    best = tuple(LabelScore(model.labels[i], float(scores[i])) for i in order)
    weight = weight if abs(weight - 1) > 1e-9 else 1.0
    return Explanation(best, model.labels[chosen], *_ngrams(model, word.text, chosen), weight, note)


def _why_not(best: str, own: str, is_inside: bool) -> str:
    """Why a word is not in the language for which it has the best score, as part of a sentence."""
    better, name = name_of(best), name_of(own)
    if is_inside:
        return f"{name}, though {better} scores higher here: the words around it are {name}"
    return (
        f"{name}, though {better} scores higher here: {name} is one of the languages of this text and {better} is not"
    )


def _column(model: Model, label: str, scores: NDArray[np.float64]) -> int:
    """The column of a label; for a group of near languages that of the member with the best score."""
    if label in model.labels:
        return model.labels.index(label)
    group = group_in(model, label)
    members = [column for column, other in enumerate(model.labels) if group_in(model, other) == group]
    return max(members, key=lambda column: float(scores[column]))


def guess_of(word: Word) -> str:
    """What a word without a language probably is, as part of a sentence; empty if there is no guess."""
    if word.guess is None or word.guess_score is None:
        return ""
    how = "probably" if word.guess_score >= PROBABLE else "perhaps"
    return f"{how} {name_of(word.guess)} ({word.guess_score:.0%}), not counted"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A further language that was considered for a text, and why it was kept or dropped."""

    #: its label, and the words it would have
    label: str
    words: tuple[str, ...]
    #: how probable it is, given all the evidence, and whether that was enough
    probability: float
    kept: bool
    #: evidence (`mixlid.models.decision.EVIDENCE`), strongest first
    speaking_for: tuple[WeighedEvidence, ...]
    speaking_against: tuple[WeighedEvidence, ...]


def judgements(identifier: Identifier, text: str) -> tuple[Judgement, ...]:
    """The decisions about further languages, in order; empty if penalties alone decide.

    For a document, those about each of its sentences.
    """
    weigh, made = weigher(identifier._config()), []
    weighed = [weigh(text[start:end], None) for start, end in identifier.sentences(text)]
    for result, one in ((result, one) for result, proposals in weighed for one in proposals):
        ranked = sorted(one.added.items(), key=lambda item: -abs(item[1]))
        evidence = [WeighedEvidence(EVIDENCE[name], added) for name, added in ranked]
        made.append(
            Judgement(
                one.smallest,
                tuple(result.words[place].text for place in one.tokens),
                probability_of(one.sum),
                one.kept and not identifier.settings.main_only,
                tuple(piece for piece in evidence if piece.adds > _SLIGHT),
                tuple(piece for piece in evidence if piece.adds < -_SLIGHT),
            )
        )
    return tuple(made)


def _ngrams(model: Model, word: str, chosen: int) -> tuple[tuple[NgramScore, ...], tuple[NgramScore, ...]]:
    totals: dict[str, float] = {}
    for feature in model.features(word):
        totals[feature.text] = totals.get(feature.text, 0.0) + float(feature.scores[chosen])
    ranked = [NgramScore(text, score) for text, score in sorted(totals.items(), key=lambda item: -item[1])]
    speaking_for = tuple(ngram for ngram in ranked[:_NGRAMS] if ngram.score > 0)
    return speaking_for, tuple(ngram for ngram in ranked[: -_NGRAMS - 1 : -1] if ngram.score < 0)
