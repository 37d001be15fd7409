"""The audit of our dependencies: incompatible licences, and a database that cannot be reached."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from importlib.metadata import Distribution
from pathlib import Path

import pytest

import audit


def package(folder: Path, name: str, *lines: str) -> Distribution:
    place = folder / f"{name}-1.0.dist-info"
    place.mkdir()
    (place / "METADATA").write_text(
        "\n".join(["Metadata-Version: 2.4", f"Name: {name}", "Version: 1.0", *lines, "", ""])
    )
    return Distribution.at(place)


@pytest.mark.parametrize(
    ("line", "fine"),
    [
        ("License-Expression: MIT AND PSF-2.0", True),
        ("Classifier: License :: OSI Approved :: BSD License", True),
        ("License: Apache License, Version 2.0", True),
        ("License-Expression: GPL-3.0-only", False),
        ("Classifier: License :: OSI Approved :: GNU General Public License v3 (GPLv3)", False),
        ("License-Expression: AGPL-3.0 OR MIT", False),
        ("Summary: says nothing", False),
    ],
)
def test_licences(tmp_path: Path, line: str, fine: bool) -> None:
    wrong = audit.licences([package(tmp_path, "other", line)])
    assert (wrong == []) is fine


def test_exceptions_have_reasons(tmp_path: Path) -> None:
    assert audit.licences([package(tmp_path, "heliport", "License-Expression: GPL-3.0-only")]) == []
    assert all(len(why) > 20 for why in audit.EXCEPTIONS.values())


def test_what_is_installed_here() -> None:
    assert audit.main(["--licences"]) == 0


def answer(*packages: Mapping[str, object]) -> list[str]:
    return [sys.executable, "-c", f"print({json.dumps({'dependencies': packages})!r})"]


GOOD = {"name": "numpy", "version": "2.0", "vulns": []}
BAD = {"name": "other", "version": "1.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1"]}]}
UNKNOWN = {"name": "third", "skip_reason": "not found on PyPI"}


def test_vulnerabilities(capsys: pytest.CaptureFixture[str]) -> None:
    assert audit.vulnerabilities(answer(GOOD)) == 0
    assert audit.vulnerabilities(answer(GOOD, BAD, UNKNOWN)) == 1
    assert "other 1.0: PYSEC-1, mended in 1.1" in capsys.readouterr().err


def test_what_was_not_looked_up_is_no_good_news(capsys: pytest.CaptureFixture[str]) -> None:
    assert audit.vulnerabilities(answer(GOOD, UNKNOWN)) == 3
    assert "1 packages could NOT be looked up in the database on the network, third for one" in capsys.readouterr().err
    fails = [sys.executable, "-c", "import sys; sys.exit('ConnectionError: Max retries exceeded')"]
    assert audit.vulnerabilities(fails) == 3
    said = capsys.readouterr().err
    assert "were NOT looked up" in said
    assert said.count("\n") == 1
