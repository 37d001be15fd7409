"""From a solver's solution to a `Result`: labels, offsets, spans, proportions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mixlid.assign.problem import Problem, Solution
from mixlid.models.calibration import Calibration, Judgement
from mixlid.result import NO_LANGUAGE, UNKNOWN, Result, Span, Word, letters_by_label
from mixlid.text.words import Token, is_scored


def build_result(
    text: str,
    tokens: Sequence[Token],
    readable: Sequence[Token],
    problem: Problem,
    solution: Solution,
    solver: str,
    fallback: bool,
    calibration: Calibration | None = None,
) -> Result:
    """Put a solution for the readable words back into the text it came from."""
    margin = None if solution.runner_up is None else max(solution.value - solution.runner_up.value, 0.0)
    judgement = None
    if calibration is not None and readable and (fallback or margin is not None):
        judgement = calibration.judge(margin or 0.0, int(problem.lengths.sum()), len(solution.assignment.languages))
    words = _label_words(text, tokens, readable, problem, solution, judgement)
    chars = letters_by_label(words)
    chosen = [problem.labels[language] for language in solution.assignment.languages]
    total = sum(chars.values())
    return Result(
        text=text,
        languages=rank_languages(chosen, chars),
        words=words,
        spans=tile(text, words),
        proportions={label: count / total for label, count in sorted(chars.items(), key=lambda item: -item[1])},
        objective=solution.value,
        margin=margin,
        optimal=solution.optimal,
        fallback=fallback,
        solver=solver,
        confidence=judgement.languages if judgement else None,
        language_score=judgement.language if judgement else None,
    )


def _label_words(
    text: str,
    tokens: Sequence[Token],
    readable: Sequence[Token],
    problem: Problem,
    solution: Solution,
    judgement: Judgement | None,
) -> tuple[Word, ...]:
    index = {token.start: place for place, token in enumerate(readable)}
    languages, ranks = solution.assignment.languages, solution.assignment.ranks
    if len(problem.labels) > 1 and readable:
        two_best = -np.partition(-problem.scores, 1, axis=0)[:2]
    words = []
    for token in tokens:
        word, place = text[token.start : token.end], index.get(token.start)
        label, score, margin, confidence = NO_LANGUAGE, 0.0, 0.0, None
        if place is not None:
            rank = ranks[place]
            label = UNKNOWN
            if rank >= 0:
                label = problem.labels[languages[rank]]
                score = float(problem.scores[languages[rank], place])
                if len(problem.labels) > 1:
                    best, second = two_best[:, place]
                    margin = float(score - (second if score == best else best))
                confidence = judgement.word(margin, token.end - token.start) if judgement else None
        elif is_scored(token, text):
            label = f"{UNKNOWN}_{token.script}"
        words.append(Word(word, token.start, token.end, label, score, margin, token.kind, confidence))
    return tuple(words)


def rank_languages(chosen: list[str], chars: dict[str, int]) -> tuple[str, ...]:
    """The solver's languages in its order; each unreadable script before the first language that has less text.

    The rules for languages (`max_languages`, `min_chars`) do not bind scripts, because a script is never a guess.
    """
    ranked = list(chosen)
    scripts = [label for label in chars if label.startswith(f"{UNKNOWN}_")]
    for label in sorted(scripts, key=lambda label: (-chars[label], label)):
        place = next((i for i, other in enumerate(ranked) if chars.get(other, 0) < chars[label]), len(ranked))
        ranked.insert(place, label)
    if ranked:
        return tuple(ranked)
    return (UNKNOWN,) if chars else (NO_LANGUAGE,)


def tile(text: str, words: Sequence[Word]) -> tuple[Span, ...]:
    """Runs of one label that cover the text without gaps.

    What carries no language goes with the run before it, or with the first run. The cut between two runs is after the
    last white space between their words, so that an opening bracket stays with what it opens.
    """
    if not text:
        return ()
    starts, labels, end = [0], [NO_LANGUAGE], 0
    for word in words:
        if word.label == NO_LANGUAGE:
            continue
        if labels[-1] == NO_LANGUAGE:
            labels[-1] = word.label
        elif labels[-1] != word.label:
            gap = text[end : word.start]
            starts.append(end + _after_last_space(gap))
            labels.append(word.label)
        end = word.end
    ends = [*starts[1:], len(text)]
    return tuple(Span(a, b, label) for a, b, label in zip(starts, ends, labels, strict=True))


def _after_last_space(gap: str) -> int:
    for place in range(len(gap), 0, -1):
        if gap[place - 1].isspace():
            return place
    return len(gap)
