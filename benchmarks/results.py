"""The file that all benchmarks write their results to, one section each, and facts about the machine."""

from __future__ import annotations

import argparse
import json
import platform
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

import mixlid
from mixlid._kernel import kernel
from mixlid_lab.report.table import plain

PACKAGES = ("fasttext-community", "heliport", "pycld2", "lingua-language-detector", "pyomo", "highspy")


def arguments(docstring: str) -> argparse.ArgumentParser:
    """A parser with the options of all benchmarks."""
    parser = argparse.ArgumentParser(description=docstring.splitlines()[0])
    parser.add_argument("--json", type=Path, metavar="FILE", help="put the results into this file too")
    parser.add_argument("--model", metavar="FILE", help="a table; default: the one that ships")
    parser.add_argument("--text", type=Path, metavar="FILE", help="lines to use instead of made-up ones")
    return parser


def save(path: Path | None, section: str, values: Any) -> Any:
    """Write a section to the file, leaving the others as they are; return the values as the file has them.

    The printed tables are made from these values; otherwise a time that was rounded for the file could round
    differently.
    """
    values = plain(values)
    if path is None:
        return values
    results: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    results["machine"] = machine()
    results[section] = values
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(results, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return values


def machine() -> dict[str, Any]:
    return {
        "python": platform.python_version(),
        "numpy": np.__version__,
        "mixlid": mixlid.__version__,
        "kernel": kernel(),
        "packages": {name: version for name in PACKAGES if (version := _version(name))},
    }


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
