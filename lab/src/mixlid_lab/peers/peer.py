"""What all peers share: importing a package that may be missing, and texts that all of them accept.

A peer only describes what to ask. What it loads is cached by its module, once in each process, so that it stays
picklable.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from importlib import import_module, metadata
from typing import Any, ClassVar, NamedTuple

from mixlid.adapt.labelled import Sample
from mixlid.errors import MissingDependencyError, SettingsError
from mixlid.results.result import UNKNOWN
from mixlid_lab.evaluation.predictions import FoundWord, Prediction
from mixlid_lab.romanisation import ROMANISED

_SURROGATE = re.compile("[\ud800-\udfff]")


class PeerAnswer(NamedTuple):
    """A peer's answer as ISO 639-3 codes, the dominant language first; it may be empty."""

    languages: tuple[str, ...]
    words: tuple[FoundWord, ...] | None = None
    #: Only if it is the probability that the answer is right.
    confidence: float | None = None


class Peer(ABC):
    """Another tool as a contender. Subclasses are frozen dataclasses."""

    #: the names to import and to install
    module: ClassVar[str]
    package: ClassVar[str]

    @property
    @abstractmethod
    def settings(self) -> Mapping[str, Mapping[str, Any]]:
        """Its systems by name, and what their answers depend on besides the package."""

    @property
    @abstractmethod
    def languages(self) -> frozenset[str]:
        """Every language that it can answer with, as ISO 639-3 codes."""

    @abstractmethod
    def answers(self, text: str, systems: Collection[str]) -> Mapping[str, PeerAnswer]:
        """The answers of at least these systems to a text without lone surrogates."""

    @property
    def latin_languages(self) -> frozenset[str]:
        """The languages that it can answer with for text in Latin script.

        The languages that the data romanise are excluded: peers know them in their own script only.
        """
        return self.languages - ROMANISED

    @property
    def systems(self) -> Mapping[str, Mapping[str, Any]]:
        self.tool()
        settings = self.settings
        version, languages = metadata.version(self.package), sorted(self.latin_languages)
        about = {"package": self.package, "version": version, "languages": languages}
        return {name: {**about, **values} for name, values in settings.items()}

    def predict(self, samples: Sequence[Sample], systems: Sequence[str]) -> dict[str, list[Prediction]]:
        self.tool()
        by_system: dict[str, list[Prediction]] = {system: [] for system in self.settings if system in systems}
        for sample in samples:
            answers = self.answers(encodable(sample.text), by_system)
            for system, predictions in by_system.items():
                answer = answers[system]
                languages = tuple(dict.fromkeys(answer.languages)) or (UNKNOWN,)
                predictions.append(Prediction(sample, languages, answer.words, answer.confidence))
        return by_system

    @classmethod
    def of(cls, argument: str) -> Peer:
        """The peer for `NAME:ARGUMENT`; most take no argument."""
        if argument:
            raise SettingsError(f"{cls.module} takes no argument, and was given {argument!r}")
        return cls()

    @classmethod
    def tool(cls) -> Any:
        """The tool's own module."""
        try:
            return import_module(cls.module)
        except ImportError as error:
            raise MissingDependencyError(cls.package, "peers", f"The comparison with {cls.module}") from error

    @classmethod
    def why_unavailable(cls) -> str | None:
        """A sentence that says why the tool cannot be used here; None if it can."""
        try:
            cls.tool()
        except MissingDependencyError as error:
            cause = error.__cause__
            if isinstance(cause, ModuleNotFoundError) and cause.name == cls.module:
                return f"{cls.module} is not installed: pip install 'mixlid-lab[peers]'"
            return f"{cls.module} is installed and cannot be imported: {cause}"
        return None


def encodable(text: str) -> str:
    """The text with U+FFFD for each lone surrogate, which UTF-8 cannot encode; offsets stay the same."""
    return _SURROGATE.sub("\ufffd", text)
