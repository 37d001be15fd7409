"""Hugging Face datasets: one call of `map` over Arrow batches, for a `Dataset` or a `DatasetDict`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from mixlid.adapters import arrow, columns
from mixlid.configuration import Configuration, Options
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
    config = Configuration.of(options)
    made = made_by(config.kept())  # wrong options are reported here, and not by a process
    source: Any = dataset
    mapped: Data = (
        source.with_format("arrow")
        .map(_BatchMapper(config, column, words, prefix, replace, made), batched=True, **(map_options or {}))
        .with_format(None)
    )
    return mapped


@dataclass(frozen=True)
class _BatchMapper:
    """A value and not a closure, so that its fingerprint in the cache depends on what it holds and nothing else."""

    config: Configuration
    column: str
    words: bool
    prefix: str
    replace: bool
    #: Only for the fingerprint: a file may change and keep its name.
    made: Mapping[str, str | None]

    def __call__(self, batch: pa.Table) -> pa.Table:
        lid, names = self.config.kept(), columns.names(self.words, self.prefix)
        made = arrow.identify(batch, self.column, lid, words=self.words, prefix=self.prefix, replace=self.replace)
        return columns.without_maps(made, names)
