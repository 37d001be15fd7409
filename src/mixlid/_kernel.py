"""Which kernel does the work: the compiled one where it was built, else the one in Python and NumPy.

Both give the same answers; the compiled one is faster. It covers tokens (`text._compiled`), word scores of our own
tables (`models._compiled`), the exact search (`solvers._compiled`) and the pipeline from a text to its result
(`engine._compiled`), which needs all the others. Set the environment variable `MIXLID_KERNEL` to `compiled` or `numpy`
where the choice matters, as in a benchmark or a bug report. It is read once, when a kernel is first needed.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from typing import Literal

from mixlid.errors import SettingsError

VARIABLE = "MIXLID_KERNEL"


@cache
def kernel() -> Literal["compiled", "numpy"]:
    """`compiled` or `numpy`."""
    wanted = os.environ.get(VARIABLE, "")
    if wanted not in ("", "compiled", "numpy"):
        raise SettingsError(f"{VARIABLE} must be compiled or numpy, or not set, not {wanted!r}")
    if wanted == "numpy":
        return "numpy"
    try:
        import_module("mixlid.engine._compiled")  # by name: modules that ask for a kernel may not import the engine
    except ImportError as error:
        if wanted == "compiled":
            raise SettingsError(
                f"{VARIABLE} asks for the compiled kernel, which cannot be loaded ({error}); install mixlid where a C "
                f"compiler is at hand (pip install --force-reinstall --no-binary mixlid mixlid), or unset {VARIABLE}"
            ) from None
        return "numpy"
    return "compiled"
