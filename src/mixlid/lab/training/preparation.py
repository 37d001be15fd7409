"""Steps of a training run that are kept: a file is either complete and fits what was asked, or it is made anew.

A file appears under its name only when it is complete, so an interrupted run never leaves half of one there. Beside it
lies the fingerprint of all that decided its content.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from mixlid._files import complete_path

#: Says what a training run is doing.
Report = Callable[[str], None]


def prepared(path: Path, fingerprint: str, make: Callable[[Path], None]) -> bool:
    """Make `path` unless it is there with this fingerprint; tells whether it was made."""
    stamp = path.with_name(path.name + ".fingerprint")
    if path.is_file() and stamp.is_file() and stamp.read_text("utf-8") == fingerprint:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    stamp.unlink(missing_ok=True)  # before the content changes: a stamp never vouches for another file
    with complete_path(path, path.with_name(path.name + ".unfinished")) as target:
        make(target)
    stamp.write_text(fingerprint, "utf-8")
    return True


def corpus_fingerprint(path: Path) -> list[tuple[str, int, int]]:
    """Names, sizes and times of the corpus's files: enough to notice that one of them changed."""
    files = [path] if path.is_file() else sorted(item for item in path.rglob("*") if item.is_file())
    return [(str(item.relative_to(path.parent)), item.stat().st_size, item.stat().st_mtime_ns) for item in files]
