"""Request bodies while they arrive: not too large, not too slow, and not too many bytes together.

If all of them together are too large, the one from which nothing has come for longest is given up, so that clients that
send slowly or stop in the middle do not shut out others.
"""

from __future__ import annotations

import asyncio
from types import TracebackType

from mixlid.server import Receive
from mixlid.server.limits import Limits
from mixlid.server.refusal import CLOSE, LATER, RefusalError

#: Up to this many times the allowed size is read and discarded: a client that is cut off never reads the reason.
_PATIENCE = 16


class Arrivals:
    """All bodies that are arriving, or wait to be answered."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._size = 0
        #: Those that are arriving, the longest silent first.
        self._arriving: dict[Arrival, None] = {}

    def heard(self, arrival: Arrival, size: int) -> None:
        """Count bytes that have come; RefusalError if there are too many, and no other body is slower."""
        self._arriving.pop(arrival, None)
        self._arriving[arrival] = None
        arrival.size += size
        self._size += size
        while self._size > self.limits.arriving_bytes:
            slowest = next(iter(self._arriving))
            refusal = RefusalError(503, "too much is being sent at the moment; try again in a second", LATER)
            if slowest is arrival:
                raise refusal
            slowest.stop(refusal)
            self.forget(slowest)

    def complete(self, arrival: Arrival) -> None:
        """It has arrived, and still counts until it is answered."""
        self._arriving.pop(arrival, None)

    def forget(self, arrival: Arrival) -> None:
        self._arriving.pop(arrival, None)
        self._size -= arrival.size
        arrival.size = 0


class Arrival:
    """The body of one request; a context that lasts until the request is answered."""

    def __init__(self, arrivals: Arrivals) -> None:
        self._arrivals = arrivals
        self._task: asyncio.Task[object] | None = None
        self._reason: RefusalError | None = None
        self.size = 0

    def __enter__(self) -> Arrival:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._arrivals.forget(self)

    def stop(self, reason: RefusalError) -> None:
        """End `read` with this refusal."""
        if self._task is not None and self._reason is None:
            self._reason = reason
            self._task.cancel()

    async def read(self, receive: Receive, announced: str) -> bytes:
        """The whole body; RefusalError if it is too large or too slow. `announced` is its content-length."""
        limits = self._arrivals.limits
        sentence = f"the body did not arrive within {limits.body_seconds:g} s; send it faster or in parts"
        slow = RefusalError(408, sentence, CLOSE)
        self._task = asyncio.current_task()
        timer = asyncio.get_running_loop().call_later(limits.body_seconds, self.stop, slow)
        try:
            body = await self._pieces(receive, limits.body_bytes, announced)
            if self._reason is not None:
                await asyncio.sleep(0)  # to be cancelled here and not later
        except asyncio.CancelledError:
            if self._reason is None:
                raise
            raise self._reason from None
        finally:
            self._task = None
            timer.cancel()
        self._arrivals.complete(self)
        return body

    async def _pieces(self, receive: Receive, most: int, announced: str) -> bytes:
        too_large = announced.isdecimal() and int(announced) > most
        parts: list[bytes] = []
        size, more = 0, True
        while more and size <= _PATIENCE * most:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise RefusalError(400, "the client went away before its request was complete", CLOSE)
            piece, more = message.get("body", b""), message.get("more_body", False)
            size += len(piece)
            too_large = too_large or size > most
            if not too_large:
                self._arrivals.heard(self, len(piece))
                parts.append(piece)
        if too_large:
            raise RefusalError(
                413,
                f"the body is larger than the limit of {most:,} bytes; send fewer texts at a time, or one "
                "text per line to /identify/stream",
                CLOSE,
            )
        return parts[0] if len(parts) == 1 else b"".join(parts)
