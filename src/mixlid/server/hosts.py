"""The host names that the service answers to: protection against DNS rebinding.

A web page can point its own name at 127.0.0.1 and then read the answers of a service on this machine, because the
browser takes both for the same site. The `Host` header of such a request has the page's name with our port. That of a
request through a proxy does not, and numeric addresses cannot be rebound.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from ipaddress import ip_address

from starlette.types import ASGIApp, Receive, Scope, Send

from mixlid.errors import SettingsError
from mixlid.server.refusal import RefusalError

_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[^\[\]:@/\s]*)(?::(?P<port>\d{1,5}))?", re.IGNORECASE)
_NAME = re.compile(r"[\w-]+(\.[\w-]+)*")
_HTTP = 80


class Hosts:
    """The allowed names, or the default rule if none were given."""

    def __init__(self, listening: str, port: int, allowed: Sequence[str] = ()) -> None:
        """`listening` is the address that the service listens on; `*` in `allowed` allows every name."""
        for name in allowed:
            if name != "*" and not _NAME.fullmatch(name):
                raise SettingsError(f"--allow-host {name}: give a name without a port, as in mixlid.example.org, or *")
        self._allowed = frozenset(name.lower() for name in allowed)
        self._port = port
        # On other addresses we cannot know the names that people use.
        self._checked = "*" not in allowed and (bool(allowed) or _is_this_machine(listening))

    def allow(self, host: str) -> bool:
        """Whether a request with this header is answered."""
        if not self._checked:
            return True
        match = _HOST.fullmatch(host)
        if match is None:
            return False
        name = match["name"].lower().rstrip(".")
        if name in self._allowed or _is_this_machine(name) or _is_number(name):
            return True
        if self._allowed:
            return False
        return not name or int(match["port"] or _HTTP) != self._port  # through a proxy, or not from a browser


class HostCheck:
    """Middleware that refuses other host names."""

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self._app, self._hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            given = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
            if len(given) > 1 or not self._hosts.allow("".join(given)):
                refusal = RefusalError(
                    421, "this service does not answer to that host name; its operator can add it: --allow-host NAME"
                )
                await refusal.response()(scope, receive, send)
                return
        await self._app(scope, receive, send)


def _is_this_machine(name: str) -> bool:
    if name == "localhost" or name.endswith(".localhost"):
        return True
    return _is_number(name) and ip_address(name.strip("[]")).is_loopback


def _is_number(name: str) -> bool:
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
