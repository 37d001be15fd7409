"""The host names and the keys that the service answers to.

A web page can point its own name at 127.0.0.1 and then read the answers of a service on this machine, because the
browser takes both for the same site (DNS rebinding). The `Host` header of such a request has the page's name with our
port. That of a request through a proxy does not, and numeric addresses cannot be rebound.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Sequence
from ipaddress import ip_address
from pathlib import Path

from mixlid.errors import SettingsError

_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[^\[\]:@/\s]*)(?::(?P<port>\d{1,5}))?", re.IGNORECASE)
_NAME = re.compile(r"[\w-]+(\.[\w-]+)*")
_HTTP = 80
#: Shorter keys can be guessed.
_MIN_LENGTH = 16


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


def has_key(authorization: bytes, keys: Sequence[str]) -> bool:
    """Whether the header `Authorization: Bearer KEY` has one of the keys."""
    kind, _, key = authorization.partition(b" ")
    # Compare all keys, each in constant time, so that timing reveals nothing about them.
    return sum(hmac.compare_digest(key.strip(), known.encode()) for known in keys) > 0 and kind.lower() == b"bearer"
