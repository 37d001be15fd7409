"""Draw the scores of one sentence's words, and the cells that the solver chose.

python -m mixlid_lab.report.score_matrix docs/figures/score-matrix.svg
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import matplotlib.style
import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

import mixlid
from mixlid.text.labels import name_of, split

TEXT = "yarınki meeting için slides hazır mı"
ROWS = 6
# From orange (against) through white to blue (for); the sign of the number says the same.
_COLOURS = LinearSegmentedColormap.from_list("scores", ["#F3C9A8", "#FFFFFF", "#56A5D6", "#00486F"])
ORANGE, GREY, INK = "#D55E00", "#6B7280", "#1B1F24"
_STYLE: dict[str, Any] = {
    "font.family": "DejaVu Sans",  # comes with matplotlib
    "font.size": 10,
    "axes.titlesize": 10.5,
    "xtick.labelsize": 9,
    "ytick.labelsize": 9,
    "legend.fontsize": 9,
    "legend.frameon": False,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": GREY,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#E3E6EA",
    "text.parse_math": False,  # dollar signs in names are literal
    "svg.hashsalt": "mixlid",
}
#: Text on cells darker than this is white.
_DARK = 0.62


def shown_languages(scores: NDArray[np.float64], chosen: list[int], rows: int) -> list[int]:
    """The chosen languages in order, then those that score best over the whole sentence."""
    others = [int(index) for index in np.argsort(-scores.sum(axis=0), kind="stable") if int(index) not in chosen]
    return [*chosen, *others][:rows]


@matplotlib.style.context(_STYLE, after_reset=True)
def draw(lid: mixlid.Identifier, text: str, rows: int = ROWS) -> str:
    """The matrix as SVG."""
    prepared, result = lid._prepare(text), lid.identify(text)
    words = [text[token.start : token.end] for token in prepared.readable]
    given = {word.start: word.label for word in result.words}
    chosen = [lid.labels.index(label) for label in result.labels]
    languages = shown_languages(prepared.scores, chosen, rows)
    matrix = prepared.scores[:, languages].T
    # Not pyplot, which has global state.
    figure = Figure(figsize=(1.6 + 1.05 * len(words), 0.9 + 0.52 * rows), layout="constrained")
    panel = figure.subplots()
    top = float(matrix.max())
    panel.pcolormesh(matrix, cmap=_COLOURS, vmin=-top / 2, vmax=top, edgecolors="white", linewidth=3)
    panel.invert_yaxis()
    for (row, column), value in np.ndenumerate(matrix):
        shown = f"{value:.1f}".replace("-", "−")
        ink = "white" if value > _DARK * top else INK
        panel.text(column + 0.5, row + 0.5, shown, ha="center", va="center", color=ink)
    for column, token in enumerate(prepared.readable):
        if (label := given[token.start]) in result.labels:
            corner = (column, result.labels.index(label))
            style: dict[str, Any] = {
                "edgecolor": ORANGE,
                "linewidth": 3,
                "joinstyle": "round",
                "clip_on": False,
                "zorder": 3,
            }
            panel.add_patch(Rectangle(corner, 1, 1, fill=False, **style))
    names = [f"{name_of(lid.labels[index])} ({split(lid.labels[index])[0]})" for index in languages]
    panel.set_xticks(np.arange(len(words)) + 0.5, words)
    panel.set_yticks(np.arange(rows) + 0.5, names)
    for place, tick in enumerate(panel.get_yticklabels()):
        tick.set_fontweight("bold" if place < len(chosen) else "normal")
    panel.xaxis.tick_top()
    panel.tick_params(length=0)
    panel.grid(visible=False)
    panel.spines[:].set_visible(False)
    panel.set_xlabel("score of the word for the language; outlined: what the solver chose", color=GREY, fontsize=9)
    stream = io.StringIO()
    # Without dates, versions or anything else that differs between runs.
    figure.savefig(stream, format="svg", metadata={"Date": None, "Creator": "mixlid"})
    return stream.getvalue()


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(draw(mixlid.load(), TEXT), encoding="utf-8", newline="\n")
