"""From options (model, preset, solver, languages, changed settings) to an identifier.

A `Configuration` holds names and numbers but no model, so it is small enough to be sent to every process of a cluster
with each task. The command line, the service, the adapters and the evaluation all make their identifiers from one.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, TypedDict

from mixlid.engine.document_answer import MIN_SHARE
from mixlid.engine.document_pipeline import Unit
from mixlid.identifier import Identifier
from mixlid.models.interface import Model
from mixlid.models.loading import load_model
from mixlid.prior import Prior, as_prior
from mixlid.settings import SETTINGS, PresetName
from mixlid.solvers.registry import get_solver
from mixlid.text.labels import as_codes
from mixlid.text.suggestions import suggestion


class PlainOptions(TypedDict, total=False):
    """The options of a `Configuration`, for functions that use `languages` for something else."""

    preset: PresetName
    solver: str
    #: Changes as for `Identifier.replace`, such as `{"max_languages": 3}`.
    settings: Mapping[str, Any]
    #: Answer only with these languages, as `Identifier.restrict` does.
    restrict: Iterable[str] | None
    #: As for `mixlid.load`: nothing for the bundled model, a file that every machine can read, `hf://…`, or a name.
    model: str | os.PathLike[str] | None
    #: What is known about the texts, as for `Identifier.with_prior`. A file is read when the options are given.
    prior: Prior | Mapping[str, Any] | str | os.PathLike[str] | None
    #: What each text is, as for `Identifier.replace`: `auto`, `document` or `sentence`.
    unit: Unit
    #: The share of a document that a language needs to be reported.
    min_share: float


class Options(PlainOptions, total=False):
    """The options of a `Configuration`."""

    #: Another name for `restrict`.
    languages: Iterable[str] | None


@dataclass(frozen=True)
class Configuration:
    """The options in a form that can be pickled and compared."""

    preset: str = "default"
    solver: str = "exact"
    settings: Mapping[str, Any] = field(default_factory=dict)
    restrict: tuple[str, ...] | None = None
    model: str | None = None
    prior: Prior | None = None
    unit: Unit = "auto"
    min_share: float = MIN_SHARE

    @classmethod
    def of(cls, options: Options) -> Configuration:
        """`TypeError` if an option does not exist."""
        given: dict[str, Any] = dict(options)
        for name in given:
            if name not in Options.__annotations__:
                raise _no_option(name)
        if given.get("languages") is not None and given.get("restrict") is not None:
            raise TypeError("languages and restrict are two names for the same option; give only one of them")
        languages = given.pop("languages", None)
        if languages is not None:
            given["restrict"] = languages
        if given.get("model") is not None:
            given["model"] = os.fspath(given["model"])
        codes = given.get("restrict")
        if codes is not None:
            given["restrict"] = tuple(as_codes(codes))
        if given.get("prior") is not None:
            given["prior"] = as_prior(given["prior"])
        return cls(**given | {"settings": dict(given.get("settings", {}))})

    def identifier(self, model: Model | None = None) -> Identifier:
        """A new identifier, with the given model if there is one, else with the model named in the options."""
        opened = load_model(self.model) if model is None else model
        lid = Identifier.with_preset(opened, self.preset, get_solver(self.solver))
        if self.restrict is not None:
            lid = lid.restrict(self.restrict)
        units = {"unit": self.unit, "min_share": self.min_share} | dict(self.settings)
        lid = lid.replace(**units)  # last, so that explicit values win
        return lid if self.prior is None else lid.with_prior(self.prior)

    def kept(self) -> Identifier:
        """The identifier of this process, made on first use and kept as long as the model file does not change."""
        prior = None if self.prior is None else self.prior.to_json()  # which its repr shortens
        key, now = (repr(self), prior), self._state_of_file()
        with _lock:
            if key not in _kept or now not in (None, _kept[key].file):
                _kept[key] = _Kept(self.identifier(), now)
            return _kept[key].identifier

    def _state_of_file(self) -> tuple[int, ...] | None:
        """A value that changes when the model file is replaced; None if the model is not a file, or is gone."""
        if self.model is None:
            return None
        try:
            found = Path(self.model).stat()
        except (OSError, ValueError):
            return None
        return found.st_ino, found.st_size, found.st_mtime_ns


def _no_option(name: str) -> TypeError:
    if name in SETTINGS:
        return TypeError(f"{name} is a setting, not an option: settings={{{name!r}: …}}")
    known = Options.__annotations__
    hint = suggestion(name, known) or f"the options are {', '.join(known)}"
    return TypeError(f"there is no option {name!r}; {hint}")


class _Kept(NamedTuple):
    identifier: Identifier
    file: tuple[int, ...] | None


_kept: dict[tuple[str, str | None], _Kept] = {}
_lock = Lock()
