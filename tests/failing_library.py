"""The library of `failing_calls.c`, compiled for the tests that need it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest


def failing_library(folder: Path) -> Path:
    """Skips the test without Linux or a C compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if sys.platform != "linux" or compiler is None:
        pytest.skip("needs Linux and a C compiler")
    library = folder / "failing_calls.so"
    source = Path(__file__).with_suffix("").with_name("failing_calls.c")
    subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", library, source, "-ldl", "-lpthread"], check=True)
    return library
