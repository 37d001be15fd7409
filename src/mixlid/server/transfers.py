"""What clients send: requests with texts, and streams, while they are open.

There are places for a number of them, half for one client at most, and room for their bytes. Where one is lacking, the
client that is waited for most often loses the transfer that has been silent for longest, so that clients that send
slowly or stop in the middle do not shut out others.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager

from mixlid.server import Receive
from mixlid.server.limits import Limits
from mixlid.server.refusal import CLOSE, LATER, RefusalError

#: Up to this many times the allowed size is read and discarded: a client that is cut off never reads the reason.
_PATIENCE = 16


class Transfer:
    """A request or a stream. While a task waits for its client, another may stop it with a refusal."""

    def __init__(self, client: str = "") -> None:
        self.client = client
        #: Bytes that are held, and how many; not local to a coroutine, which an exception's traceback keeps.
        self.parts: list[bytes] = []
        self.size = 0
        #: When the client was last heard of.
        self.since = 0.0
        self._task: asyncio.Task[object] | None = None
        self._reason: RefusalError | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether we wait for the client."""
        return self._task is not None and self._reason is None

    def stop(self, reason: RefusalError) -> None:
        """Raise the refusal where the client is waited for."""
        if self._task is not None and self._reason is None:
            self._reason = reason
            self._task.cancel()

    @asynccontextmanager
    async def waiting(self, seconds: float, too_slow: RefusalError) -> AsyncIterator[None]:
        """Wait for the client, no longer than some seconds."""
        loop = asyncio.get_running_loop()
        self._task, self.since = asyncio.current_task(), loop.time()
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


class Transfers:
    """All that are open."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._open: set[Transfer] = set()
        self._size = 0

    def __len__(self) -> int:
        return len(self._open)

    @contextmanager
    def open(self, client: str) -> Iterator[Transfer]:
        """A place for a transfer; RefusalError if there is none."""
        same = [other for other in self._open if other.client == client]
        if len(same) >= (self.limits.requests + 1) // 2:
            self._make_room(same)
        elif len(self._open) >= self.limits.requests:
            self._make_room(self._open)
        transfer = Transfer(client)
        self._open.add(transfer)
        try:
            yield transfer
        finally:
            self.close(transfer)

    def hold(self, transfer: Transfer, size: int) -> None:
        """Count the bytes that are now held of a transfer; RefusalError if there is no room for them."""
        self._size += size - transfer.size
        transfer.size = size
        transfer.since = asyncio.get_running_loop().time()
        while self._size > self.limits.arriving_bytes:
            self._make_room(other for other in self._open if other is not transfer and other.size)

    def _make_room(self, rivals: Iterable[Transfer]) -> None:
        waiting = [transfer for transfer in rivals if transfer.is_waiting]
        if not waiting:
            raise RefusalError(503, "there are too many requests at the moment; try again in a second", LATER)
        by_client = Counter(transfer.client for transfer in waiting)
        silent = min(waiting, key=lambda transfer: (-by_client[transfer.client], transfer.since))
        silent.stop(RefusalError(503, "nothing was sent or read for a while and others were waiting", LATER))
        self.close(silent)

    def close(self, transfer: Transfer) -> None:
        """Free its place and its bytes, if it has any."""
        self._open.discard(transfer)
        self._size -= transfer.size
        transfer.size = 0
        transfer.parts.clear()

    async def read(self, transfer: Transfer, receive: Receive, announced: str) -> bytes:
        """All of a body; RefusalError if it is too large or too slow. `announced` is its content-length."""
        seconds = self.limits.body_seconds
        sentence = f"the body did not arrive within {seconds:g} s; send it faster or in parts"
        async with transfer.waiting(seconds, RefusalError(408, sentence, CLOSE)):
            await self._arrive(transfer, receive, announced)
        transfer.parts[:] = [b"".join(transfer.parts)]
        return transfer.parts[0]

    async def _arrive(self, transfer: Transfer, receive: Receive, announced: str) -> None:
        most = self.limits.body_bytes
        too_large = announced.isdecimal() and int(announced) > most
        size, more = 0, True
        while more and size <= _PATIENCE * most:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise RefusalError(400, "the client went away before its request was complete", CLOSE)
            part, more = message.get("body", b""), message.get("more_body", False)
            size += len(part)
            too_large = too_large or size > most
            if not too_large:
                self.hold(transfer, size)
                transfer.parts.append(part)
        if too_large:
            raise RefusalError(413, f"the body is larger than the limit of {most:,} bytes; send fewer texts", CLOSE)
