"""What all peers share: the import of a package that may be absent, and texts that any of them can take.

A peer is a small description of what to ask. What it loads is kept by its module, once a process, so that it stays
picklable.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from importlib import import_module, metadata
from typing import Any, ClassVar, NamedTuple

from mixlid.errors import MissingDependencyError, SettingsError
from mixlid.lab.evaluation.predictions import FoundWord, Prediction
from mixlid.lab.romanisation import ROMANISED
from mixlid.labelled import Sample
from mixlid.result import UNKNOWN

_SURROGATE = re.compile("[\ud800-\udfff]")


class PeerAnswer(NamedTuple):
    """What a peer says of a text, by ISO 639-3 code, the dominant language first; no language at all is allowed."""

    languages: tuple[str, ...]
    words: tuple[FoundWord, ...] | None = None
    #: Only if it means the probability that the answer is right.
    confidence: float | None = None


class Peer(ABC):
    """A contender that is another tool. A subclass is a frozen dataclass and says what the tool answers."""

    #: what is imported, and what is installed
    module: ClassVar[str]
    package: ClassVar[str]

    @property
    @abstractmethod
    def settings(self) -> Mapping[str, Mapping[str, Any]]:
        """Its systems by name, and what their answers depend on besides the package."""

    @property
    @abstractmethod
    def languages(self) -> frozenset[str]:
        """Every language it can answer with, by ISO 639-3 code."""

    @abstractmethod
    def answers(self, text: str, systems: Collection[str]) -> Mapping[str, PeerAnswer]:
        """What at least these systems say of a text without lone surrogates."""

    @property
    def latin_languages(self) -> frozenset[str]:
        """The languages it can answer with for text in Latin script, as far as the data have them.

        What the data have romanised, peers know in its own script only.
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
        """The peer that `NAME:ARGUMENT` means; most take no argument."""
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
        """Why it cannot be used here, as a sentence; None if it can."""
        try:
            cls.tool()
        except MissingDependencyError as error:
            cause = error.__cause__
            if isinstance(cause, ModuleNotFoundError) and cause.name == cls.module:
                return f"{cls.module} is not installed: pip install 'mixlid[peers]'"
            return f"{cls.module} is installed and cannot be imported: {cause}"
        return None


def encodable(text: str) -> str:
    """The text with U+FFFD for each lone surrogate, which has no UTF-8; as many code points, so offsets stay right."""
    return _SURROGATE.sub("\ufffd", text)
