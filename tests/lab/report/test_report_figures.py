"""Figures: well-formed SVG with the expected texts, and the same bytes each time."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import cache
from xml.etree import ElementTree

import pytest

from mixlid_lab.report.figures import grouped_bars, histograms, lines, pareto, reliability, top_labels, trade_off

# With a formula that would be an error, were it read as one.
ODD = "a $x^$ <b> & _"


def draw_histograms() -> str:
    empty = [0] * 10
    panels = [("v2, sentences", [*empty[:9], 3], 0.95), (ODD, [0, 1, 0, 0, 1, *empty[:5]], 0.25)]
    return histograms([*panels, ("none", empty, None)])


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
    return grouped_bars(["tur-eng", "spa-eng", "eus-spa"], {"v0": [0.1, 0.2, 0.3], ODD: [0.4, 0.5, 0.6]})


TEXTS: dict[Callable[[], str], tuple[str, ...]] = {
    draw_histograms: ("v2, sentences", "mean 0.95", "mean –", "probability of the right language"),
    draw_lines: ("1–5", "6–10", "11+", "characters", "F1", "v0"),
    draw_runtimes: ("10", "125", "1e-05", "0.1"),
    draw_top_labels: ("90%", "0.0%", "eng_Latn"),
    draw_reliability: ("ECE 0.031", "confidence"),
    draw_trade_off: ("frontier", "settings tried", "default", "cs"),
    draw_bars: ("tur-eng", "spa-eng", "v0"),
}


@cache
def drawn(draw: Callable[[], str]) -> str:
    """A drawing, made once."""
    return draw()


@pytest.mark.parametrize("draw", TEXTS)
def test_well_formed_and_the_same_each_time(draw: Callable[[], str]) -> None:
    svg = drawn(draw)
    assert ElementTree.fromstring(svg).tag.endswith("svg")
    assert draw() == svg
    for absent in ("<dc:date>", "<script", "https://matplotlib.org", "mathdefault"):
        assert absent not in svg


@pytest.mark.parametrize("draw", TEXTS)
def test_texts(draw: Callable[[], str]) -> None:
    places = [drawn(draw).find(f"<!-- {text} -->") for text in TEXTS[draw]]
    assert -1 not in places


def test_a_line_needs_a_point() -> None:
    with pytest.raises(ValueError, match="at least one point"):
        lines({"a": []}, "x", "y")


def test_frontier() -> None:
    """(0.5, 0.5) is beaten in both; (0.9, 0.7) is beaten in one and equal in the other."""
    points = [(0.5, 0.5), (0.1, 0.9), (0.9, 0.8), (0.9, 0.7), (0.99, 0.2), (0.05, 0.9)]
    assert pareto(points) == [(0.1, 0.9), (0.9, 0.8), (0.99, 0.2)]


def test_no_pyplot_and_the_users_style_stays() -> None:
    code = """
import sys
from mixlid_lab.report import figures
figures.lines({"a": [(1, 2.0)]}, "x", "y")
import matplotlib
assert "matplotlib.pyplot" not in sys.modules
assert matplotlib.rcParams["svg.hashsalt"] is None
"""
    subprocess.run([sys.executable, "-c", code], check=True)
