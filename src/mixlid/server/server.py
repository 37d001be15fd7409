"""Runs the application on a socket until it is stopped. Running requests are finished first."""

from __future__ import annotations

import logging
import signal
import socket
import sys
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING

import uvicorn

from mixlid.errors import SettingsError
from mixlid.server.http_limits import BoundedProtocol

if TYPE_CHECKING:
    from mixlid.server import ASGIApp

#: Connections that wait to be accepted: enough that excess requests get a 503 from us, not silence from the system.
_BACKLOG = 2048
#: Connections at once; more get a 503.
_CONNECTIONS = 4096


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; SettingsError if the address or the port is not available."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    if not 0 <= port < 65536:
        raise SettingsError(f"there is no port {port}; ports are 1 to 65535, or 0 for any free one")
    try:
        return socket.create_server((host, port), family=family, backlog=_BACKLOG)
    except OSError as error:
        raise SettingsError(
            f"cannot listen on {host} port {port}: {error.strerror}; choose others with --host and --port"
        ) from None


def address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class Server(uvicorn.Server):
    """uvicorn that also reports when it is ready and whether Ctrl-C ended it."""

    def __init__(self, app: ASGIApp, ready: Callable[[], None] | None = None, grace: float = 30.0) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=BoundedProtocol,
                lifespan="on",
                limit_concurrency=_CONNECTIONS,
                ws="none",
                access_log=False,  # our own log has no URLs, which may contain text
                log_config=None,
                server_header=False,
                timeout_graceful_shutdown=int(grace),
                backlog=_BACKLOG,
            )
        )
        self._ready = ready
        self.was_interrupted = False

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.was_interrupted = self.was_interrupted or sig == signal.SIGINT
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and self._ready is not None:
            self._ready()


def log_to_stderr(requests: bool) -> None:
    """Log errors, and each request if `requests`.

    uvicorn's warnings are dropped: it warns about every malformed request, so anybody could fill the log.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s mixlid: %(message)s"))
    for name, level in (("mixlid.server", logging.INFO if requests else logging.WARNING), ("uvicorn", logging.ERROR)):
        logger = logging.getLogger(name)
        logger.addHandler(handler)
        logger.setLevel(level)
