"""The words of each language by MaskLID, as the authors' code returns them."""

from __future__ import annotations

from mixlid.solvers.masklid import MaskLidSolver, trace
from mixlid.solvers.solver import Scorer


def published(
    text: str, scorer: Scorer, parameters: MaskLidSolver | None = None, max_languages: int = 2
) -> dict[str, list[int]]:
    """What the authors' `predict_codeswitch` returns: labels in the order found, each with its words' indices."""
    words_of: dict[str, set[int]] = {}
    for step in trace(text, scorer, parameters, max_languages):
        if step.accepted:
            words_of.setdefault(step.label, set()).update(step.reported)
    return {label: sorted(words) for label, words in words_of.items()}
