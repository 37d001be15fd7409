"""Figures that compare systems: the trade-off between mixed and monolingual sentences, and bars by corpus."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from mixlid_lab.report.drawing import (
    FAINT,
    GREY,
    INK,
    fill,
    legend_beside,
    legend_width,
    look,
    name_ticks,
    new_figure,
    styled,
    to_svg,
)
from mixlid_lab.report.label_placement import Box, place_labels
from mixlid_lab.report.table import MISSING

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_Point = tuple[float, float]


def trade_off(points: Sequence[tuple[str, float, float]], others: Sequence[_Point] = ()) -> str:
    """Exact match on code-switched against monolingual sentences, as named points (name, mono, CS).

    `others` are unnamed grey points (mono, CS), such as all settings that were tried. The frontier consists of the
    points of either kind that no other point beats in both.
    """
    if not points and not others:
        raise ValueError("a trade-off needs at least one point")
    named = [(mono, cs) for _, mono, cs in points]
    with styled():
        figure = new_figure(8.2, 5.6)
        panel = figure.add_subplot()
        panel.set(xlabel="exact match, monolingual sentences", ylabel="exact match, code-switched sentences")
        panel.set_xlim(*_limits([x for x, _ in (*named, *others)]))
        panel.set_ylim(*_limits([y for _, y in (*named, *others)]))
        handles: list[Any] = []
        names: list[str] = []
        if others:
            xs, ys = zip(*others, strict=True)
            handles.append(panel.scatter(xs, ys, s=9, color=FAINT, edgecolor=GREY, linewidth=0.3, gid="others"))
            names.append("settings tried")
        steps = _corners(pareto([*named, *others]))
        xs, ys = zip(*steps, strict=True)
        handles += panel.plot(xs, ys, color=GREY, linewidth=1.2, linestyle="--", gid="frontier", zorder=1.5)
        names.append("frontier")
        for number, (_, mono, cs) in enumerate(points):
            style = {**look(number), "linestyle": ""}
            style |= {"markersize": 8, "markeredgecolor": INK, "markeredgewidth": 0.7}
            panel.plot([mono], [cs], gid=f"point-{number}", zorder=3, **style)
        figure.legend(handles, names, loc="outside upper right", ncols=2)
        # The layout must be final before anything is measured.
        figure.draw_without_rendering()
        figure.set_layout_engine("none")
        _write_names(panel, [name for name, _, _ in points], named, [*others, *_along(steps)])
        return to_svg(figure)


def pareto(points: Sequence[_Point]) -> list[_Point]:
    """The points that no other point dominates, from left to right."""
    frontier: list[_Point] = []
    for x, y in sorted(set(points), reverse=True):
        if not frontier or y > frontier[-1][1]:
            frontier.append((x, y))
    return frontier[::-1]


def _corners(frontier: Sequence[_Point]) -> list[_Point]:
    """The frontier as steps: between two points, nothing above the right one is reached."""
    steps = list(frontier[:1])
    for x, y in frontier[1:]:
        steps += [(steps[-1][0], y), (x, y)]
    return steps


def _along(steps: Sequence[_Point], pieces: int = 12) -> list[_Point]:
    """Points along a line, so that names avoid it if possible."""
    points = []
    for (x, y), (next_x, next_y) in pairwise(steps):
        for piece in range(pieces):
            part = piece / pieces
            points.append((x + part * (next_x - x), y + part * (next_y - y)))
    return points


def _limits(values: Sequence[float]) -> tuple[float, float]:
    """The range of an axis, with room for names at its ends."""
    low, high = min(values), max(values)
    room = 0.1 * (high - low) or 0.05
    return low - room, high + room


def _write_names(panel: Axes, names: Sequence[str], points: Sequence[_Point], faint: Sequence[_Point]) -> None:
    from matplotlib.patheffects import withStroke

    transform = panel.transData.transform
    on_page = [tuple(transform(point)) for point in points]
    halo = [withStroke(linewidth=2.5, foreground="white")]
    texts = [
        panel.annotate(name, point, fontsize=9, zorder=4, path_effects=halo)
        for name, point in zip(names, points, strict=True)
    ]
    sizes = [(box.width + 2, box.height + 1) for box in (text.get_window_extent() for text in texts)]
    frame = panel.bbox
    bounds = Box(frame.x0 + 3, frame.y0 + 3, frame.x1, frame.y1)
    boxes = place_labels(on_page, sizes, bounds, [tuple(transform(point)) for point in faint])
    for number, (text, box, (x, y)) in enumerate(zip(texts, boxes, on_page, strict=True)):
        text.set(gid=f"name-{number}", position=(box.left + 1 - x, box.bottom + 1 - y), anncoords="offset points")
        near_x, near_y = min(max(x, box.left), box.right), min(max(y, box.bottom), box.top)
        if math.dist((x, y), (near_x, near_y)) > 11:
            # Too far away to see which point is meant without a line.
            panel.annotate(
                "", points[number], (near_x - x, near_y - y), textcoords="offset points", zorder=2,
                arrowprops={"arrowstyle": "-", "color": GREY, "linewidth": 0.7, "shrinkA": 0, "shrinkB": 4},
            )  # fmt: skip


def grouped_bars(groups: Sequence[str], series: Mapping[str, Sequence[float | None]]) -> str:
    """Bars side by side: for each group (a language pair) one bar per series (a system), from 0 to at least 1."""
    for name, values in series.items():
        if len(values) != len(groups):
            raise ValueError(f"{name!r} has {len(values)} values for {len(groups)} groups")
    if not groups or not series:
        raise ValueError("bars need at least one group and one series")
    width = 0.84 / len(series)
    handles: list[Any] = []
    with styled():
        room = min(max(4.5, 0.2 * len(groups) * (len(series) + 1)), 10.5)
        figure = new_figure(room + 0.7 + legend_width(series), 4.0)
        panel = figure.add_subplot()
        for number, values in enumerate(series.values()):
            middles = [place + (number - (len(series) - 1) / 2) * width for place in range(len(groups))]
            known = [(x, value, place) for place, (x, value) in enumerate(zip(middles, values, strict=True))]
            there = [(x, value, place) for x, value, place in known if value is not None and not math.isnan(value)]
            bars = panel.bar([x for x, _, _ in there], [v for _, v, _ in there], 0.9 * width, **fill(number))
            for bar, (_, _, place) in zip(bars, there, strict=True):
                bar.set_gid(f"bar-{number}-{place}")
            handles.append(bars)
            for place in sorted(set(range(len(groups))) - {place for _, _, place in there}):
                panel.text(middles[place], 0.005, MISSING, ha="center", va="bottom", color=INK, fontsize=9)
        name_ticks(panel, groups, room)
        panel.set_xlim(-0.6, len(groups) - 0.4)
        panel.set_ylim(0, max(1.0, panel.get_ylim()[1]))
        panel.tick_params(axis="x", length=0)
        panel.set_ylabel("exact match")
        legend_beside(figure, handles, list(series))
        return to_svg(figure)
