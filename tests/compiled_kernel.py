"""For tests that compare compiled code with Python and NumPy."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from mixlid._kernel import kernel


def needed(module: str) -> Any:
    """A compiled module; a test file that needs it is skipped where NumPy does the work."""
    if kernel() == "numpy":
        reason = "the compiled kernel is not built (no C compiler?), or MIXLID_KERNEL=numpy"
        pytest.skip(reason, allow_module_level=True)
    return import_module(module)
