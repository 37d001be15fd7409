"""The sizes of the integer programmes: variables and constraints of ours, and of the paper's by its two tables.

Ours is always the extended model, which has ranks; with equal weights for all ranks it has the optimum of the core
model.
"""

from __future__ import annotations

from typing import NamedTuple

from mixlid.settings import PAPER, PAPER_LABELS, Settings
from mixlid_lab.report.table import Cell, Column, Row, Table

#: Numbers of words in a sentence, and of languages left by preselection.
WORDS = (10, 20)
PRESELECTED = 20
#: All constraints: C3, C5 and C6.
ALL = PAPER["avg"].replace(max_switches=3)


class ProgrammeSize(NamedTuple):
    variables: int
    constraints: int


def ours(rules: Settings, labels: int, words: int) -> ProgrammeSize:
    """The size of the programme that `ilp` builds; a test compares the two."""
    T, L, K = words, labels, rules.max_languages
    # y, u, z; then z, C0 twice, C1, C2 with one rank for a language and ranks in order
    variables, constraints = K * T * L + K * L + T * L, T * L + 2 * K * L + T + K + L + K - 1
    constraints += (L if rules.min_chars else 0) + (T * L if rules.only_top or rules.force_top else 0)
    if rules.max_switches is not None and T > 1:
        variables, constraints = variables + 2 * (T - 1) * L, constraints + 1 + 3 * (T - 1) * L
    return ProgrammeSize(variables, constraints)


def printed(rules: Settings, labels: int, words: int) -> ProgrammeSize:
    """The paper's counts for the variables and constraints that these rules need."""
    T, L, K = words, labels, rules.max_languages
    if rules == PAPER["cs"]:
        return ProgrammeSize((T + 1) * L, 2 * L + T + 1)
    variables, constraints = K * T * L + K * L, 2 * K * L + T + K + 1
    if rules.min_chars:
        variables, constraints = variables + T * L, constraints + L
    if rules.only_top or rules.force_top:
        constraints += T * L
    if rules.max_switches is not None:
        # Its total includes the 1 of C2's sum, but not that of C6.
        variables, constraints = variables + 2 * T * L, constraints + 3 * T * L
    return ProgrammeSize(variables, constraints)


def programme_sizes() -> Table:
    rows: list[Row] = []
    for words in WORDS:
        for labels in (PAPER_LABELS, PRESELECTED):
            for name, rules in {**PAPER, "avg + C6": ALL}.items():
                counts = zip(ours(rules, labels, words), printed(rules, labels, words), strict=True)
                cells = tuple(Cell(*pair, 0) for pair in counts)
                rows.append(Row((name.upper(), f"{words}", f"{labels}"), cells, rule=name == "cs" and bool(rows)))
    notes = (
        "The paper's counts are by its two tables, for the variables and constraints that a configuration needs. Ours "
        "has a word's language without its rank (z) always, one rank for a language, ranks filled in order, and no "
        "switch before the first word. The lines of the paper's second table add up to one constraint more than its "
        "total, which is what stands here.",
    )
    columns = (Column("variables"), Column("constraints"))
    title = "How large the integer programmes are"
    return Table("programmes", title, ("programme", "words", "languages"), columns, tuple(rows), notes)
