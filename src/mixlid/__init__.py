"""mixlid finds every language in a sentence and says which words are in which.

import mixlid

lid = mixlid.load()
result = lid.identify("yarınki meeting için slides hazır mı")
result.languages        # ('tur_Latn', 'eng_Latn')
"""

from __future__ import annotations

import os

from mixlid.configuration import Configuration
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
from mixlid.settings import Settings

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
    "load",
]


def load(
    model: str | os.PathLike[str] | Model | None = None, preset: str = "default", solver: str = "exact"
) -> Identifier:
    """An identifier with a model, one of its presets, and a solver by name.

    The model is the one in the package if none is given, or a file, `hf://org/repo/file@revision`, a name that
    `mixlid model list` prints (`glotlid`, `openlid`), or a `Model` made in Python. Files are opened by memory map.
    Presets: `default`, `cs`, `avg`, `mono`. Solvers: `exact`, `ilp`, `masklid`, `topk`, `threshold`, with parameters
    after a colon (`topk:k=2`, `ilp:solver=cbc`).
    """
    opened = load_model(model) if model is None or isinstance(model, str | os.PathLike) else model
    return Configuration(preset, solver).identifier(opened)
