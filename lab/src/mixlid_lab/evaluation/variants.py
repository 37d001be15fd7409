"""Data sets changed by rule: with noise as people type it on phones, or joined to long texts.

Each kind of noise changes some words or the whole text, always in the same way, and leaves the languages as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from mixlid.adapt.labelled import Sample
from mixlid_lab.evaluation.datasets import Dataset

_LEET = str.maketrans("aeioAEIO", "43104310")
_VOWEL = re.compile(r"[aeiouAEIOU](?!.*[aeiouAEIOU])")


def _every(step: int, change: Callable[[str], str]) -> Callable[[str], str]:
    """Change one word in `step`, beginning with the second."""

    def changed(text: str) -> str:
        words = text.split(" ")
        return " ".join(change(word) if place % step == 1 else word for place, word in enumerate(words))

    return changed


def _in_hashtags(text: str) -> str:
    """Two words in five become one hashtag."""
    words, made, place = text.split(" "), [], 0
    while place < len(words):
        pair = words[place : place + 2]
        if place % 5 == 1 and len(pair) == 2 and all(word.isalpha() for word in pair):
            made.append("#" + "".join(word[:1].upper() + word[1:].lower() for word in pair))
            place += 1
        else:
            made.append(words[place])
        place += 1
    return " ".join(made)


NOISE: Mapping[str, Callable[[str], str]] = {
    "drawn-out letters (sooooo)": _every(3, lambda word: _VOWEL.sub(lambda found: found[0] * 5, word)),
    "hashtags (#WorldCup)": _in_hashtags,
    "names of users (@name)": lambda text: f"@some.body {text} @another_1",
    "leet (l33t)": _every(4, lambda word: word.translate(_LEET)),
    "emoji inside words": _every(4, lambda word: word[: len(word) // 2] + "😂" + word[len(word) // 2 :]),
    "emoji in place of spaces": lambda text: re.sub(r"(\w) (\w+) (\w)", r"\1🔥\2 \3", text),
    "no space after punctuation": lambda text: re.sub(r"([.,!?;:]) ", r"\1", text),
    "ALL CAPITALS": str.upper,
}


def with_noise(dataset: Dataset, kind: str) -> Dataset:
    """The same sentences with noise, without their word labels, which no longer fit."""
    change = NOISE[kind]
    samples = (Sample(change(one.text), one.languages, label=one.label, silver=one.silver) for one in dataset.samples)
    return replace(dataset, samples=tuple(samples))


def joined(datasets: Sequence[Dataset], words: int) -> list[Dataset]:
    """Texts of at least this many words, from each data set with enough sentences in the same languages."""
    made = []
    for dataset in datasets:
        waiting: dict[frozenset[str], list[str]] = {}
        samples = []
        for one in dataset.samples:
            parts = waiting.setdefault(one.languages, [])
            parts.append(one.text)
            if sum(len(part.split()) for part in parts) >= words:
                samples.append(Sample(" ".join(waiting.pop(one.languages)), one.languages, silver=one.silver))
        if samples:
            made.append(Dataset(dataset.name, tuple(samples)))
    return made
