"""Middleware for every request: metrics, logging, security headers, and errors as JSON.

No text of a request is ever logged. The log has routes rather than URLs, since people put texts into URLs by mistake.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Sequence

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mixlid.errors import SettingsError
from mixlid.server.metrics import Metrics
from mixlid.server.refusal import RefusalError
from mixlid.server.worker_process import place_of

LOG = logging.getLogger("mixlid.server")
_SITE = re.compile(r"https?://[A-Za-z0-9.*-]+(:\d{1,5})?")
Headers = tuple[tuple[bytes, bytes], ...]
NOBODY = "'none'"
#: The page that allowed sites may frame.
EMBED = "/embed"
#: The page loads nothing from elsewhere and must not be framed.
_HEADERS: Headers = (
    (b"content-security-policy", b"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
     b"img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-cache"),  # revalidate: files of different versions do not work together
    (b"cross-origin-resource-policy", b"same-origin"),
)  # fmt: skip


class RequestMiddleware:
    """The outermost middleware of the application."""

    def __init__(self, app: ASGIApp, metrics: Metrics, routes: frozenset[str], embedded: Headers) -> None:
        """`embedded` are the headers of `EMBED` (`framed_by`)."""
        self._app, self._metrics, self._routes, self._embedded = app, metrics, routes, embedded

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                added = self._embedded if scope["path"] == EMBED else _HEADERS
                message["headers"] = [*message.get("headers", ()), *added]
            await send(message)

        try:
            await self._app(scope, receive, watched)
        except asyncio.CancelledError:  # the server is shutting down and has waited long enough
            if not status:
                late = RefusalError(503, "the service was stopped before this was answered", {"Connection": "close"})
                await late.response()(scope, receive, watched)
        except Exception as error:
            LOG.error("%s", place_of(error))
            if not status:
                failure = RefusalError(500, "an internal error, not a fault of the request; the log says where")
                await failure.response()(scope, receive, watched)
        finally:
            path = scope["path"]
            route = path if path in self._routes else "/page" if path.startswith("/page/") else "other"
            seconds = time.perf_counter() - began
            self._metrics.request(route, status, seconds)
            method = scope["method"] if scope["method"] in ("GET", "HEAD", "POST") else "other"
            LOG.info("%s %s %d %.1f ms", method, route, status, 1000 * seconds)


def framed_by(sites: Sequence[str]) -> Headers:
    """Headers that let these sites frame the response: `https://example.org`, or `*` for any; nobody if empty."""
    for site in sites:
        if site != "*" and not _SITE.fullmatch(site):
            raise SettingsError(f"--embed-in {site}: give a site without a path, as in https://example.org, or *")
    return tuple(
        (name, value.replace(b"frame-ancestors 'none'", f"frame-ancestors {' '.join(sites) or NOBODY}".encode()))
        for name, value in _HEADERS
    )


async def on_refusal(_: Request, error: Exception) -> Response:
    assert isinstance(error, RefusalError)
    return error.response()


async def on_http_error(_: Request, error: Exception) -> Response:
    """Routing errors: no such page, or not with this method."""
    assert isinstance(error, HTTPException)
    allowed = (error.headers or {}).get("Allow", "")
    sentence = {
        404: "there is no such page; GET /openapi.json lists all routes",
        405: f"this route takes only {allowed}",
    }.get(error.status_code, str(error.detail))
    return RefusalError(error.status_code, sentence, error.headers).response()
