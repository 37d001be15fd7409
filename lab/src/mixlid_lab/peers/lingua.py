"""lingua: the languages of stretches of a text (`detect_multiple_languages_of`), or one language for the whole text.

Its offsets are code points. By default it chooses among all its languages in Latin script; given the languages of a
task, among those of them that it knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from mixlid.errors import SettingsError
from mixlid_lab.evaluation.codes import iso639_3
from mixlid_lab.evaluation.predictions import FoundWord
from mixlid_lab.peers.peer import Peer, PeerAnswer


@dataclass(frozen=True)
class LinguaPeer(Peer):
    """Two systems: multiple and single."""

    module = "lingua"
    package = "lingua-language-detector"

    #: the languages of the task (ISO 639-3); those that lingua does not know are ignored
    task: frozenset[str] | None = None

    @classmethod
    def of(cls, argument: str) -> LinguaPeer:
        """`eng,tur`: only these languages."""
        codes = frozenset(iso639_3(code) for code in argument.split(",") if code.strip())
        return cls(codes or None)

    @property
    def languages(self) -> frozenset[str]:
        if self.task is None:
            return frozenset(_latin_languages())
        shared = self.task.intersection(_all_languages())
        if len(shared) < 2:
            raise SettingsError(
                f"lingua needs two languages to choose from, and of {', '.join(sorted(self.task)) or 'none'} it knows "
                f"{', '.join(sorted(shared)) or 'none'}"
            )
        return shared

    @property
    def settings(self) -> Mapping[str, Mapping[str, Any]]:
        chosen = sorted(self.languages)
        name = "lingua" if self.task is None else f"lingua ({len(chosen)} languages)"
        return {
            f"{name} multiple": {"method": "detect_multiple_languages_of", "languages": chosen},
            f"{name} single": {"method": "detect_language_of", "languages": chosen},
        }

    def answers(self, text: str, systems: Collection[str]) -> Mapping[str, PeerAnswer]:
        detector = _detector(self.languages)
        return {system: (_multiple if system.endswith("multiple") else _single)(detector, text) for system in systems}


def _multiple(detector: Any, text: str) -> PeerAnswer:
    stretches = tuple(
        FoundWord(part.start_index, part.end_index, _code(part.language))
        for part in detector.detect_multiple_languages_of(text)
    )
    sizes: Counter[str] = Counter()
    for start, end, language, _ in stretches:
        sizes[language] += end - start
    return PeerAnswer(tuple(language for language, _ in sizes.most_common()), stretches)


def _single(detector: Any, text: str) -> PeerAnswer:
    language = detector.detect_language_of(text)
    if language is None:
        return PeerAnswer(())
    # It sums in an order that differs between runs, which affects the last digits.
    confidence = round(detector.compute_language_confidence(text, language), 6)
    return PeerAnswer((_code(language),), confidence=confidence)


# Detectors share the models, which are large and loaded when a language is first used; a few restrictions are cheap.
@lru_cache(maxsize=8)
def _detector(languages: frozenset[str]) -> Any:
    every = _all_languages()
    lingua = LinguaPeer.tool()
    return lingua.LanguageDetectorBuilder.from_languages(*(every[code] for code in sorted(languages))).build()


@lru_cache(maxsize=1)
def _all_languages() -> dict[str, Any]:
    return {_code(language): language for language in LinguaPeer.tool().Language.all()}


@lru_cache(maxsize=1)
def _latin_languages() -> dict[str, Any]:
    return {_code(language): language for language in LinguaPeer.tool().Language.all_with_latin_script()}


def _code(language: Any) -> str:
    return iso639_3(language.iso_code_639_3.name)
