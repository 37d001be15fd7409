"""The figures of reports as SVG, the same bytes each time.

Only matplotlib's object interface is used: pyplot has global state, which a library should not touch. Shapes, hatches
and dashes differ as well as colours, so that colour is never the only cue.
"""

from __future__ import annotations

import io
import math
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Literal

import matplotlib.style
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter, PercentFormatter

from mixlid_lab.report.table import written

# Okabe and Ito's colours without yellow, which is invisible as a thin line on white. There are seven colours and eight
# markers, so that the next round gives different pairs.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
HATCHES = ("", "///", "...", "\\\\\\", "xxx", "---", "++", "oo")
DASHES = ("-", "--", "-.", ":")
GREY, FAINT, INK = "#6B7280", "#C9CED6", "#1B1F24"

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


class Drawing:
    """A figure with `count` panels in rows."""

    def __init__(
        self, width: float, height: float, count: int = 1, columns: int = 1, sharey: Literal["none", "col"] = "none"
    ) -> None:
        columns = min(columns, count)
        rows = math.ceil(count / columns)
        self.figure = Figure(figsize=(width * columns, height * rows), layout="constrained")
        grid = self.figure.subplots(rows, columns, squeeze=False, sharey=sharey)
        self.panels: list[Axes] = list(grid.flat)
        for empty in self.panels[count:]:
            empty.set_axis_off()

    def legend(self, *parts: Any) -> None:
        """A legend to the right of everything, where it covers no data."""
        self.figure.legend(*parts, loc="outside right upper", handlelength=2.4)

    def svg(self) -> str:
        """The figure without dates, versions or anything else that differs between runs."""
        stream = io.StringIO()
        self.figure.savefig(stream, format="svg", metadata={"Date": None, "Creator": "mixlid"})
        return stream.getvalue()


@contextmanager
def styled() -> Iterator[None]:
    """Use our style, and none of the user's, while a figure is drawn and written."""
    with matplotlib.style.context(_STYLE, after_reset=True):
        yield


def look(number: int) -> dict[str, Any]:
    """Colour, marker and dashes of the nth series."""
    return {
        "color": COLOURS[number % len(COLOURS)],
        "marker": MARKERS[number % len(MARKERS)],
        "linestyle": DASHES[number % len(DASHES)],
    }


def _legend_width(names: Sequence[str]) -> float:
    """The approximate width of the legend in inches, so that long names do not squeeze the figure."""
    return 0.6 + 0.078 * max(map(len, names), default=0)


def _title(panel: Axes, title: str, room: int, right: str = "") -> None:
    """A title on the left, wrapped to leave room (in characters) for a number on the right."""
    panel.set_title(textwrap.fill(title, room - len(right) - 2), loc="left", fontweight="bold")
    panel.set_title(right, loc="right")


@styled()
def histograms(panels: Sequence[tuple[str, Sequence[int], float | None]]) -> str:
    """Histograms of probabilities (title, counts, mean): one row per model, with columns for sentences and words.

    Counts are of equal bins from 0 to 1. The panels of a column share their height.
    """
    drawing = Drawing(4.3, 2.5, len(panels), 2, sharey="col")
    for panel, (title, counts, mean) in zip(drawing.panels, panels, strict=False):
        width = 1 / len(counts)
        lefts = [place * width for place in range(len(counts))]
        heights = [count / (sum(counts) or 1) for count in counts]
        panel.bar(lefts, heights, width, align="edge", color=COLOURS[0], edgecolor="white", linewidth=0.5)
        _title(panel, title, 36, f"mean {written(mean, 2)}")
        if mean is not None and not math.isnan(mean):
            panel.axvline(mean, color=COLOURS[1], linestyle="--")
        panel.set(xlim=(0, 1), ylabel="share", xlabel="probability of the right language")
        panel.yaxis.set_major_formatter(PercentFormatter(1))
    return drawing.svg()


@styled()
def lines(
    series: Mapping[str, Sequence[tuple[float | str, float]]],
    xlabel: str,
    ylabel: str,
    log_y: bool = False,
    log_x: bool = False,
) -> str:
    """A line for each series of (x, y). If any x is text, all are categories, in order of appearance."""
    points = [point for line in series.values() for point in line]
    if not points:
        raise ValueError("a line needs at least one point")
    drawing = Drawing(6.0 + _legend_width([*series]), 4.2)
    (panel,) = drawing.panels
    named = any(isinstance(x, str) for x, _ in points)
    for number, (name, line) in enumerate(series.items()):
        xs: list[Any] = [str(x) if named else x for x, _ in line]
        panel.plot(xs, [y for _, y in line], label=name, **look(number))
    if log_x and not named:
        panel.set_xscale("log")
    if log_y:
        panel.set_yscale("log")
    for axis, values in ((panel.xaxis, [x for x, _ in points]), (panel.yaxis, [y for _, y in points])):
        if axis.get_scale() == "log":
            # Ticks without mathematical markup: the values themselves if they are few.
            if len(distinct := sorted({float(value) for value in values})) <= 8 and distinct[0] >= 1:
                axis.set_major_locator(FixedLocator(distinct))
            axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g}"))
            axis.set_minor_formatter(NullFormatter())
    panel.set(xlabel=xlabel, ylabel=ylabel)
    drawing.legend()
    return drawing.svg()


