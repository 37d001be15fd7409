"""The transcripts in docs/http.md are what the service sends to curl."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from served import Served

from doc_blocks import Block, agrees, read_blocks, transcript

PAGE = Path(__file__).parents[2] / "docs" / "http.md"
BLOCKS = [block for block in read_blocks(PAGE.read_text(encoding="utf-8"), PAGE.name) if block.language == "console"]


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: f"line-{block.line}")
def test_curl(block: Block, served: Served) -> None:
    for command, expected in transcript(block.text):
        here = command.replace("http://127.0.0.1:8377", served.address)
        done = subprocess.run(["bash", "-c", here], capture_output=True, check=True, text=True)
        assert agrees(done.stdout, expected), f"{block.where}: {command}\n{done.stdout}"


def test_every_route_for_programs_is_tried() -> None:
    tried = "".join(block.text for block in BLOCKS)
    for route in ("/identify ", "/identify/stream", "/languages", "/models", "/health"):
        assert route in tried
