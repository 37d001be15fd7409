"""The host names and the keys that the service answers to.

A web page can point its own name at 127.0.0.1 and then read the answers of a service on this machine, because the
browser takes both for the same site (DNS rebinding). The `Host` header of such a request has the page's name. Numeric
addresses cannot be rebound.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Sequence
from ipaddress import ip_address
from pathlib import Path

from mixlid.errors import SettingsError

_NAME = re.compile(r"[\w-]+(\.[\w-]+)*")
_PORT = re.compile(r":\d{1,5}$")
#: Shorter keys can be guessed.
_MIN_LENGTH = 16


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
