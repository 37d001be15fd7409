"""mixlid finds every language in a sentence and says which words are in which.

import mixlid

mixlid.identify("yarınki meeting için slides hazır mı").labels           # ('tur_Latn', 'eng_Latn')
lid = mixlid.load()                                                      # for more than a few texts

A name is imported when it is first used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

from mixlid._build import refuse_stale

refuse_stale(__path__[0])

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mixlid.adapt.learning_labels import LabelGain
    from mixlid.configuration import identify, load
    from mixlid.documents import DocumentResult, SentenceResult
    from mixlid.errors import (
        InputError,
        LabelError,
        MissingDependencyError,
        MixlidError,
        ModelError,
        SettingsError,
    )
    from mixlid.identifier import Identifier
    from mixlid.models.interface import Feature, Model
    from mixlid.models.probability import ProbabilityModel
    from mixlid.prior import Prior
    from mixlid.results.batch import AnswerBatch
    from mixlid.results.result import Alternative, Alternatives, Answer, Result, Span, Word
    from mixlid.settings import Settings
    from mixlid.text.labels import autonym_of, name_of

    adapters: Any

__version__ = "0.1.0"

__all__ = [
    "Alternative",
    "Alternatives",
    "Answer",
    "AnswerBatch",
    "DocumentResult",
    "Feature",
    "Identifier",
    "InputError",
    "LabelError",
    "LabelGain",
    "MissingDependencyError",
    "MixlidError",
    "Model",
    "ModelError",
    "Prior",
    "ProbabilityModel",
    "Result",
    "SentenceResult",
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

#: Where each name is defined.
_MODULES = {
    "adapt.learning_labels": "LabelGain",
    "configuration": "identify load",
    "documents": "DocumentResult SentenceResult",
    "errors": "InputError LabelError MissingDependencyError MixlidError ModelError SettingsError",
    "identifier": "Identifier",
    "models.interface": "Feature Model",
    "models.probability": "ProbabilityModel",
    "prior": "Prior",
    "results.batch": "AnswerBatch",
    "results.result": "Alternative Alternatives Answer Result Span Word",
    "settings": "Settings",
    "text.labels": "autonym_of name_of",
}


if not TYPE_CHECKING:  # so that type checkers find misspelt names

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name == "adapters":
            return import_module("mixlid.adapters")
        for module, names in _MODULES.items():
            if name in names.split():
                return globals().setdefault(name, getattr(import_module(f"mixlid.{module}"), name))
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "adapters"])
