"""The compiled part of mixlid; everything else about the package is in `pyproject.toml`.

Every extension is optional: without a C compiler the installation warns, goes on, and NumPy does the work.
"""

import sys
from pathlib import Path

from setuptools import Extension, setup

# Without contraction to fused operations a sum has the same bits on every processor, and the same as NumPy's.
FLAGS = ["/O2"] if sys.platform == "win32" else ["-O3", "-g0", "-ffp-contract=off"]

SOURCE = Path("src")
MODULES = ("assign._search", "text._tokens", "models._rows", "engine._pipeline")


def extension(module: str) -> Extension:
    """A `.pyx` file, rebuilt when a declaration of any module or an included part of its own changes."""
    path = SOURCE / "mixlid" / f"{module.replace('.', '/')}.pyx"
    parts = [*sorted(path.parent.glob(f"{path.stem}_*.pxi")), *sorted(SOURCE.glob("**/*.pxd"))]
    return Extension(
        f"mixlid.{module}",
        [path.as_posix()],
        depends=[part.as_posix() for part in parts],
        extra_compile_args=FLAGS,
        optional=True,
    )


setup(ext_modules=[extension(module) for module in MODULES])
