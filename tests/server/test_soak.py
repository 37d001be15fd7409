"""The tool that tests the service for an hour, briefly."""

from __future__ import annotations

import pytest

import soak
from waiting import LIMIT


def test_everything_is_asked(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "ATTACK_SECONDS", 0.1)
    monkeypatch.setattr(soak, "GROWTH", 10.0)  # a moment says nothing about that
    assert soak.main(["--minutes", "0", "--requests", "60", "--patience", str(LIMIT)]) == 0
    said = capsys.readouterr().out
    assert all(kind in said for kind in ("text", "many", "stream", "page", "broken", "attack"))
    assert " 0 hangs, 0 wrong" in said


def test_growth_is_noticed() -> None:
    one = soak.Soak.__new__(soak.Soak)
    one.memory = [100.0] * 40
    assert one.grown == 0
    one.memory = [100.0 + number for number in range(400)]
    assert one.grown > soak.GROWTH
