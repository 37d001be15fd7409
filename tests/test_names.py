"""No two public classes of the package have the same name."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import mixlid

PACKAGE = Path(mixlid.__file__).parent


def twice(names: Iterable[tuple[str, Path]]) -> dict[str, list[str]]:
    """The names that more than one file has, each with those files."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for name, path in names:
        places[name].append(str(path.relative_to(PACKAGE)))
    return {name: found for name, found in places.items() if len(found) > 1}


def test_classes() -> None:
    classes = [
        (node.name, path)
        for path in sorted(PACKAGE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]
    assert len(classes) > 100
    assert twice(classes) == {}
