"""Coroutines whose time passes at once, and only while everyone waits: timing holds on any machine."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any


class _Clock(selectors.DefaultSelector):
    """Skips waiting, and advances the time accordingly."""

    now = 0.0

    def select(self, timeout: float | None = None) -> Any:
        ready = super().select(0 if timeout is not None else None)
        if not ready and timeout:
            self.now += timeout
        return ready


def run_at_once(coroutine: Coroutine[Any, Any, None]) -> None:
    clock = _Clock()
    loop = asyncio.SelectorEventLoop(clock)
    loop.time = lambda: clock.now  # type: ignore[method-assign]
    try:
        loop.run_until_complete(coroutine)
    finally:
        loop.close()
