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
from typing import TYPE_CHECKING, Any, NamedTuple

from mixlid.engine.document_answer import MIN_SHARE
from mixlid.engine.document_pipeline import Unit
from mixlid.errors import LabelError, ModelError, SettingsError, suggestion
from mixlid.identifier import Identifier
from mixlid.models.calibration import Calibration
from mixlid.models.decision import Decision
from mixlid.models.from_json import from_json
from mixlid.models.interface import Model
from mixlid.models.loading import load_model
from mixlid.models.unknown import UnknownDetector
from mixlid.prior import Prior, as_prior
from mixlid.results.result import Result
from mixlid.settings import SETTINGS, Changes, PresetName
from mixlid.settings import preset as preset_of
from mixlid.solvers.exact import ExactSolver
from mixlid.solvers.registry import get_solver
from mixlid.solvers.solver import Solver
from mixlid.text.labels import as_codes

if TYPE_CHECKING:
    from typing_extensions import Unpack


class FurtherOptions(Changes, total=False):
    """The options of `mixlid.load` and `mixlid.identify` besides model, preset, solver and languages.

    Any setting is an option too: `max_languages=3`.
    """

    #: Settings as a mapping, such as `{"max_languages": 3}`.
    settings: Mapping[str, Any]
    #: What is known about the texts, as for `Identifier.with_prior`. A file is read when the options are given.
    prior: Prior | Mapping[str, Any] | str | os.PathLike[str] | None
    #: What each text is, as for `Identifier.replace`: `auto`, `document` or `sentence`.
    unit: Unit
    #: The share of a document that a language needs to be reported.
    min_share: float


class Options(FurtherOptions, total=False):
    """The options of a `Configuration`."""

    #: As for `mixlid.load`, apart from `Model` objects.
    model: str | os.PathLike[str] | None
    preset: PresetName
    solver: str
    #: Answer only with these languages, as `Identifier.restrict` does.
    languages: Iterable[str] | None


@dataclass(frozen=True)
class Configuration:
    """The options in a form that can be pickled and compared."""

    preset: str = "default"
    solver: str = "exact"
    settings: Mapping[str, Any] = field(default_factory=dict)
    languages: tuple[str, ...] | None = None
    model: str | None = None
    prior: Prior | None = None
    unit: Unit = "auto"
    min_share: float = MIN_SHARE

    @classmethod
    def of(cls, options: Options) -> Configuration:
        """`TypeError` if an option does not exist."""
        given: dict[str, Any] = {name: value for name, value in options.items() if name not in SETTINGS}
        settings = {name: value for name, value in options.items() if name in SETTINGS}
        for name in given:
            if name not in Options.__annotations__:
                raise _no_option(name)
        if given.get("model") is not None:
            if not isinstance(given["model"], str | os.PathLike):
                raise TypeError("model takes a name or a file; for a Model object: mixlid.load(model).identify(text)")
            given["model"] = os.fspath(given["model"])
        if given.get("languages") is not None:
            given["languages"] = tuple(as_codes(given["languages"]))
        if given.get("prior") is not None:
            given["prior"] = as_prior(given["prior"])
        if not isinstance(given.get("settings", {}), Mapping):
            raise TypeError(f"settings are a mapping such as {{'max_languages': 3}}, not {given['settings']!r:.40}")
        return cls(**given | {"settings": {**given.get("settings", {}), **settings}})

    def identifier(self, model: Model | None = None) -> Identifier:
        """A new identifier, with the given model if there is one, else with the model named in the options."""
        opened = load_model(self.model) if model is None else model
        lid = with_preset(opened, self.preset, None if self.solver == "exact" else get_solver(self.solver))
        if self.languages is not None:
            lid = lid.restrict(self.languages)
        units = {"unit": self.unit, "min_share": self.min_share} | dict(self.settings)
        lid = lid.replace(**units)  # last, so that explicit values win
        return lid if self.prior is None else lid.with_prior(self.prior)

    def cached_identifier(self) -> Identifier:
        """The identifier of this process, made on first use and again if the model file has changed."""
        prior = None if self.prior is None else self.prior.to_json()  # which its repr shortens
        key, now = (repr(self), prior), self._state_of_file()
        with _lock:
            if key not in _cached or now not in (None, _cached[key].file):
                _cached[key] = _Cached(self.identifier(), now)
            return _cached[key].identifier

    def _state_of_file(self) -> tuple[int, ...] | None:
        """A value that changes when the model file is replaced; None if the model is not a file, or is gone."""
        if self.model is None:
            return None
        try:
            found = Path(self.model).stat()
        except (OSError, ValueError):
            return None
        return found.st_ino, found.st_size, found.st_mtime_ns


def load(
    model: str | os.PathLike[str] | Model | None = None,
    preset: PresetName = "default",
    solver: str = "exact",
    *,
    languages: Iterable[str] | None = None,
    **options: Unpack[FurtherOptions],
) -> Identifier:
    """Load a model and return an identifier for it, with a preset and a solver given by name.

    The model is a file, `hf://org/repo/file@revision`, a name that `mixlid model list` prints (`glotlid`, `openlid`) or
    a `Model` object; by default it is the one in the package. Model files are memory-mapped. Presets: `default`, `one`
    (the main language alone), `cs`, `avg`, `mono`, and those of the model. Solvers: `exact`, `ilp`, `masklid`, `topk`,
    `threshold`, with parameters after a colon (`topk:k=2`, `ilp:solver=cbc`). `languages` restricts the answers to
    these languages, as `Identifier.restrict` does. Any setting is an option too: `mixlid.load(max_languages=3)`.
    """
    opened = load_model(model) if model is None or isinstance(model, str | os.PathLike) else model
    if not hasattr(opened, "labels"):
        raise TypeError(f"load takes a file, the name of a model or a Model, not {model!r:.40}")
    given: Any = {"preset": preset, "solver": solver, "languages": languages, **options}
    return Configuration.of(given).identifier(opened)


def identify(text: str, **options: Unpack[Options]) -> Result:
    """The languages of one text. The options are those of `load`, whose identifier is made on the first call and kept.

    A model is given by its name or file.
    """
    return Configuration.of(options).cached_identifier().identify(text)


def with_preset(model: Model, name: str = "default", solver: Solver | None = None) -> Identifier:
    """A model with one of its presets: `default`, `one`, `paper-cs`, …; `ModelError` if the model's are invalid."""
    settings = preset_of(name, model.presets, len(model.labels))
    name = "default" if name == "one" else name  # whose answers it reduces
    curves = model.confidence.get(name if name in model.presets or name != "default" else "avg")
    default = model.confidence.get("default", {})
    weighs, detects = default.get("decision"), default.get("familiarity")
    calibration = Calibration.from_dict(curves) if curves else None
    decision = from_json(Decision, weighs) if weighs else None
    unknown_detector = from_json(UnknownDetector, detects) if detects else None
    try:
        return Identifier(model, settings, solver or ExactSolver(), calibration, decision, unknown_detector)
    except (LabelError, SettingsError) as error:  # such as a label that it does not have: the model's fault
        raise ModelError(f"the preset {name!r} of {model!r} is invalid: {error}") from error


def _no_option(name: str) -> TypeError:
    known = list(Options.__annotations__)
    hint = suggestion(name, known) or f"the options are {', '.join(known[len(SETTINGS) :])}, and every setting"
    return TypeError(f"there is no option {name!r}; {hint}")


class _Cached(NamedTuple):
    identifier: Identifier
    file: tuple[int, ...] | None


_cached: dict[tuple[str, str | None], _Cached] = {}
_lock = Lock()
