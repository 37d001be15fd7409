"""The paper's training data: sentences, single words and trigrams as lines for fastText.

Words are separated by white space and taken as they are. A label provides up to one million running words; each
occurrence of a word with more than 1,000 occurrences is rejected with probability one half. Trigrams are runs of three
such words, as many as there are words. With the part `romanised`, Hindi and Nepali in Devanagari are romanised by
uroman and get the label of Latin script; the original is dropped, and words are drawn from the romanised text. Without
it, Devanagari stays as it is.

The paper leaves some things open. Here, the running words are those of the label's sentences in random order, and a
trigram is kept or rejected together with its first word. GlotLID samples a label's sentences in proportion to the power
0.3 of their number; here (`repeated`) small labels are repeated to reach that proportion, and the largest stays as it
is. Our own choice of examples is in `sampling.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import numpy as np

from mixlid.text.labels import LABEL_PREFIX
from mixlid_lab.romanisation import Romanise, has_devanagari, romanised_label
from mixlid_lab.training.corpus import CorpusSentence

Part = Literal["sentences", "words", "trigrams", "romanised"]
PARTS: tuple[Part, ...] = ("sentences", "words", "trigrams", "romanised")


def running_words(sentences: Sequence[str], limit: int, generator: np.random.Generator) -> list[list[str]]:
    """The words of as many sentences as have `limit` words, in random order; the last one is cut to fit."""
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
    """The (sentence, word) indices that are not rejected."""
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
    times: float = 1.0,
) -> Iterator[str]:
    """All lines of a label for fastText's training file, without line ends; sentences are repeated `times` times."""
    texts = [" ".join(sentence.text.split()) for sentence in sentences]
    if "romanised" in parts and romanise is not None and (latin := romanised_label(label)):
        label = latin
        texts = [romanise(text) if has_devanagari(text) else text for text in texts]
        texts = [text for text in texts if text]
    prefix = f"{LABEL_PREFIX}{label} "
    if "sentences" in parts:
        yield from (prefix + texts[place] for place in repeated(len(texts), times, generator))
    if not {"words", "trigrams"} & set(parts):
        return
    running = running_words(texts, word_limit, generator)
    for i, j in accepted(running, frequent, rejection, generator):
        if "words" in parts:
            yield prefix + running[i][j]
        if "trigrams" in parts and j + 3 <= len(running[i]):
            yield prefix + " ".join(running[i][j : j + 3])


def repeated(count: int, times: float, generator: np.random.Generator) -> Iterator[int]:
    """The indices of `count` sentences, `times` over: all of them as often as possible, then a random part again."""
    whole = int(times)
    for _ in range(whole):
        yield from range(count)
    if rest := round((times - whole) * count):
        yield from sorted(generator.choice(count, rest, replace=False).tolist())


def repetitions(counts: Mapping[str, int], exponent: float) -> dict[str, float]:
    """How often each label's sentences are repeated, so that their numbers follow a power of the original ones."""
    most = max(counts.values(), default=1)
    return {label: (most / count) ** (1 - exponent) for label, count in counts.items()}
