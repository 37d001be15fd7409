"""JSON of annotation tools: Label Studio's tasks, and doccano's lines for sequence labelling.

Output has a span for every word that may be in a language, so that people can correct single words. On input a span may
have any length: each word in it gets its label. Offsets are code points.

Label Studio: an array of objects with `data`, whose `text` has labelled regions. Our answers are written as
`predictions`, for people to accept or correct. Reading takes the last annotation that was not cancelled, else the last
prediction; the short form (JSON-MIN) is read too, and offsets in UTF-16 units if the text of a region shows that.

doccano: `label` has spans `[start, end, "tur"]`; older exports call it `labels`, projects with relations `entities`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, BinaryIO

from mixlid.io.formats.json_array import JsonArrayReader
from mixlid.io.formats.jsonl import JsonlReader, as_text, plain_fields, record_of
from mixlid.io.formats.line_writer import LineWriter
from mixlid.io.formats.records import Annotation, Chunk, Layout, ReadOptions, Record, WriteOptions
from mixlid.io.labelled import labelled_words, word_annotations
from mixlid.linguistics.formats.transcript import code_of
from mixlid.results.result import NO_LANGUAGE, Answer


def spans_of(answer: Answer, options: WriteOptions) -> Iterator[Annotation]:
    """The words of an answer with their language codes, without numbers, punctuation and the like."""
    for word in answer.words:
        if word.label != NO_LANGUAGE:
            yield Annotation(word.start, word.end, code_of(word.label, options))


class DoccanoReader(JsonlReader):
    def layout(self, stream: BinaryIO, name: str, options: ReadOptions) -> Layout:
        return replace(super().layout(stream, name, options), format="doccano")

    def records(self, chunk: Chunk) -> Iterator[Record]:
        for one in super().records(chunk):
            yield replace(one, format="doccano", annotations=labelled_words(one))


class DoccanoWriter(LineWriter):
    def good(self, record: Record, answer: Answer, layout: Layout) -> str:  # noqa: ARG002
        return self._line(record, {self._options.prefix + "label": list(spans_of(answer, self._options))})

    def bad(self, record: Record, layout: Layout) -> str:  # noqa: ARG002
        return self._line(record, {self._options.prefix + "label": [], "error": record.error})

    def _line(self, record: Record, added: Mapping[str, Any]) -> str:
        value = {**plain_fields(record), "text": record.text, **added}
        return json.dumps(value, ensure_ascii=False, default=as_text) + "\n"


class LabelStudioReader(JsonArrayReader):
    def layout(self, stream: BinaryIO, name: str, options: ReadOptions) -> Layout:
        return replace(super().layout(stream, name, options), format="labelstudio")

    def records(self, chunk: Chunk) -> Iterator[Record]:
        for one in super().records(chunk):
            task = one.fields
            data = task.get("data", task)
            if not isinstance(data, dict) or (one.error is not None and task.keys() == {"raw"}):
                error = one.error or "the task has no data; Label Studio's JSON is an array of objects with data"
                yield replace(one, format="labelstudio", error=error)
                continue
            made = record_of(data, one.source, chunk.layout.key, one.line, "labelstudio")
            regions = _regions(task)
            if regions is not None:
                made = replace(made, annotations=word_annotations(made.text, _spans(regions, made.text)))
            yield made


class LabelStudioWriter(LineWriter):
    def header(self, layout: Layout) -> str:  # noqa: ARG002
        return "[\n"

    def chunk(self, chunk: Chunk, pairs: Sequence[tuple[Record, Answer | None]]) -> str:
        return super().chunk(chunk, pairs).removesuffix("\n").replace("\n", ",\n")

    def good(self, record: Record, answer: Answer, layout: Layout) -> str:  # noqa: ARG002
        regions = [
            {
                "id": f"w{place}",
                "from_name": "label",
                "to_name": "text",
                "type": "labels",
                "value": {"start": start, "end": end, "text": record.text[start:end], "labels": [label]},
            }
            for place, (start, end, label) in enumerate(spans_of(answer, self._options), 1)
        ]
        made: dict[str, Any] = {"model_version": "mixlid", "result": regions}
        if answer.confidence is not None:
            made["score"] = round(answer.confidence, 4)
        return _task(record, {}, {"predictions": [made]})

    def bad(self, record: Record, layout: Layout) -> str:  # noqa: ARG002
        return _task(record, {"error": record.error}, {})


def _task(record: Record, more: Mapping[str, Any], made: Mapping[str, Any]) -> str:
    value = {"data": {**plain_fields(record), "text": record.text, **more}, **made}
    return json.dumps(value, ensure_ascii=False, default=as_text) + "\n"


def _spans(regions: Iterable[Any], text: str) -> Iterator[Annotation]:
    for region in regions:
        match region:
            case {"value": {"start": int(start), "end": int(end), "labels": [str(label), *_], **value}}:
                yield _placed(text, start, end, label, value.get("text"))
            case {"start": int(start), "end": int(end), "labels": [str(label), *_]}:
                yield _placed(text, start, end, label, region.get("text"))


def _regions(task: Mapping[str, Any]) -> list[Any] | None:
    """The regions of the annotation that counts, or None; in the short form they are in a field of any name."""
    for name in ("annotations", "predictions"):
        tried = task.get(name)
        made = (
            [one for one in tried if isinstance(one, dict) and not one.get("was_cancelled")]
            if isinstance(tried, list)
            else []
        )
        if made and isinstance(made[-1].get("result"), list):
            found: list[Any] = made[-1]["result"]
            return found
    lists = [] if "data" in task else [value for value in task.values() if isinstance(value, list)]
    return [one for value in lists for one in value] if lists else None


def _placed(text: str, start: int, end: int, label: str, said: Any) -> Annotation:
    if isinstance(said, str) and text[start:end] != said:
        units = text.encode("utf-16-le", "surrogatepass")
        if units[2 * start : 2 * end].decode("utf-16-le", "replace") == said:
            start, end = (len(units[: 2 * place].decode("utf-16-le", "replace")) for place in (start, end))
    return Annotation(start, end, label)
