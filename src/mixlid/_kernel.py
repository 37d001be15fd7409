"""Which kernel does the work: the compiled one where it was built, else the one in Python and NumPy.

Both give the same answers; the compiled one is faster. It covers tokens (`text._compiled`), word scores of our own
tables (`models._compiled`), the exact search (`assign._compiled`) and the pipeline from a text to its result
(`engine._compiled`), which needs all the others. Set the environment variable `MIXLID_KERNEL` to `compiled` or `numpy`
where the choice matters, as in a benchmark or a bug report. It is read once, when a kernel is first needed.
"""

from __future__ import annotations

import logging
import os
from functools import cache
from importlib import import_module
from itertools import count
from typing import Literal
from zlib import crc32

from mixlid.errors import SettingsError

VARIABLE = "MIXLID_KERNEL"
#: What the extensions of a checkout were built from: lines of module, source, its time and its checksum (`setup.py`).
BUILT_FROM = "_built_from.txt"
#: Texts after which it is said, once in a process, that they might be done much faster.
MANY = 10_000

LOG = logging.getLogger("mixlid")
_texts = count(1)


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


def refuse_stale(package: str) -> None:
    """Raise an error if an extension was built from other sources than those that lie beside it.

    A checkout has its extensions among the sources, where a failed build leaves the old ones. An installed wheel has
    neither sources nor a list of them, and nothing is looked at. A source is read only if its time has changed, and
    paths are strings, so that this takes a fraction of a millisecond.
    """
    try:
        with open(f"{package}/{BUILT_FROM}", encoding="utf-8") as file:  # noqa: PTH123
            lines = file.read().splitlines()
    except FileNotFoundError:
        lines = []
        if os.path.exists(f"{package}/../../setup.py"):  # noqa: PTH110
            built = [name for name in os.listdir(package) if name.startswith("_cython.") and not name.endswith(".c")]  # noqa: PTH208
            lines = [f"{name}\t{BUILT_FROM}\t0\t0" for name in built]
    for source in {line.partition("\t")[2]: line for line in lines}.values():
        module, path, moment, checksum = source.split("\t")
        place = f"{package}/{path}"
        try:
            if os.stat(place).st_mtime_ns == int(moment):  # noqa: PTH116
                continue
            with open(place, "rb") as content:  # noqa: PTH123
                if crc32(content.read()) == int(checksum):
                    continue
        except FileNotFoundError:
            pass
        raise RuntimeError(
            f"the compiled module {module} was not built from {path} as it is now in {package}; run `make build`, "
            f"or set {VARIABLE}=numpy to do without compiled modules"
        )


def count_text() -> None:
    """A text was done in Python and NumPy; says so when there are many, unless that was asked for."""
    if next(_texts) == MANY and kernel() == "numpy" and not os.environ.get(VARIABLE):
        LOG.warning(
            "mixlid has done %s texts without its compiled kernel, which is many times faster: install it where a C "
            "compiler is at hand (%s=compiled makes it an error that it is missing, %s=numpy ends this note)",
            f"{MANY:,}",
            VARIABLE,
            VARIABLE,
        )


if os.environ.get(VARIABLE) != "numpy":  # here, since what imports a compiled module has asked for a kernel first
    refuse_stale(os.path.dirname(__file__))  # noqa: PTH120
