"""Worker processes that run out of memory anywhere: the client is told, and the next one gets a new process."""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
import sys
from pathlib import Path

import msgspec
import pytest
from served import MIXED

from failing_library import failing_library
from mixlid.models.catalogue import EMBEDDED
from mixlid.server.limits import Limits
from mixlid.server.request import RequestOptions
from mixlid.server.workers import WorkerError, Workers

#: Places in a job: reading it, an identifier for settings that are new, the answer, writing it.
PLACES = (1, 3, 40, 400, 4000)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return failing_library(tmp_path_factory.mktemp("failing"))


@pytest.mark.parametrize("place", PLACES)
def test_an_allocation_that_fails(library: Path, tmp_path: Path, place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    python = tmp_path / "python"
    failing = f"LD_PRELOAD={shlex.quote(str(library))} PYTHONMALLOC=malloc FAIL_ALLOCATION={place}"
    python.write_text(f'#!/bin/sh\n{failing} exec {shlex.quote(sys.executable)} "$@"\n', encoding="utf-8")
    python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(python))

    async def ask(workers: Workers) -> int:
        """The number of languages, or None if it is told that something went wrong."""
        try:
            reply = await workers.identify(
                msgspec.convert({"words": True, "min_chars": 3}, RequestOptions), [MIXED] * 3
            )
        except (WorkerError, EOFError, OSError):
            return 0
        return len(msgspec.json.decode(reply[0])["labels"])

    async def main() -> list[int]:
        workers = Workers({"litelid": EMBEDDED}, 1, Limits())
        await workers.start()
        try:
            (worker,) = workers._workers
            assert worker.process is not None
            os.kill(worker.process.pid, signal.SIGUSR1)
            return [await asyncio.wait_for(ask(workers), 300) for _ in range(3)]
        finally:
            await asyncio.wait_for(workers.stop(), 300)

    first, *others = asyncio.run(main())
    assert first in (0, 2)
    assert others == [2, 2]
