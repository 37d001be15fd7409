"""mixlid inside engines that many machines share, inside DuckDB and data frames, and as a part of others' pipelines.

All of them call `arrow.identify` or `columns.rows`, so a text gets the same columns everywhere (`columns.py` has the
schema). Each module needs its engine, imported when it is used; after `import mixlid` it is there by its full name
(`mixlid.adapters.spark`), and imported when it is asked for. `docs/cluster.md` and
`docs/pipelines.md` have a worked example for each.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = [
    "arrow",
    "columns",
    "commonlid",
    "data_juicer",
    "datatrove",
    "dolma",
    "duckdb",
    "hf_datasets",
    "nemo_curator",
    "opusfilter",
    "pandas",
    "polars",
    "ray",
    "sklearn",
    "spacy",
    "spark",
]


def __getattr__(name: str) -> Any:
    if name in __all__:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}; there are {', '.join(__all__)}")
