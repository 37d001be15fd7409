"""The compiled part of mixlid; everything else about the package is in `pyproject.toml`.

Every extension is optional: without a C compiler the installation warns, goes on, and NumPy does the work.
"""

import sys
from pathlib import Path

from setuptools import Extension, setup

# Without contraction to fused operations a sum has the same bits on every processor, and the same as NumPy's.
FLAGS = ["/O2"] if sys.platform == "win32" else ["-O3", "-g0", "-ffp-contract=off"]
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "annotation_typing": False,
    "auto_pickle": False,
    "freethreading_compatible": True,
}

SOURCE = Path("src")
#: From `.pyx` files.
MODULES = (
    "text._char_tables",
    "text._tokens",
    "text._names",
    "models._word_cache",
    "models._rows",
    "models._features",
    "models._scorer",
    "assign._sums",
    "assign._programme",
    "assign._search_state",
    "assign._settle",
    "assign._search",
    "engine._desk",
    "engine._objects",
    "engine._pipeline",
)
#: From `.py` files that also run as they are: `_results` is `results.py` with the types of `_results.pxd`.
TYPED_MODULES = ("engine._confidence", "engine._evidence", "engine._familiar", "engine._results", "engine._labelling")


def extension(module: str) -> Extension:
    """A module that is built again when a declaration of any other changes."""
    path = SOURCE / "mixlid" / f"{module.replace('.', '/')}.pyx"
    if module in TYPED_MODULES:
        path = path.with_name(f"{path.stem[1:]}.py")
    made = Extension(
        f"mixlid.{module}",
        [path.as_posix()],
        depends=[part.as_posix() for part in sorted(SOURCE.glob("**/*.pxd"))],
        extra_compile_args=FLAGS,
        optional=True,
    )
    made.cython_directives = DIRECTIVES
    return made


setup(ext_modules=[extension(module) for module in MODULES + TYPED_MODULES])
