"""A JSON array: its elements are objects, or plain strings. It is read from front to back, and never held in full."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple

from mixlid.errors import InputError
from mixlid.io.formats.jsonl import record_of
from mixlid.io.formats.records import CHUNK_BYTES, Chunk, Layout, Pace, Position, ReadOptions, Record

_SPACE = re.compile(r"[ \t\r\n\ufeff]*")
_DECODER = json.JSONDecoder()


class _Element(NamedTuple):
    value: Any
    start: int
    end: int


class JsonArrayReader:
    def layout(self, stream: BinaryIO, name: str, options: ReadOptions) -> Layout:  # noqa: ARG002
        return Layout(name, "json", columns=None, key=options.key or "text")

    def chunks(self, stream: BinaryIO, layout: Layout, position: Position, pace: Pace) -> Iterator[Chunk]:  # noqa: ARG002
        """Some elements with what stands before each: a bracket or a comma."""
        decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        text, place, ended = "", 0, False
        opener = "," if position.offset else "["
        while True:
            found = _next(text, place, opener)
            if isinstance(found, _Element) and (ended or found.end < len(text)):
                place, opener = found.end, ","
                if place >= CHUNK_BYTES:
                    made = _chunk(layout, text[:place], position)
                    yield made
                    text, place, position = text[place:], 0, made.end
            elif not isinstance(found, int) and not ended and len(text) - place <= layout.max_record:
                data = stream.read(max(CHUNK_BYTES, len(text)))  # as much again, for the element is read anew
                ended = not data
                text += decoder.decode(data, final=ended)
            else:
                break
        if place:
            yield _chunk(layout, text[:place], position)
        where = f"{layout.name}, line {position.line + text.count(chr(10), 0, place) + 1}"
        if not isinstance(found, int):
            long = "" if ended else f", or an element has more than {layout.max_record:,} bytes (--max-record)"
            raise InputError(f"{where}: {found}{long}")
        if (text[found:].encode("utf-8", "surrogateescape") + stream.read(CHUNK_BYTES)).strip():
            raise InputError(f"{where}: something follows the end of the array; one object a line is --from jsonl")

    def records(self, chunk: Chunk) -> Iterator[Record]:
        text, place = chunk.data.decode("utf-8", "surrogateescape"), 0
        number = chunk.line + 1
        while isinstance(found := _next(text, place, "," if place else "[,"), _Element):
            number += text.count("\n", place, found.start)
            source = text[found.start : found.end]
            yield _record(found.value, source, chunk.layout.key, number)
            number += source.count("\n")
            place = found.end


def _next(text: str, place: int, openers: str) -> _Element | str | int:
    """The next element; the place after the array if it ends here; or what is wrong, which more text may mend."""
    start = _after_space(text, place)
    sign = text[start : start + 1]
    if sign == "]" and "[" not in openers:
        return start + 1
    if not sign or sign not in openers:
        return (
            "a comma is missing, or the ] at the end"
            if openers == ","
            else "a JSON array begins with [; objects one a line are --from jsonl"
        )
    start = _after_space(text, start + 1)
    if sign == "[" and text[start : start + 1] == "]":
        return start + 1
    try:
        value, end = _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError) as error:
        return f"this is not JSON ({error})"
    return _Element(value, start, end)


def _after_space(text: str, place: int) -> int:
    found = _SPACE.match(text, place)
    return place if found is None else found.end()


def _record(value: Any, source: str, key: str, number: int) -> Record:
    if any("\udc80" <= char <= "\udcff" for char in source):
        shown = source.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
        return Record("", "json", shown, {"raw": shown}, number, "it has bytes that are not UTF-8")
    if isinstance(value, str):
        return Record(value, "json", source, {key: value}, number)
    return record_of(value, source, key, number, "json")


def _chunk(layout: Layout, text: str, position: Position) -> Chunk:
    data = text.encode("utf-8", "surrogateescape")
    end = Position(position.offset + len(data), position.line + text.count("\n"))
    return Chunk(layout, data, position.line, end)
