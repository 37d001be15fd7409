"""Answers compressed with gzip for clients that accept it."""

from __future__ import annotations

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

#: The smallest answer worth compressing, in bytes, and a low level, since other requests wait meanwhile.
_MIN_BYTES, _LEVEL = 500, 4


class Compression(GZipMiddleware):
    """For all routes but streams, whose lines would be held back."""

    def __init__(self, app: ASGIApp, streams: frozenset[str]) -> None:
        super().__init__(app, minimum_size=_MIN_BYTES, compresslevel=_LEVEL)
        self._streams = streams

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] in self._streams:
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)
