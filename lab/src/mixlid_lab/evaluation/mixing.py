"""How mixed a corpus is: code-mixing index, switches, lengths of both languages (the paper's table of corpora).

L1 and L2 are the longer and the shorter language of each sentence, in characters of its tokens. Lengths exclude spaces:
in the paper's Turkish-German row, L1 and L2 leave 3 characters per sentence for punctuation and spaces (though its
Turkish-English row fits lengths with spaces better).
"""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from mixlid.adapt.labelled import Sample
from mixlid.mixing import switches
from mixlid.word_counts import cmi

#: The columns of the table that `corpus_statistics` returns, and how each is summarised.
STATISTICS = (
    ("characters", "mean"), ("L1", "mean"), ("L1", "std"), ("L2", "mean"), ("L2", "std"), ("switches", "mean"),
    ("CMI", "mean"),
)  # fmt: skip


def corpus_statistics(samples: Sequence[Sample]) -> list[float | None]:
    """`STATISTICS` of a corpus; None where it has no sentences, or no word labels by people, to compute them from.

    A tag that is not a language of its sentence is language-independent. Deviations are those of the population.
    """
    rows = pd.DataFrame(map(_row, samples), columns=["characters", "L1", "L2", "switches", "CMI"], dtype=float)
    values = (rows[name].mean() if kind == "mean" else rows[name].std(ddof=0) for name, kind in STATISTICS)
    return [None if pd.isna(value) else float(value) for value in values]


def _row(sample: Sample) -> list[float | None]:
    characters = without_spaces(sample.text)
    if not sample.has_gold_words:
        return [characters, None, None, None, None]
    languages = [tag if tag in sample.languages else None for tag in sample.tags]
    longer, shorter, *_ = [*sorted(letters_by_language(sample).values(), reverse=True), 0]
    return [characters, longer, shorter, switches(languages), cmi(languages)]


def letters_by_language(sample: Sample) -> dict[str, int]:
    """The characters of the tokens in each language of a sentence; 0 for a language that no token is in."""
    lengths = dict.fromkeys(sample.languages, 0)
    for token, tag in zip(sample.tokens, sample.tags, strict=True):
        if tag in lengths:
            lengths[tag] += without_spaces(token)
    return lengths


def without_spaces(text: str) -> int:
    """The number of characters that are not white space."""
    return sum(not character.isspace() for character in text)
