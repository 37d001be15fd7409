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

    from mixlid.adapt.learning_labels import LabelGain as LabelGain
    from mixlid.configuration import identify as identify
    from mixlid.configuration import load as load
    from mixlid.documents import DocumentResult as DocumentResult
    from mixlid.documents import SentenceResult as SentenceResult
    from mixlid.errors import InputError as InputError
    from mixlid.errors import LabelError as LabelError
    from mixlid.errors import MissingDependencyError as MissingDependencyError
    from mixlid.errors import MixlidError as MixlidError
    from mixlid.errors import ModelError as ModelError
    from mixlid.errors import SettingsError as SettingsError
    from mixlid.identifier import Identifier as Identifier
    from mixlid.models.interface import Feature as Feature
    from mixlid.models.interface import Model as Model
    from mixlid.models.probability import ProbabilityModel as ProbabilityModel
    from mixlid.prior import Prior as Prior
    from mixlid.results.batch import AnswerBatch as AnswerBatch
    from mixlid.results.result import Alternative as Alternative
    from mixlid.results.result import Alternatives as Alternatives
    from mixlid.results.result import Answer as Answer
    from mixlid.results.result import Result as Result
    from mixlid.results.result import Span as Span
    from mixlid.results.result import Word as Word
    from mixlid.results.runs import Run as Run
    from mixlid.settings import Settings as Settings
    from mixlid.text.labels import autonym_of as autonym_of
    from mixlid.text.labels import name_of as name_of

    adapters: Any

__version__ = "0.1.0"

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
    "results.runs": "Run",
    "settings": "Settings",
    "text.labels": "autonym_of name_of",
}
__all__ = sorted(["__version__", *" ".join(_MODULES.values()).split()])


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
