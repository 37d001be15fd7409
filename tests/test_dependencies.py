"""What the code needs is declared: NumPy for the core, other packages in an extra, and files in the wheel."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import mixlid
from mixlid._build import BUILT_FROM
from mixlid_lab.peers import PEERS

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PACKAGE = Path(mixlid.__file__).parent
PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"
LAB = PYPROJECT.parent / "lab" / "pyproject.toml"
#: Rooms that may import what an extra brings as soon as they are imported; all others are the core.
WITH_EXTRAS = ("adapters", "server")
#: Extras for people who change mixlid: what they bring must not be needed by the package.
FOR_DEVELOPERS = {"check", "docs", "test"}
#: Packages that are imported by another name than they are installed by.
INSTALLED_AS = {
    "fasttext": "fasttext-community",
    "sklearn": "scikit-learn",
}


class Import(NamedTuple):
    path: Path
    line: int
    #: the first part of the module's name
    name: str
    #: whether it is imported as soon as the module is, or when a function is called
    at_load: bool

    @property
    def is_foreign(self) -> bool:
        return self.name not in sys.stdlib_module_names and self.name != "mixlid"

    @property
    def package(self) -> str:
        return normal(INSTALLED_AS.get(self.name, self.name))

    def __str__(self) -> str:
        return f"{self.path.relative_to(PACKAGE)}, line {self.line}: {self.name}"


def normal(package: str) -> str:
    """A package's name for comparison: `prometheus_client` and `Prometheus-Client` are the same."""
    return re.sub(r"[-_.]+", "-", package).lower()


@cache
def pyproject() -> dict[str, Any]:
    return tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))


@cache
def extras() -> dict[str, set[str]]:
    """The packages of each extra; those that are always installed under an empty name."""
    project = pyproject()["project"]
    groups = {"": project["dependencies"], **project["optional-dependencies"]}
    return {
        name: {normal(re.match(r"[\w.-]+", given)[0]) for given in needed}  # type: ignore[index]
        for name, needed in groups.items()
    }


def syntax() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def imports(path: Path, node: ast.AST, at_load: bool = True) -> Iterator[Import]:
    """All imports below a node, except those for type checkers only."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            for alias in child.names:
                yield Import(path, child.lineno, alias.name.partition(".")[0], at_load)
        elif isinstance(child, ast.ImportFrom):
            assert child.module is not None, f"{path}, line {child.lineno}: import by the full name"
            yield Import(path, child.lineno, child.module.partition(".")[0], at_load)
        elif not (isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"):
            is_function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
            yield from imports(path, child, at_load and not is_function)


@cache
def foreign() -> list[Import]:
    return [one for path, tree in syntax() for one in imports(path, tree) if one.is_foreign]


def room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0]


def test_every_package_is_declared() -> None:
    declared = set().union(*(packages for extra, packages in extras().items() if extra not in FOR_DEVELOPERS))
    assert len({one.package for one in foreign()}) > 10
    assert [str(one) for one in foreign() if one.package not in declared] == []


def test_the_core_needs_numpy_alone() -> None:
    assert extras()[""] == {"numpy"}
    core = [one for one in foreign() if one.at_load and room(one.path) not in WITH_EXTRAS]
    assert core
    assert [str(one) for one in core if one.package != "numpy"] == []


def test_the_service_needs_its_extra_alone() -> None:
    allowed = extras()[""] | extras()["serve"]
    assert [str(one) for one in foreign() if room(one.path) == "server" and one.package not in allowed] == []


def test_errors_name_an_extra_that_brings_the_package() -> None:
    named = [
        (str(path.relative_to(PACKAGE)), str(package.value).partition("[")[0], str(extra.value))
        for path, tree in syntax()
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "MissingDependencyError"
        for package, extra in [call.args[:2]]
        if isinstance(package, ast.Constant) and isinstance(extra, ast.Constant)
    ]
    assert len(named) > 6
    assert [one for one in named if normal(one[1]) not in extras().get(one[2], set())] == []


@pytest.mark.parametrize("name", sorted(PEERS))
def test_peers_are_in_their_extra(name: str) -> None:
    needed = tomllib.loads(LAB.read_text(encoding="utf-8"))["project"]["optional-dependencies"]["peers"]
    assert normal(PEERS[name].package) in {normal(re.match(r"[\w.-]+", one)[0]) for one in needed}  # type: ignore[index]


def test_every_file_is_in_the_wheel() -> None:
    """Modules are; everything else must be named in `package-data`."""
    compiled = {".py", ".pyc", ".so", ".pyd", ".pyx", ".pxd", ".pxi", ".c", ".cpp"}
    files = [path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix not in compiled]
    names = [str(path.relative_to(PACKAGE)) for path in files if path.name != BUILT_FROM]  # of a build in place
    assert {"server/page/index.html"} <= set(names)
    patterns = pyproject()["tool"]["setuptools"]["package-data"]["mixlid"]
    assert [name for name in names if not any(fnmatch(name, pattern) for pattern in patterns)] == []
