"""The compiled part of mixlid; everything else about the package is in `pyproject.toml`.

Every extension is optional: without a C compiler the installation warns, goes on, and NumPy does the work.
"""

import sys

from setuptools import Extension, setup

# Without contraction to fused operations a sum has the same bits on every processor, and the same as NumPy's.
FLAGS = ["/O2"] if sys.platform == "win32" else ["-O3", "-g0", "-ffp-contract=off"]

FOLDER = "src/mixlid/assign"
PARTS = ("visit", "offer", "programme", "keep", "sums")

setup(
    ext_modules=[
        Extension(
            "mixlid.assign._search",
            [f"{FOLDER}/_search.pyx"],
            depends=[f"{FOLDER}/_search.pxd", *(f"{FOLDER}/_search_{part}.pxi" for part in PARTS)],
            extra_compile_args=FLAGS,
            optional=True,
        )
    ]
)
