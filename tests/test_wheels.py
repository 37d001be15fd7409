"""Releases are built for the wheels that the pages promise."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_every_python_with_a_classifier_has_wheels(project: dict[str, Any]) -> None:
    named = [one.rpartition(":: ")[2] for one in project["project"]["classifiers"] if "Python :: 3." in one]
    assert named == ["3.10", "3.11", "3.12", "3.13", "3.14"]
    assert project["tool"]["cibuildwheel"]["build"] == [f"cp{one.replace('.', '')}-*" for one in named]


def test_glibc_and_musl_on_both_processors_macos_and_windows(project: dict[str, Any]) -> None:
    wheels = project["tool"]["cibuildwheel"]
    assert wheels["skip"] == ["*_i686", "*-win32"]  # 32 bits, for which there is no NumPy
    assert wheels["linux"]["archs"] == ["x86_64", "aarch64"]
    assert wheels["environment"] == {"MIXLID_REQUIRE_COMPILED": "1"}  # none without its compiled part
    workflow = (ROOT / ".github" / "workflows" / "packages.yml").read_text(encoding="utf-8")
    assert "os: [ubuntu-latest, ubuntu-24.04-arm, macos-13, macos-latest, windows-latest]" in workflow
