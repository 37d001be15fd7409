"""Draw the scores of one sentence's words, and the cells that the solver chose.

python tools/score_matrix.py docs/figures/score-matrix.svg
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

import mixlid
from mixlid.text.labels import name_of, split
from mixlid_lab.report.drawing import COLOURS, GREY, INK, new_figure, styled, to_svg

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TEXT = "yarınki meeting için slides hazır mı"
ROWS = 6
#: Text on cells darker than this is white.
_DARK = 0.62


def shown_languages(scores: NDArray[np.float64], chosen: list[int], rows: int) -> list[int]:
    """The chosen languages in order, then those that score best over the whole sentence."""
    others = [int(index) for index in np.argsort(-scores.sum(axis=0), kind="stable") if int(index) not in chosen]
    return [*chosen, *others][:rows]


def draw(lid: mixlid.Identifier, text: str, rows: int = ROWS) -> str:
    """The matrix as SVG."""
    prepared, result = lid.prepare(text), lid.identify(text)
    words = [text[token.start : token.end] for token in prepared.readable]
    labels = {word.start: word.label for word in result.words}
    languages = shown_languages(prepared.scores, [lid.labels.index(label) for label in result.labels], rows)
    matrix = prepared.scores[:, languages].T
    with styled():
        figure = new_figure(1.6 + 1.05 * len(words), 0.9 + 0.52 * rows)
        panel = figure.add_subplot()
        _cells(panel, matrix)
        for column, token in enumerate(prepared.readable):
            label = labels[token.start]
            if label in result.labels:
                _outline(panel, result.labels.index(label), column)
        panel.set_xticks(np.arange(len(words)) + 0.5, words, fontsize=11)
        panel.set_yticks(np.arange(rows) + 0.5, [_row_name(lid.labels[index]) for index in languages])
        for place, tick in enumerate(panel.get_yticklabels()):
            tick.set_fontweight("bold" if place < len(result.labels) else "normal")
        _finish(panel)
        return to_svg(figure)


def _row_name(label: str) -> str:
    return f"{name_of(label)} ({split(label)[0]})"


def _cells(panel: Axes, matrix: NDArray[np.float64]) -> None:
    from matplotlib.colors import LinearSegmentedColormap

    # From orange (against) through white to blue (for); the sign of the number says the same.
    colours = LinearSegmentedColormap.from_list("scores", ["#F3C9A8", "#FFFFFF", "#56A5D6", "#00486F"])
    top = float(matrix.max())
    panel.pcolormesh(matrix, cmap=colours, vmin=-top / 2, vmax=top, edgecolors="white", linewidth=3)
    panel.invert_yaxis()
    for (row, column), value in np.ndenumerate(matrix):
        ink = "white" if value > _DARK * top else INK
        panel.text(
            column + 0.5, row + 0.5, f"{value:.1f}".replace("-", "−"), ha="center", va="center", color=ink, fontsize=10
        )


def _outline(panel: Axes, row: int, column: int) -> None:
    from matplotlib.patches import Rectangle

    box = Rectangle((column, row), 1, 1, fill=False, edgecolor=COLOURS[1], linewidth=3, joinstyle="round", zorder=3)
    box.set_clip_on(False)
    panel.add_patch(box)


def _finish(panel: Axes) -> None:
    panel.xaxis.tick_top()
    panel.tick_params(length=0)
    panel.grid(visible=False)
    for spine in panel.spines.values():
        spine.set_visible(False)
    panel.set_xlabel("score of the word for the language; outlined: what the solver chose", color=GREY, fontsize=9)


def main() -> None:
    (target,) = sys.argv[1:]
    Path(target).write_text(draw(mixlid.load(), TEXT), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
