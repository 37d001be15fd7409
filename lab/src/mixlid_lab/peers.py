"""Other language identifiers as contenders, for comparison.

A peer only describes what to ask. What it loads is cached once in each process, so that it stays picklable. MaskLID
and fastText's ways (`topk`, `threshold`) are not among them: they are solvers of ours, and work with any model.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module, metadata
from typing import Any, ClassVar

from mixlid.adapt.labelled import Sample
from mixlid.errors import MissingDependencyError, SettingsError
from mixlid.results.result import NO_LANGUAGE, UNKNOWN
from mixlid_lab.evaluation.contenders import Contender
from mixlid_lab.evaluation.predictions import Prediction, iso639_3

#: The data have these in Latin letters, and the tools know them in their own.
ROMANISED = frozenset({"hin", "npi"})
_SURROGATE = re.compile("[\ud800-\udfff]")


#: A peer's answer as ISO 639-3 codes, the dominant language first; it may be empty.
Languages = Sequence[str]


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
    def answers(self, text: str, systems: Collection[str]) -> Mapping[str, Languages]:
        """The answers of at least these systems to a text without lone surrogates."""

    @property
    def systems(self) -> Mapping[str, Mapping[str, Any]]:
        """With the languages that it knows in Latin script: those that the data romanise it knows in their own."""
        self.tool()
        about = {"package": self.package, "version": metadata.version(self.package)}
        return {
            name: {**about, "languages": sorted(self.languages - ROMANISED), **values}
            for name, values in self.settings.items()
        }

    def predict(self, samples: Sequence[Sample], systems: Sequence[str]) -> dict[str, list[Prediction]]:
        self.tool()
        by_system: dict[str, list[Prediction]] = {system: [] for system in self.settings if system in systems}
        for sample in samples:
            # UTF-8 cannot encode lone surrogates.
            answers = self.answers(_SURROGATE.sub("\ufffd", sample.text), by_system)
            for system, predictions in by_system.items():
                predictions.append(Prediction(sample, tuple(dict.fromkeys(answers[system])) or (UNKNOWN,)))
        return by_system

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
            return f"{cls.module} cannot be imported ({error.__cause__}): pip install 'mixlid-lab[peers]'"
        return None


#: What CLD2 refuses: control characters and noncharacters. Each is replaced by a space.
_REFUSED = re.compile(
    "[\0-\x08\x0b\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef"
    + "".join(chr(plane << 16 | last) for plane in range(17) for last in (0xFFFE, 0xFFFF))
    + "]"
)


@dataclass(frozen=True)
class Cld2Peer(Peer):
    """CLD2, through pycld2: up to three languages of a text.

    Default options, where an answer called unreliable counts as none; and its option for short texts.
    """

    module = package = "pycld2"

    @property
    def languages(self) -> frozenset[str]:
        """The languages that it says it detects; it has names for many more."""
        cld2 = self.tool()
        codes = dict(cld2.LANGUAGES)
        return frozenset(iso639_3(codes[name]) for name in cld2.DETECTED_LANGUAGES) - {UNKNOWN}

    @property
    def settings(self) -> Mapping[str, Mapping[str, Any]]:
        return {"cld2": {"bestEffort": False}, "cld2 best effort": {"bestEffort": True}}

    def answers(self, text: str, systems: Collection[str]) -> Mapping[str, Languages]:
        return {system: self._answer(_REFUSED.sub(" ", text), **self.settings[system]) for system in systems}

    def _answer(self, text: str, **options: Any) -> Languages:
        reliable, _, details = self.tool().detect(text, isPlainText=True, **options)
        return [iso639_3(code) for _, code, _, _ in details if code != "un"] if reliable else []


@dataclass(frozen=True)
class HeliportPeer(Peer):
    """heliport (HeLI-OTS in Rust): its default answer, the best language whatever its confidence, and the best two.

    Its scores are not probabilities. It merges languages that it counts as one (`msa`) only after taking the top k, so
    k=2 may give one language; this is left as it is. Its package is under the GPL and includes its model.
    """

    module = package = "heliport"

    @property
    def languages(self) -> frozenset[str]:
        # Longer codes are variants (`msaind`), which it answers as the language that they begin with.
        codes = (code for code in self._identifier().get_confidence_all() if len(code) == 3)
        return frozenset(map(self._code, codes)) - {UNKNOWN, NO_LANGUAGE}

    @property
    def settings(self) -> Mapping[str, Mapping[str, Any]]:
        return {"heliport": {"method": "identify"}, "heliport k=1": {"k": 1}, "heliport k=2": {"k": 2}}

    def answers(self, text: str, systems: Collection[str]) -> Mapping[str, Languages]:
        tool, answers = self._identifier(), {}
        for system in systems:
            k = self.settings[system].get("k")
            codes = [tool.identify(text)] if k is None else tool.identify_topk(text, k)
            answers[system] = list(map(self._code, codes))
        return answers

    @classmethod
    @cache
    def _identifier(cls) -> Any:
        return cls.tool().Identifier()

    @staticmethod
    def _code(code: str) -> str:
        # Its `msa` covers Indonesian, Malay and Minangkabau, mostly Indonesian; other tools distinguish them.
        return "ind" if code == "msa" else iso639_3(code)


@dataclass(frozen=True)
class LinguaPeer(Peer):
    """lingua: the languages of stretches of a text, or one language for the whole text.

    It chooses among all its languages in Latin script.
    """

    module, package = "lingua", "lingua-language-detector"

    @property
    def languages(self) -> frozenset[str]:
        return frozenset(map(self._code, self.tool().Language.all_with_latin_script()))

    @property
    def settings(self) -> Mapping[str, Mapping[str, Any]]:
        return {
            "lingua multiple": {"method": "detect_multiple_languages_of"},
            "lingua single": {"method": "detect_language_of"},
        }

    def answers(self, text: str, systems: Collection[str]) -> Mapping[str, Languages]:
        detector = self._detector()
        return {
            system: self._multiple(detector, text) if system.endswith("multiple") else self._single(detector, text)
            for system in systems
        }

    def _multiple(self, detector: Any, text: str) -> Languages:
        sizes: Counter[str] = Counter()
        for part in detector.detect_multiple_languages_of(text):
            sizes[self._code(part.language)] += part.end_index - part.start_index
        return [language for language, _ in sizes.most_common()]

    def _single(self, detector: Any, text: str) -> Languages:
        language = detector.detect_language_of(text)
        return [] if language is None else [self._code(language)]

    @classmethod
    @cache
    def _detector(cls) -> Any:
        lingua = cls.tool()
        chosen = lingua.Language.all_with_latin_script()
        return lingua.LanguageDetectorBuilder.from_languages(*chosen).build()

    @staticmethod
    def _code(language: Any) -> str:
        return iso639_3(language.iso_code_639_3.name)


PEERS: Mapping[str, type[Peer]] = {
    "cld2": Cld2Peer,
    "heliport": HeliportPeer,
    "lingua": LinguaPeer,
}


def find_peers(names: Sequence[str] | None = None) -> tuple[list[Contender], list[str]]:
    """The named peers that are installed, and a note for each that is not; None means all."""
    peers: list[Contender] = []
    notes = []
    for name in dict.fromkeys(PEERS if names is None else names):
        if name not in PEERS:
            raise SettingsError(f"there is no peer {name!r}: choose among {', '.join(PEERS)}")
        if reason := PEERS[name].why_unavailable():
            notes.append(reason)
        else:
            peers.append(PEERS[name]())
    return peers, notes
