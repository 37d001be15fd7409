"""What happens to a call when its n-th allocation fails, or the start of its n-th thread.

    LD_PRELOAD=failing_calls.so PYTHONMALLOC=malloc python failing_calls.py KIND WAY MOST

It must raise `MemoryError` or `RuntimeError`, or answer as usual, and afterwards the same identifier must answer as
usual. Every n up to MOST is tried, or up to the last one there is.
"""

from __future__ import annotations

import ctypes
import faulthandler
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import mixlid
from mixlid.cli.main import main

TEXTS = [
    "the old house ve ekmek",
    "",
    "yarın sabah bahçede the meeting",
    "\ufdfa" * 50,
    "где the bread",
    "a b " * 60,
] * 2
#: Some batches of them.
MANY = TEXTS + ["the bread", "ekmek"] * 600
#: What may be raised, besides errors of our own.
EXPECTED = (MemoryError, RuntimeError, SystemError)  # the last is NumPy's way to put it


def ways(folder: Path) -> dict[str, Callable[[], Any]]:
    lid = mixlid.load(preset="cs")
    encoded = [text.encode() for text in TEXTS]
    ends = np.cumsum([len(text) for text in encoded])
    starts, data = np.append(0, ends[:-1]), b"".join(encoded)
    lines = folder / "in.txt"
    lines.write_text("\n".join(TEXTS), encoding="utf-8")

    def columns(batch: Any) -> Any:
        return batch.labels.tolist(), batch.word_column("label").tolist()

    def utf8() -> Any:
        batch = lid.identify_utf8(data, starts, ends, words=True, jobs=2)
        assert batch is not None
        return columns(batch)

    def document() -> Any:
        return lid.identify_document(" ".join(TEXTS)).to_dict()

    def files() -> Any:
        out = folder / "out.jsonl"
        code = main(["identify", str(lines), "-q", "-p", "cs", "-o", str(out), "-j", "1", "--force"])
        if code:
            raise MemoryError(f"exit status {code}")
        assert not [one for one in folder.iterdir() if one.suffix == ".part"]
        return out.read_text(encoding="utf-8")

    return {
        "identify": lambda: [lid.identify(text).to_dict() for text in TEXTS],
        "many": lambda: [result.to_dict() for result in lid.identify_many(iter(MANY[:600]), jobs=2)],
        "columns": lambda: columns(lid.identify_columns(MANY, words=True, jobs=3)),
        "utf8": utf8,
        "document": document,
        "files": files,
    }


def try_all(kind: str, way: Callable[[], Any], most: int) -> tuple[int, int]:
    """How many were tried, and how many of these raised; `AssertionError` for a different answer."""
    arm = getattr(ctypes.CDLL(None), f"fail_{kind}")
    arm.argtypes, arm.restype = [ctypes.c_long], ctypes.c_long
    expected, told = way(), 0
    for number in range(1, most + 1):
        arm(number)
        try:
            answer = way()
        except EXPECTED:
            answer = None
        finally:
            left = arm(0)
        told += answer is None
        assert answer in (None, expected), number
        assert way() == expected, f"afterwards, {number}"
        if left > 0:
            return number, told
    return most, told


if __name__ == "__main__":
    faulthandler.enable()
    faulthandler.dump_traceback_later(500, exit=True)
    kind, name, most = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        tried, told = try_all(kind, ways(Path(folder))[name], int(most))
    print(f"{tried} tried, {told} told")
