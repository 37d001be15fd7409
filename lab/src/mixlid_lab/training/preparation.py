"""Files of a training run that are kept: each is complete and fits what was asked, or is made again.

A file gets its name only when it is complete, so an interrupted run never leaves half of one. Beside it is a
fingerprint of everything that decided its content.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from mixlid._files import complete_path

#: Reports what a training run is doing.
Report = Callable[[str], None]


def prepared(path: Path, fingerprint: str, make: Callable[[Path], None]) -> bool:
    """Make `path` unless it exists with this fingerprint; return whether it was made."""
    stamp = path.with_name(path.name + ".fingerprint")
    if path.is_file() and stamp.is_file() and stamp.read_text("utf-8") == fingerprint:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    stamp.unlink(missing_ok=True)  # before the content changes, so that a stamp never belongs to another file
    with complete_path(path, path.with_name(path.name + ".unfinished")) as target:
        make(target)
    stamp.write_text(fingerprint, "utf-8")
    return True


def corpus_fingerprint(path: Path) -> list[tuple[str, int, int]]:
    """Names, sizes and times of the corpus's files, enough to notice a change."""
    files = [path] if path.is_file() else sorted(item for item in path.rglob("*") if item.is_file())
    return [(str(item.relative_to(path.parent)), item.stat().st_size, item.stat().st_mtime_ns) for item in files]
