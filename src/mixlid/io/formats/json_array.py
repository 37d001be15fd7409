"""A JSON array of objects or strings, read as a stream and never held in memory as a whole.

Output is that of JSON Lines, with brackets around it and commas between the lines.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO, NamedTuple

from mixlid.errors import InputError
from mixlid.io import formats
from mixlid.io.formats.jsonl import JsonlWriter, record_of
from mixlid.io.formats.line_writer import TextOffsets
from mixlid.io.formats.records import CHUNK_BYTES, SHOWN_BYTES, Chunk, Layout, Position, ReadMode, ReadOptions, Record
from mixlid.results.batch import AnswerBatch
from mixlid.results.result import Answer

#: Signs that matter for the end of an element, outside and inside strings.
_OUTSIDE, _INSIDE = re.compile(r'["\[\]{},]'), re.compile(r'["\\]')
_SPACE = re.compile(r"[ \t\r\n\ufeff]*")
_DECODER = json.JSONDecoder()


class _Element(NamedTuple):
    value: Any
    start: int
    end: int


class JsonArrayReader:
    def layout(self, stream: BinaryIO, name: str, options: ReadOptions) -> Layout:  # noqa: ARG002
        return Layout(name, "json", columns=None, key=options.key or "text")

    def chunks(self, stream: BinaryIO, layout: Layout, position: Position, mode: ReadMode) -> Iterator[Chunk]:  # noqa: ARG002
        """Chunks of elements, each with the bracket or comma before it."""
        window, place = _Window(stream, position), 0
        opener = "," if position.offset else "["
        while True:
            found = _next(window.text, place, opener)
            complete = isinstance(found, _Element) and (window.ended or found.end < len(window.text))
            if isinstance(found, _Element) and complete and _fits(window.text[found.start : found.end], layout):
                place, opener = found.end, ","
                if place >= CHUNK_BYTES:
                    yield window.cut(layout, place)
                    place = 0
            elif complete or (not isinstance(found, int) and window.is_endless(place, opener, layout.max_record)):
                if place:
                    yield window.cut(layout, place)
                yield window.pass_over(layout, _begin(window.text, 0, opener))
                place, opener = 0, ","
            elif isinstance(found, int) or window.ended or len(window.text) - place > layout.max_record:
                break
            else:
                window.read(max(CHUNK_BYTES, len(window.text)))  # twice as much, since the element is parsed again
        rest = window.text
        where = f"{layout.name}, line {window.position.line + rest.count(chr(10), 0, place) + 1}"
        if place:
            yield window.cut(layout, place)
        if not isinstance(found, int):
            raise InputError(f"{where}: {found}")
        if (_bytes(rest[found:]) + stream.read(CHUNK_BYTES)).strip():
            raise InputError(
                f"{where}: something follows the end of the array; use --from jsonl for one object per line"
            )

    def records(self, chunk: Chunk) -> Iterator[Record]:
        text, place = chunk.data.decode("utf-8", "surrogateescape"), 0
        number = chunk.line + 1
        while isinstance(found := _next(text, place, "," if place else "[,"), _Element):
            number += text.count("\n", place, found.start)
            source = text[found.start : found.end]
            yield _record(found.value, source, chunk.layout.key, number)
            number += source.count("\n")
            place = found.end


class JsonArrayWriter(JsonlWriter):
    def header(self, layout: Layout) -> str:  # noqa: ARG002
        return "[\n"

    def chunk(self, chunk: Chunk, pairs: Sequence[tuple[Record, Answer | None]]) -> str:
        return super().chunk(chunk, pairs).removesuffix("\n").replace("\n", formats.get("json").separator)

    def from_columns(self, chunk: Chunk, offsets: TextOffsets, answers: AnswerBatch) -> bytes:
        lines = super().from_columns(chunk, offsets, answers)
        return lines.removesuffix(b"\n").replace(b"\n", formats.get("json").separator.encode())


class _Window:
    """The part of a stream that is in memory, as text, and its start position."""

    def __init__(self, stream: BinaryIO, position: Position) -> None:
        self._stream, self.position = stream, position
        self._decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        self.text, self.ended = "", False

    def read(self, size: int) -> None:
        data = self._stream.read(size)
        self.ended = not data
        self.text += self._decoder.decode(data, final=self.ended)

    def cut(self, layout: Layout, place: int) -> Chunk:
        """A chunk of the text up to `place`, which is removed from the window."""
        data, line = _bytes(self.text[:place]), self.position.line
        self.position = Position(self.position.offset + len(data), line + data.count(b"\n"))
        self.text = self.text[place:]
        return Chunk(layout, data, line, self.position)

    def is_endless(self, place: int, opener: str, most: int) -> bool:
        """Whether an element begins here that does not end within `most` characters."""
        begin = _begin(self.text, place, opener)
        long = not self.ended and len(self.text) - place > most
        return long and begin >= 0 and _ElementEnd().find(self.text, begin) < 0

    def pass_over(self, layout: Layout, begin: int) -> Chunk:
        """A chunk for an overlong element, of which only the beginning is kept."""
        self.cut(layout, begin)
        line, offset, shown = self.position.line, self.position.offset, _bytes(self.text[:SHOWN_BYTES])
        ends = _ElementEnd()
        while (end := ends.find(self.text)) < 0 and not self.ended:
            self.cut(layout, len(self.text))
            self.read(CHUNK_BYTES)
        self.cut(layout, len(self.text) if end < 0 else end)
        return Chunk(layout, shown, line, self.position, self.position.offset - offset)


class _ElementEnd:
    """Finds the comma or bracket after an element, given piece by piece."""

    def __init__(self) -> None:
        self._depth, self._in_string, self._escaped = 0, False, False

    def find(self, text: str, place: int = 0) -> int:
        """Its offset; -1 if it is not in this piece."""
        if self._escaped and place < len(text):
            place, self._escaped = place + 1, False
        while sign := (_INSIDE if self._in_string else _OUTSIDE).search(text, place):
            place = sign.end()
            if sign[0] == "\\":
                self._escaped = place == len(text)
                place += 1
            elif sign[0] == '"':
                self._in_string = not self._in_string
            elif self._depth == 0 and sign[0] in ",]":
                return sign.start()
            else:
                self._depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(sign[0], 0)
        return -1


def _begin(text: str, place: int, opener: str) -> int:
    """Where the next element begins; -1 if there is none."""
    start = _after_space(text, place)
    sign = text[start : start + 1]
    return _after_space(text, start + 1) if sign and sign in opener else -1


def _fits(source: str, layout: Layout) -> bool:
    return 4 * len(source) <= layout.max_record or len(_bytes(source)) <= layout.max_record


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _next(text: str, place: int, openers: str) -> _Element | str | int:
    """The next element; the offset after the array if it ends here; or an error, which more text may resolve."""
    start = _after_space(text, place)
    sign = text[start : start + 1]
    if sign == "]" and "[" not in openers:
        return start + 1
    if not sign or sign not in openers:
        return (
            "a comma is missing, or the ] at the end"
            if openers == ","
            else "a JSON array begins with [; use --from jsonl for one object per line"
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
        shown = _bytes(source).decode("utf-8", "backslashreplace")
        return Record("", "json", shown, {"raw": shown}, number, "it has bytes that are not UTF-8")
    if isinstance(value, str):
        return Record(value, "json", source, {key: value}, number)
    return record_of(value, source, key, number, "json")
