"""What every table says of the data sets: which are in no average, and whether the paper's averages belong beside."""

from __future__ import annotations

from mixlid.lab.evaluation.board import Board
from mixlid.lab.paper.published_details import CORPORA


def apart(board: Board) -> tuple[str, ...]:
    """A note, or none if everything counts."""
    names = board.silver
    if not names:
        return ()
    printed = [name for name in names if name in CORPORA]
    beside = f"; the paper's averages have {', '.join(printed)}" if printed else ""
    return (f"In no average of ours, because people have not labelled them (silver): {', '.join(names)}{beside}.",)


def without_words(board: Board) -> tuple[str, ...]:
    """A note on data sets with word labels that no person has given."""
    names = [name for name, samples in board.samples().items() if any(one.silver_words for one in samples)]
    return (f"Left out, because people have not labelled their words: {', '.join(names)}.",) if names else ()


def is_papers(board: Board) -> bool:
    """Whether any of the paper's corpora is there: beside averages over other data its own would only mislead."""
    return any(name in CORPORA for name in board.digest(next(iter(board.facts))).summary.by_dataset)
