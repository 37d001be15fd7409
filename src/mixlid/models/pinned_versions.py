"""Which version of a model a name stands for: the one that it stood for when it was first used here.

Names are those of the catalogue, and their authors may put another file in place of theirs. So the commit and the
checksum of what came first are written beside the cache of the hub, and later loads by that name ask for the same and
compare. Whoever names a revision has said what they want, and is not bound by this.
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
    """What was written for an address; None if nothing was."""
    found = _read(folder / FILE).get(address)
    if found is None:
        return None
    if not isinstance(found, dict) or not all(isinstance(found.get(name), str) for name in Pin._fields):
        raise _unreadable(folder / FILE)
    return Pin(found["commit"], found["etag"])


def write_pin(folder: Path, address: str, pin: Pin) -> None:
    """Remember a version; where the cache can only be read, there is nobody to remember for."""
    with suppress(PermissionError):
        pins = {**_read(folder / FILE), address: pin._asdict()}
        with complete_file(folder / FILE) as out:
            out.write(json.dumps(pins, indent=2, sort_keys=True).encode() + b"\n")


def changed(folder: Path, address: str, pin: Pin, now: str) -> ModelError:
    return ModelError(
        f"{address} is not the file that it was when it was first used here: its checksum is {now}, and "
        f"{folder / FILE} says {pin.etag}. If you want the other file, name its revision ({address}@…), or remove the "
        "entry there."
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
    return ModelError(f"{path}, where the versions of models by name are kept, is damaged; remove it to begin anew.")
