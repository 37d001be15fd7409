"""What every table says of the data sets that are in no average."""

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
