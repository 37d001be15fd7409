"""JSON Lines: one object per line. Its fields are copied as text, unchanged; ours are added."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from mixlid.io import formats
from mixlid.io.formats import added_fields
from mixlid.io.formats.columns import TEXT_NAMES, parse_path, value_at
from mixlid.io.formats.line_writer import (
    FIXED,
    OWN_IN_JSON,
    OWN_WITHOUT_BRACE,
    LineWriter,
    Part,
    TextOffsets,
    byte_offsets,
    json_object,
    offsets_of,
)
from mixlid.io.formats.lines import TextLine, decode_lines, line_chunks, line_offsets
from mixlid.io.formats.records import Chunk, Layout, ReadOptions, Record, WriteOptions
from mixlid.results.result import Answer


class JsonlReader:
    chunks = staticmethod(line_chunks)

    def layout(self, stream: BinaryIO, name: str, options: ReadOptions) -> Layout:  # noqa: ARG002
        return Layout(name, "jsonl", columns=None, key=options.key or "text")

    def records(self, chunk: Chunk) -> Iterator[Record]:
        for line in decode_lines(chunk.data, chunk.line):
            if line.text.strip():  # files often end with an empty line; it is not a record
                yield _record(line, chunk.layout.key)

    def offsets(self, chunk: Chunk, reserved: frozenset[str]) -> TextOffsets:
        from mixlid.io.formats._compiled import json_offsets

        (starts, ends), key = line_offsets(chunk), chunk.layout.key
        path = parse_path(key)
        if not all(isinstance(step, str) for step in path):  # an item of a list
            return offsets_of(chunk.data, np.stack([np.full_like(starts, -1), starts, starts, ends]))
        # A lone surrogate, which a command line may contain, becomes bytes that do not occur in UTF-8.
        steps, names = ([str(name).encode("utf-8", "surrogatepass") for name in some] for some in (path, reserved))
        names += [key.encode("utf-8", "surrogatepass")] if len(path) > 1 else []  # a field of that name comes first
        more, places = json_offsets(chunk.data, starts, ends, steps, names)
        return byte_offsets(chunk.data, places, more)


def jsonl_writer(options: WriteOptions) -> LineWriter:
    lines = _JsonLines(options)
    replaced = added_fields.added_names(formats.get("jsonl"), options)
    return LineWriter(lines.good, lines.bad, template=lines.template, replaced=replaced)


class _JsonLines(NamedTuple):
    options: WriteOptions

    def template(self, layout: Layout) -> list[Part] | None:
        asked = self.options.words or self.options.runs is not None
        if asked or layout.format not in ("txt", "jsonl"):
            return None
        begin = [Part(OWN_WITHOUT_BRACE)]
        if layout.format == "txt":
            begin = [Part(FIXED, b'{"text": '), Part(OWN_IN_JSON)]
        selected = added_fields.columns(self.options)
        return json_object(begin, selected, self.options.prefix)

    def good(self, record: Record, answer: Answer, layout: Layout) -> str:  # noqa: ARG002
        """The record's own fields unchanged, then ours, which replace fields of the same name."""
        return self._line(record, added_fields.values(answer, self.options))

    def bad(self, record: Record, layout: Layout) -> str:  # noqa: ARG002
        added = added_fields.null_values(record.error, self.options)
        if record.is_null and not self.options.keep:
            del added[self.options.prefix + added_fields.ERROR.name]
        return self._line(record, added)

    def _line(self, record: Record, added: Mapping[str, Any]) -> str:
        is_object = record.format == "jsonl" and record.fields != _as_raw(record.source)
        if not is_object or added.keys() & record.fields.keys():
            return json.dumps({**plain_fields(record), **added}, ensure_ascii=False, default=as_text) + "\n"
        # Keep the line as text, so that long numbers, escapes and repeated names do not change.
        comma = ", " if record.fields else ""
        return f"{record.source[:-1].rstrip()}{comma}{json.dumps(added, ensure_ascii=False)[1:]}\n"


def _record(line: TextLine, key: str) -> Record:
    source = line.text.strip()
    if line.error is not None:
        return _bad(source, line.number, line.error)
    try:
        value = json.loads(line.text)
    except (ValueError, RecursionError) as error:
        return _bad(source, line.number, f"this is not JSON ({error}); JSON Lines has one object on each line")
    return _record_of(value, source, key, line.number)


def _record_of(value: Any, source: str, key: str, number: int) -> Record:
    """A JSON value as a record: an object whose field `key` is a string."""
    if not isinstance(value, dict):
        what = f"this is {_kind(value)} and not an object such as {{{json.dumps(key)}: …}}"
        return _bad(source, number, what)
    try:
        text = value[key] if key in value else value_at(value, parse_path(key))
    except KeyError:
        known = f"its fields are {', '.join(map(repr, value))}" if value else "it has none"
        inside = next(_texts_in(value, key), "")
        hint = f"give -k {inside}, if that is the text" if inside else "say with -k which one has the text"
        what = f"the record has no field {key!r} ({known}); {hint}"
        return Record("", "jsonl", source, value, number, what)
    if isinstance(text, str):
        return Record(text, "jsonl", source, value, number)
    if text is None:
        return Record("", "jsonl", source, value, number, is_null=True)
    what = f"the field {key!r} is {_kind(text)} and not a string; say with -k which one has the text"
    return Record("", "jsonl", source, value, number, what)


def _texts_in(value: Any, key: str, path: str = "") -> Iterator[str]:
    """Fields with a string and this name or a usual one, as `-k` takes them: `body`, `data.text`, `items[0].text`."""
    if isinstance(value, dict):
        for name, item in value.items():
            inside = f"{path}.{name}" if path else name
            if isinstance(item, str) and (name == key or name.lower() in TEXT_NAMES):
                yield inside
            yield from _texts_in(item, key, inside)
    elif isinstance(value, list) and value and path:
        yield from _texts_in(value[0], key, f"{path}[0]")


def _bad(source: str, number: int, what: str) -> Record:
    """A bad record that keeps its source as text."""
    if number == 1 and source.startswith("["):
        what += "; if the file is an array, make JSON Lines of it with jq -c '.[]'"
    return Record("", "jsonl", source, _as_raw(source), number, what)


def _as_raw(source: str) -> dict[str, str]:
    return {"raw": source}


def _kind(value: Any) -> str:
    """The JSON type of a value, for messages."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, int | float):
        return "a number"
    return "an object" if isinstance(value, dict) else "a list" if isinstance(value, list) else "a string"


def plain_fields(record: Record) -> Mapping[str, Any]:
    """The fields of a record; NaN and infinity, which a binary table may hold and JSON lacks, become null."""
    if not formats.get(record.format).is_table:
        return record.fields
    return {
        name: None if isinstance(value, float) and not math.isfinite(value) else value
        for name, value in record.fields.items()
    }


def as_text(value: Any) -> str:
    """Dates, decimals and bytes of a binary table as text, for JSON."""
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else str(value)
