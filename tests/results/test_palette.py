"""One palette for terminal and page: the colours agree, and all languages differ even without colour."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from mixlid.results.marked import COLOURS, LINES, MANY, Style, style_at

#: What is left of linear red, green and blue without one kind of cone (Viénot, Brettel and Mollon 1999).
EYES = {
    "all cones": np.eye(3),
    "no long cones": np.array([[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]]),
    "no middle cones": np.array([[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]]),
}
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def test_colours_of_the_cube() -> None:
    # From xterm's table of 256 colours.
    assert [Style(code, "", "").hex for code in (16, 38, 172, 231)] == ["#000000", "#00afd7", "#d78700", "#ffffff"]


def test_no_face_or_line_repeats() -> None:
    assert len({face for face, _ in LINES}) == len(LINES)
    assert len({line for _, line in LINES}) == len(LINES)


@pytest.mark.parametrize("eyes", EYES)
def test_colours_are_far_apart_for_all_eyes(eyes: str) -> None:
    points = {colour: lab(Style(colour, "", "").hex, EYES[eyes]) for colour in COLOURS}
    assert len(points) == 12
    for one, other in combinations(points, 2):
        assert float(np.linalg.norm(points[one] - points[other])) > 15, (one, other)  # 2 is just noticeable


def lab(colour: str, eyes: NDArray[np.float64]) -> NDArray[np.float64]:
    """CIE L*a*b* (D65) of an sRGB colour."""
    given = np.array([int(colour[place : place + 2], 16) for place in (1, 3, 5)]) / 255
    linear = np.where(given <= 0.04045, given / 12.92, ((given + 0.055) / 1.055) ** 2.4)
    xyz = XYZ @ np.clip(eyes @ linear, 0, 1) / np.array([0.9505, 1.0, 1.089])
    x, y, z = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def test_more_languages_than_colours_still_look_different() -> None:
    looks = [style_at(place) for place in range(MANY)]
    assert len({look.sgr for look in looks}) == MANY == 84
    assert len({(look.hex, look.line) for look in looks}) == MANY
