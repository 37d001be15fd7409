"""Checkpoints: a small file beside the output, so that `--resume` can continue a run however it ended.

A checkpoint says that everything before this position of the inputs is in the first N bytes of the output. It is
written once those bytes are on disk, and replaced atomically. It also records mixlid's version, inputs, model and
options: a run that differs in any of them is refused, since its output would be inconsistent. A checksum covers
positions and counts, because a damaged checkpoint would silently lose or repeat records.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from mixlid._files import PART_FLAGS, as_sentence, complete_file, lock_file
from mixlid.errors import InputError, MixlidError
from mixlid.io.formats.records import Position


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A position between two records of a run."""

    #: The output being written, which of its inputs is being read, and where.
    task: int
    source: int
    position: Position
    #: Bytes written.
    written: int
    #: The output is complete, but may not have its final name yet.
    complete: bool
    #: The columns of the output, if it has any: further inputs must have the same.
    header: str
    #: The value of `--on-error`; it may change until the first bad record.
    on_error: str
    summary: Mapping[str, Any]


class CheckpointFile:
    """The checkpoint of one run: of its only output, or of all outputs in a folder."""

    def __init__(self, path: Path, made_of: Mapping[str, Any]) -> None:
        self.path = path
        self._part = path.with_name(f"{path.name}.new")
        self._lock = path.with_name(f"{path.name}.lock")
        self._made_of = json.loads(json.dumps(made_of, sort_keys=True, default=str))  # as it is read back

    @property
    def exists(self) -> bool:
        """Whether there is anything to continue from."""
        return self.path.exists()

    def load(self, on_error: str) -> Checkpoint | None:
        """Where to continue; None if no run was interrupted here."""
        try:
            stored = json.loads(self.path.read_text(encoding="utf-8"))
            made_of, values = stored["made_of"], stored["checkpoint"]
            checkpoint = Checkpoint(**{**values, "position": Position(**values["position"])})
        except FileNotFoundError:
            return None
        except (ValueError, KeyError, TypeError) as error:
            raise self._unreadable() from error
        changed = sorted(name for name in {*made_of, *self._made_of} if made_of.get(name) != self._made_of.get(name))
        if changed:
            differences = ", ".join(_difference(name, made_of.get(name), self._made_of.get(name)) for name in changed)
            raise MixlidError(
                f"this is not the run that was interrupted: {differences}; "
                "give the same command, or start over without --resume"
            )
        if stored.get("crc32") != _checksum(values):
            raise self._unreadable()
        if checkpoint.on_error != on_error and checkpoint.summary["bad"]:
            raise MixlidError(
                f"the interrupted run met bad records with --on-error {checkpoint.on_error}; "
                "give the same, or start over without --resume"
            )
        return checkpoint

    def remove_stale_lock(self) -> None:
        """Remove the lock that a run left behind when it was killed."""
        if self._lock.exists():
            with self.locked():
                pass

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Lock the checkpoint for one run: a second run is refused before it removes or writes anything."""
        with as_sentence(self._lock):
            self._lock.parent.mkdir(parents=True, exist_ok=True)
            stream = os.fdopen(os.open(self._lock, PART_FLAGS, 0o666), "r+b")
        with stream:
            lock_file(stream, self._lock, str(self.path.parent))
            try:
                yield
            finally:
                self._lock.unlink(missing_ok=True)

    def save(self, checkpoint: Checkpoint) -> None:
        values = json.loads(json.dumps(asdict(checkpoint)))  # as they are read back
        stored = {"made_of": self._made_of, "checkpoint": values, "crc32": _checksum(values)}
        text = json.dumps(stored, ensure_ascii=False)
        with complete_file(self.path, self._part, durable=True) as stream:
            stream.write(text.encode())

    def remove(self) -> None:
        self.path.unlink(missing_ok=True)
        self._part.unlink(missing_ok=True)

    def _unreadable(self) -> InputError:
        return InputError(f"{self.path} is not a checkpoint that can be read; start over without --resume")


def _difference(name: str, before: Any, now: Any) -> str:
    if isinstance(before, dict) and isinstance(now, dict):
        inside = sorted(key for key in {*before, *now} if before.get(key) != now.get(key))
        return f"the {name} have changed ({', '.join(inside)})"
    return f"{name} was {before}, and is now {now}" if isinstance(before, str) else f"the {name} have changed"


def _checksum(values: Mapping[str, Any]) -> int:
    return zlib.crc32(json.dumps(values, sort_keys=True).encode())


def file_versions(names: list[str]) -> dict[str, list[int]]:
    """The size and modification time of each file, by full path, to see whether it has changed."""
    statuses = {str(path): path.stat() for path in (Path(name).resolve() for name in names)}
    return {path: [status.st_size, status.st_mtime_ns] for path, status in statuses.items()}
