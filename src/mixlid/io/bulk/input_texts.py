"""The records of a plan's inputs, one by one: for `--adapt`, which reads them before the run, and for statistics."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mixlid.errors import InputError
from mixlid.io import formats
from mixlid.io.bulk.chunk_worker import OnError, Route, place_of_record
from mixlid.io.bulk.inputs import Inputs
from mixlid.io.bulk.plan import Plan
from mixlid.io.formats.records import Position, ReadOptions, Record


def texts_of(
    plan: Plan, options: ReadOptions, on_error: OnError, note: Callable[[str], None] | None = None
) -> Iterator[str]:
    """Every text; a record that cannot be read is skipped, or raises `InputError` if `on_error` is `fail`.

    `note` is called with each choice that was made, such as the column of a table, once if all inputs agree.
    """
    return (record.text for _, record in records_of(plan, options, on_error, note))


def records_of(
    plan: Plan, options: ReadOptions, on_error: OnError, note: Callable[[str], None] | None = None
) -> Iterator[tuple[str, Record]]:
    """The same, as records with the name of their input."""
    said: set[str] = set()
    inputs = Inputs(plan, options, ("full", "full"), (0, 0, Position()), lambda *_: Route.RECORDS)
    for task in inputs.tasks():
        inputs.places.clear()
        if task.chunk.data is None:
            for text in task.chunk.layout.notes:
                if note is not None and text not in said:
                    note(f"{task.chunk.layout.name}: {text}")
                    said.add(text)
            continue
        for record in formats.reader(task.chunk.layout.format).records(task.chunk):
            if record.is_null:
                continue
            if record.error is None:
                yield task.chunk.layout.name, record
            elif on_error == "fail":
                raise InputError(f"{place_of_record(task.chunk, record)}: {record.error}")
    if inputs.failure is not None:
        raise inputs.failure
