"""Ray Data: a class for `map_batches`; each of its actors loads the model once.

Batches are Arrow tables, whose columns are passed on without a copy. The model is the one in the package, or a file
that every node can read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mixlid.adapters import arrow
from mixlid.configuration import Configuration, Options
from mixlid.errors import MissingDependencyError

if TYPE_CHECKING:
    import pyarrow as pa
    from ray.data import Dataset
    from typing_extensions import Unpack


class IdentifyLanguages:
    """For `dataset.map_batches(IdentifyLanguages, batch_format="pyarrow", …)`; `columns.py` has what it adds.

    The arguments go into `fn_constructor_kwargs`, as in `{"column": "body", "preset": "cs"}`.
    """

    def __init__(
        self,
        column: str = "text",
        *,
        words: bool = False,
        prefix: str = "",
        replace: bool = False,
        **options: Unpack[Options],
    ) -> None:
        self._column = column
        self._how: dict[str, Any] = {"words": words, "prefix": prefix, "replace": replace}
        self._lid = Configuration.of(options).kept()

    def __call__(self, batch: pa.Table) -> pa.Table:
        return arrow.identify(batch, self._column, self._lid, **self._how)


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
    Configuration.of(options).kept()  # wrong options are reported here, and not by an actor
    how: dict[str, Any] = {
        "compute": ActorPoolStrategy(min_size=1, max_size=actors),
        "num_cpus": 1,
        **(map_options or {}),
    }
    given = {"column": column, "words": words, "prefix": prefix, "replace": replace, **options}
    return dataset.map_batches(IdentifyLanguages, fn_constructor_kwargs=given, batch_format="pyarrow", **how)
