"""Ray Data: `map_batches` with actors, each of which loads the model once.

Batches are Arrow tables, whose columns are passed on without a copy. The model is the one in the package, or a file
that every node can read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mixlid.adapters import arrow, columns
from mixlid.adapters.arrow import BatchIdentifier
from mixlid.configuration import Options
from mixlid.errors import MissingDependencyError
from mixlid.io.arrow_fields import pyarrow

if TYPE_CHECKING:
    from ray.data import Dataset
    from typing_extensions import Unpack


def identify(
    dataset: Dataset,
    column: str = "text",
    *,
    actors: int,
    words: bool = False,
    prefix: str = "",
    replace: bool = False,
    map_options: dict[str, Any] | None = None,
    **options: Unpack[Options],
) -> Dataset:
    """The dataset with our columns, made by at most `actors` actors of one core each.

    Ray adds actors while cores are free. A pool of a fixed size could take every core and leave none for reading, and
    both would wait forever. `map_options` are further arguments of `map_batches`, such as `{"batch_size": 4096}`.
    """
    try:
        from ray.data import ActorPoolStrategy
    except ImportError as error:
        raise MissingDependencyError("ray[data]", "ray", "Ray Data") from error
    given: dict[str, Any] = {"column": column, "words": words, "prefix": prefix, "replace": replace, **options}
    BatchIdentifier(**given)  # wrong options are reported here, and not by an actor
    schema = dataset.schema()
    if schema is not None:  # and so are wrong columns, unless there is nothing to read
        arrow.check_names(column, schema.names, columns.names(words, prefix), replace, nested=True)
        if isinstance(schema.base_schema, pyarrow().Schema):
            arrow.check_schema(schema.base_schema, column)
    how = {"compute": ActorPoolStrategy(min_size=1, max_size=actors), "num_cpus": 1} | (map_options or {})
    return dataset.map_batches(BatchIdentifier, fn_constructor_kwargs=given, batch_format="pyarrow", **how)
