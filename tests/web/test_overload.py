"""The tool that attacks the service, briefly; `python tools/overload.py` does it for longer."""

from __future__ import annotations

import pytest

import overload
from waiting import LIMIT


@pytest.mark.parametrize("name", ["slow bodies", "dear searches"])
def test_others_are_served(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert overload.main(["--seconds", "2", "--patience", str(LIMIT), "--only", name]) == 0
    said = capsys.readouterr().out
    cells = said.splitlines()[2].strip("| ").split(" | ")
    assert cells[0] == name
    assert int(cells[3]) >= 1  # served
    assert (cells[5], cells[6]) == ("0", "0")  # hangs, wrong answers
    assert "0 lines in the log" in said
