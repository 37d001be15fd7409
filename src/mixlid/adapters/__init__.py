"""mixlid inside engines that many machines share: Spark, Ray Data, datatrove; and inside DuckDB and data frames.

All of them call `arrow.identify` or `columns.rows`, so a text gets the same columns everywhere (`columns.py` has the
schema). Each module needs its engine, imported when it is used; after `import mixlid` it is there by its full name
(`mixlid.adapters.spark`), and imported when it is asked for. `docs/cluster.md` has a worked example for each.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["arrow", "columns", "datatrove", "duckdb", "hf_datasets", "pandas", "polars", "ray", "spark"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}; there are {', '.join(__all__)}")
