"""Who may ask: an API key, where the operator wants one, and pages of other sites (CORS), where he allows them."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from pathlib import Path

from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from mixlid.errors import SettingsError
from mixlid.web.refusal import RefusalError

#: What probes ask, which have no key, and which say nothing of texts or models.
OPEN = frozenset({"/health", "/ready"})
#: Shorter ones can be guessed.
_LEAST = 16


def read_keys(path: str) -> tuple[str, ...]:
    """The keys in a file, one a line; `SettingsError` if there is none, or one that is short or not ASCII."""
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeError) as error:
        raise SettingsError(f"--api-keys {path}: the file cannot be read: {error}") from None
    keys = tuple(line.strip() for line in lines if line.strip() and not line.startswith("#"))
    if not keys:
        raise SettingsError(f"--api-keys {path}: the file has no key; give one a line")
    if any(len(key) < _LEAST or not key.isascii() or " " in key for key in keys):
        raise SettingsError(
            f"--api-keys {path}: a key has at least {_LEAST} letters and digits and no space; "
            "`openssl rand -hex 32` makes one"
        )
    return keys


class KeyCheck:
    """The middleware that refuses requests without one of the keys (`Authorization: Bearer KEY`)."""

    def __init__(self, app: ASGIApp, keys: Sequence[str]) -> None:
        self._app, self._keys = app, [key.encode() for key in keys]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] not in OPEN and not self._allows(scope):
            sentence = "this service asks for a key: send the header `Authorization: Bearer KEY`"
            await RefusalError(401, sentence, {"WWW-Authenticate": "Bearer"}).response()(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _allows(self, scope: Scope) -> bool:
        given = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
        kind, _, key = given.partition(b" ")
        # All are compared, each in constant time, so that the time taken says nothing of them.
        return sum(hmac.compare_digest(key.strip(), known) for known in self._keys) > 0 and kind.lower() == b"bearer"


def cors(origins: Sequence[str], exposed: Sequence[str]) -> Middleware:
    """What lets pages of these origins ask and read answers, with the headers that are named; `*` for all."""
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
