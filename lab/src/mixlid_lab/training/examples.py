"""The paper's training data: sentences and single words, as bags of words.

Words are separated by white space and taken as they are. A label provides up to one million running words; each
occurrence of a word with more than 1,000 occurrences is rejected with probability one half.

The paper leaves some things open. Here, the running words are those of the label's sentences in random order. GlotLID
samples a label's sentences in proportion to the power 0.3 of their number; here (`repeated`) small labels are repeated
to reach that proportion, and the largest stays as it is. Our own choice of examples is in `sampling.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mixlid_lab.training.bags import Bags, Int32Array, Int64Array, Ragged, single_words

Part = Literal["sentences", "words"]


@dataclass(frozen=True, slots=True)
class PaperExamples:
    """The paper's augmentation."""

    parts: tuple[Part, ...] = ("sentences",)
    word_limit: int = 1_000_000
    frequent: int = 1_000
    rejection: float = 0.5
    #: Small labels are repeated until numbers of sentences follow this power of the original ones; 1 repeats nothing.
    exponent: float = 1.0


def paper_examples(texts: Sequence[Ragged], settings: PaperExamples, seed: int) -> Bags:
    """The examples of all labels in random order, given the sentences of each as word numbers."""
    generator = np.random.default_rng(seed)
    times = repetitions([len(text) for text in texts], settings.exponent)
    parts = [
        bags for label, text in enumerate(texts) for bags in _of_label(text, label, settings, times[label], generator)
    ]
    return Bags.join(parts).take(generator.permutation(sum(map(len, parts))))


def _of_label(
    sentences: Ragged, label: int, settings: PaperExamples, times: float, generator: np.random.Generator
) -> Iterator[Bags]:
    if "sentences" in settings.parts:
        chosen = sentences.take(repeated(len(sentences), times, generator))
        yield Bags(chosen, np.full(len(chosen), label, dtype=np.int16))
    if "words" in settings.parts:
        words = running_words(sentences, settings.word_limit, generator)
        yield single_words(words[accepted(words, settings.frequent, settings.rejection, generator)], label)


def running_words(sentences: Ragged, limit: int, generator: np.random.Generator) -> Int32Array:
    """The words of the sentences in random order, up to a number."""
    return sentences.take(generator.permutation(len(sentences))).flat[:limit]


def accepted(words: Int32Array, frequent: int, rejection: float, generator: np.random.Generator) -> NDArray[np.bool_]:
    """Which words are not rejected."""
    frequencies = np.bincount(words, minlength=1)[words]
    return (frequencies <= frequent) | (generator.random(len(words)) >= rejection)


def repeated(count: int, times: float, generator: np.random.Generator) -> Int64Array:
    """The indices of `count` sentences, `times` over: all of them as often as possible, then a random part again."""
    whole = int(times)
    rest = generator.choice(count, round((times - whole) * count), replace=False)
    return np.concatenate([np.tile(np.arange(count), whole), rest])


def repetitions(counts: Sequence[int], exponent: float) -> list[float]:
    """How often each label's sentences are repeated, so that their numbers follow a power of the original ones."""
    most = max(counts, default=1)
    return [(most / count) ** (1 - exponent) for count in counts]
