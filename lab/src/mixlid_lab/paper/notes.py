"""Notes for tables: whether the paper's figures are comparable with ours, and what ours leave out."""

from __future__ import annotations

from collections.abc import Iterable

from mixlid_lab.evaluation.datasets import EXTRA, PAIR_LANGUAGES
from mixlid_lab.evaluation.scoreboard import Scoreboard
from mixlid_lab.paper.published import CORPORA, GLOTLID, LITELID

#: The pairs in the paper's averages.
DEVELOPMENT_PAIRS = [name for name, corpus in CORPORA.items() if corpus.dev]
TEST_PAIRS = list(CORPORA)
#: The paper's model for each of ours that reproduces it: its recipes, its baseline itself, and the model that ships.
_STAND_INS = {"v0": GLOTLID, "glotlid": GLOTLID, "v2": LITELID, "litelid-v2": LITELID, "litelid": LITELID}


def stands_for(model: str) -> str | None:
    """The paper's model that one of ours may be compared with, if any; `v0-small` is a `v0`."""
    recipe = model.partition("-")[0]
    return _STAND_INS.get(recipe if recipe in ("v0", "v2") else model)


def silver_note(board: Scoreboard) -> tuple[str, ...]:
    """A note on silver data sets, which are in no average; empty if there are none."""
    names = board.silver
    if not names:
        return ()
    printed = [name for name in names if name in CORPORA]
    beside = f"; the paper's averages have {', '.join(printed)}" if printed else ""
    return (f"In no average of ours, because people have not labelled them (silver): {', '.join(names)}{beside}.",)


def left_out(names: Iterable[str]) -> tuple[str, ...]:
    """The same note for a table without them."""
    listed = ", ".join(names)
    return (f"Left out, because people have not labelled them (silver): {listed}.",) if listed else ()


def without_words(board: Scoreboard) -> tuple[str, ...]:
    """A note on data sets whose words people have not labelled."""
    names = ", ".join(board.silver_words)
    return (f"Left out, because people have not labelled their words: {names}.",) if names else ()


def is_papers(board: Scoreboard) -> bool:
    """Whether all counted data are the paper's; beside averages over other data its figures would mislead."""
    summary = board.digest(next(iter(board.facts))).summary
    pairs = [name for name in summary.mixed if not name.startswith(EXTRA) and name not in summary.silver]
    return bool(pairs) and set(pairs) <= set(CORPORA) and set(summary.by_language) <= set(PAIR_LANGUAGES)


def missing(board: Scoreboard, pairs: Iterable[str]) -> tuple[str, ...]:
    """A note on pairs that are only in the paper's averages."""
    there = board.digest(next(iter(board.facts))).summary.by_dataset
    names = ", ".join(name for name in pairs if name not in there) if is_papers(board) else ""
    return (f"The paper's averages are over more pairs: {names} too.",) if names else ()
