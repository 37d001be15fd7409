"""A model's name means the version that was current when the name was first used on this machine.

The authors of a model may replace its file. So the commit and the checksum of the first download are written beside
the hub's cache, and later loads by that name ask for the same commit and compare. An address with a revision is not
pinned: it already says which version it wants.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from mixlid._files import complete_file
from mixlid.errors import ModelError

FILE = "mixlid-pins.json"


class Pin(NamedTuple):
    """One version of one file: the commit, and what the hub calls its contents (the sha256 of a large file)."""

    commit: str
    etag: str


def read_pin(folder: Path, address: str) -> Pin | None:
    """The version pinned for an address; None if there is none."""
    found = _read(folder / FILE).get(address)
    if found is None:
        return None
    if not isinstance(found, dict) or not all(isinstance(found.get(name), str) for name in Pin._fields):
        raise _unreadable(folder / FILE)
    return Pin(found["commit"], found["etag"])


def write_pin(folder: Path, address: str, pin: Pin) -> None:
    """Pin a version, unless the cache is read-only."""
    with suppress(PermissionError):
        pins = {**_read(folder / FILE), address: pin._asdict()}
        with complete_file(folder / FILE) as out:
            out.write(json.dumps(pins, indent=2, sort_keys=True).encode() + b"\n")


def changed(folder: Path, address: str, pin: Pin, now: str) -> ModelError:
    return ModelError(
        f"{address} has changed since it was first used here: its checksum is {now}, but {folder / FILE} says "
        f"{pin.etag}. If you want the new file, give its revision ({address}@…), or remove the entry there."
    )


def _read(path: Path) -> dict[str, Any]:
    try:
        pins = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except ValueError as error:
        raise _unreadable(path) from error
    if not isinstance(pins, dict):
        raise _unreadable(path)
    return pins


def _unreadable(path: Path) -> ModelError:
    return ModelError(f"{path}, which keeps the pinned versions of models, is damaged; remove it to start again.")
