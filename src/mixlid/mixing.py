"""Measures of code-mixing from the literature, computed from results or from labels of words.

Every function takes results, or sequences of labels such as `["tur", "eng", None]`, or a single one of either. Words
without a language (None, `und`, `zxx`) are skipped. Languages are counted without their script. A switch is between two
consecutive words of one text, never between two texts. A measure that is undefined, such as the share of switches in
texts of one word, is None. docs/linguists.md has the formulas and their sources.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby, pairwise
from math import log2
from statistics import fmean, pstdev
from typing import Any, NamedTuple

from mixlid.results.result import Answer
from mixlid.text.labels import as_codes, is_unknown, means, split
from mixlid.word_counts import cmi, language_of_most


class LabelledWord(NamedTuple):
    """A word and its language."""

    text: str
    label: str | None


#: A text: a result, or the labels of its words, with or without the words.
Text = Answer | Sequence[str | None] | Sequence[LabelledWord]
#: Texts, or a single one.
Texts = Iterable[Text] | Text


class Run(NamedTuple):
    """Consecutive words of one language."""

    language: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Statistics:
    """The result of `statistics`."""

    #: Texts with at least one word in a language; all others are ignored.
    utterances: int
    #: Words in a language, in total and by language, most frequent first.
    words: int
    languages: Mapping[str, int]
    switches: int
    #: Share of utterances with more than one language.
    mixed: float | None
    #: Means of the code-mixing index over all utterances, and over those with more than one language.
    cmi: float | None
    cmi_mixed: float | None
    m_index: float | None
    i_index: float | None
    burstiness: float | None
    memory: float | None
    span_entropy: float | None
    language_entropy: float | None
    #: The main language of most utterances, and the share of utterances whose main language it is.
    matrix_language: str | None
    matrix_share: float | None
    #: Runs of words in another language than the main one of their utterance (`is_insertion`).
    insertions: int
    alternations: int
    #: Switches by direction (`tur>eng`), most frequent first.
    pairs: Mapping[str, int]
    #: Words of insertions with their language (`meeting/eng`), most frequent first; empty if only labels were given.
    inserted: Mapping[str, int]

    def to_dict(self) -> dict[str, Any]:
        """Plain dicts, strings and numbers, ready for JSON."""
        return asdict(self)


def statistics(texts: Texts) -> Statistics:
    """All measures at once."""
    runs = _runs(texts)
    labels = [[run.language for run in one for _ in run.words] for one in runs]
    mixes = [cmi(one) for one in labels]
    by_language = Counter(label for one in labels for label in one)
    main = [language_of_most(one, by_language) for one in labels]
    matrix = language_of_most(main, by_language)
    foreign = [(one, of, place) for one, of in zip(runs, main, strict=True) for place in _in_others(one, of)]
    inserted = [one[place] for one, of, place in foreign if is_insertion(one, place, of)]
    pairs = Counter(f"{before.language}>{after.language}" for one in runs for before, after in pairwise(one))
    words = Counter(f"{word.casefold()}/{run.language}" for run in inserted for word in run.words if word)
    return Statistics(
        utterances=len(runs),
        words=sum(map(len, labels)),
        languages=dict(by_language.most_common()),
        switches=switches(labels),
        mixed=_share(sum(len(set(one)) > 1 for one in labels), len(labels)),
        cmi=fmean(mixes) if mixes else None,
        cmi_mixed=fmean(filter(None, mixes)) if any(mixes) else None,
        m_index=m_index(labels),
        i_index=i_index(labels),
        burstiness=burstiness(labels),
        memory=memory(labels),
        span_entropy=span_entropy(labels),
        language_entropy=language_entropy(labels),
        matrix_language=matrix,
        matrix_share=_share(main.count(matrix), len(labels)),
        insertions=len(inserted),
        alternations=len(foreign) - len(inserted),
        pairs=dict(pairs.most_common()),
        inserted=dict(words.most_common()),
    )


def switches(texts: Texts) -> int:
    """How often the language changes from one word to the next."""
    return sum(len(one) - 1 for one in _runs(texts))


def m_index(texts: Texts) -> float | None:
    """How evenly words are distributed over languages: 0 for one language, 1 for equal shares (Barnett et al. 2000)."""
    shares = _shares(texts)
    together = sum(share * share for share in shares)
    return (1 - together) / ((len(shares) - 1) * together) if len(shares) > 1 else 0.0 if shares else None


def i_index(texts: Texts) -> float | None:
    """The share of adjacent pairs of words that differ in language (Guzmán et al. 2017)."""
    runs = _runs(texts)
    return _share(sum(len(one) - 1 for one in runs), sum(sum(len(run.words) for run in one) - 1 for one in runs))


def burstiness(texts: Texts) -> float | None:
    """Whether runs of one language are regular (−1), random (0) or bursty (1) in length (Goh and Barabási 2008)."""
    lengths = _lengths(texts)
    if not lengths:
        return None
    mean, deviation = fmean(lengths), pstdev(lengths)
    return (deviation - mean) / (deviation + mean)


def memory(texts: Texts) -> float | None:
    """How the lengths of consecutive runs correlate, from −1 to 1 (Goh and Barabási 2008)."""
    pairs = [(len(a.words), len(b.words)) for one in _runs(texts) for a, b in pairwise(one)]
    firsts, seconds = [a for a, _ in pairs], [b for _, b in pairs]
    if len(pairs) < 2 or not pstdev(firsts) or not pstdev(seconds):
        return None
    means = fmean(firsts), fmean(seconds)
    together = fmean((a - means[0]) * (b - means[1]) for a, b in pairs)
    return together / (pstdev(firsts) * pstdev(seconds))


def span_entropy(texts: Texts) -> float | None:
    """The entropy of the lengths of runs, in bits (Guzmán et al. 2017)."""
    lengths = Counter(_lengths(texts))
    return _entropy([count / lengths.total() for count in lengths.values()])


def language_entropy(texts: Texts) -> float | None:
    """The entropy of the languages of words, in bits (Guzmán et al. 2017)."""
    return _entropy(_shares(texts))


def main_language(text: Text) -> str | None:
    """The language of most words, the first of them in a tie; None if no word has a language."""
    return language_of_most(run.language for run in runs_of(text) for _ in run.words)


def runs_of(text: Text) -> list[Run]:
    """The words of a text in runs of one language; words without a language are skipped."""
    words = text.words if isinstance(text, Answer) else [_as_word(one) for one in text]
    pairs = ((_language(word.label), word.text) for word in words)
    known = ((language, word) for language, word in pairs if language is not None)
    grouped = groupby(known, key=lambda one: one[0])
    return [Run(language, tuple(word for _, word in group)) for language, group in grouped]


def is_insertion(runs: Sequence[Run], place: int, main: str | None = None) -> bool:
    """Whether a run in another language than the main one is an insertion (after Muysken 2000, by form alone).

    It is if it is a single word, or if the main language encloses it; otherwise it is an alternation. `main` is by
    default the language of most words.
    """
    main = main or language_of_most(run.language for run in runs for _ in run.words)
    inside = 0 < place < len(runs) - 1 and runs[place - 1].language == main == runs[place + 1].language
    return inside or len(runs[place].words) == 1


def _in_others(runs: Sequence[Run], main: str | None) -> list[int]:
    return [place for place, run in enumerate(runs) if run.language != main]


def _as_word(one: str | LabelledWord | None) -> LabelledWord:
    return one if isinstance(one, LabelledWord) else LabelledWord("", one)


def _texts(texts: Texts) -> list[Text]:
    if isinstance(texts, Answer):
        return [texts]
    given: list[Any] = list(texts)
    is_one = given and all(one is None or isinstance(one, str | LabelledWord) for one in given)
    return [given] if is_one else given


def _runs(texts: Texts) -> list[list[Run]]:
    return [found for one in _texts(texts) if (found := runs_of(one))]


def _lengths(texts: Texts) -> list[int]:
    return [len(run.words) for one in _runs(texts) for run in one]


def _shares(texts: Texts) -> list[float]:
    counts: Counter[str] = Counter()
    for one in _runs(texts):
        for run in one:
            counts[run.language] += len(run.words)
    return [count / counts.total() for count in counts.values()]


def _entropy(shares: Sequence[float]) -> float | None:
    return -sum(share * log2(share) for share in shares) + 0.0 if shares else None


def _language(label: str | None) -> str | None:
    return None if label is None or is_unknown(label) else split(label)[0]


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def share_in(answer: Answer, languages: Iterable[str] | str) -> float | None:
    """The share of an answer's words that is in some languages (`"tr"`, `["zh", "yue"]`); None without words.

    It is counted in letters, as `proportions` are.
    """
    codes = as_codes(languages)
    shares = answer.proportions.items()
    return sum(share for label, share in shares if any(means(code, label) for code in codes)) if shares else None
