"""What every request passes before the application: host name, security headers and log.

No text of a request is ever logged. The log has routes rather than URLs, since people put texts into URLs by mistake.

A web page can point its own name at 127.0.0.1 and then read the answers of a service on this machine, because the
browser takes both for the same site (DNS rebinding). The `Host` header of such a request has the page's name. Numeric
addresses cannot be rebound.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Sequence
from contextlib import ExitStack
from ipaddress import ip_address

from litestar import Litestar

from mixlid.errors import SettingsError
from mixlid.server import Message, Receive, Scope, Send
from mixlid.server.refusal import CLOSE, RefusalError
from mixlid.server.service import Service
from mixlid.server.worker_process import place_of

LOG = logging.getLogger("mixlid.server")
#: The page loads nothing from elsewhere and must not be framed.
_HEADERS = (
    (b"content-security-policy", b"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
     b"img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-cache"),  # revalidate: files of different versions do not work together
    (b"cross-origin-resource-policy", b"same-origin"),
)  # fmt: skip
_NAME = re.compile(r"[\w-]+(\.[\w-]+)*")
_PORT = re.compile(r":\d{1,5}$")


def client_of(scope: Scope) -> str:
    """The address of the client; uvicorn takes it from `X-Forwarded-For` if a proxy on this machine says so."""
    client = scope.get("client")
    return client[0] if client else ""


class Gate:
    """The outermost application."""

    def __init__(self, app: Litestar, service: Service, names: frozenset[str] | None) -> None:
        self.app, self._names = app, names
        self._transfers = service.transfers
        self._routes = frozenset(route.path for route in app.routes)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        refusal = None
        try:
            self._check(scope)
            with ExitStack() as transfers:
                if scope["method"] == "POST":
                    transfer = transfers.enter_context(self._transfers.open(client_of(scope)))
                    scope["state"] = {"transfers": self._transfers, "transfer": transfer}
                await self.app(scope, receive, watched)
        except RefusalError as error:
            refusal = error
        except asyncio.CancelledError:  # the server is shutting down and has waited long enough
            refusal = RefusalError(503, "the service was stopped before this was answered", CLOSE)
        except Exception as error:
            LOG.error("%s", place_of(error.__cause__ or error))
            refusal = RefusalError(500, "an internal error, not a fault of the request; the log says where")
        finally:
            if refusal is not None and not status:
                await refusal.response()(scope, receive, watched)
            self._log(scope, status, time.perf_counter() - began)

    def _check(self, scope: Scope) -> None:
        hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        if len(hosts) > 1 or not is_allowed("".join(hosts), self._names):
            raise RefusalError(
                421, "this service does not answer to that host name; its operator can add it: --allow-host NAME"
            )

    def _log(self, scope: Scope, status: int, seconds: float) -> None:
        path = scope["path"]
        route = path if path in self._routes else "/page" if path.startswith("/page/") else "other"
        method = scope["method"] if scope["method"] in ("GET", "HEAD", "POST") else "other"
        LOG.info("%s %s %d %.1f ms", method, route, status, 1000 * seconds)


def allowed_names(listening: str, given: Sequence[str] = ()) -> frozenset[str] | None:
    """The names that are answered besides this machine's own; None for all.

    `listening` is the address that the service listens on; if that is not on this machine alone and no name is given,
    we cannot know the names that people use. `*` stands for every name.
    """
    for name in given:
        if name != "*" and not _NAME.fullmatch(name):
            raise SettingsError(f"--allow-host {name}: give a name without a port, as in mixlid.example.org, or *")
    is_open = not given and not ip_address(listening).is_loopback
    return None if is_open or "*" in given else frozenset(name.lower() for name in given)


def is_allowed(host: str, names: frozenset[str] | None) -> bool:
    """Whether a request with this header is answered. Browsers always send one."""
    name = _PORT.sub("", host).lower().rstrip(".")
    if names is None or not host or name in names or name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
