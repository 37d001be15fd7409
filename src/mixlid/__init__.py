"""mixlid finds every language in a sentence and says which words are in which.

import mixlid

mixlid.identify("yarınki meeting için slides hazır mı").languages        # ('tur_Latn', 'eng_Latn')
lid = mixlid.load()                                                      # for more than a few texts
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from mixlid.configuration import Configuration, Options
from mixlid.errors import (
    InputError,
    LabelError,
    MissingDependencyError,
    MixlidError,
    ModelError,
    SettingsError,
)
from mixlid.identifier import Identifier
from mixlid.models.interface import Model
from mixlid.models.loading import load_model
from mixlid.models.probability import ProbabilityModel
from mixlid.prior import Prior
from mixlid.result import Alternative, Alternatives, Result, Span, Word
from mixlid.settings import PresetName, Settings
from mixlid.text.labels import autonym_of, name_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

__version__ = "0.1.0"

__all__ = [
    "Alternative",
    "Alternatives",
    "Identifier",
    "InputError",
    "LabelError",
    "MissingDependencyError",
    "MixlidError",
    "Model",
    "ModelError",
    "Prior",
    "ProbabilityModel",
    "Result",
    "Settings",
    "SettingsError",
    "Span",
    "Word",
    "__version__",
    "autonym_of",
    "identify",
    "load",
    "name_of",
]


def load(
    model: str | os.PathLike[str] | Model | None = None,
    preset: PresetName = "default",
    solver: str = "exact",
    *,
    languages: Iterable[str] | None = None,
) -> Identifier:
    """An identifier with a model, one of its presets, and a solver by name.

    The model is the one in the package if none is given, or a file, `hf://org/repo/file@revision`, a name that
    `mixlid model list` prints (`glotlid`, `openlid`), or a `Model` made in Python. Files are opened by memory map.
    Presets: `default`, `cs`, `avg`, `mono`. Solvers: `exact`, `ilp`, `masklid`, `topk`, `threshold`, with parameters
    after a colon (`topk:k=2`, `ilp:solver=cbc`). For a preset that only some model has there is
    `Identifier.with_preset`. With `languages` it answers only with these, as after `Identifier.restrict`.
    """
    opened = load_model(model) if model is None or isinstance(model, str | os.PathLike) else model
    return Configuration.of({"preset": preset, "solver": solver, "languages": languages}).identifier(opened)


def identify(text: str, **options: Unpack[Options]) -> Result:
    """The languages of one text with the model that ships, which is opened the first time and kept.

    Options are those of a configuration: `preset`, `solver`, `settings`, `languages`, `model`, `prior`.
    """
    return Configuration.of(options).kept().identify(text)


def __getattr__(name: str) -> Any:
    """`mixlid.adapters` is there without being imported, and imported when it is asked for."""
    if name == "adapters":
        return import_module("mixlid.adapters")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
