"""Places the names of points so that they cover neither each other nor the points: plain geometry."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple


class Box(NamedTuple):
    left: float
    bottom: float
    right: float
    top: float

    def overlap(self, other: Box) -> float:
        """The area that both cover."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.top, other.top) - max(self.bottom, other.bottom)
        return max(width, 0.0) * max(height, 0.0)

    def holds(self, x: float, y: float) -> bool:
        return self.left <= x <= self.right and self.bottom <= y <= self.top


#: Allowed distances of a name from its point, nearest first, in points of the drawing.
_DISTANCES = (8.0, 13.0, 20.0, 30.0, 42.0, 56.0, 72.0)
_DIRECTIONS = 24
#: Half the side of the square that is kept free around a marker.
_MARKER = 6.0


def place_labels(
    points: Sequence[tuple[float, float]],
    sizes: Sequence[tuple[float, float]],
    bounds: Box,
    faint: Sequence[tuple[float, float]] = (),
) -> list[Box]:
    """A box of the given size for each point, inside the bounds if possible.

    Boxes avoid each other and all points; covering `faint` points costs less. The most crowded points choose first. If
    there is no free place, a box goes where it covers least.
    """
    markers = [Box(x - _MARKER, y - _MARKER, x + _MARKER, y + _MARKER) for x, y in points]
    crowd = [sum(1 / (20 + math.dist(one, other)) for other in points) for one in points]
    placed: dict[int, Box] = {}
    for number in sorted(range(len(points)), key=lambda number: -crowd[number]):
        taken = [*markers, *placed.values()]
        options = _options(points[number], sizes[number])
        placed[number] = min(options, key=lambda option: _cost(option[0], option[1], taken, bounds, faint))[1]
    return [placed[number] for number in range(len(points))]


def _options(point: tuple[float, float], size: tuple[float, float]) -> list[tuple[float, Box]]:
    """Boxes around a point, each with its distance; those to the right first."""
    (x, y), (width, height) = point, size
    boxes = []
    for distance in _DISTANCES:
        for step in range(_DIRECTIONS):
            angle = 2 * math.pi * step / _DIRECTIONS
            dx, dy = math.cos(angle), math.sin(angle)
            # The centre of the box: the point moved by the distance and by half the box in this direction.
            middle_x = x + dx * distance + dx * width / 2
            middle_y = y + dy * distance + dy * height / 2
            box = Box(middle_x - width / 2, middle_y - height / 2, middle_x + width / 2, middle_y + height / 2)
            boxes.append((distance, box))
    return boxes


def _cost(
    distance: float, box: Box, taken: Sequence[Box], bounds: Box, faint: Sequence[tuple[float, float]]
) -> tuple[float, float]:
    """What the box covers that it must not; then its distance, and the faint points that it covers."""
    area = (box.right - box.left) * (box.top - box.bottom)
    outside = area - box.overlap(bounds)
    covered = sum(box.overlap(other) for other in taken)
    return round(outside + covered, 6), distance + 3.0 * sum(box.holds(x, y) for x, y in faint)
