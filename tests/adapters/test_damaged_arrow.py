"""Damaged Arrow data are refused with a clear message, and nothing outside of them is read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import mixlid
from mixlid import InputError
from mixlid.adapters import arrow

TEXTS = ["the bread", "yarın sabah bahçede", "a house and a garden"]
DAMAGE = [(1, 1 << 30), (1, -8), (0, -4), (2, 3), (3, 1 << 20)]


@pytest.fixture(scope="module")
def lid(tiny_table: Path) -> mixlid.Identifier:
    return mixlid.load(tiny_table, "cs")


def damaged(kind: pa.DataType, place: int, value: int) -> pa.Array:
    """An array that is valid when made; then an offset (a dictionary index, a size in a view) is changed."""
    sound = pa.array(TEXTS).cast(kind)
    buffers: list[Any] = [None if one is None else np.frombuffer(one, np.uint8).copy() for one in sound.buffers()]
    indices = buffers[1].view(np.int64 if kind == pa.large_string() else np.int32)
    memory = [None if one is None else pa.py_buffer(one) for one in buffers]
    if pa.types.is_dictionary(kind):
        made = pa.DictionaryArray.from_buffers(kind, len(TEXTS), memory[:2], sound.dictionary)
    else:
        made = pa.Array.from_buffers(kind, len(TEXTS), memory)
    indices[place] = value
    return made


@pytest.mark.parametrize("words", [False, True])
@pytest.mark.parametrize(("place", "value"), DAMAGE)
@pytest.mark.parametrize("kind", [pa.string(), pa.large_string()], ids=str)
def test_offsets(lid: mixlid.Identifier, kind: pa.DataType, place: int, value: int, words: bool) -> None:
    with pytest.raises(InputError, match=r"the column 'text' is damaged: .*; write it again"):
        list(arrow.identify_arrays([damaged(kind, place, value)], "text", lid, words=words))


@pytest.mark.parametrize("kind", [pa.string_view(), pa.dictionary("int32", "string")], ids=str)
def test_views_and_indices(lid: mixlid.Identifier, kind: pa.DataType) -> None:
    with pytest.raises(InputError, match="the column 'text' is damaged"):
        list(arrow.identify_arrays([damaged(kind, 0, 1 << 30)], "text", lid))


def test_a_file(lid: mixlid.Identifier, tmp_path: Path) -> None:
    """Arrow opens it without checking."""
    path = tmp_path / "damaged.arrow"
    table = pa.table({"text": TEXTS})
    with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)
    sizes = np.cumsum([0, *(len(text.encode()) for text in TEXTS)]).astype(np.int32)
    data = bytearray(path.read_bytes())
    where = data.index(sizes.tobytes())
    data[where + 4 : where + 8] = np.int32(1 << 30).tobytes()
    path.write_bytes(data)
    with pa.memory_map(str(path)) as source:
        opened = pa.ipc.open_file(source).read_all()
        with pytest.raises(InputError, match="slot 1 out of bounds"):
            arrow.identify(opened, "text", lid)


def test_what_is_sound_passes(lid: mixlid.Identifier) -> None:
    def answers(array: Any) -> Any:
        return arrow.identify(pa.table({"text": array}), "text", lid)["languages"].to_pylist()

    expected = answers(pa.array(TEXTS))
    for kind in (pa.large_string(), pa.string_view(), pa.dictionary("int32", "string")):
        assert answers(pa.array(TEXTS).cast(kind)) == expected
    assert answers(pa.array([None, "x", *TEXTS]).slice(2)) == expected
