"""Waiting for another process or thread, for some minutes at most."""

from __future__ import annotations

import time
from collections.abc import Callable

#: For a machine that has a dozen other things to do; what is waited for is there at once on a quiet one.
LIMIT = 300.0


def wait_until(holds: Callable[[], object], what: str) -> None:
    """Check again and again until it holds."""
    deadline = time.monotonic() + LIMIT
    while not holds():
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {LIMIT:g} s for {what}")
        time.sleep(0.01)
