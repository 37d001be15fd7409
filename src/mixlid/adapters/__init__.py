"""mixlid in engines for clusters, in DuckDB and data frames, and in tools that build corpora or process language.

All modules call `arrow.identify` or `columns.rows`, so a text gets the same columns everywhere (`columns.py` has the
schema). After `import mixlid` a module can be used by its full name (`mixlid.adapters.spark`); it is imported on first
use, and its engine with it. Ours are found like those of other packages, by entry points (`pyproject.toml`).
`docs/cluster.md` and `docs/pipelines.md` have a worked example for each.
"""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Any

#: The group of entry points: `spark` is `mixlid.adapters.spark`.
GROUP = "mixlid.adapters"


def __getattr__(name: str) -> Any:
    if not name.startswith("_"):  # Python itself asks for `__path__` and the like
        for point in entry_points(group=GROUP, name=name):
            return point.load()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}; there are {', '.join(__dir__())}")


def __dir__() -> list[str]:
    return sorted({point.name for point in entry_points(group=GROUP)})
