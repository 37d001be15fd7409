"""doccano's JSON Lines for sequence labelling: `label` has spans `[start, end, "tur"]`, in code points.

Older exports call it `labels`, projects with relations `entities`; all three are read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, BinaryIO

from mixlid.io.formats.jsonl import JsonlReader, as_text, plain_fields
from mixlid.io.formats.labelled_spans import spans_of, word_annotations
from mixlid.io.formats.line_writer import LineWriter
from mixlid.io.formats.records import Annotation, Chunk, Layout, ReadOptions, Record
from mixlid.results.result import Answer

#: The field for our annotation.
LABEL = "label"


class DoccanoReader(JsonlReader):
    def layout(self, stream: BinaryIO, name: str, options: ReadOptions) -> Layout:
        return replace(super().layout(stream, name, options), format="doccano")

    def records(self, chunk: Chunk) -> Iterator[Record]:
        for one in super().records(chunk):
            yield replace(one, format="doccano", annotations=labelled_words(one))


class DoccanoWriter(LineWriter):
    def good(self, record: Record, answer: Answer, layout: Layout) -> str:  # noqa: ARG002
        return self._line(record, {self._options.prefix + LABEL: list(spans_of(answer, self._options))})

    def bad(self, record: Record, layout: Layout) -> str:  # noqa: ARG002
        return self._line(record, {self._options.prefix + LABEL: [], "error": record.error})

    def _line(self, record: Record, added: Mapping[str, Any]) -> str:
        value = {**plain_fields(record), "text": record.text, **added}
        return json.dumps(value, ensure_ascii=False, default=as_text) + "\n"


def labelled_words(record: Record) -> tuple[Annotation, ...]:
    """The words of a record with the languages of its labels; empty if it has no such labels."""
    for name in (LABEL, "labels", "entities"):
        found = record.fields.get(name)
        if isinstance(found, list):
            spans = [_span(one) for one in found]
            if None not in spans:
                return word_annotations(record.text, [span for span in spans if span is not None])
    return ()


def _span(given: Any) -> Annotation | None:
    match given:
        case [int(start), int(end), str(label)]:
            return Annotation(start, end, label)
        case {"start_offset": int(start), "end_offset": int(end), "label": str(label)}:
            return Annotation(start, end, label)
    return None
