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


@pytest.mark.parametrize("kind", [pa.string_view(), pa.dictionary("int32", pa.string_view())], ids=str)
def test_a_view_that_is_null(lid: mixlid.Identifier, kind: pa.DataType) -> None:
    """Arrow's check skips it, and its conversion follows it: that ended the process."""
    views = np.frombuffer(pa.array([*TEXTS, "a"]).cast(pa.string_view()).buffers()[1], np.int32).reshape(-1, 4).copy()
    views[1] = -(2**31)
    memory = [pa.py_buffer(b"\x0d"), pa.py_buffer(views), *pa.array(TEXTS).cast(pa.string_view()).buffers()[2:]]
    array = pa.Array.from_buffers(pa.string_view(), 4, memory)
    if pa.types.is_dictionary(kind):
        array = pa.DictionaryArray.from_arrays(pa.array([0, 1, 2, 3], pa.int32()), array)
    made = arrow.identify_array(array, lid).field("labels").to_pylist()
    assert made[1] is None
    assert made[0] == arrow.identify_array(pa.array(TEXTS), lid).field("labels").to_pylist()[0]


@pytest.mark.parametrize("values", ["string", "large_string", "string_view"])
@pytest.mark.parametrize("words", [False, True])
def test_dictionaries(lid: mixlid.Identifier, values: str, words: bool) -> None:
    """Whatever its values are; null may be an index, or a value."""
    array = pa.DictionaryArray.from_arrays(
        pa.array([2, None, 0, 1, 2]), pa.array([TEXTS[0], None, TEXTS[1]]).cast(values)
    )
    expected = arrow.identify_array(pa.array([TEXTS[1], None, TEXTS[0], None, TEXTS[1]]), lid, words=words)
    assert arrow.identify_array(array, lid, words=words).equals(expected)
    assert arrow.identify_array(array.slice(2), lid, words=words).equals(expected.slice(2))


@pytest.mark.parametrize("kind", ["large_string", "string_view"])
def test_a_text_that_a_dictionary_repeats_is_never_written_out_as_often(
    lid: mixlid.Identifier, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A terabyte may come of a megabyte; here a hundred times as much."""
    asked: list[int] = []

    def counted(_: mixlid.Identifier, data: Any, *__: Any, **___: Any) -> Any:
        asked.append(len(data))
        raise MemoryError

    monkeypatch.setattr(mixlid.Identifier, "identify_utf8", counted)
    value = pa.array(["x" * 300_000]).cast(kind)
    array = pa.DictionaryArray.from_arrays(pa.array(np.zeros(100, np.int8)), value)
    with pytest.raises(MemoryError):
        next(arrow.identify_arrays([array], "text", lid))
    assert 300_000 <= asked[0] <= 2_100_000


def test_names_that_are_not_utf8(lid: mixlid.Identifier) -> None:
    sink = pa.BufferOutputStream()
    table = pa.table({"text": TEXTS})
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    damaged = pa.ipc.open_stream(sink.getvalue().to_pybytes().replace(b"text", b"t\xffxt")).read_all()
    with pytest.raises(InputError, match="the name of a column is not UTF-8"):
        arrow.identify(damaged, "text", lid)


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
        return arrow.identify(pa.table({"text": array}), "text", lid)["labels"].to_pylist()

    expected = answers(pa.array(TEXTS))
    for kind in (pa.large_string(), pa.string_view(), pa.dictionary("int32", "string")):
        assert answers(pa.array(TEXTS).cast(kind)) == expected
    assert answers(pa.array([None, "x", *TEXTS]).slice(2)) == expected
