"""The fuzzer's target `arrays`: memory that others fill.

The first line has a kind and two numbers; the numbers of an array and then bytes follow:

utf8 N S        N starts and N ends for S bytes: `identify_utf8` with both kernels
string N S      N offsets of an Arrow array of strings, and S bytes of them; `large`, and `dictionary` with indices
view N S        N views of strings, whose second is null if N is even, and S bytes of them
parquet 0 0     a Parquet file
scores L T      scores of T words for L languages, then their lengths: the search with both kernels
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from io import BytesIO
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet

import mixlid
from mixlid.adapters import arrow
from mixlid.engine.plain_pipeline import PlainPipeline
from mixlid.errors import MixlidError
from mixlid.identifier import Identifier
from mixlid.io.formats.parquet import ParquetReader, ParquetWriter
from mixlid.io.formats.records import ReadOptions, WriteOptions
from mixlid.results.layout import PARTS
from mixlid.solvers import exact
from mixlid.solvers.problem import Problem

_TEXTS = ("yarınki meeting için", "", "see you demain", "я a я")
#: More cells, rows or bytes reveal nothing new.
_MOST = 4096
_RULES: tuple[dict[str, Any], ...] = ({}, {"max_languages": 3, "max_switches": 1, "min_chars": 3, "search_budget": 1})


@cache
def _lids() -> tuple[Identifier, Identifier]:
    """An identifier for each kernel."""
    lid = mixlid.load()
    other = mixlid.load()
    other.__dict__["_pipeline"] = PlainPipeline(lid._config())
    return lid, other


def arrays(data: bytes) -> None:
    first, _, rest = data.partition(b"\n")
    try:
        kind, one, other = first.decode().split()
        sizes = int(one), int(other)
    except ValueError:
        return
    if kind in _KINDS and all(0 <= size <= _MOST for size in sizes):
        _KINDS[kind](rest, *sizes)


def _utf8(data: bytes, count: int, size: int) -> None:
    starts, ends = _numbers(data, np.int64, count), _numbers(data[8 * count :], np.int64, count)
    memory = np.frombuffer(data[16 * count :][:size], np.uint8)

    def answers(lid: Identifier, jobs: int) -> object:
        try:
            batch = lid.identify_utf8(memory, starts, ends, words=True, jobs=jobs)
        except MixlidError as error:
            return str(error)
        return None if batch is None else [batch.part(part).tobytes() for part in PARTS]

    compiled, plain = _lids()
    assert answers(compiled, 2) == answers(plain, 1)


def _strings(kind: pa.DataType, data: bytes, count: int, size: int) -> None:
    width = np.int64 if kind == pa.large_string() else np.int32
    is_dictionary = pa.types.is_dictionary(kind)
    places = np.zeros(count + (not is_dictionary), width)
    memory = pa.py_buffer(data[places.nbytes :][:size])
    if is_dictionary:
        array = pa.DictionaryArray.from_buffers(kind, count, [None, pa.py_buffer(places)], pa.array(_TEXTS))
    else:
        array = pa.Array.from_buffers(kind, count, [None, pa.py_buffer(places), memory])
    given = _numbers(data, width, len(places))
    places[: len(given)] = given  # only now, because Arrow checks arrays that it makes, but not those in files
    try:
        for words in (False, True):
            list(arrow.identify_arrays([array], "text", _lids()[0], words=words))
    except MixlidError:
        return


def _views(data: bytes, count: int, size: int) -> None:
    memory = pa.py_buffer(data[16 * count :][:size])
    bitmap = None if count % 2 else pa.py_buffer(bytes([0xFD]) + b"\xff" * (count // 8))
    views = np.zeros(16 * count, np.uint8)
    array = pa.Array.from_buffers(pa.string_view(), count, [bitmap, pa.py_buffer(views), memory])
    given = np.frombuffer(data[: 16 * count], np.uint8)
    views[: len(given)] = given
    indices = pa.array(np.arange(count)[::-1])
    for one in (array, pa.DictionaryArray.from_arrays(indices, array, safe=False)):
        with suppress(MixlidError):
            list(arrow.identify_arrays([one], "text", _lids()[0]))


def _file(data: bytes, *_: int) -> None:
    """Read by columns and by records, and written again."""
    reader, writer = ParquetReader(), ParquetWriter(WriteOptions())
    try:
        layout = reader.layout(BytesIO(data), "fuzz", ReadOptions())
        for chunk in reader.chunks(BytesIO(data), layout, "full"):
            offsets = reader.offsets(chunk, frozenset())
            answers = _lids()[0].identify_utf8(offsets.data, *offsets.places[:2])
            if answers is not None and not offsets.others:
                writer.from_columns(chunk, offsets, answers, ())
            writer.chunk(chunk, [(record, None) for record in reader.records(chunk)])
    except MixlidError:
        return


def _scores(data: bytes, languages: int, words: int) -> None:
    if not 0 < languages * words <= _MOST:
        return
    scores, lengths = (
        _numbers(data, np.float64, languages * words),
        _numbers(data[8 * languages * words :], np.int64, words),
    )
    if len(lengths) < words:
        return
    for rules in _RULES:
        try:
            problem = Problem(scores.reshape(languages, words), lengths, **rules)
        except MixlidError:
            return
        with np.errstate(all="ignore"):
            one, other = exact.solve(problem), exact.solve(problem, exact.search)
        if one.optimal and other.optimal and np.abs(scores[np.isfinite(scores)]).max(initial=0) < 1e100:
            assert one == other, problem


def _numbers(data: bytes, kind: Any, count: int) -> Any:
    """As many as there are, at most `count`."""
    size = np.dtype(kind).itemsize
    return np.frombuffer(data[: min(count * size, len(data) // size * size)], kind)


_KINDS: dict[str, Callable[[bytes, int, int], None]] = {
    "utf8": _utf8,
    "string": partial(_strings, pa.string()),
    "large": partial(_strings, pa.large_string()),
    "dictionary": partial(_strings, pa.dictionary("int32", "string")),
    "view": _views,
    "parquet": _file,
    "scores": _scores,
}


@cache
def seeds() -> tuple[bytes, ...]:
    texts = [text.encode() for text in _TEXTS]
    ends, memory = np.cumsum([len(text) for text in texts]), b"".join(texts)
    starts, size = np.append(0, ends[:-1]), len(memory)
    made = [b"utf8 %d %d\n" % (len(texts), size) + starts.tobytes() + ends.tobytes() + memory]
    for kind, width in (("string", np.int32), ("large", np.int64)):
        made.append(f"{kind} {len(texts)} {size}\n".encode() + np.append(0, ends).astype(width).tobytes() + memory)
    made.append(b"dictionary 4 0\n" + np.array([3, 0, 0, 1], np.int32).tobytes())
    file = BytesIO()
    pa.parquet.write_table(pa.table({"id": range(4), "text": list(_TEXTS)}), file)
    made.append(b"parquet 0 0\n" + file.getvalue())
    file = BytesIO()  # one long text for all rows
    repeated = pa.DictionaryArray.from_arrays(pa.array([0, None] * 50, "int32"), pa.array([" ".join(_TEXTS) * 30]))
    pa.parquet.write_table(pa.table({"text": repeated}), file)
    made.append(b"parquet 0 0\n" + file.getvalue())
    long = pa.array([*_TEXTS[:3], "a text of more than twelve bytes", None, None])
    views = long.cast(pa.string_view())
    made.append(b"view 6 30\n" + b"".join(memory.to_pybytes() for memory in views.buffers()[1:]))
    scores = np.random.default_rng(1).normal(size=(5, 6))
    made.append(b"scores 5 6\n" + scores.tobytes() + np.full(6, 3).tobytes())
    return tuple(made)
