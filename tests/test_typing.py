"""What a type checker tells users of mixlid: settings and presets that do not exist are rejected."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from mixlid.settings import AS_PRINTED, PAPER, SETTINGS, Changes, PresetName

CODE = """\
import mixlid

lid = mixlid.load(preset="cs")
lid.replace(max_languages=3, penalty={"eng": 1.0}, rank_weights=[1.0, 0.5])
mixlid.identify("hello", preset="mono", languages=["eng"])
lid.replace(max_langs=3)
lid.replace(max_languages="3")
lid.settings.replace(penatly=1)
mixlid.load(preset="csx")
mixlid.identify("hello", preset="csx")
mixlid.identify("hello", langages=["eng"])
"""
GOOD = 5


def test_a_type_checker_knows_settings_and_presets(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    (tmp_path / "use.py").write_text(CODE, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--no-incremental", "use.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    lines = {int(line.split(":")[1]) for line in done.stdout.splitlines() if ": error:" in line}
    assert lines == set(range(GOOD + 1, CODE.count("\n") + 1)), done.stdout


def test_the_names_are_those_of_the_settings() -> None:
    assert list(Changes.__annotations__) == list(SETTINGS)
    assert get_args(PresetName) == ("default", "one", *PAPER, *AS_PRINTED)
