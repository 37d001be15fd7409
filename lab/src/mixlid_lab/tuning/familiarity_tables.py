"""How well unknown languages and made-up text are told from known text.

The probabilities come from cross-validation: each half of the languages and of the kinds of made-up text is judged by a
fit on the other half.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mixlid.engine.logistic import Floats
from mixlid_lab.tuning.familiarity import CUTS, UNKNOWN_THRESHOLD, Example, Typical, chances, fit


def split_by_group(found: Sequence[Example]) -> tuple[list[Example], list[Example]]:
    """Two halves that share no known language, no unknown language and no kind of made-up text."""
    groups = sorted({(example.kind, example.group) for example in found})
    first = set(groups[::2])
    halves: tuple[list[Example], list[Example]] = ([], [])
    for example in found:
        halves[(example.kind, example.group) not in first].append(example)
    return halves


@dataclass(frozen=True, slots=True)
class Separation:
    """How well known text of some length is told from other text."""

    texts: int
    others: int
    area: float
    #: the share of other text that is accepted, by the share of known text that is rejected
    accepted: dict[float, float]


def separation(known: Floats, others: Floats) -> Separation:
    """The area under the ROC curve and the shares accepted, from the probabilities of both kinds of text."""
    ranks = np.concatenate([known, others]).argsort(kind="stable").argsort() + 1
    area = (ranks[: len(known)].sum() - len(known) * (len(known) + 1) / 2) / max(len(known) * len(others), 1)
    accepted = {share: float((others > np.quantile(known, share)).mean()) for share in (0.01, 0.05)}
    return Separation(len(known), len(others), float(area), accepted)


def _cross_validated(found: Sequence[Example], typical: Typical) -> list[tuple[Example, float]]:
    first, second = split_by_group(found)
    judged = [(fit(other, typical), half) for half, other in ((first, second), (second, first))]
    pairs = [pair for one, half in judged for pair in zip(half, chances(one, half).tolist(), strict=True)]
    return [(example, chance) for example, chance in pairs if not example.silver]


def by_language_table(found: Sequence[Example], typical: Typical, cut: float = 120) -> list[list[str]]:
    """For each unknown language: how well it is told from known text of the same length, and what it is taken for."""
    pairs = [(one, chance) for one, chance in _cross_validated(found, typical) if one.cut == cut]
    known = np.array([chance for one, chance in pairs if one.kind == "known"])
    rows = []
    for language in sorted({one.group for one, _ in pairs if one.kind == "unknown"}):
        members = [(one, chance) for one, chance in pairs if (one.kind, one.group) == ("unknown", language)]
        separated = separation(known, np.array([chance for _, chance in members]))
        label, times = Counter(one.taken_for for one, _ in members).most_common(1)[0]
        rows.append([
            language, str(separated.others), f"{separated.area:.3f}", f"{separated.accepted[0.05]:.3f}",
            f"{label} {times / separated.others:.0%}",
        ])  # fmt: skip
    return [["", "texts", "AUROC", "accepted at 5 %", "taken for"], *sorted(rows, key=lambda row: row[3])]


def separation_table(found: Sequence[Example], typical: Typical) -> list[list[str]]:
    """How well unknown languages, by length, and made-up text, by kind, are told from known text.

    Some rows are repeated without the two hardest languages, since some languages have a relative that is nearly the
    same.
    """
    pairs = _cross_validated(found, typical)
    kinds = {(example.kind, example.group) for example, _ in pairs}
    unknown, made = (sorted(group for of, group in kinds if of == kind) for kind in ("unknown", "none"))
    by_language = {language: _separate(pairs, [language], 120) for language in unknown}
    areas = sorted((one[0].area, language) for language, one in by_language.items() if one)
    hardest = [language for _, language in areas[:2]]
    easier = [language for language in unknown if language not in hardest] if hardest else []
    rows = [["", "texts", "of known", "AUROC", "accepted at 1 %", "at 5 %", "rejected", "of known"]]
    for name, groups, cut in (
        *((f"unknown language, {_length(cut)}", unknown, cut) for cut in CUTS),
        *((f"{_length(cut)}, without {' and '.join(hardest)}", easier, cut) for cut in CUTS[3:]),
        *((group, [group], math.inf) for group in made),
    ):
        if measured := _separate(pairs, groups, cut):
            separated, *rejected = measured
            shares = (separated.area, *separated.accepted.values(), *rejected)
            rows.append([name, str(separated.others), str(separated.texts), *(f"{one:.3f}" for one in shares)])
    return rows


def _separate(
    pairs: Sequence[tuple[Example, float]], groups: Sequence[str], cut: float
) -> tuple[Separation, float, float] | None:
    """How well texts of these groups are told from known ones, and the share of each that is rejected."""
    others = [chance for one, chance in pairs if one.kind != "known" and one.cut == cut and one.group in groups]
    known = [chance for one, chance in pairs if one.kind == "known" and one.cut == cut and "-" not in one.group]
    if not others or not known:
        return None
    of_others, of_known = (float((np.array(values) < UNKNOWN_THRESHOLD).mean()) for values in (others, known))
    return separation(np.array(known), np.array(others)), of_others, of_known


def _length(cut: float) -> str:
    return "whole sentences" if cut == math.inf else f"{cut} characters"
