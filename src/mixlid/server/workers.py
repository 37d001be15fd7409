"""The pool of worker processes that identify texts, so that the server's event loop only moves bytes.

A request's texts are split into small jobs that are queued one at a time, so a large request takes turns with small
ones. A job that takes too long is killed with its process, and a new process is started.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from mixlid.prior import Prior
from mixlid.server.fair_queue import FairQueue
from mixlid.server.limits import Limits
from mixlid.server.refusal import RefusalError
from mixlid.server.request import RequestOptions
from mixlid.server.worker_process import LENGTH, Job, Reply, decode_reply, encode_frame

#: Limits of a job, each a few milliseconds of work; the first that is reached counts.
_JOB_TEXTS = 16
_JOB_CHARS = 4_000
#: Characters that can be explained quickly.
_EXPLAINED_CHARS = 400
#: Seconds for a worker to open its models, and seconds to wait before the next try, doubled each time.
_START_SECONDS = 120.0
_PAUSE, _LONGEST_PAUSE = 0.5, 30.0
_LATER = {"Retry-After": "10"}
#: Seconds that every job gets, however few its request has left, because a new process takes a second to start.
_LEAST_SECONDS = 1.0
LOG = logging.getLogger("mixlid.server")
#: A worker imports from the same paths as we do, not from the folder in which the service was started.
_START = """
import sys
sys.path = [place for place in sys.path if place]
import json
sys.path = json.loads(sys.argv.pop(1))
from mixlid.server.worker_process import main
main()
"""


class WorkerError(Exception):
    """A worker failed through no fault of the request. The reason is on standard error."""


class Worker:
    """One process, with at most one job at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process = process
        self._writing, self._reading = process.stdin, process.stdout

    @classmethod
    async def start(cls, models: Mapping[str, Path], priors: Mapping[str, Prior]) -> Worker:
        named = [f"{name}={path}" for name, path in models.items()]
        known = json.dumps({name: prior.to_dict() for name, prior in priors.items()})
        pipe = asyncio.subprocess.PIPE
        worker = cls(
            await asyncio.create_subprocess_exec(
                sys.executable, "-c", _START, json.dumps(sys.path), known, *named, stdin=pipe, stdout=pipe
            )
        )
        try:
            await asyncio.wait_for(worker._receive(), _START_SECONDS)
        except BaseException:
            await worker.end(now=True)
            raise
        return worker

    async def ask(self, frame: bytes) -> Reply:
        self._writing.write(LENGTH.pack(len(frame)) + frame)
        await self._writing.drain()
        return await self._receive()

    async def _receive(self) -> Reply:
        (size,) = LENGTH.unpack(await self._reading.readexactly(LENGTH.size))
        return decode_reply(await self._reading.readexactly(size))

    async def end(self, now: bool = False) -> None:
        """Wait until the process ends, or kill it `now`."""
        self._writing.close()
        if now and self.process.returncode is None:
            self.process.kill()
        await self.process.wait()


