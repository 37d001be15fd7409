"""Limits on incoming HTTP that uvicorn does not have.

Its parser accepts headers and trailers of any size, for any length of time, and any number of pipelined requests. Here
headers must be small and arrive quickly, trailers must be small, and few requests may be pipelined.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

#: Limits for the bytes of a request line with headers, of trailers, and of chunk extensions; seconds for the headers.
HEAD_BYTES = 65_536
HEAD_SECONDS = 20.0
#: Requests that one connection may send before the first of them is answered.
PIPELINED = 32
_TOO_LARGE = b"the headers of a request may have %d bytes" % HEAD_BYTES


class BoundedProtocol(HttpToolsProtocol):
    """One connection."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._in_head, self._head = True, 0
        #: whether headers, a body piece or the message ended in the current data, so that not all of it is headers
        self._ended = False
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._arm()

    def connection_lost(self, exc: Exception | None) -> None:
        self._disarm()
        self.pipeline.clear()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._timer is None and self._in_head:
            self._arm()
        self._ended = False
        super().data_received(data)
        if not self._ended and not self.transport.is_closing():
            self._head += len(data)
            if self._head > HEAD_BYTES:
                self._refuse(431, _TOO_LARGE)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._head = True, 0

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._in_head:  # drop trailers
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._in_head, self._head, self._ended = False, 0, True
        self._disarm()
        if len(self.pipeline) >= PIPELINED:
            raise ValueError  # the parser answers with 400 and closes the connection
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        super().on_body(body)
        self._head, self._ended = 0, True

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._in_head, self._head, self._ended = True, 0, True

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.pipeline and not self.transport.is_closing():  # answer what has arrived first
            self.flow.pause_reading()

    def _arm(self) -> None:
        self._timer = self.loop.call_later(HEAD_SECONDS, self._too_slow)

    def _disarm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_slow(self) -> None:
        self._timer = None
        if self._in_head and not self.transport.is_closing():
            self._refuse(408, b"the headers did not arrive within %g s" % HEAD_SECONDS)

    def _refuse(self, status: int, sentence: bytes) -> None:
        if not self._is_answering():
            body = b'{"error":"%s"}' % sentence
            self.transport.write(
                b"HTTP/1.1 %d Refused\r\ncontent-type: application/json\r\n"
                b"content-length: %d\r\nconnection: close\r\n\r\n%s" % (status, len(body), body)
            )
        self.transport.close()

    def _is_answering(self) -> bool:
        """Whether another response is half sent; ours must not end up inside it."""
        return self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete
