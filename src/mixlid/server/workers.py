"""The pool of worker processes that identify texts, so that the server's event loop only moves bytes.

A request's texts are split into small jobs that are queued one at a time, so a large request takes turns with small
ones. A job that takes too long is killed with its process, and the next job gets a new process.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from weakref import WeakValueDictionary

import msgspec

from mixlid.prior import Prior
from mixlid.server.limits import Limits
from mixlid.server.refusal import RefusalError, refused
from mixlid.server.request import RequestOptions
from mixlid.server.worker_process import LENGTH, Answer, Job, Reply, decode_answer, encode_frame

#: Limits of a job, each a few milliseconds of work; the first that is reached counts.
_JOB_TEXTS = 16
_JOB_CHARS = 4_000
#: Characters that can be explained quickly, and languages that are looked up quickly.
_EXPLAINED_CHARS = 400
_FEW_LANGUAGES = 100
#: Seconds for a worker to open its models.
_START_SECONDS = 120.0
#: Seconds that every job gets, however few its request has left: killing a process costs more.
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
    """A place for one process, which is started when there is none, and has at most one job at a time."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self._arguments = arguments
        self.process: asyncio.subprocess.Process | None = None

    @property
    def is_alive(self) -> bool:
        return self.process is not None and self.process.returncode is None

    async def start(self) -> None:
        """Start a process if there is none; RefusalError if that is not possible."""
        if self.is_alive:
            return
        await self.end()
        pipe = asyncio.subprocess.PIPE
        command = (sys.executable, "-c", _START, json.dumps(sys.path), *self._arguments)
        try:
            self.process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
            await asyncio.wait_for(self._exchange(None), _START_SECONDS)
        except (OSError, EOFError, asyncio.TimeoutError) as error:
            await self.end()
            LOG.error("a worker did not start (%s)", type(error).__name__)
            later = {"Retry-After": "10"}
            raise RefusalError(503, "a worker process does not start; the log says why", later) from None

    async def ask(self, job: Job) -> Answer:
        """The reply to a job. If there is none (TimeoutError, OSError, EOFError, cancelled), the process is ended."""
        replied = False
        try:
            reply = await asyncio.wait_for(self._exchange(job), job[-1])
            replied = True
        finally:
            if not replied:
                await self.end()
        return reply

    async def _exchange(self, job: Job | None) -> Answer:
        """Send a job, if there is one, and wait for the reply."""
        assert self.process is not None
        reading, writing = self.process.stdout, self.process.stdin
        assert reading is not None
        assert writing is not None
        if job is not None:
            frame = encode_frame(job)
            writing.write(LENGTH.pack(len(frame)) + frame)
            await writing.drain()
        (size,) = LENGTH.unpack(await reading.readexactly(LENGTH.size))
        return decode_answer(await reading.readexactly(size))

    async def end(self) -> None:
        process = self.process
        if process is not None:
            if process.returncode is None:
                process.kill()
            await process.wait()  # `stop` waits for it too, if this is cancelled
            if self.process is process:
                self.process = None


class Workers:
    """A fixed number of workers that requests share."""

    def __init__(
        self, models: Mapping[str, Path], count: int, limits: Limits, priors: Mapping[str, Prior] | None = None
    ) -> None:
        known = json.dumps({name: prior.to_dict() for name, prior in (priors or {}).items()})
        arguments = (str(limits.search_budget), known, *(f"{name}={path}" for name, path in models.items()))
        self._limits = limits
        self._workers = [Worker(arguments) for _ in range(count)]
        self._idle = list(self._workers)
        self._places = asyncio.Semaphore(count)
        #: For each client with jobs, quick or slow ones: how many of them may be at work or wait for a worker.
        self._turns: WeakValueDictionary[tuple[str, bool], asyncio.Semaphore] = WeakValueDictionary()

    @property
    def alive(self) -> int:
        return sum(worker.is_alive for worker in self._workers)

    async def start(self) -> None:
        await asyncio.gather(*(worker.start() for worker in self._workers))

    async def stop(self) -> None:
        await asyncio.gather(*(worker.end() for worker in self._workers))

    async def identify(
        self,
        options: RequestOptions,
        texts: Sequence[str],
        client: str = "",
        has_left: Callable[[], Awaitable[bool]] | None = None,
    ) -> Reply:
        """Results for the texts of one request, within its time limit; `has_left` says whether the client is gone."""
        left, encoded = self._limits.work_seconds, msgspec.json.encode(options)
        results: Reply = []
        for part in jobs(texts):
            if left <= 0:
                raise self._too_long()
            async with self._worker(client, is_slow(options, part)) as worker:
                if has_left is not None and await has_left():
                    raise RefusalError(400, "the client went away before it was answered")
                await worker.start()
                began, seconds = time.monotonic(), max(left, min(_LEAST_SECONDS, self._limits.work_seconds))
                try:
                    reply = await worker.ask((encoded, part, seconds))
                except asyncio.TimeoutError:
                    raise self._too_long() from None
            left -= time.monotonic() - began
            if isinstance(reply, str):
                raise refused(reply)
            if reply is None:
                raise WorkerError
            results += reply
        return results

    @asynccontextmanager
    async def _worker(self, client: str, slow: bool) -> AsyncIterator[Worker]:
        """A worker for a job: first come, first served, of few jobs of each client, and half as many slow ones."""
        most = len(self._workers)
        turns = self._turns.setdefault((client, slow), asyncio.Semaphore(max(1, most // 2) if slow else most))
        async with turns, self._places:
            worker = self._idle.pop()
            try:
                yield worker
            finally:
                self._idle.append(worker)

    def _too_long(self) -> RefusalError:
        return RefusalError(
            422,
            f"this takes more than {self._limits.work_seconds:g} s of computing, the limit for one request; "
            "send fewer or shorter texts, or fewer languages (max_languages) without max_switches or min_chars",
        )


def is_slow(options: RequestOptions, part: Sequence[str]) -> bool:
    """Whether a job may take much longer than others of its size: it changes much, or explains long texts."""
    changes = options.changes() or isinstance(options.prior, dict) or len(options.languages or ()) > _FEW_LANGUAGES
    return bool(changes) or (options.explain and sum(map(len, part)) > _EXPLAINED_CHARS)


def jobs(texts: Sequence[str]) -> Iterator[list[str]]:
    """The texts in small batches, in order; an empty one if there are none, for which options are checked."""
    part: list[str] = []
    size = 0
    for text in texts:
        if part and (len(part) >= _JOB_TEXTS or size + len(text) > _JOB_CHARS):
            yield part
            part, size = [], 0
        part.append(text)
        size += len(text)
    if part or not texts:
        yield part
