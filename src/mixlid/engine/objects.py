"""Results as objects, from a draft and what its answer says about the text; compiled in `_objects.pyx`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mixlid.engine.label_numbers import NONE
from mixlid.engine.labelling import NOT_JUDGED
from mixlid.result import NO_LANGUAGE, Result, Span, Word
from mixlid.text.words import KINDS

if TYPE_CHECKING:
    from mixlid.engine.labelling import Labelling
    from mixlid.engine.results import Draft

#: The fields of a result in the order in which the compiled twin sets them; it makes words and spans later.
FIELDS = (
    "text", "languages", "proportions", "fallback", "confidence", "language_score", "objective",
    "margin", "optimal", "gap", "solver",
)  # fmt: skip


def make_result(text: str, draft: Draft, labelling: Labelling, names: Sequence[str]) -> Result:
    """`names` are those of `LabelNumbers`."""
    sure = draft.confidence if draft.is_sure else None
    return Result(
        text=text,
        languages=tuple(name_of(labelling.ranked[k], names) for k in range(labelling.ranked_count)),
        words=tuple(make_word(text, draft, labelling, names, i) for i in range(draft.token_count)),
        spans=make_spans(len(text), labelling, names),
        proportions={names[labelling.seen[k]]: labelling.shares[k] for k in range(labelling.seen_count)},
        fallback=draft.fallback,
        confidence=None if sure is None else sure.languages,
        language_score=None if sure is None else sure.language,
        objective=draft.objective,
        margin=draft.margin if draft.has_second else None,
        optimal=draft.optimal,
        gap=draft.gap if draft.has_gap else None,
        solver=draft.solver_name,
    )


def make_word(text: str, draft: Draft, labelling: Labelling, names: Sequence[str], i: int) -> Word:
    token, confidence = draft.tokens[i], labelling.confidences[i]
    return Word(
        text[token.start : token.end],
        token.start,
        token.end,
        name_of(labelling.label_of[i], names),
        labelling.scores[i],
        labelling.margins[i],
        KINDS[token.kind],
        None if confidence == NOT_JUDGED else confidence,
    )


def make_spans(size: int, labelling: Labelling, names: Sequence[str]) -> tuple[Span, ...]:
    """The runs of a text of this size."""
    count = labelling.run_count
    starts = [*labelling.run_starts[:count], size]
    return tuple(Span(starts[k], starts[k + 1], name_of(labelling.run_labels[k], names)) for k in range(count))


def name_of(label: int, names: Sequence[str]) -> str:
    return NO_LANGUAGE if label == NONE else names[label]
