"""For tests that compare compiled modules with Python and NumPy, and so need both."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from mixlid._kernel import kernel


def compiled_module(name: str) -> Any:
    """A compiled module; the tests of the file are skipped if it was not built or must not be used."""
    if kernel() != "compiled":
        pytest.skip("needs the compiled kernel (no C compiler, or MIXLID_KERNEL=numpy)", allow_module_level=True)
    return import_module(name)
