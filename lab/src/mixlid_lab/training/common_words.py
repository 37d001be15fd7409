"""The most common words of each label of our own model, and how common they are: what a new language is told from.

People who add a language seldom have text in all its relatives. Their hundred most common words make up half of running
text, and are not themselves text. `mixlid_lab.resources.word_files` makes the file.
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
    """The most common words by label, each with its approximate share of running words."""
    return parse_words(resources.files("mixlid").joinpath("data", FILE).read_text("utf-8"))


def parse_words(text: str) -> dict[str, dict[str, float]]:
    """Parse the file: on each line a label, a tab, and words, with a mark where they get half as common."""
    made = {}
    for line in text.splitlines():
        label, words = line.split("\t")
        made[label] = {word: 2.0**level for word, level in levels(words).items()}
    return made


def frequent_words(texts: Sequence[str]) -> list[str]:
    """The most frequent words of some texts, most common first, ignoring case.

    A word that occurs once is not frequent, unless the texts are single words: then somebody has chosen them.
    """
    counts = Counter(
        text[token.start : token.end].lower() for text in texts for token in tokenize(text) if token.kind == "word"
    )
    least = 2 if counts.total() > len(texts) else 1
    return [word for word, count in counts.most_common(WORDS) if count >= least]
