"""Tests that need private data are skipped without them, but not where they must run."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluation_data import needed


def test_data_that_are_there(tmp_path: Path) -> None:
    assert needed(tmp_path) == tmp_path


def test_data_that_are_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MIXLID_REQUIRE_DATA", raising=False)
    with pytest.raises(pytest.skip.Exception, match="MIXLID_EVAL says where they are"):
        needed(tmp_path / "dev")
    monkeypatch.setenv("MIXLID_REQUIRE_DATA", "1")
    with pytest.raises(pytest.fail.Exception, match=r"not at .*dev and cannot be published"):
        needed(tmp_path / "dev")
