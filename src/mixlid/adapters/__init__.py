"""mixlid in engines for clusters, in DuckDB and data frames, and in tools that build corpora or process language.

All modules call `arrow.identify` or `columns.records`, so a text gets the same columns everywhere (`columns.py` has the
schema). After `import mixlid` a module can be used by its full name (`mixlid.adapters.spark`); it is imported on first
use, and its engine with it. Ours are found like those of other packages, by entry points (`pyproject.toml`).
`docs/bulk.md` and `docs/data-frames.md` have a worked example for each.
"""

from __future__ import annotations

from typing import Any

from mixlid._plug_ins import load, plug_ins


def __getattr__(name: str) -> Any:
    known = plug_ins("mixlid.adapters")
    if name in known:
        return load("mixlid.adapters", name, known[name])
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}; there are {', '.join(__dir__())}")


def __dir__() -> list[str]:
    return list(plug_ins("mixlid.adapters"))