class Workers:
    """A fixed number of workers that requests share."""

    def __init__(
        self, models: Mapping[str, Path], count: int, limits: Limits, priors: Mapping[str, Prior] | None = None
    ) -> None:
        self._models, self._count, self._limits, self._priors = models, count, limits, priors or {}
        self._queue: FairQueue[Worker] = FairQueue()
        self._replacing: set[asyncio.Task[None]] = set()
        #: Every process that was started and has not ended.
        self._running: set[Worker] = set()
        self._stopping = False
        #: How many are alive, and whether the last attempt to start one failed.
        self.alive, self._failing = 0, False
        #: How many died, or were killed because they took too long.
        self.replaced = 0

    @property
    def waiting(self) -> int:
        """Jobs that are waiting for a worker."""
        return len(self._queue)

    async def start(self) -> None:
        for worker in await asyncio.gather(*(self._start_one() for _ in range(self._count))):
            self._queue.release(worker)
            self.alive += 1

    async def _start_one(self) -> Worker:
        worker = await Worker.start(self._models, self._priors)
        self._running.add(worker)
        return worker

    @property
    def are_gone(self) -> bool:
        """Whether no worker is left and no new one could be started."""
        return self._failing and not self.alive

    async def stop(self) -> None:
        """End all workers; those with a job are killed."""
        self._stopping = True
        for task in self._replacing:
            task.cancel()
        await asyncio.gather(*self._replacing, return_exceptions=True)
        idle = set(self._queue.take_idle())
        await asyncio.gather(*(worker.end(now=worker not in idle) for worker in self._running))

    async def identify(
        self,
        options: RequestOptions,
        texts: Sequence[str],
        client: str = "",
        has_left: Callable[[], Awaitable[bool]] | None = None,
    ) -> Reply:
        """Results for the texts of one request, within its time limit; `has_left` says whether the client is gone."""
        left, encoded = self._limits.work_seconds, msgspec.json.encode(options)
        reply: Reply = []
        for part in jobs(texts):
            if left <= 0:
                raise self._too_long()
            worker = await self._acquire(client, is_slow(options, part), has_left)
            began, seconds = time.monotonic(), max(left, min(_LEAST_SECONDS, self._limits.work_seconds))
            reply += await self._run(worker, (encoded, part, seconds))
            left -= time.monotonic() - began
        if len(reply) != len(texts):
            raise WorkerError
        return reply

    async def _acquire(self, client: str, slow: bool, has_left: Callable[[], Awaitable[bool]] | None) -> Worker:
        if self.are_gone:
            raise _none_left()
        worker = await self._queue.acquire(client, slow)
        if has_left is not None and await has_left():
            self._queue.release(worker)
            raise RefusalError(400, "the client went away before it was answered")
        return worker

    async def _run(self, worker: Worker, job: Job) -> Reply:
        finished = False
        try:
            reply = await asyncio.wait_for(worker.ask(encode_frame(job)), job[-1])
            finished = True
        except asyncio.TimeoutError:
            raise self._too_long() from None
        finally:
            if finished:
                self._queue.release(worker)
            elif not self._stopping:  # it is dead, or busy with an abandoned job
                self.alive, self.replaced = self.alive - 1, self.replaced + 1
                task = asyncio.ensure_future(self._replace(worker))
                self._replacing.add(task)
                task.add_done_callback(self._replacing.discard)
        return reply

    def _too_long(self) -> RefusalError:
        return RefusalError(
            422,
            f"this takes more than {self._limits.work_seconds:g} s of computing, the limit for one request; "
            "send fewer or shorter texts, or fewer languages (max_languages) without max_switches or min_chars",
        )

    async def _replace(self, worker: Worker) -> None:
        await worker.end(now=True)
        self._running.discard(worker)
        pause = _PAUSE
        while True:
            try:
                fresh = await self._start_one()
                break
            except (OSError, EOFError, asyncio.TimeoutError) as error:
                LOG.error("a worker did not start (%s); the next try is in %g s", type(error).__name__, pause)
                self._failing = True
                if not self.alive:
                    self._queue.reject_all(_none_left())
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
        self.alive, self._failing = self.alive + 1, False
        self._queue.release(fresh)


def _none_left() -> RefusalError:
    return RefusalError(503, "no worker process is left, and new ones do not start; the log says why", _LATER)


def is_slow(options: RequestOptions, part: Sequence[str]) -> bool:
    """Whether a job may take much longer than others of its size: it changes settings, or explains long texts."""
    return bool(options.changes()) or (options.explain and sum(map(len, part)) > _EXPLAINED_CHARS)


def jobs(texts: Sequence[str]) -> Iterator[list[str]]:
    """The texts in small batches, in order."""
    part: list[str] = []
    size = 0
    for text in texts:
        if part and (len(part) >= _JOB_TEXTS or size + len(text) > _JOB_CHARS):
            yield part
            part, size = [], 0
        part.append(text)
        size += len(text)
    if part:
        yield part
