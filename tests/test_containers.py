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


def test_what_is_fetched_to_build_and_publish_is_fixed() -> None:
    """A tag or branch of an action, and the tag of an image, can be moved to other code; a hash cannot."""
    workflows = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    actions = [one for path in workflows for one in re.findall(r"uses: *(.+)", path.read_text(encoding="utf-8"))]
    images = re.findall(r"^FROM (.+)", (ROOT / "Containerfile").read_text(encoding="utf-8"), re.MULTILINE)
    assert actions
    assert images
    assert [one for one in actions if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+(, .*)?", one)] == []
    assert [one for one in images if not re.fullmatch(r"\S+:\S+@sha256:[0-9a-f]{64}( AS \w+)?", one)] == []
