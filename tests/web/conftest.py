"""One server for all tests that do not change its limits."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from served import Served, serve

import mixlid


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    with serve() as server:
        yield server


@pytest.fixture(scope="session")
def lid() -> mixlid.Identifier:
    return mixlid.load()
