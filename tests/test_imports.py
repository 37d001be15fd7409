"""Imports point one way: each package imports only from lower layers, and the laboratory is imported by nobody."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCES = (ROOT / "src" / "mixlid", ROOT / "lab" / "src" / "mixlid_lab")

#: From the lowest layer up. Packages of one layer may import each other, unless they are in `APART`.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("_build", "_files", "_kernel", "_plug_ins", "_processes", "_threads", "errors", "text"),
    ("prior", "results", "rules", "settings", "word_counts"),
    ("models", "solvers"),
    ("engine",),
    (
        "adapt",
        "alternatives",
        "configuration",
        "documents",
        "explain",
        "identifier",
        "inspection",
        "mixing",
        "mixlid",
        "streaming",
    ),
    ("io",),
    ("cli",),
    ("adapters", "linguistics", "server", "speech"),
    ("mixlid_lab",),
)
APART = frozenset({"adapters", "linguistics", "server"})


def package_of(module: str) -> str:
    """The package of a module: `mixlid.io.formats.csv` is in `io`."""
    top, _, rest = module.partition(".")
    if top != "mixlid" or not rest:
        return top
    return "cli" if rest == "__main__" else rest.partition(".")[0]


def imported_by(path: Path) -> set[str]:
    """The modules of ours that a file imports, on loading, inside a function or for type checkers."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return set(re.findall(r"^\s*(?:from|cimport|import)\s+(mixlid[\w.]*)", text, re.MULTILINE))
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: write imports with the full name"
            module = node.module or ""
            names = [one.name for one in node.names] if module == "mixlid" else []
            found |= {f"mixlid.{name}" for name in names if is_module(name)} or {module}
        elif isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
    return {name for name in found if re.match(r"mixlid(_lab)?\b", name)}


def is_module(name: str) -> bool:
    place = SOURCES[0] / name
    return place.is_dir() or place.with_suffix(".py").exists()


def found_imports() -> set[tuple[str, str]]:
    """Every module of ours with every package of ours that it imports."""
    found = set()
    for source in SOURCES:
        for path in source.rglob("*.p*"):
            if path.suffix in (".py", ".pyx", ".pxd", ".pxi"):
                name = ".".join(path.relative_to(source.parent).with_suffix("").parts).removesuffix(".__init__")
                found |= {(name, package_of(module)) for module in imported_by(path)}
    return {(module, package) for module, package in found if package_of(module) != package}


@pytest.fixture(scope="module")
def found() -> set[tuple[str, str]]:
    return found_imports()


def layer(package: str) -> int:
    return next(number for number, packages in enumerate(LAYERS) if package in packages)


def follows(importer: str, imported: str) -> bool:
    difference = layer(importer) - layer(imported)
    return difference > 0 or (difference == 0 and not {importer, imported} <= APART)


def test_every_package_has_a_layer() -> None:
    names = {path.stem for path in SOURCES[0].iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    packages = {name for layer in LAYERS for name in layer}
    assert names - {"__init__", "__main__"} == packages - {"mixlid", "mixlid_lab"}


def test_imports_go_down(found: set[tuple[str, str]]) -> None:
    wrong = {one for one in found if not follows(package_of(one[0]), one[1])}
    assert not wrong


def test_the_rule_itself() -> None:
    assert follows("io", "text")
    assert follows("identifier", "adapt")
    assert follows("mixlid_lab", "cli")
    assert not follows("text", "io")
    assert not follows("server", "linguistics")
    assert not follows("engine", "mixlid_lab")
