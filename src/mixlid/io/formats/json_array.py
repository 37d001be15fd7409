"""A JSON array of objects or strings, read in one piece.

Output is that of JSON Lines, with brackets around it and commas between the lines.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, BinaryIO

from mixlid.errors import InputError
from mixlid.io.formats.jsonl import jsonl_writer, record_of
from mixlid.io.formats.line_writer import LineWriter
from mixlid.io.formats.records import CHUNK_BYTES, Chunk, Layout, Position, ReadMode, ReadOptions, Record, WriteOptions

#: The largest file, in bytes: it is read as a whole.
MAX_BYTES = 1 << 28
_SPACE = re.compile(r"[ \t\r\n\ufeff]*")
_DECODER = json.JSONDecoder()


class JsonArrayReader:
    def layout(self, stream: BinaryIO, name: str, options: ReadOptions) -> Layout:  # noqa: ARG002
        return Layout(name, "json", columns=None, key=options.key or "text")

    @staticmethod
    def chunks(stream: BinaryIO, layout: Layout, position: Position, mode: ReadMode) -> Iterator[Chunk]:  # noqa: ARG004
        """Chunks of elements, each with the bracket or comma before it."""
        data = stream.read(MAX_BYTES + 1)
        if position.offset + len(data) > MAX_BYTES:
            raise InputError(
                f"{layout.name} has more than {MAX_BYTES:,} bytes, and a JSON array is read whole; "
                "use JSON Lines, which has one object on each line (--from jsonl)"
            )
        text, first_line = data.decode("utf-8", "surrogateescape"), position.line
        cut = end = 0
        failure = None

        def chunk() -> Chunk:
            nonlocal cut, position
            part, line = text[cut:end].encode("utf-8", "surrogateescape"), position.line
            cut, position = end, Position(position.offset + len(part), line + part.count(b"\n"))
            return Chunk(layout, part, line, position)

        try:
            for _, _, end in _elements(text, "," if position.offset else "["):
                if end - cut >= CHUNK_BYTES:
                    yield chunk()
        except json.JSONDecodeError as error:
            failure = InputError(f"{layout.name}, line {first_line + error.lineno}: {error.msg}")
        if end > cut:
            yield chunk()
        if failure is not None:
            raise failure

    def records(self, chunk: Chunk) -> Iterator[Record]:
        """The records of a chunk, or of the beginning of a file, whose last element may be cut."""
        text, place, line = chunk.data.decode("utf-8", "surrogateescape"), 0, chunk.line + 1
        with suppress(json.JSONDecodeError):
            for value, start, end in _elements(text, "[,"):
                line += text.count("\n", place, start)
                place = start
                yield _record(value, text[start:end], chunk.layout.key, line)


def json_array_writer(options: WriteOptions) -> LineWriter:
    """JSON Lines in brackets; a format's `separator` comes between them."""
    lines = jsonl_writer(options)
    lines.header = opening
    return lines


def opening(layout: Layout) -> str:  # noqa: ARG001
    """The header of an array."""
    return "[\n"


def _elements(text: str, openers: str) -> Iterator[tuple[Any, int, int]]:
    """The elements of an array with their starts and ends, the first after one of `openers`.

    `JSONDecodeError` where the array is broken.
    """
    place = 0
    while True:
        place = _after_space(text, place)
        sign = text[place : place + 1]
        if sign == "]" and openers == ",":
            break
        if not sign or sign not in openers:
            what = "a JSON array begins with [; use --from jsonl for one object per line"
            if openers == ",":
                what = "a comma is missing, or the ] at the end"
            raise json.JSONDecodeError(what, text, place)
        start = _after_space(text, place + 1)
        if sign == "[" and text[start : start + 1] == "]":
            place = start
            break
        try:
            value, place = _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError) as error:
            what = f"this is not JSON ({getattr(error, 'msg', error)})"
            raise json.JSONDecodeError(what, text, getattr(error, "pos", start)) from error
        yield value, start, place
        openers = ","
    if text[place + 1 :].strip():
        what = "something follows the end of the array; use --from jsonl for one object per line"
        raise json.JSONDecodeError(what, text, place + 1)


def _after_space(text: str, place: int) -> int:
    found = _SPACE.match(text, place)
    return place if found is None else found.end()


def _record(value: Any, source: str, key: str, line: int) -> Record:
    if any("\udc80" <= char <= "\udcff" for char in source):
        shown = source.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
        return Record("", "json", shown, {"raw": shown}, line, "it has bytes that are not UTF-8")
    if isinstance(value, str):
        return Record(value, "json", source, {key: value}, line)
    return record_of(value, source, key, line, "json")
