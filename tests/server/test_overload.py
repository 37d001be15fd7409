"""The tool that attacks the service, briefly; `python tools/overload.py` does it for longer."""

from __future__ import annotations

import asyncio

import pytest

import overload
from waiting import LIMIT


@pytest.mark.parametrize("name", ["bodies that stop", "dear searches"])
def test_others_are_served(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert overload.main(["--seconds", "2", "--patience", str(LIMIT), "--only", name]) == 0
    said = capsys.readouterr().out
    cells = said.splitlines()[2].strip("| ").split(" | ")
    assert cells[0] == name
    assert int(cells[3]) >= 1  # served
    assert (cells[5], cells[6]) == ("0", "0")  # hangs, wrong answers
    assert "0 lines in the log" in said


@pytest.mark.parametrize("is_starved", [True, False])
def test_a_server_that_waits_for_a_processor_does_not_hang(is_starved: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its patience is at an end when it looks for the second time, unless the server could not run meanwhile."""
    looks: list[int] = []

    def processor(_: overload.LocalServer) -> tuple[float, float]:
        looks.append(len(looks))
        return (1.0 * len(looks), 1e9 * len(looks) if is_starved else 0.0)

    async def ask(_: overload.LocalServer, request: bytes, _address: str) -> tuple[int, bytes]:
        while len(looks) < 2:
            await asyncio.sleep(0)
        await asyncio.sleep(0 if is_starved else LIMIT)
        return 200, request

    monkeypatch.setattr(overload.LocalServer, "processor", processor)
    monkeypatch.setattr(overload.LocalServer, "ask", ask)
    place = overload.LocalServer.__new__(overload.LocalServer)
    if is_starved:
        assert asyncio.run(place.answer(b"x", 0.01)) == (200, b"x")
    else:
        with pytest.raises(asyncio.TimeoutError):
            asyncio.run(place.answer(b"x", 0.01))
