"""Which modules of src/mixlid import which, which packages may, and the picture docs/images/rooms.svg.

    python tools/import_graph.py            draw the picture
    python tools/import_graph.py --edges    list the modules that make one package import another

Every import counts: on loading, inside a function, or for type checkers only. `tests/test_imports.py` checks that the
tree follows `FLOORS`, and that the picture is up to date.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "images" / "rooms.svg"

#: The rooms from the ground up: each imports from floors below, and from its own floor unless it is in `APART`.
FLOORS: tuple[tuple[str, ...], ...] = (
    ("_kernel", "_files", "errors", "text", "fields", "rules"),
    ("result", "word_counts", "answer_layout", "answer_block", "settings", "prior", "labelled"),
    ("models", "assign", "mixing"),
    ("engine",),
    ("explain", "documents", "identifier", "configuration", "mixlid"),
    ("io",),
    ("analysis",),
    ("adapters", "web", "cli"),
    ("lab.romanisation",),
    ("lab.training", "lab.evaluation", "lab.report"),
    ("lab.corpora", "lab.peers", "lab.tuning", "lab.paper"),
    ("lab.commands",),
)
#: Rooms of one floor that know nothing of each other.
APART = frozenset({
    "adapters", "web", "cli", "lab.training", "lab.evaluation", "lab.report",
    "lab.corpora", "lab.peers", "lab.tuning", "lab.paper",
})  # fmt: skip
#: What may be all the same: a module and a room, and why. Drawn with dashes.
EXCEPTIONS = {
    ("mixlid._kernel", "engine"): "asks whether the compiled modules can be loaded, and uses nothing of them",
    ("mixlid.cli.serve", "web"): "the command that starts the service",
    ("mixlid.cli.main", "lab.commands"): "commands that are found by their names when they are called",
    ("mixlid.cli.model", "lab.commands"): "as main",
}


class Import(NamedTuple):
    importer: str
    imported: str
    #: `load` when the module is loaded, `lazy` inside a function, `typing` for type checkers, `named` as a string that
    #: is the name of a module, to be imported by that name.
    kind: str


def modules(source: Path) -> dict[str, Path]:
    """Every module under the folder of a package, with its file.

    Of a compiled module that is the `.pyx`, or the `.pxd` if it is compiled from a `.py` file that also runs as it is.
    """
    files = sorted(path for suffix in ("pxd", "py", "pyx") for path in source.rglob(f"*.{suffix}"))
    return {_name(path, source): path for path in files}


def imports(source: Path) -> list[Import]:
    """All imports of one module of the package by another, each once, in order."""
    known = modules(source)
    found: set[Import] = set()
    for name, path in known.items():
        for part in _parts(path):
            if part.exists():
                text = part.read_text(encoding="utf-8")
                pairs = _python_imports(text, name, known) if part.suffix == ".py" else _cython_imports(text)
                found |= {Import(name, module, kind) for target, kind in pairs for module in _module(target, known)}
    return sorted(item for item in found if item.importer != item.imported)


def room_of(module: str) -> str:
    """The room of a module: `mixlid.io.formats.csv` is in `io`, `mixlid.lab.paper.notes` in `lab.paper`."""
    _, *parts = module.split(".")
    if not parts:
        return "mixlid"
    if parts[0] == "__main__":
        return "cli"
    return ".".join(parts[:2]) if parts[0] == "lab" and len(parts) > 1 else parts[0]


def floor_of(room: str) -> int:
    """The floor of a room; `ValueError` if it stands on none."""
    for number, rooms in enumerate(FLOORS):
        if room in rooms:
            return number
    raise ValueError(f"the room {room!r} has no floor; give it one in FLOORS of tools/import_graph.py")


def follows_the_floors(importer: str, imported: str) -> bool:
    """Whether a room may import another."""
    if importer == imported or imported == "lab":  # whose __init__.py says only what the package is
        return True
    below = floor_of(imported) - floor_of(importer)
    return below < 0 or (below == 0 and not {importer, imported} <= APART)


def is_exception(item: Import) -> bool:
    return (item.importer, room_of(item.imported)) in EXCEPTIONS


def room_graph(found: Iterable[Import]) -> dict[str, set[str]]:
    """Rooms with the rooms that they import, exceptions left out."""
    graph: dict[str, set[str]] = {room: set() for rooms in FLOORS for room in rooms}
    for item in found:
        one, other = room_of(item.importer), room_of(item.imported)
        if one != other and other != "lab" and not is_exception(item):
            graph[one].add(other)
    return graph


def cycle(graph: Mapping[str, Iterable[str]]) -> list[str]:
    """A way from a node back to itself; empty if there is none."""
    done: set[str] = set()

    def visit(node: str, way: list[str]) -> list[str]:
        if node in way:
            return [*way[way.index(node) :], node]
        if node not in done:
            for following in sorted(graph.get(node, ())):
                if circle := visit(following, [*way, node]):
                    return circle
            done.add(node)
        return []

    return next((circle for node in sorted(graph) if (circle := visit(node, []))), [])


def _name(path: Path, source: Path) -> str:
    parts = [source.name, *path.relative_to(source).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _parts(path: Path) -> list[Path]:
    """The files that a module is compiled from, or the one that it is."""
    if path.suffix != ".pyx":
        return [path]
    included = re.findall(r'^include "(.+)"', path.read_text(encoding="utf-8"), re.MULTILINE)
    return [path, path.with_suffix(".pxd"), *(path.with_name(name) for name in included)]


def _module(target: str, known: Mapping[str, Path]) -> Iterator[str]:
    """The module that `package.module.thing` is of, if it is one of ours."""
    while target:
        if target in known:
            yield target
            return
        target = target.rpartition(".")[0]


def _python_imports(text: str, module: str, known: Mapping[str, Path]) -> Iterator[tuple[str, str]]:
    packages = {name.rpartition(".")[0] for name in known}
    for node, kind in _with_kind(ast.parse(text), "load"):
        if isinstance(node, ast.Import):
            yield from ((alias.name, kind) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                raise ValueError(f"{module}: write imports with the full name, not with dots")
            yield from ((f"{node.module}.{alias.name}", kind) for alias in node.names)
        elif isinstance(node, ast.Constant) and node.value in known and node.value not in packages:
            yield str(node.value), "named"


def _with_kind(node: ast.AST, kind: str) -> Iterator[tuple[ast.AST, str]]:
    yield node, kind
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        kind = "lazy"
    if isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING"):
        for statement in node.body:
            yield from _with_kind(statement, "typing")
        for statement in node.orelse:
            yield from _with_kind(statement, kind)
        return
    for child in ast.iter_child_nodes(node):
        yield from _with_kind(child, kind)


def _cython_imports(text: str) -> Iterator[tuple[str, str]]:
    """Imports and cimports; one that is indented stands in a function."""
    for indent, module, names in re.findall(r"^( *)from ([\w.]+) c?import (\([^)]*\)|.*)", text, re.MULTILINE):
        for name in re.findall(r"\w+(?: as \w+)?", names):
            yield f"{module}.{name.partition(' ')[0]}", "lazy" if indent else "load"
    for indent, module in re.findall(r"^( *)c?import ([\w.]+)", text, re.MULTILINE):
        yield module, "lazy" if indent else "load"


#: What stands in the boxes beside the names.
_ABOUT = {
    "errors": "(all import it: no arrows)",
    "_kernel": "compiled or NumPy",
    "text": "words, scripts, labels",
    "_files": "files only when complete",
    "fields": "fields from classes",
    "rules": "rules with ranges",
    "configuration": "options to identifier",
    "settings": "presets, parsing",
    "result": "what an answer has",
    "word_counts": "letters and mixing",
    "answer_layout": "columns in memory",
    "answer_block": "answers as columns",
    "prior": "what a corpus has",
    "labelled": "text and its languages",
    "models": "reading, tables, hub",
    "assign": "the problem and its solvers",
    "mixing": "measures of mixing",
    "engine": "from text to result",
    "identifier": "model and settings",
    "documents": "long texts",
    "explain": "why a word has its label",
    "mixlid": "what users import",
    "io": "formats, files, bulk runs",
    "analysis": "labelled corpora",
    "adapters": "Arrow, Spark, Ray, …",
    "web": "the service and its page",
    "cli": "the command and its commands",
    "lab.training": "models from text",
    "lab.tuning": "presets, confidence",
    "lab.corpora": "published corpora",
    "lab.peers": "other identifiers",
    "lab.evaluation": "measures",
    "lab.report": "tables, figures",
    "lab.paper": "the tables of the paper",
    "lab.commands": "train, tune, evaluate, pack",
    "lab.romanisation": "uroman",
}
_WIDTH, _BOX, _HEIGHT, _STEP, _TOP = 1500, 172, 44, 92, 34


def picture(found: Iterable[Import]) -> str:
    """The rooms as SVG, floor over floor. Arrows that follow from others, and those to `errors`, are left out."""
    down = [item for item in found if follows_the_floors(room_of(item.importer), room_of(item.imported))]
    graph = reduced(room_graph(item for item in down if room_of(item.imported) != "errors"))
    top = len(FLOORS) - 1
    places = {
        room: ((number + 0.5) * _WIDTH / len(rooms), _TOP + (top - floor) * _STEP)
        for floor, rooms in enumerate(FLOORS)
        for number, room in enumerate(rooms)
    }
    height = _TOP + top * _STEP + _HEIGHT + 24
    lab = _TOP + (top - min(floor_of(room) for room in places if room.startswith("lab."))) * _STEP + _HEIGHT + 16
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" font-family="sans-serif" role="img">',
        "<title>The rooms of mixlid and their imports: an arrow goes from a room to one that it imports</title>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0 8 4 0 8z" fill="#666"/></marker></defs>',
        f'<rect width="{_WIDTH}" height="{height}" fill="#fff"/>',
        f'<rect x="4" y="4" width="{_WIDTH - 8}" height="{lab - 4}" rx="8" fill="#f4f1ea"/>',
        '<text x="16" y="24" font-size="14" fill="#666">laboratory</text>',
        f'<text x="16" y="{lab + 22}" font-size="14" fill="#666">library</text>',
    ]
    for room, others in graph.items():
        lines += [_arrow(room, other, places) for other in sorted(others)]
    for one, other in sorted({(room_of(module), room) for module, room in EXCEPTIONS}):
        lines.append(_arrow(one, other, places, "4 4"))
    for room, (x, y) in places.items():
        lines += [
            f'<rect x="{x - _BOX / 2:.0f}" y="{y}" width="{_BOX}" height="{_HEIGHT}" fill="#fff" stroke="#333"/>',
            f'<text x="{x:.0f}" y="{y + 19}" font-size="14" font-weight="bold" text-anchor="middle">'
            f"{room.removeprefix('lab.')}</text>",
            f'<text x="{x:.0f}" y="{y + 35}" font-size="11" fill="#444" text-anchor="middle">'
            f"{escape(_ABOUT[room])}</text>",
        ]
    return "\n".join([*lines, "</svg>", ""])


def reduced(graph: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """A graph without cycles, less every edge whose ends a longer way joins."""

    def reach(room: str) -> set[str]:
        return graph[room].union(*map(reach, graph[room]))

    return {room: others - {far for other in others for far in reach(other)} for room, others in graph.items()}


def _arrow(room: str, other: str, places: Mapping[str, tuple[float, float]], dashes: str = "none") -> str:
    (x, y), (to_x, to_y) = places[room], places[other]
    if any({room, other} == {*pair} for rooms in FLOORS for pair in pairwise(rooms)):  # neighbours
        side = _BOX / 2 if to_x > x else -_BOX / 2
        way = f"M{x + side:.0f} {y + _HEIGHT / 2:.0f}H{to_x - side:.0f}"
    else:
        out = _HEIGHT if to_y >= y else 0
        into = 0 if to_y > y else _HEIGHT
        bend = 30 if to_y >= y else -30
        way = (
            f"M{x:.0f} {y + out}C{x:.0f} {y + out + bend} "
            f"{to_x:.0f} {to_y + into + (bend if to_y == y else -bend)} {to_x:.0f} {to_y + into}"
        )
    return f'<path d="{way}" fill="none" stroke="#666" stroke-dasharray="{dashes}" marker-end="url(#tip)"/>'


def main() -> None:
    found = imports(ROOT / "src" / "mixlid")
    if sys.argv[1:] == ["--edges"]:
        for item in found:
            if room_of(item.importer) != room_of(item.imported):
                print(f"{room_of(item.importer)} -> {room_of(item.imported)}: {' -> '.join(item[:2])} ({item.kind})")
    else:
        PICTURE.write_text(picture(found), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
