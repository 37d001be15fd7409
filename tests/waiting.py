"""Waiting for what another process or thread does, and never for longer than a minute."""

from __future__ import annotations

import time
from collections.abc import Callable

LIMIT = 60.0


def wait_until(holds: Callable[[], object], what: str) -> None:
    """Look again and again until it holds."""
    deadline = time.monotonic() + LIMIT
    while not holds():
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {LIMIT:g} s for {what}")
        time.sleep(0.01)
