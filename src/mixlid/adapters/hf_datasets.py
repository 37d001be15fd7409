"""Hugging Face datasets: one call of `map` over Arrow batches, for a `Dataset` or a `DatasetDict`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from mixlid.adapters import arrow, columns
from mixlid.configuration import Options
from mixlid.io.provenance import made_by

if TYPE_CHECKING:
    import pyarrow as pa
    from typing_extensions import Unpack

Data = TypeVar("Data")


def identify(
    dataset: Data,
    column: str = "text",
    *,
    words: bool = False,
    prefix: str = "",
    replace: bool = False,
    map_options: dict[str, Any] | None = None,
    **options: Unpack[Options],
) -> Data:
    """The dataset with our columns, as plain Python values; set another format afterwards if you need one.

    `replace` is as in `arrow.identify`. `map_options` are further arguments of `map`, such as `{"num_proc": 8}`; each
    process loads the model once. The cache of datasets is used again only for the same options, the same content of the
    model file and the same version of mixlid.
    """
    identifier = arrow.BatchIdentifier(column, words=words, prefix=prefix, replace=replace, **options)
    mapper = _BatchMapper(identifier, columns.names(words, prefix), made_by(identifier.config.cached_identifier()))
    source: Any = dataset
    mapped: Data = source.with_format("arrow").map(mapper, batched=True, **(map_options or {})).with_format(None)
    return mapped


@dataclass(frozen=True)
class _BatchMapper:
    """A value and not a closure, so that its fingerprint in the cache depends on what it holds and nothing else."""

    identifier: arrow.BatchIdentifier
    names: Sequence[str]
    #: Only for the fingerprint: a file may change and keep its name.
    made: Mapping[str, str | None]

    def __call__(self, batch: pa.Table) -> pa.Table:
        return columns.without_maps(self.identifier(batch), self.names)
