"""The Python code in docs/service.md runs against a server at the address that it names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from served import Served

DOCUMENT = (Path(__file__).parents[2] / "docs" / "service.md").read_text(encoding="utf-8")


def test_the_blocks_run_and_say_what_they_say(served: Served) -> None:
    blocks = re.findall(r"```python\n(.*?)```", DOCUMENT, re.DOTALL)
    assert len(blocks) == 4
    code = "".join(blocks).replace("http://127.0.0.1:8377", served.address)
    names: dict[str, object] = {"__name__": "document"}
    for statement in re.split(r"\n(?=\S)", code):
        shown = re.fullmatch(r"(\S.*?)  # ([\['{(\d].*)", statement.strip())
        if shown:
            assert eval(shown[1], names) == eval(shown[2], {}), statement
        else:
            exec(statement, names)
    names["service"].close()  # type: ignore[attr-defined]


def test_the_limits_are_those_of_the_code() -> None:
    from dataclasses import asdict

    from mixlid.server.limits import Limits

    section = DOCUMENT.split("## Limits")[1].split("##")[0]
    told = {
        name: float(value.replace(",", "")) for name, value in re.findall(r"^\| `(\w+)` \| ([\d,]+) \|", section, re.M)
    }
    assert told == pytest.approx(asdict(Limits()))
