"""mixlid finds every language in a sentence and says which words are in which.

import mixlid

mixlid.identify("yarınki meeting için slides hazır mı").labels           # ('tur_Latn', 'eng_Latn')
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
from mixlid.results.result import Alternative, Alternatives, Result, Span, Word
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
    """Load a model and return an identifier for it, with a preset and a solver given by name.

    The model is a file, `hf://org/repo/file@revision`, a name that `mixlid model list` prints (`glotlid`, `openlid`) or
    a `Model` object; by default it is the one in the package. Model files are memory-mapped. Presets: `default`, `cs`,
    `avg`, `mono`; use `Identifier.with_preset` for a preset that only some models have. Solvers: `exact`, `ilp`,
    `masklid`, `topk`, `threshold`, with parameters after a colon (`topk:k=2`, `ilp:solver=cbc`). `languages` restricts
    the answers to these languages, as `Identifier.restrict` does.
    """
    opened = load_model(model) if model is None or isinstance(model, str | os.PathLike) else model
    return Configuration.of({"preset": preset, "solver": solver, "languages": languages}).identifier(opened)


def identify(text: str, **options: Unpack[Options]) -> Result:
    """The languages of one text, by the bundled model, which is loaded on the first call and kept.

    The options are `preset`, `solver`, `settings`, `languages`, `model` and `prior`, as in a configuration.
    """
    return Configuration.of(options).kept().identify(text)


def __getattr__(name: str) -> Any:
    """Import `mixlid.adapters` on first use."""
    if name == "adapters":
        return import_module("mixlid.adapters")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
