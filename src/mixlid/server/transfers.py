"""What clients send: bodies of requests and streams, while we wait for their bytes.

If there is too much of it, the one that has been silent for longest gives way, so that clients that send slowly or stop
in the middle do not shut out others.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from prometheus_client import Gauge

from mixlid.server import Receive
from mixlid.server.limits import Limits
from mixlid.server.refusal import CLOSE, LATER, RefusalError

#: Up to this many times the allowed size is read and discarded: a client that is cut off never reads the reason.
_PATIENCE = 16
#: Seconds that a stream may be silent while others wait for its place.
SILENCE = 2.0


class Transfer:
    """The body of a request, or a stream. While a task waits for its client, another may stop it with a refusal."""

    def __init__(self, client: str = "") -> None:
        self.client = client
        #: Bytes that are counted by `Arrivals`.
        self.size = 0
        self._task: asyncio.Task[object] | None = None
        self._since = 0.0
        self._reason: RefusalError | None = None

    @property
    def silent_seconds(self) -> float:
        """How long we have waited for the client."""
        return 0.0 if self._task is None else asyncio.get_running_loop().time() - self._since

    def stop(self, reason: RefusalError) -> None:
        """Raise the refusal where the client is waited for."""
        if self._task is not None and self._reason is None:
            self._reason = reason
            self._task.cancel()

    @asynccontextmanager
    async def waiting(self, seconds: float, too_slow: RefusalError) -> AsyncIterator[None]:
        """Wait for the client, no longer than some seconds."""
        loop = asyncio.get_running_loop()
        self._task, self._since = asyncio.current_task(), loop.time()
        timer = loop.call_later(seconds, self.stop, too_slow)
        try:
            yield
            if self._reason is not None:
                await asyncio.sleep(0)  # to be cancelled here and not later
        except asyncio.CancelledError:
            if self._reason is None:
                raise
            raise self._reason from None
        finally:
            self._task = None
            timer.cancel()


class Arrivals:
    """All bodies that are arriving, or wait to be answered."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._size = 0
        #: Those that are arriving, the longest silent first.
        self._arriving: dict[Transfer, None] = {}

    async def read(self, body: Transfer, receive: Receive, announced: str) -> bytes:
        """All of a body; RefusalError if it is too large or too slow. `announced` is its content-length.

        It counts until it is forgotten, after it was answered.
        """
        seconds = self._limits.body_seconds
        sentence = f"the body did not arrive within {seconds:g} s; send it faster or in parts"
        async with body.waiting(seconds, RefusalError(408, sentence, CLOSE)):
            parts = await self._parts(body, receive, announced)
        self._arriving.pop(body, None)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    async def _parts(self, body: Transfer, receive: Receive, announced: str) -> list[bytes]:
        most = self._limits.body_bytes
        too_large = announced.isdecimal() and int(announced) > most
        parts: list[bytes] = []
        size, more = 0, True
        while more and size <= _PATIENCE * most:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise RefusalError(400, "the client went away before its request was complete", CLOSE)
            part, more = message.get("body", b""), message.get("more_body", False)
            size += len(part)
            too_large = too_large or size > most
            if not too_large:
                self.heard(body, len(part))
                parts.append(part)
        if too_large:
            raise RefusalError(413, f"the body is larger than the limit of {most:,} bytes; send fewer texts", CLOSE)
        return parts

    def heard(self, body: Transfer, size: int) -> None:
        """Count bytes that have come; RefusalError if there are too many, and no other body is slower."""
        self._arriving.pop(body, None)
        self._arriving[body] = None
        body.size += size
        self._size += size
        while self._size > self._limits.arriving_bytes:
            slowest = next(iter(self._arriving))
            refusal = RefusalError(503, "too much is being sent at the moment; try again in a second", LATER)
            if slowest is body:
                raise refusal
            slowest.stop(refusal)
            self.forget(slowest)

    def forget(self, body: Transfer) -> None:
        self._arriving.pop(body, None)
        self._size -= body.size
        body.size = 0


class Places:
    """A limited number of places for requests or streams, half of them for one client, so that others get in."""

    def __init__(self, most: int, gauge: Gauge) -> None:
        self._most, self._gauge = most, gauge
        self._taken: set[Transfer] = set()
        self._by_client = Counter[str]()

    @contextmanager
    def take(self, client: str) -> Iterator[Transfer]:
        """A place; if there is none, that of a client that has been silent for some seconds. Else RefusalError."""
        has_share = self._by_client[client] >= (self._most + 1) // 2
        if has_share or len(self._taken) >= self._most:
            self._end_one([taken for taken in self._taken if taken.client == client or not has_share])
        transfer = Transfer(client)
        self._taken.add(transfer)
        self._by_client[client] += 1
        self._gauge.inc()
        try:
            yield transfer
        finally:
            self._free(transfer)

    def _end_one(self, rivals: list[Transfer]) -> None:
        silent = max(rivals, key=lambda transfer: transfer.silent_seconds)
        if silent.silent_seconds < SILENCE:
            raise RefusalError(503, "there are too many requests at the moment; try again in a second", LATER)
        silent.stop(RefusalError(503, "nothing was sent or read for a while and others were waiting"))
        self._free(silent)

    def _free(self, transfer: Transfer) -> None:
        if transfer not in self._taken:
            return
        self._taken.remove(transfer)
        self._gauge.dec()
        self._by_client[transfer.client] -= 1
        if not self._by_client[transfer.client]:
            del self._by_client[transfer.client]
