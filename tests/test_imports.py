"""The rooms of the package: imports go one way, without cycles."""

from __future__ import annotations

from pathlib import Path

import pytest

from import_graph import (
    EXCEPTIONS,
    FLOORS,
    PICTURE,
    ROOT,
    Import,
    cycle,
    floor_of,
    follows_the_floors,
    imports,
    is_exception,
    modules,
    picture,
    reduced,
    room_graph,
    room_of,
)

SOURCE = ROOT / "src" / "mixlid"


@pytest.fixture(scope="module")
def found() -> list[Import]:
    return imports(SOURCE)


def test_every_module_has_a_room() -> None:
    rooms = {room for floor in FLOORS for room in floor}
    assert {room_of(name) for name in modules(SOURCE)} == rooms | {"lab"}


def test_imports_go_down(found: list[Import]) -> None:
    wrong = {
        (item.importer, item.imported)
        for item in found
        if not follows_the_floors(room_of(item.importer), room_of(item.imported)) and not is_exception(item)
    }
    assert wrong == set()


def test_no_exception_that_nobody_uses(found: list[Import]) -> None:
    assert {(item.importer, room_of(item.imported)) for item in found if is_exception(item)} == set(EXCEPTIONS)


def test_no_cycle_of_rooms(found: list[Import]) -> None:
    assert cycle(room_graph(found)) == []


def test_no_cycle_of_modules_when_they_are_loaded(found: list[Import]) -> None:
    loaded: dict[str, set[str]] = {}
    for item in found:
        if item.kind == "load":
            loaded.setdefault(item.importer, set()).add(item.imported)
    assert cycle(loaded) == []


def test_the_library_never_imports_the_laboratory(found: list[Import]) -> None:
    """The command only knows the laboratory's commands by name."""
    into = [item for item in found if f"{room_of(item.imported)}.".startswith("lab.")]
    from_library = [item for item in into if not f"{room_of(item.importer)}.".startswith("lab.")]
    assert {(room_of(item.importer), room_of(item.imported), item.kind) for item in from_library} == {
        ("cli", "lab.commands", "named")
    }


def test_evaluation_never_imports_the_paper(found: list[Import]) -> None:
    assert not [item for item in found if [room_of(name) for name in item[:2]] == ["lab.evaluation", "lab.paper"]]


def test_the_picture_is_up_to_date(found: list[Import]) -> None:
    assert PICTURE.read_text(encoding="utf-8") == picture(found), "draw it again: python tools/import_graph.py"


def test_every_kind_of_import_is_seen(tmp_path: Path) -> None:
    files = {
        "__init__.py": "",
        "one.py": """
            import pack.two
            from typing import TYPE_CHECKING
            if TYPE_CHECKING:
                from pack.inner.three import Thing
            else:
                from pack import four
            VERB = "pack.inner.six"
            LOGGER = "pack.inner"
            class A:
                def method(self):
                    from pack.inner import three, five
                    import json
            """,
        "two.py": "try:\n    import pack.inner._fast\nexcept ImportError:\n    pass\n",
        "four.py": "",
        "inner/__init__.py": "",
        "inner/three.py": "",
        "inner/five.py": "",
        "inner/six.py": "",
        "inner/_fast.pyx": 'from pack.inner cimport (three,\n  five)\ncimport pack.four\ninclude "part.pxi"  # why\n',
        "inner/part.pxi": "if 1:\n    import pack.two\n",
        "inner/_fast.pxd": "from pack.one cimport Thing\n",
        "inner/_six.pxd": "from pack.inner cimport _fast\n",
    }
    for name, text in files.items():
        path = tmp_path / "pack" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(line.removeprefix(12 * " ") for line in text.split("\n")))
    assert imports(tmp_path / "pack") == [
        Import("pack.inner._fast", "pack.four", "load"),
        Import("pack.inner._fast", "pack.inner.five", "load"),
        Import("pack.inner._fast", "pack.inner.three", "load"),
        Import("pack.inner._fast", "pack.one", "load"),
        Import("pack.inner._fast", "pack.two", "lazy"),
        Import("pack.inner._six", "pack.inner._fast", "load"),
        Import("pack.one", "pack.four", "load"),
        Import("pack.one", "pack.inner.five", "lazy"),
        Import("pack.one", "pack.inner.six", "named"),
        Import("pack.one", "pack.inner.three", "lazy"),
        Import("pack.one", "pack.inner.three", "typing"),
        Import("pack.one", "pack.two", "load"),
        Import("pack.two", "pack.inner._fast", "load"),
    ]
    (tmp_path / "pack" / "four.py").write_text("from . import one\n")
    with pytest.raises(ValueError, match=r"pack\.four: write imports with the full name"):
        imports(tmp_path / "pack")


def test_the_rules() -> None:
    assert follows_the_floors("io", "text")
    assert follows_the_floors("documents", "identifier")
    assert follows_the_floors("lab.corpora", "lab")
    assert not follows_the_floors("text", "io")
    assert not follows_the_floors("web", "cli")
    assert not follows_the_floors("io", "lab.commands")
    assert room_of("mixlid.__main__") == room_of("mixlid.cli.main") == "cli"
    with pytest.raises(ValueError, match="cellar"):
        floor_of("cellar")


def test_cycles_and_edges_that_follow_from_others() -> None:
    assert cycle({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert cycle({"x": {"a"}, "a": {"b"}, "b": {"c"}, "c": {"a"}}) == ["a", "b", "c", "a"]
    assert reduced({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == {"a": {"b"}, "b": {"c"}, "c": set()}
