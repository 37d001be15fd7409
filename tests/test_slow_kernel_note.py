"""The note that is printed once if many texts are processed without the compiled kernel."""

from __future__ import annotations

import logging
from itertools import count
from pathlib import Path

import pytest

import mixlid
from mixlid import _kernel
from mixlid.engine.plain_pipeline import PlainPipeline


@pytest.mark.parametrize(
    ("kernel", "variable", "notes"), [("numpy", "", 1), ("numpy", "numpy", 0), ("compiled", "", 0)]
)
def test_many_texts(
    tiny_table: Path, kernel: str, variable: str, notes: int, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    monkeypatch.setattr(_kernel, "MANY", 5)
    monkeypatch.setattr(_kernel, "_texts", count(1))
    # Servers of other tests configure `mixlid`.
    caplog.set_level(logging.WARNING, logger="mixlid")
    for name, value in {"handlers": [], "propagate": True, "disabled": False}.items():
        monkeypatch.setattr(logging.getLogger("mixlid"), name, value)
    monkeypatch.setattr(_kernel, "kernel", lambda: kernel)
    monkeypatch.setenv(_kernel.VARIABLE, variable)
    pipeline = PlainPipeline(mixlid.load(tiny_table)._config())
    pipeline.identify_batch(["the bread"] * 4)
    assert caplog.records == []
    pipeline.identify_batch(["the bread"] * 4)
    pipeline.identify_results(["the bread"] * 4)
    assert ["5 texts without its compiled kernel" in record.getMessage() for record in caplog.records] == [True] * notes
