"""Formats, commands and adapters are found by entry points, ours like those of any package."""

from __future__ import annotations

from importlib.metadata import entry_points
from importlib.util import find_spec

import pytest

import mixlid


@pytest.mark.parametrize("group", ["mixlid.adapters", "mixlid.commands"])
def test_what_is_declared_exists(group: str) -> None:
    found = [point for point in entry_points(group=group) if point.module.partition(".")[0] == "mixlid"]
    assert found
    for point in found:
        assert find_spec(point.module) is not None, point


def test_adapters_are_attributes() -> None:
    assert mixlid.adapters.arrow.__name__ == "mixlid.adapters.arrow"
    assert "arrow" in dir(mixlid.adapters)
    with pytest.raises(AttributeError, match="no attribute 'sparks'; there are arrow, "):
        mixlid.adapters.sparks  # noqa: B018
