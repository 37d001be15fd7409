"""Sizes of the integer programmes."""

from __future__ import annotations

import numpy as np
import pytest

from mixlid.settings import PAPER, Settings
from mixlid.solvers import ilp
from mixlid.solvers.problem import LabelRules
from mixlid_lab.paper.programme_sizes import ALL, ours, printed, programme_sizes

T, L, K = 7, 125, 2


def test_the_papers_totals() -> None:
    """The last lines of its two tables, the second with everything; C4 and C5 cannot be combined."""
    assert printed(PAPER["cs"], L, T) == ((T + 1) * L, 2 * L + T + 1)
    all_constraints = 2 * K * L + 4 * T * L + K + T + L + 1
    assert printed(ALL, L, T) == (K * T * L + 3 * T * L + K * L, all_constraints)
    assert printed(ALL, 125, 10).constraints == 5638


@pytest.mark.parametrize("rules", [PAPER["cs"], PAPER["avg"], ALL, PAPER["cs"].replace(only_top=2, max_languages=3)])
@pytest.mark.parametrize("words", [1, 4])
def test_ours_as_built(rules: Settings, words: int) -> None:
    pytest.importorskip("pyomo")
    problem = LabelRules.of(rules, 0.0, tuple("abcdef")).problem(np.zeros((6, words)), np.full(words, 5))
    assert ilp.size(problem) == ours(rules, 6, words)


def test_the_table() -> None:
    table = programme_sizes()
    cells = {row.labels: [(cell.value, cell.paper) for cell in row.cells] for row in table.rows}
    assert cells["CS", "10", "20"] == [(640, 220), (313, 51)]
    assert len(cells) == 2 * 2 * 4
