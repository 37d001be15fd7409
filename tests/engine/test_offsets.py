"""Offsets made by others are checked before compiled code uses them, and refused with the row."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import reference

import mixlid
from mixlid import Identifier, InputError
from mixlid.engine.batches import checked_offsets

DATA = b"the bread ve ekmek"
FAR = 1 << 40


@pytest.fixture(scope="module")
def lid(tiny_table: Path) -> Identifier:
    return mixlid.load(tiny_table, "cs")


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("starts", "ends", "said"),
    [
        ([0, FAR], [3, FAR + 50], f"row 1: the text from byte {FAR} to byte {FAR + 50} is not within the 18 bytes"),
        ([0, 4, -9], [3, 9, -1], "row 2"),
        ([0, -1], [3, 9], "row 1"),
        ([0], [len(DATA) + 1], "row 0"),
        ([0, 9, 4], [3, 4, 9], "row 1: the text from byte 9 to byte 4"),
        ([0, 4], [3], "2 starts and 1 ends"),
        ([-(2**63)], [2**63 - 1], "row 0"),
    ],
)
def test_texts_outside_the_data_are_refused(
    lid: Identifier, starts: list[int], ends: list[int], said: str, jobs: int
) -> None:
    for one in (lid, reference(lid)):
        with pytest.raises(InputError, match=said):
            one.identify_utf8(DATA, np.array(starts), np.array(ends), jobs=jobs)
    assert lid.identify_utf8(DATA, np.array([0]), np.array([9])) is not None


@pytest.mark.parametrize("places", [[0.5], [[0]], ["0"], np.array([2**64 - 1], np.uint64)], ids=str)
def test_what_are_no_offsets(lid: Identifier, places: Any) -> None:
    with pytest.raises((TypeError, InputError)):
        lid.identify_utf8(DATA, places, np.array([3]))


@pytest.mark.parametrize("data", ["the bread", 7, np.arange(100, dtype=np.uint8)[::2]], ids=["str", "int", "strided"])
def test_what_are_no_bytes(lid: Identifier, data: Any) -> None:
    with pytest.raises(TypeError, match="data must be a contiguous buffer of bytes"):
        lid.identify_utf8(data, np.array([0]), np.array([3]))


@pytest.mark.parametrize("jobs", [1, 2])
def test_offsets_that_are_changed_after_the_check(lid: Identifier, monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    """As by another thread: compiled code followed them."""
    starts, ends = np.array([0, 4]), np.array([3, 9])
    expected = [lid.identify(text).labels for text in ("the", "bread")]

    def change(*checked: Any) -> Any:
        found = checked_offsets(*checked)
        starts[:], ends[:] = FAR, FAR + 50
        return found

    monkeypatch.setattr("mixlid.engine.batches.checked_offsets", change)
    answers = lid.identify_utf8(DATA, starts, ends, jobs=jobs)
    assert answers is not None
    assert [result.labels for result in answers] == expected


places = st.lists(st.integers(-3, len(DATA) + 3) | st.integers(-(2**63), 2**63 - 1), max_size=4)


@given(places, places)
def test_whatever_passes_can_be_sliced(starts: list[int], ends: list[int]) -> None:
    """Python reads exactly what is there: no slice is cut short, or counted from the end."""
    fits = len(starts) == len(ends) and all(
        0 <= start <= end <= len(DATA) for start, end in zip(starts, ends, strict=True)
    )
    if not fits:
        with pytest.raises(InputError):
            checked_offsets(DATA, np.array(starts, np.int64), np.array(ends, np.int64))
        return
    data, checked_starts, checked_ends = checked_offsets(DATA, np.array(starts, np.int64), np.array(ends, np.int64))
    assert data.tobytes() == DATA
    assert (checked_starts.tolist(), checked_ends.tolist()) == (starts, ends)
    assert checked_starts.dtype == checked_ends.dtype == np.int64
