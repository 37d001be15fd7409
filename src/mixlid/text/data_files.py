"""The data files of the package."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

#: The folder of them; a path, since `importlib.resources` takes longer to import than most of them to read.
FOLDER = Path(__file__).resolve().parents[1] / "data"


@cache
def read_table(name: str) -> Any:
    """What `NAME.json` has."""
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
