"""The tables of settings and options in the documentation match the code."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from mixlid.settings import SETTINGS

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    pytest.importorskip("msgspec")
    spec = importlib.util.spec_from_file_location("option_tables", ROOT / "tools" / "option_tables.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_pages_are_up_to_date(tool: ModuleType) -> None:
    """If not: python tools/option_tables.py docs"""
    for path, text in tool.written(ROOT / "docs").items():
        assert path.read_text(encoding="utf-8") == text


def test_every_setting_has_a_row(tool: ModuleType) -> None:
    rows = tool.settings_table().splitlines()[2:]
    assert [row.split("`")[1] for row in rows] == list(SETTINGS)


def test_a_page_without_the_markers_is_refused(tool: ModuleType) -> None:
    with pytest.raises(SystemExit, match="options:settings"):
        tool.fill("no markers here", "settings", "a table")
