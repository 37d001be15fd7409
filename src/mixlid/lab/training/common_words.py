"""The commonest words of every label of our own model, and how common they are: what a further language is told from.

Who adds a language seldom has text of all its relatives. Their hundred commonest words are half of what they write,
and are no text. `tools/make_common_words.py` makes the file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources

from mixlid.text.affixes import levels
from mixlid.text.frequent_words import WORDS
from mixlid.text.words import tokenize

FILE = "common_words.txt"


@cache
def common_words() -> Mapping[str, Mapping[str, float]]:
    """By label, its commonest words, each with its share of running words, roughly."""
    return parse_words(resources.files("mixlid").joinpath("data", FILE).read_text("utf-8"))


def parse_words(text: str) -> dict[str, dict[str, float]]:
    """The file: a line has a label, a tab, and words with a mark where they get half as common, as affixes have."""
    made = {}
    for line in text.splitlines():
        label, words = line.split("\t")
        made[label] = {word: 2.0**level for word, level in levels(words).items()}
    return made


def frequent_words(texts: Sequence[str]) -> list[str]:
    """The most frequent words of some texts, the commonest first; small and capital letters count as one.

    A word that is there once is not frequent, unless the texts are single words: then somebody has chosen them.
    """
    counts = Counter(
        text[token.start : token.end].lower() for text in texts for token in tokenize(text) if token.kind == "word"
    )
    least = 2 if counts.total() > len(texts) else 1
    return [word for word, count in counts.most_common(WORDS) if count >= least]
