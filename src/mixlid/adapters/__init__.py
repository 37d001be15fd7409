"""mixlid in engines for clusters, in DuckDB and data frames, and in tools that build corpora or process language.

All modules call `arrow.identify` or `columns.rows`, so a text gets the same columns everywhere (`columns.py` has the
schema). After `import mixlid` a module can be used by its full name (`mixlid.adapters.spark`); it is imported on first
use, and its engine with it. `docs/cluster.md` and `docs/pipelines.md` have a worked example for each.
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
