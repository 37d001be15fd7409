"""`make` announces every long, quiet step, and pre-commit runs `make check`."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
@pytest.mark.parametrize(
    "target", ["demo", "test", "test-all", "test-core", "check", "docs", "test-engines", "fuzz", "sanitize"]
)
def test_long_steps_are_announced(target: str, tmp_path: Path) -> None:
    argv = ["make", "--dry-run", "--no-print-directory", f"VENV={tmp_path / 'venv'}", target]
    shown = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    lines = shown.replace("\\\n", " ").splitlines()
    long = [number for number, line in enumerate(lines) if "-m venv" in line or "pip install" in line]
    assert len(long) >= 2  # an environment is made, and something is installed
    for number in long:
        said = f"{lines[number - 1]}\n{lines[number].partition('pip install')[0]}"
        assert "echo 'Making" in said or "echo 'Installing" in said, lines[number]


def test_hooks_are_the_parts_of_make_check() -> None:
    hooks = re.findall(r"entry: make --silent (\S+)", (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    (parts,) = re.findall(r"^check: (.+)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert hooks == parts.split()
