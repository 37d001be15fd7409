"""The tool that kills runs, for a few kills; `python tools/kills.py` does thirty."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import kills

pytest.importorskip("fcntl", reason="needs a Unix system")


def test_a_few_kills(tmp_path: Path) -> None:
    count, source = kills.Count(), tmp_path / "in.txt"
    kills.write_input(source, 3000, Random(1))
    kills.kill_and_resume(source, "jsonl", 2, 2, Random(1), count)
    assert count.kills == 2
    assert count.different == []


def test_what_differs_is_said(tmp_path: Path) -> None:
    count = kills.Count()
    for name, text in (("calm.txt", "a"), ("out.txt", "b")):
        (tmp_path / name).write_text(text)
    kills.compare(tmp_path / "calm.txt", tmp_path / "out.txt", count)
    assert count.different == ["out.txt: not the bytes of calm.txt"]
