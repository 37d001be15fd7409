"""Figures: well-formed SVG with the expected parts, and the same bytes each time."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import cache
from xml.etree import ElementTree

import pytest

from mixlid.errors import MissingDependencyError

pytest.importorskip("matplotlib")

from mixlid_lab.report.comparisons import grouped_bars, pareto, trade_off
from mixlid_lab.report.drawing import power_of_ten
from mixlid_lab.report.figures import histograms, lines, reliability, top_labels
from mixlid_lab.report.label_placement import Box, place_labels

# With a formula that would be an error, were it read as one.
ODD = "a $x^$ <b> & _"


def draw_histograms() -> str:
    empty = [0] * 10
    panels = [("v2, sentences", [*empty[:9], 3], 0.95), (ODD, [0, 1, 0, 0, 1, *empty[:5]], 0.25)]
    return histograms([*panels, ("none", empty, float("nan"))])


def draw_lines() -> str:
    return lines({"v0": [("1–5", 0.5), ("6–10", 0.7)], ODD: [("6–10", 0.8), ("11+", 0.9)]}, "characters", "F1")


def draw_runtimes() -> str:
    return lines({"exact": [(10, 1e-6), (125, 1e-5)], "ilp": [(10, 0.1), (125, 2.0)]}, "labels", "s", True, True)


def draw_top_labels() -> str:
    shares = [("deu_Latn", 0.9), ("eng_Latn", 0.5), ("sco_Latn", 0.0)]
    return top_labels([("v0", shares, "eng_Latn"), (ODD, shares[:2], "fra_Latn")])


def draw_reliability() -> str:
    bins = [(0.05, 0.1, 3), (0.55, 0.4, 0), (0.95, 0.9, 40)]
    return reliability([("default", bins, 0.0312), (ODD, bins[:1], 0.2)])


def draw_trade_off() -> str:
    points = [("default", 0.94, 0.78), ("cs", 0.06, 0.84), (ODD, 0.94, 0.78)]
    return trade_off(points, [(0.5, 0.5), (0.6, 0.8), (0.97, 0.1)])


def draw_bars() -> str:
    series: dict[str, list[float | None]] = {"v0": [0.1, 0.2, 0.3], ODD: [0.4, None, 0.6]}
    return grouped_bars(["tur-eng", "spa-eng", "eus-spa"], series)


DRAWINGS = [
    draw_histograms, draw_lines, draw_runtimes, draw_top_labels, draw_reliability, draw_trade_off, draw_bars,
]  # fmt: skip


@cache
def drawn(draw: Callable[[], str]) -> str:
    """A drawing, made once."""
    return draw()


def parts(svg: str, prefix: str) -> list[ElementTree.Element]:
    """The elements whose id begins so."""
    return [element for element in ElementTree.fromstring(svg).iter() if element.get("id", "").startswith(prefix)]


@pytest.mark.parametrize("draw", DRAWINGS)
def test_well_formed_and_the_same_each_time(draw: Callable[[], str]) -> None:
    svg = drawn(draw)
    assert ElementTree.fromstring(svg).tag.endswith("svg")
    assert draw() == svg
    assert "<dc:date>" not in svg
    assert "<script" not in svg
    assert "https://matplotlib.org" not in svg


def test_histograms() -> None:
    svg = drawn(draw_histograms)
    assert [len(parts(svg, f"bar-{panel}-")) for panel in range(3)] == [10, 10, 10]
    assert len(parts(svg, "mean-")) == 2
    for text in ("v2, sentences", "mean 0.95", "mean –", "probability of the right language"):
        assert f"<!-- {text} -->" in svg


def test_lines() -> None:
    svg = drawn(draw_lines)
    assert len(parts(svg, "series-")) == 2
    ticks = [svg.index(f"<!-- {name} -->") for name in ("1–5", "6–10", "11+")]
    assert ticks == sorted(ticks)
    for text in ("characters", "F1", "v0", "a $x^$ &lt;b&gt; &amp; _"):
        assert f"<!-- {text} -->" in svg


def test_logarithmic_axes() -> None:
    svg = drawn(draw_runtimes)
    for tick in ("10", "125", "10⁻⁵", "10⁰"):
        assert f"<!-- {tick} -->" in svg
    assert "mathdefault" not in svg
    assert power_of_ten(1e-12) == "10⁻¹²"
    with pytest.raises(ValueError, match="no place for 0"):
        lines({"a": [(1, 0.0)]}, "x", "y", log_y=True)
    with pytest.raises(ValueError, match="at least one point"):
        lines({"a": []}, "x", "y")


def test_top_labels() -> None:
    svg = drawn(draw_top_labels)
    assert len(parts(svg, "right-")) == 1
    assert len(parts(svg, "bar-0-")) == 2
    assert len(parts(svg, "bar-1-")) == 2
    assert "<!-- 90% -->" in svg


def test_reliability() -> None:
    """A bin without sentences has no point and no bar."""
    svg = drawn(draw_reliability)
    assert len(parts(svg, "count-0-")) == 2
    assert len(parts(svg, "series-")) == len(parts(svg, "diagonal-")) == 2
    assert "<!-- ECE 0.031 -->" in svg


def test_trade_off() -> None:
    svg = drawn(draw_trade_off)
    assert len(parts(svg, "point-")) == len(parts(svg, "name-")) == 3
    assert len(parts(svg, "frontier")) == len(parts(svg, "others")) == 1
    assert len(parts(trade_off([("a", 0.5, 0.5)]), "frontier")) == 1


def test_frontier() -> None:
    """(0.5, 0.5) is beaten in both; (0.9, 0.7) is beaten in one and equal in the other."""
    points = [(0.5, 0.5), (0.1, 0.9), (0.9, 0.8), (0.9, 0.7), (0.99, 0.2), (0.05, 0.9)]
    assert pareto(points) == [(0.1, 0.9), (0.9, 0.8), (0.99, 0.2)]


def test_grouped_bars() -> None:
    svg = drawn(draw_bars)
    assert len(parts(svg, "bar-0-")) == 3
    assert len(parts(svg, "bar-1-")) == 2
    assert "<!-- – -->" in svg  # for the value that is not there
    with pytest.raises(ValueError, match="'a' has 1 values for 2 groups"):
        grouped_bars(["x", "y"], {"a": [0.5]})
    with pytest.raises(ValueError, match="at least one group"):
        grouped_bars([], {"a": []})


def test_names_keep_apart() -> None:
    """Twelve points, some at the same place: no name covers a name or the middle of a point, or leaves the frame."""
    points = [(200.0 + 7 * (i % 4), 150.0 + 9 * (i // 4)) for i in range(11)] + [(200.0, 150.0)]
    sizes = [(40.0 + 3 * i, 10.0) for i in range(12)]
    bounds = Box(0, 0, 400, 300)
    boxes = place_labels(points, sizes, bounds)
    for number, box in enumerate(boxes):
        assert (box.right - box.left, box.top - box.bottom) == pytest.approx(sizes[number])
        assert box.overlap(bounds) == pytest.approx(sizes[number][0] * sizes[number][1])
        assert not any(box.holds(x, y) for x, y in points)
        assert all(box.overlap(other) < 1e-6 for other in boxes[:number])


def test_names_avoid_faint_points_if_they_can() -> None:
    bounds = Box(0, 0, 400, 300)
    (plain,) = place_labels([(200, 150)], [(40, 10)], bounds)
    assert plain.left > 200
    faint = [(plain.left + 5 * step, 150.0) for step in range(8)]
    (moved,) = place_labels([(200, 150)], [(40, 10)], bounds, faint)
    assert not any(moved.holds(x, y) for x, y in faint)


def test_no_pyplot_and_no_matplotlib_until_something_is_drawn() -> None:
    code = """
import sys
from mixlid_lab.report import comparisons, figures, write
assert "matplotlib" not in sys.modules
figures.lines({"a": [(1, 2.0)]}, "x", "y")
import matplotlib
assert "matplotlib.pyplot" not in sys.modules
assert matplotlib.rcParams["svg.hashsalt"] is None
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingDependencyError, match=r"mixlid\[report\]"):
        draw_lines()
