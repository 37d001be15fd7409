"""The texts of a run's inputs, one by one, for `--adapt`, which reads them before the run."""

from __future__ import annotations

from collections.abc import Iterator

from mixlid.errors import InputError
from mixlid.io import formats
from mixlid.io.bulk.chunk_worker import OnError, Route, place_of_record
from mixlid.io.bulk.inputs import Inputs
from mixlid.io.bulk.plan import Plan
from mixlid.io.formats.records import Position, ReadOptions


def texts_of(plan: Plan, options: ReadOptions, on_error: OnError) -> Iterator[str]:
    """Every text; a record that cannot be read is left out, or with `fail` raises `InputError`."""
    inputs = Inputs(plan, options, ("full", "full"), (0, 0, Position()), lambda *_: Route.RECORDS)
    for task in inputs.tasks():
        inputs.places.clear()
        if task.chunk.data is None:
            continue
        for record in formats.reader(task.chunk.layout.format).records(task.chunk):
            if record.error is None:
                yield record.text
            elif on_error == "fail":
                raise InputError(f"{place_of_record(task.chunk, record)}: {record.error}")
    if inputs.failure is not None:
        raise inputs.failure
