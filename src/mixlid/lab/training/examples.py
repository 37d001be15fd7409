"""The paper's training data: sentences, single words and trigrams as lines for fastText, and romanised copies.

Words are what white space separates, as they stand. A label gives up to one million running words; a word that occurs
more than 1,000 times among them is rejected with probability one half, each time it occurs. Trigrams are runs of
three such words, as many as there are words. Hindi and Nepali in Devanagari are romanised with uroman.

What the paper leaves open is settled here: the running words are those of the label's sentences in a random order, and
a trigram stands for the word it begins with, so that it is kept or rejected with it.
Left out: our own choice of examples (`sampling.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

import numpy as np

from mixlid.lab.romanisation import Romanise, has_devanagari, romanised_label
from mixlid.lab.training.corpus import CorpusSentence
from mixlid.text.labels import LABEL_PREFIX

Part = Literal["sentences", "words", "trigrams", "romanised"]
PARTS: tuple[Part, ...] = ("sentences", "words", "trigrams", "romanised")


def running_words(sentences: Sequence[str], limit: int, generator: np.random.Generator) -> list[list[str]]:
    """The words of as many sentences as make up `limit` words, in random order; the last one is cut to fit."""
    chosen, total = [], 0
    for place in generator.permutation(len(sentences)):
        words = sentences[place].split()[: limit - total]
        chosen.append(words)
        total += len(words)
        if total >= limit:
            break
    return chosen


def accepted(
    sentences: Sequence[Sequence[str]], frequent: int, rejection: float, generator: np.random.Generator
) -> Iterator[tuple[int, int]]:
    """The places (sentence, word) that are not rejected."""
    counts = Counter(word for words in sentences for word in words)
    for i, words in enumerate(sentences):
        draws = generator.random(len(words))
        for j, word in enumerate(words):
            if counts[word] <= frequent or draws[j] >= rejection:
                yield i, j


def lines_of_label(
    label: str,
    sentences: Sequence[CorpusSentence],
    parts: Sequence[Part],
    *,
    word_limit: int,
    frequent: int,
    rejection: float,
    generator: np.random.Generator,
    romanise: Romanise | None = None,
) -> Iterator[str]:
    """All lines of one label for fastText's training file, without line ends."""
    given = [" ".join(sentence.text.split()) for sentence in sentences]
    label, texts = _with_romanised(label, given, romanise if "romanised" in parts else None)
    prefix = f"{LABEL_PREFIX}{label} "
    if "sentences" in parts:
        yield from (prefix + text for text in texts)
    elif "romanised" in parts:
        yield from (prefix + text for text in texts[len(given) :])
    if not {"words", "trigrams"} & set(parts):
        return
    running = running_words(texts, word_limit, generator)
    for i, j in accepted(running, frequent, rejection, generator):
        if "words" in parts:
            yield prefix + running[i][j]
        if "trigrams" in parts and j + 3 <= len(running[i]):
            yield prefix + " ".join(running[i][j : j + 3])


def _with_romanised(label: str, texts: list[str], romanise: Romanise | None) -> tuple[str, list[str]]:
    """The texts and after them romanised copies of those in Devanagari; the label becomes that of Latin script."""
    latin = romanised_label(label)
    if romanise is None or latin is None:
        return label, texts
    copies = [romanise(text) for text in texts if has_devanagari(text)]
    return latin, texts + [copy for copy in copies if copy]
