"""Which identifier to load, small enough to be sent to every process, and the identifiers that this process has.

An engine sends the specification with each task, and each process loads the model once. Left out: models made in
Python, which only the modules that work in this process take (`arrow`, `pandas`, `polars`, `hf_datasets`).
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any, TypedDict

from mixlid import load
from mixlid.identifier import Identifier


class Options(TypedDict, total=False):
    """What every engine's entry takes besides its own arguments."""

    #: As for `mixlid.load`: nothing for the model that ships, a file that every machine can read, `hf://…`, a name.
    model: str | os.PathLike[str] | None
    preset: str
    solver: str
    #: Answer only with these languages, as `Identifier.restrict` does.
    restrict: Iterable[str] | None
    #: Changes as for `Identifier.but`, such as `{"max_languages": 3}`.
    settings: Mapping[str, Any]


@dataclass(frozen=True)
class Spec:
    """The options in a form that can be pickled and told apart."""

    model: str | None = None
    preset: str = "default"
    solver: str = "exact"
    restrict: tuple[str, ...] | None = None
    settings: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def of(cls, options: Options) -> Spec:
        """`TypeError` if an option does not exist."""
        given: dict[str, Any] = dict(options)
        if given.get("model") is not None:
            given["model"] = os.fspath(given["model"])
        restrict = given.get("restrict")
        if restrict is not None:
            given["restrict"] = tuple(restrict.split(",") if isinstance(restrict, str) else map(str, restrict))
        given["settings"] = tuple(sorted(given.get("settings", {}).items()))
        return cls(**given)

    def identifier(self) -> Identifier:
        """Loaded the first time that this process asks for it, kept from then on."""
        key = pickle.dumps(self)
        with _lock:
            if key not in _loaded:
                _loaded[key] = self._load()
            return _loaded[key]

    def _load(self) -> Identifier:
        lid = load(self.model, self.preset, self.solver)
        if self.restrict is not None:
            lid = lid.restrict(self.restrict)
        return lid.replace(**dict(self.settings))  # last, so that what is set is taken as it is given


_loaded: dict[bytes, Identifier] = {}
_lock = Lock()
