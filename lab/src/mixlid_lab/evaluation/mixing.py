"""How mixed a corpus is: code-mixing index, switches, lengths of both languages (the paper's table of corpora).

L1 and L2 are the longer and the shorter language of each sentence, in characters of its tokens. Lengths exclude spaces:
in the paper's Turkish-German row, L1 and L2 leave 3 characters per sentence for punctuation and spaces (though its
Turkish-English row fits lengths with spaces better).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, pstdev

from mixlid.adapt.labelled import Sample
from mixlid.mixing import switches
from mixlid.word_counts import cmi


@dataclass(frozen=True, slots=True)
class Spread:
    mean: float
    #: population standard deviation over the sentences
    deviation: float


@dataclass(frozen=True, slots=True)
class CorpusStatistics:
    """Means over sentences; None if the corpus has no sentences or no word labels to compute them from."""

    sentences: int
    #: sentences with word labels by people, which everything below `characters` is computed from
    labelled: int
    characters: float | None
    longer: Spread | None
    shorter: Spread | None
    switches: float | None
    cmi: float | None


def corpus_statistics(samples: Sequence[Sample]) -> CorpusStatistics:
    """The statistics of a corpus. A tag that is not a language of its sentence is language-independent."""
    labelled = [sample for sample in samples if sample.has_gold_words]
    lengths = [_lengths(sample) for sample in labelled]
    languages = [[tag if tag in sample.languages else None for tag in sample.tags] for sample in labelled]
    return CorpusStatistics(
        sentences=len(samples),
        labelled=len(labelled),
        characters=fmean(without_spaces(sample.text) for sample in samples) if samples else None,
        longer=_spread([longer for longer, _ in lengths]),
        shorter=_spread([shorter for _, shorter in lengths]),
        switches=fmean(map(switches, languages)) if labelled else None,
        cmi=fmean(map(cmi, languages)) if labelled else None,
    )


def _lengths(sample: Sample) -> tuple[int, int]:
    """The characters of the longest language and of the second; 0 for a language that no token is in."""
    lengths = dict.fromkeys(sample.languages, 0)
    for token, tag in zip(sample.tokens, sample.tags, strict=True):
        if tag in lengths:
            lengths[tag] += without_spaces(token)
    longer, shorter, *_ = [*sorted(lengths.values(), reverse=True), 0]
    return longer, shorter


def without_spaces(text: str) -> int:
    """The number of characters that are not white space."""
    return sum(not character.isspace() for character in text)


def _spread(values: Sequence[int]) -> Spread | None:
    return Spread(fmean(values), pstdev(values)) if values else None
