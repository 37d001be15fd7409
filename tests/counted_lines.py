"""How much work a function does: the lines of Python that it runs, which are the same on any machine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any


def lines_run(function: Callable[[str], object], text: str) -> int:
    function(text)  # what is made once is not counted
    count = 0

    def trace(*_: Any) -> Any:
        nonlocal count
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        function(text)
    finally:
        sys.settrace(before)
    return count
