"""Access control: API keys, and pages of other sites (CORS), if the operator sets them up."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from pathlib import Path

from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from mixlid.errors import SettingsError
from mixlid.server.refusal import RefusalError

#: Routes for probes, which have no key; they reveal nothing about texts or models.
OPEN = frozenset({"/health", "/ready"})
#: Shorter keys can be guessed.
_MIN_LENGTH = 16


def read_keys(path: str) -> tuple[str, ...]:
    """The keys in a file, one per line; `SettingsError` if there is none, or one is short or not ASCII."""
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeError) as error:
        raise SettingsError(f"--api-keys {path}: the file cannot be read: {error}") from None
    keys = tuple(line.strip() for line in lines if line.strip() and not line.startswith("#"))
    if not keys:
        raise SettingsError(f"--api-keys {path}: the file has no key; put one on each line")
    if any(len(key) < _MIN_LENGTH or not key.isascii() or " " in key for key in keys):
        raise SettingsError(
            f"--api-keys {path}: a key needs at least {_MIN_LENGTH} ASCII characters and no space; "
            "`openssl rand -hex 32` makes one"
        )
    return keys


class KeyCheck:
    """Middleware that refuses requests without one of the keys (`Authorization: Bearer KEY`)."""

    def __init__(self, app: ASGIApp, keys: Sequence[str]) -> None:
        self._app, self._keys = app, [key.encode() for key in keys]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] not in OPEN and not self._allows(scope):
            sentence = "this service needs a key: send the header `Authorization: Bearer KEY`"
            await RefusalError(401, sentence, {"WWW-Authenticate": "Bearer"}).response()(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _allows(self, scope: Scope) -> bool:
        given = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
        kind, _, key = given.partition(b" ")
        # Compare all keys, each in constant time, so that timing reveals nothing about them.
        return sum(hmac.compare_digest(key.strip(), known) for known in self._keys) > 0 and kind.lower() == b"bearer"


def cors(origins: Sequence[str], exposed: Sequence[str]) -> Middleware:
    """Middleware that lets pages of these origins (`*`: all) send requests and read the `exposed` headers."""
    for origin in origins:
        if origin != "*" and not (origin.startswith(("http://", "https://")) and origin.count("/") == 2):
            raise SettingsError(f"--allow-origin {origin}: give a scheme and a name, as in https://example.org, or *")
    return Middleware(
        CORSMiddleware,
        allow_origins=list(origins),
        allow_methods=["GET", "POST"],
        allow_headers=["Authorization", "Content-Type", "Mixlid-Answer"],
        expose_headers=list(exposed),
    )
