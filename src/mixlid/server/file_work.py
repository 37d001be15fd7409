"""Uploaded files: their texts, and the same file with languages added. This runs in a worker.

The formats are those of `mixlid identify`, so a file comes out as the command would write it.
"""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path
from typing import Any

from mixlid.errors import InputError, MixlidError
from mixlid.identifier import Identifier
from mixlid.io import formats
from mixlid.io.bulk.chunk_worker import MAX_REPORTED, ChunkWorker, Route, place_of_record
from mixlid.io.bulk.inputs import Inputs
from mixlid.io.bulk.plan import Plan, make_plan
from mixlid.io.bulk.run import Job, run
from mixlid.io.formats import added_fields
from mixlid.io.formats.file_types import FileType
from mixlid.io.formats.records import Layout, Position, ReadOptions, Record, WriteOptions

#: The formats that the page reads.
READ = tuple(name for name in ("txt", "csv", "tsv", "jsonl", "json", "xlsx") if name in formats.CORE)
#: Put before the names of our columns if the file has one of them.
_PREFIX = "mixlid_"
_READ_MODES: tuple[Any, Any] = ("full", "full")


def work_on_file(kind: str, identifier: Identifier, path: str, folder: str, most: str, key: str = "") -> dict[str, Any]:
    """The reply to a request about a file: its texts, the name of the new file, or an error message."""
    given = Path(path)
    try:
        if kind == "read":
            found = read_texts(given, key or None, int(most))
            return found | {"notes": [_without_folder(note, given) for note in found["notes"]]}
        return {"name": annotate(identifier, given, key or None, Path(folder)).name}
    except MixlidError as error:
        return {"error": _without_folder(str(error), given)}


def read_texts(path: Path, key: str | None, most: int) -> dict[str, Any]:
    """The texts of a file in order (None for a row without one), its columns, and the text column.

    If the text column is not clear, there are no texts, and a note says so: the user has to choose. A file with more
    than `most` texts is refused.
    """
    plan = _plan(path)
    inputs = _inputs(plan, key)
    texts: list[str | None] = []
    notes, bad, names = list(plan.notes), 0, dict[str, None]()
    for task in inputs.tasks():
        inputs.places.clear()
        layout = task.chunk.layout
        if task.chunk.data is None:
            continue
        for record in formats.reader(layout.format).records(task.chunk):
            texts.append(None if record.error is not None or record.is_null else record.text)
            names |= dict.fromkeys(_columns(layout, record))
            if record.error is not None:
                bad += 1
                notes += [f"{place_of_record(task.chunk, record)}: {record.error}"] if bad <= MAX_REPORTED else []
        if len(texts) > most:
            raise InputError(
                f"{path} has more than {most:,} rows, the limit of the page; `mixlid identify` takes any number"
            )
    if inputs.failure is not None:
        return _column_choice(plan, key, inputs.failure)
    columns = list(names) or list(layout.columns or ())
    if bad == len(texts):  # another field has the texts, or there are none
        return {"format": layout.format, "columns": columns, "column": None, "texts": [], "notes": notes}
    return {
        "format": layout.format,
        "columns": columns,
        "column": _column(layout, columns),
        "texts": texts,
        "notes": notes,
    }


def annotate(identifier: Identifier, path: Path, key: str | None, folder: Path) -> Path:
    """Write the file with languages added into a folder; plain text becomes a CSV for Excel."""
    is_text = _plan(path).sources[0].file_type.format == "txt"
    plan = make_plan([str(path)], None, "-", str(folder), None, FileType("csv") if is_text else None)
    (task,) = plan.tasks
    format = task.file_type.format
    for prefix in ("", _PREFIX):
        options = WriteOptions(keep=True, prefix=prefix, excel=is_text)
        worker = ChunkWorker(
            identifier,
            {format: formats.writer(format, options)},
            on_error="keep",
            reserved={format: added_fields.added_names(formats.get(format), options)},
        )
        try:
            run(Job(plan, worker, ReadOptions(key), _READ_MODES, 1, None, None, _Silent(), lambda _: None))
            break
        except InputError:
            if prefix:
                raise
    return Path(task.output)


class _Silent:
    """A progress meter that shows nothing."""

    def at(self, done: int, *, share: float | None = None) -> None: ...

    def begin_at(self, share: float) -> None: ...


def _plan(path: Path) -> Plan:
    plan = make_plan([str(path)], None, "-", None, None, FileType("jsonl"))
    found = plan.sources[0].file_type
    if found.format not in READ or found.compression:
        raise InputError(
            f"{path} is {'.'.join(filter(None, found))}, and the page reads {', '.join(READ)}; "
            "`mixlid identify` reads all formats"
        )
    return plan


def _without_folder(sentence: str, given: Path) -> str:
    """A message without the path of our temporary folder."""
    return sentence.replace(f"{given.parent}{os.sep}", "")


def _inputs(plan: Plan, key: str | None) -> Inputs:
    return Inputs(plan, ReadOptions(key), _READ_MODES, (0, 0, Position()), lambda *_: Route.RECORDS)


def _column_choice(plan: Plan, key: str | None, failure: InputError) -> dict[str, Any]:
    """The columns of a table whose text column is not clear; raises `failure` if that is not the problem."""
    format = plan.sources[0].file_type.format
    tasks = [] if key is not None or format in ("txt", "jsonl", "json") else list(islice(_inputs(plan, "1").tasks(), 2))
    if len(tasks) < 2:
        raise failure
    layout = tasks[0].chunk.layout
    record = next(formats.reader(format).records(tasks[1].chunk))
    names = _columns(layout, record)
    return {"format": format, "columns": names, "column": None, "texts": [], "notes": [str(failure)]}


def _columns(layout: Layout, record: Record) -> list[str]:
    """The column names: from the header, the fields that hold text, or numbers from 1."""
    if layout.columns is not None:
        return list(layout.columns)
    if layout.format == "tsv":
        return [str(place + 1) for place in range(record.source.count("\t") + 1)]
    return [name for name, value in record.fields.items() if isinstance(value, str)]


def _column(layout: Layout, names: list[str]) -> str | None:
    """The text column; plain text has none."""
    if layout.format == "txt":
        return None
    if layout.format in ("jsonl", "json"):
        return layout.key
    return names[-1 if layout.text_column is None else layout.text_column]