@styled()
def top_labels(
    panels: Sequence[tuple[str, Sequence[tuple[str, float]], str]],
    columns: int = 2,
    xlabel: str = "share of words with the label among their best ten",
) -> str:
    """Bars for the most common labels (title, (label, share), right label), longest first; the right one stands out."""
    drawing = Drawing(4.3, 0.9 + 0.24 * max(3, *(len(bars) for _, bars, _ in panels)), len(panels), columns)
    for panel, (title, shares, right) in zip(drawing.panels, panels, strict=False):
        names = [label for label, _ in shares]
        colours = [COLOURS[0] if label == right else FAINT for label in names]
        bars = panel.barh(names, [share for _, share in shares], 0.74, color=colours)
        panel.bar_label(bars, [f"{share:.0%}" if share >= 0.1 else f"{share:.1%}" for _, share in shares], padding=3)
        panel.invert_yaxis()
        panel.margins(x=0.14)
        panel.set_xlabel(xlabel)
        panel.xaxis.set_major_formatter(PercentFormatter(1))
        for tick in panel.get_yticklabels():
            tick.set_fontweight("bold" if tick.get_text() == right else "normal")
        _title(panel, title, 34)
    return drawing.svg()


@styled()
def reliability(panels: Sequence[tuple[str, Sequence[tuple[float, float, int]], float]], columns: int = 3) -> str:
    """Reliability diagrams (title, (mean confidence, share right, count) by bin, ECE); areas are counts."""
    drawing = Drawing(3.6, 3.6, len(panels), columns)
    for panel, (title, given, ece) in zip(drawing.panels, panels, strict=False):
        bins = sorted(one for one in given if one[2])
        most = max((count for _, _, count in bins), default=1)
        xs, rights = [x for x, _, _ in bins], [share for _, share, _ in bins]
        panel.plot([0, 1], [0, 1], color=GREY, linestyle="--", linewidth=1)
        panel.plot(xs, rights, color=COLOURS[0])
        panel.scatter(xs, rights, [6 + 120 * count / most for _, _, count in bins], color=COLOURS[0], clip_on=False)
        panel.set(xlim=(0, 1), ylim=(0, 1), xlabel="confidence", ylabel="share that is right")
        _title(panel, title, 29, f"ECE {written(ece, 3)}")
    return drawing.svg()


@styled()
def trade_off(points: Sequence[tuple[str, float, float]], others: Sequence[tuple[float, float]] = ()) -> str:
    """Exact match on code-switched against monolingual sentences, as named points (name, mono, CS).

    `others` are unnamed grey points (mono, CS), such as all settings that were tried. The frontier consists of the
    points of either kind that no other point beats in both.
    """
    drawing = Drawing(8.2, 5.6)
    (panel,) = drawing.panels
    panel.set(xlabel="exact match, monolingual sentences", ylabel="exact match, code-switched sentences")
    if others:
        xs, ys = zip(*others, strict=True)
        panel.scatter(xs, ys, s=9, color=FAINT, edgecolor=GREY, linewidth=0.3, label="settings tried")
    xs, ys = zip(*pareto([*((mono, cs) for _, mono, cs in points), *others]), strict=True)
    panel.step(xs, ys, where="pre", color=GREY, linewidth=1.2, linestyle="--", zorder=1.5, label="frontier")
    for number, (name, mono, cs) in enumerate(points):
        style = {**look(number), "linestyle": "", "markersize": 8, "markeredgecolor": INK}
        panel.plot([mono], [cs], zorder=3, label=name, **style)
    drawing.legend()
    return drawing.svg()


def pareto(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The points that no other point dominates, from left to right."""
    frontier: list[tuple[float, float]] = []
    for x, y in sorted(set(points), reverse=True):
        if not frontier or y > frontier[-1][1]:
            frontier.append((x, y))
    return frontier[::-1]


@styled()
def grouped_bars(groups: Sequence[str], series: Mapping[str, Sequence[float]]) -> str:
    """Bars side by side: for each group (a language pair) one bar per series (a system), from 0 to at least 1."""
    width = 0.84 / len(series)
    room = min(max(4.5, 0.2 * len(groups) * (len(series) + 1)), 10.5)
    drawing = Drawing(room + 0.7 + _legend_width([*series]), 4.0)
    (panel,) = drawing.panels
    for number, (name, values) in enumerate(series.items()):
        middles = [place + (number - (len(series) - 1) / 2) * width for place in range(len(groups))]
        hatch: dict[str, Any] = {"facecolor": COLOURS[number % len(COLOURS)], "edgecolor": "white", "linewidth": 0}
        panel.bar(middles, values, 0.9 * width, label=name, hatch=HATCHES[number % len(HATCHES)], **hatch)
    slanted: dict[str, Any] = {"rotation": 35, "ha": "right", "rotation_mode": "anchor"}
    panel.set_xticks(range(len(groups)), groups, **(slanted if 0.2 * sum(map(len, groups)) > room else {}))
    panel.grid(visible=False, axis="x")
    panel.set(ylim=(0, 1), ylabel="exact match")
    drawing.legend()
    return drawing.svg()
