"""Around every request: counters, the log, safe headers, and errors as JSON. No text of a request is ever logged.

The log has routes and not addresses, since people put texts into addresses by mistake.
"""

from __future__ import annotations

import asyncio
import logging
import time

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mixlid.web.metrics import Metrics
from mixlid.web.refusal import RefusalError
from mixlid.web.worker_process import place_of

LOG = logging.getLogger("mixlid.web")
#: The page needs nothing from elsewhere, and may not be put into a frame.
_HEADERS = (
    (b"content-security-policy", b"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
     b"img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-cache"),  # files may be kept, but asked about: parts of two versions do not fit together
    (b"cross-origin-resource-policy", b"same-origin"),
)  # fmt: skip


class RequestMiddleware:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, metrics: Metrics, routes: frozenset[str]) -> None:
        self._app, self._metrics, self._routes = app, metrics, routes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        try:
            await self._app(scope, receive, watched)
        except asyncio.CancelledError:  # the server is to end, and has waited long enough
            if not status:
                late = RefusalError(503, "the service was stopped before this was answered", {"Connection": "close"})
                await late.response()(scope, receive, watched)
        except Exception as error:
            LOG.error("%s", place_of(error))
            if not status:
                failure = RefusalError(500, "something went wrong here, and not with the request; the log says where")
                await failure.response()(scope, receive, watched)
        finally:
            path = scope["path"]
            route = path if path in self._routes else "/page" if path.startswith("/page/") else "other"
            seconds = time.perf_counter() - began
            self._metrics.request(route, status, seconds)
            method = scope["method"] if scope["method"] in ("GET", "HEAD", "POST") else "other"
            LOG.info("%s %s %d %.1f ms", method, route, status, 1000 * seconds)


async def on_refusal(_: Request, error: Exception) -> Response:
    assert isinstance(error, RefusalError)
    return error.response()


async def on_http_error(_: Request, error: Exception) -> Response:
    """What the routing says: no such page, or not that way."""
    assert isinstance(error, HTTPException)
    allowed = (error.headers or {}).get("Allow", "")
    sentence = {
        404: "there is nothing here; GET /openapi.json lists what there is",
        405: f"this address takes {allowed} only",
    }.get(error.status_code, str(error.detail))
    return RefusalError(error.status_code, sentence, error.headers).response()
