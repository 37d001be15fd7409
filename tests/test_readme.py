"""What the README shows is what happens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mixlid.cli import main

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def test_python_block_runs() -> None:
    (block,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    names: dict[str, object] = {"__name__": "readme"}
    exec(compile(block, "README.md", "exec"), names)


def test_transcript(capsys: pytest.CaptureFixture[str]) -> None:
    text, answer = re.findall(r'\$ mixlid identify -t "(.*?)"\n(.*?)\n', README)[0]
    assert main(["identify", "-t", text]) == 0
    assert capsys.readouterr().out == f"{answer}\n"
