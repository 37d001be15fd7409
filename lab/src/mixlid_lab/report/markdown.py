"""Tables in Markdown, and the templates of pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import resources


def template(name: str) -> str:
    return resources.files("mixlid_lab.report").joinpath("templates", name).read_text(encoding="utf-8")


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(_cell, line)) + " |" for line in lines) + "\n"


def _cell(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else str(value)
