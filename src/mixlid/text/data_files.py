"""The data files of the package."""

from __future__ import annotations

import json
import sys
from array import array
from functools import cache
from pathlib import Path
from typing import Any

#: The folder of them; a path, since `importlib.resources` takes longer to import than most of them to read.
FOLDER = Path(__file__).resolve().parents[1] / "data"


@cache
def read_table(name: str) -> Any:
    """What `NAME.json` has."""
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))


def read_numbers(file: str) -> array[int]:
    """The numbers of a file of them, 4 bytes each with the lowest first."""
    made = array("I", (FOLDER / file).read_bytes())
    if sys.byteorder == "big":
        made.byteswap()
    return made
