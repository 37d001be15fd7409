"""Other language identifiers as contenders, for comparison.

A peer only describes what to ask. What it loads is cached once in each process, so that it stays picklable. MaskLID
and fastText's ways (`topk`, `threshold`) are not among them: they are solvers of ours, and work with any model.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module, metadata
from typing import Any, NamedTuple

from mixlid.adapt.labelled import Sample
from mixlid.errors import MissingDependencyError
from mixlid.results.result import NO_LANGUAGE, UNKNOWN
from mixlid_lab.evaluation.predictions import Prediction, iso639_3
from mixlid_lab.evaluation.runner import Contender

#: The data have these in Latin letters, and the tools know them in their own.
ROMANISED = frozenset({"hin", "npi"})
_SURROGATE = re.compile("[\ud800-\udfff]")


class Tool(NamedTuple):
    """Another identifier, loaded."""

    #: Every language that it can answer with, as ISO 639-3 codes.
    languages: frozenset[str]
    #: The answer of one of its systems to a text without lone surrogates, the dominant language first; it may be empty.
    answer: Callable[[str, Any], Sequence[str]]


@dataclass(frozen=True)
class Peer:
    """Another tool as a contender."""

    #: the names to import and to install
    module: str
    package: str
    load: Callable[[Any], Tool]
    #: its systems by name, and what their answers depend on besides the package, which `Tool.answer` is given
    asked: tuple[tuple[str, tuple[str, Any]], ...]

    def tool(self) -> Tool:
        try:
            return self.load(import_module(self.module))
        except ImportError as error:
            raise MissingDependencyError(self.package, "peers", f"The comparison with {self.module}") from error

    @property
    def systems(self) -> Mapping[str, Mapping[str, Any]]:
        """With the languages that it knows in Latin script: those that the data romanise it knows in their own."""
        languages = sorted(self.tool().languages - ROMANISED)
        about = {"package": self.package, "version": metadata.version(self.package), "languages": languages}
        return {name: {**about, key: value} for name, (key, value) in self.asked}

    def predict(self, samples: Sequence[Sample], systems: Sequence[str]) -> dict[str, list[Prediction]]:
        tool, found = self.tool(), dict[str, list[Prediction]]()
        # UTF-8 cannot encode lone surrogates.
        texts = [_SURROGATE.sub("\ufffd", sample.text) for sample in samples]
        for name, (_, option) in self.asked:
            if name in systems:
                answers = (tuple(dict.fromkeys(tool.answer(text, option))) or (UNKNOWN,) for text in texts)
                found[name] = [Prediction(*pair) for pair in zip(samples, answers, strict=True)]
        return found

    def why_unavailable(self) -> str | None:
        """A sentence that says why the tool cannot be used here; None if it can."""
        try:
            self.tool()
        except MissingDependencyError as error:
            return f"{self.module} cannot be imported ({error.__cause__}): pip install 'mixlid-lab[peers]'"
        return None


#: What CLD2 refuses: control characters and noncharacters. Each is replaced by a space.
_REFUSED = re.compile(
    "[\0-\x08\x0b\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef"
    + "".join(chr(plane << 16 | last) for plane in range(17) for last in (0xFFFE, 0xFFFF))
    + "]"
)


@cache
def _cld2(cld2: Any) -> Tool:
    """CLD2, through pycld2: up to three languages of a text, and those that it says it detects; it names many more.

    Default options, where an answer called unreliable counts as none; and its option for short texts.
    """

    def answer(text: str, best_effort: bool) -> list[str]:
        reliable, _, details = cld2.detect(_REFUSED.sub(" ", text), isPlainText=True, bestEffort=best_effort)
        return [iso639_3(code) for _, code, _, _ in details if code != "un"] if reliable else []

    codes = dict(cld2.LANGUAGES)
    return Tool(frozenset(iso639_3(codes[name]) for name in cld2.DETECTED_LANGUAGES) - {UNKNOWN}, answer)


@cache
def _heliport(heliport: Any) -> Tool:
    """heliport (HeLI-OTS in Rust): its default answer, the best language whatever its confidence, and the best two.

    Its scores are not probabilities. It merges languages that it counts as one (`msa`) only after taking the top k, so
    k=2 may give one language; this is left as it is. Its package is under the GPL and includes its model.
    """
    identifier = heliport.Identifier()

    def code_of(code: str) -> str:
        # Its `msa` covers Indonesian, Malay and Minangkabau, mostly Indonesian; other tools distinguish them.
        return "ind" if code == "msa" else iso639_3(code)

    def answer(text: str, k: int | str) -> list[str]:
        codes = identifier.identify_topk(text, k) if isinstance(k, int) else [identifier.identify(text)]
        return list(map(code_of, codes))

    # Longer codes are variants (`msaind`), which it answers as the language that they begin with.
    codes = (code for code in identifier.get_confidence_all() if len(code) == 3)
    return Tool(frozenset(map(code_of, codes)) - {UNKNOWN, NO_LANGUAGE}, answer)


@cache
def _lingua(lingua: Any) -> Tool:
    """lingua: the languages of stretches of a text, or one language for the whole text, of all in Latin script."""
    known = lingua.Language.all_with_latin_script()
    detector = lingua.LanguageDetectorBuilder.from_languages(*known).build()

    def code_of(language: Any) -> str:
        return iso639_3(language.iso_code_639_3.name)

    def answer(text: str, method: str) -> list[str]:
        if method == "detect_language_of":
            language = detector.detect_language_of(text)
            return [] if language is None else [code_of(language)]
        sizes: Counter[str] = Counter()
        for part in detector.detect_multiple_languages_of(text):
            sizes[code_of(part.language)] += part.end_index - part.start_index
        return [language for language, _ in sizes.most_common()]

    return Tool(frozenset(map(code_of, known)), answer)


PEERS: Mapping[str, Peer] = {
    "cld2": Peer(
        "pycld2", "pycld2", _cld2, (("cld2", ("bestEffort", False)), ("cld2 best effort", ("bestEffort", True)))
    ),
    "heliport": Peer(
        "heliport", "heliport", _heliport,
        (("heliport", ("method", "identify")), ("heliport k=1", ("k", 1)), ("heliport k=2", ("k", 2))),
    ),
    "lingua": Peer(
        "lingua", "lingua-language-detector", _lingua,
        (
            ("lingua multiple", ("method", "detect_multiple_languages_of")),
            ("lingua single", ("method", "detect_language_of")),
        ),
    ),
}  # fmt: skip


def find_peers() -> tuple[list[Contender], list[str]]:
    """The peers that are installed, and a note for each that is not."""
    reasons = [(peer, peer.why_unavailable()) for peer in PEERS.values()]
    return [peer for peer, reason in reasons if not reason], [reason for _, reason in reasons if reason]
