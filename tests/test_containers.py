"""The container's files only name what exists."""

from __future__ import annotations

import re
from pathlib import Path

from doc_commands import fault

ROOT = Path(__file__).parent.parent


def test_the_container_starts_a_command_that_exists() -> None:
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    (command,) = re.findall(r"^CMD \[(.*)\]$", text, re.MULTILINE)
    words = [word.strip().strip('"') for word in command.split(",")]
    assert not fault("mixlid " + " ".join(words).replace("*", "any"))
    (given,) = re.findall(r"command: \[(.*)\]", (ROOT / "compose.yaml").read_text(encoding="utf-8"))
    words = [word.strip().strip('"') for word in given.split(",")]
    assert not fault("mixlid " + " ".join(words).replace("*", "any"))


def test_probes_ask_routes_that_exist() -> None:
    routes = re.findall(r'@get\(\n? *"(/\w+)"', (ROOT / "src/mixlid/server/app.py").read_text(encoding="utf-8"))
    page = (ROOT / "docs/service.md").read_text(encoding="utf-8")
    asked = re.findall(r"path: (/\w+)", page)
    asked += re.findall(r"8377(/\w+)'", (ROOT / "Containerfile").read_text(encoding="utf-8"))
    assert len(asked) == 3
    assert set(asked) <= set(routes)


def test_an_image_is_built_from_sources_alone() -> None:
    """What was compiled or installed outside is for another Python, and large."""
    left_out = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert {".git", ".venv", "build", "src/**/*.c", "src/**/*.so"} <= set(left_out)
