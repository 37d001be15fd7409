"""Figures with one system or corpus per panel or per line, as SVG. For comparisons of systems see `comparisons`."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mixlid_lab.report.drawing import (
    COLOURS,
    FAINT,
    GREY,
    INK,
    legend_beside,
    legend_width,
    logarithmic,
    look,
    name_ticks,
    new_figure,
    panel_grid,
    percent,
    spread,
    styled,
    to_svg,
)
from mixlid_lab.report.table import written

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def histograms(panels: Sequence[tuple[str, Sequence[int], float]]) -> str:
    """Histograms of probabilities (title, counts, mean): one row per model, with columns for sentences and words.

    Counts are of equal bins from 0 to 1. The panels of a column share their height.
    """
    columns = 2
    with styled():
        figure, axes = panel_grid(len(panels), columns, 4.3, 2.5, share_y="col")
        for number, (panel, (title, counts, mean)) in enumerate(zip(axes, panels, strict=True)):
            total, width = sum(counts), 1 / len(counts)
            lefts = [place * width for place in range(len(counts))]
            heights = [count / total if total else 0.0 for count in counts]
            bars = panel.bar(lefts, heights, width, align="edge", color=COLOURS[0], edgecolor="white", linewidth=0.5)
            _name_parts(bars, f"bar-{number}")
            _title(panel, title, 36, f"mean {written(mean, 2)}", COLOURS[1])
            if not math.isnan(mean):
                panel.axvline(mean, color=COLOURS[1], linestyle="--", gid=f"mean-{number}")
            panel.set_xlim(0, 1)
            panel.grid(visible=False, axis="x")
            percent(panel.yaxis)
        _label_outer(figure, axes, columns, "probability of the right language", "share")
        return to_svg(figure)


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
    categories = list(dict.fromkeys(str(x) for x, _ in points)) if any(isinstance(x, str) for x, _ in points) else None
    if (log_y and any(y <= 0 for _, y in points)) or (
        log_x and any(not isinstance(x, str) and x <= 0 for x, _ in points)
    ):
        raise ValueError("a logarithmic axis has no place for 0 or less")
    with styled():
        figure = new_figure(6.0 + legend_width(series), 4.2)
        panel = figure.add_subplot()
        handles = []
        for number, (name, line) in enumerate(series.items()):
            xs = [categories.index(str(x)) if categories is not None else x for x, _ in line]
            handles += panel.plot(xs, [y for _, y in line], label=name, gid=f"series-{number}", **look(number))
        if categories is not None:
            name_ticks(panel, categories, 5.2)
        elif log_x:
            panel.set_xscale("log")
            logarithmic(panel.xaxis, [float(x) for x, _ in points])
        if log_y:
            panel.set_yscale("log")
            logarithmic(panel.yaxis, [y for _, y in points])
        panel.set_xlabel(xlabel)
        panel.set_ylabel(ylabel)
        legend_beside(figure, handles, list(series))
        return to_svg(figure)


def top_labels(
    panels: Sequence[tuple[str, Sequence[tuple[str, float]], str]],
    columns: int = 2,
    xlabel: str = "share of words with the label among their best ten",
) -> str:
    """Bars for the most common labels (title, (label, share), right label), longest first; the right one stands out."""
    longest = max((len(bars) for _, bars, _ in panels), default=0)
    with styled():
        figure, axes = panel_grid(len(panels), columns, 4.3, 0.9 + 0.24 * max(longest, 3))
        for number, (panel, (title, shares, right)) in enumerate(zip(axes, panels, strict=True)):
            places = range(len(shares))
            drawn = panel.barh(list(places), [share for _, share in shares], 0.74, color=FAINT)
            panel.set_yticks(list(places), [label for label, _ in shares])
            for place, (bar, (label, share)) in enumerate(zip(drawn, shares, strict=True)):
                bar.set_gid(f"bar-{number}-{place}")
                weight = "normal"
                if label == right:
                    bar.set(gid=f"right-{number}", facecolor=COLOURS[0], hatch="///", edgecolor="white", linewidth=0)
                    weight = "bold"
                    panel.get_yticklabels()[place].set_fontweight(weight)
                text = f"{share:.0%}" if share >= 0.1 else f"{share:.1%}"
                panel.annotate(
                    text, (share, place), (3, 0), textcoords="offset points", va="center",
                    fontsize=8.5, fontweight=weight,
                )  # fmt: skip
            # Room for the numbers at the ends of the bars.
            panel.set_xlim(0, 1.14 * (max((share for _, share in shares), default=0.0) or 1.0))
            panel.set_ylim(max(longest, 1) - 0.4, -0.6)
            panel.grid(visible=False, axis="y")
            panel.tick_params(axis="y", length=0)
            percent(panel.xaxis)
            _title(panel, title, 34)
        _label_outer(figure, axes, columns, xlabel, "")
        return to_svg(figure)


def reliability(panels: Sequence[tuple[str, Sequence[tuple[float, float, int]], float]], columns: int = 3) -> str:
    """Reliability diagrams (title, (mean confidence, share right, count) by bin, ECE) above bars of the counts."""
    columns = max(1, min(columns, len(panels)))
    rows = math.ceil(len(panels) / columns)
    if not panels:
        raise ValueError("a figure of no panels")
    with styled():
        figure = new_figure(3.6 * columns, 4.3 * rows)
        spread(figure)
        grid = figure.add_gridspec(2 * rows, columns, height_ratios=[4, 1] * rows)
        for number, (title, given, ece) in enumerate(panels):
            row, column = divmod(number, columns)
            upper = figure.add_subplot(grid[2 * row, column])
            lower = figure.add_subplot(grid[2 * row + 1, column], sharex=upper)
            bins = sorted(one for one in given if one[2])
            xs, rights = [x for x, _, _ in bins], [share for _, share, _ in bins]
            upper.plot([0, 1], [0, 1], color=GREY, linestyle="--", linewidth=1, marker="", gid=f"diagonal-{number}")
            upper.plot(xs, rights, clip_on=False, gid=f"series-{number}", **look(0))
            upper.set(xlim=(0, 1), ylim=(0, 1))
            upper.tick_params(labelbottom=False)
            _title(upper, title, 29, f"ECE {written(ece, 3)}")
            bars = lower.bar(xs, [count for _, _, count in bins], 0.5 / max(10, len(bins)), color=GREY, alpha=0.55)
            _name_parts(bars, f"count-{number}")
            lower.set_xlabel("confidence")
            lower.grid(visible=False, axis="x")
            lower.locator_params(axis="y", nbins=2, integer=True)
            if column == 0:
                upper.set_ylabel("share that is right")
                lower.set_ylabel("count")
        return to_svg(figure)


def _title(panel: Axes, title: str, room: int, right: str = "", colour: str = INK) -> None:
    """A title on the left, wrapped to leave room (in characters) for a number on the right."""
    panel.set_title(textwrap.fill(title, room - len(right) - 2), loc="left", fontweight="bold")
    panel.set_title(right, loc="right", color=colour)


def _label_outer(figure: Figure, axes: Sequence[Axes], columns: int, xlabel: str, ylabel: str) -> None:
    """Label the axes once below a grid of panels, and at the left of each row."""
    figure.supxlabel(xlabel, fontsize=10)
    for panel in axes[::columns]:
        panel.set_ylabel(ylabel)


def _name_parts(bars: Any, name: str) -> None:
    for place, bar in enumerate(bars):
        bar.set_gid(f"{name}-{place}")
