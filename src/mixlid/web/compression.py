"""Answers packed with gzip for clients that ask for it."""

from __future__ import annotations

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

#: Bytes from which on it is worth the while, and how hard it is tried: others wait while it is done.
_LEAST, _LEVEL = 500, 4


class Compression(GZipMiddleware):
    """All routes but streams, whose lines would wait for more of them."""

    def __init__(self, app: ASGIApp, streams: frozenset[str]) -> None:
        super().__init__(app, minimum_size=_LEAST, compresslevel=_LEVEL)
        self._streams = streams

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] in self._streams:
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)
