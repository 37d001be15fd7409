"""Sentences as word numbers, by script: the corpus as the trainer sees it.

A label takes part in the partition of each script that it is written in, with the words in that script only: a Russian
sentence with an English name teaches nothing about Latin letters. Labels are read and tokenized in several processes,
because that takes longer than training on a GPU.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from mixlid._processes import ordered_map
from mixlid.text.labels import labels_by_script, split
from mixlid.text.words import script_of, words_of
from mixlid_lab.training.arabizi import in_latin_letters
from mixlid_lab.training.bags import Int32Array, Ragged, WordIndex
from mixlid_lab.training.corpus import CorpusSentence
from mixlid_lab.training.recipe import Recipe
from mixlid_lab.training.sampling import cap_kinds, generator_for, plainly_typed, spelling_variants
from mixlid_lab.training.selection import Selection, describe
from mixlid_lab.training.word_lists import WordList


class ScriptText(NamedTuple):
    """The sentences of a label in one script: its words, and each sentence as indices into them."""

    words: list[str]
    sentences: Ragged
    #: The source of each sentence, as an index into `LabelText.sources`.
    sources: Int32Array


@dataclass(frozen=True, slots=True)
class LabelText:
    """The training data of a label, by script."""

    label: str
    sources: list[str]
    by_script: dict[str, ScriptText]
    #: Sentences by source.
    used: dict[str, int]
    #: Words from lists, most frequent first, one list for each source.
    lists: list[WordList]


def encode_labels(
    selection: Selection, files: Mapping[str, Sequence[Path]], lists: Mapping[str, Sequence[Path]], seed: int, jobs: int
) -> Iterator[LabelText]:
    """The labels that the recipe chooses, sorted."""
    function: Callable[[str], LabelText | None] = partial(_encode_label, selection, files, lists, seed)
    labels = filter(selection.is_trained, sorted({*files, *selection.recipe.arabizi}))
    for text in ordered_map(function, labels, jobs):
        if text is not None:
            yield text


def _encode_label(
    selection: Selection,
    files: Mapping[str, Sequence[Path]],
    lists: Mapping[str, Sequence[Path]],
    seed: int,
    label: str,
) -> LabelText | None:
    recipe = selection.recipe
    generator = generator_for(label, seed, 1)
    chosen = chosen_sentences(label, selection, files, seed, generator)
    if not chosen:
        return None
    sources = sorted({sentence.source for sentence in chosen})
    scripts = list(labels_by_script([label]))
    books = {script: WordIndex() for script in scripts}
    encoded: dict[str, list[list[int]]] = {script: [] for script in scripts}
    origins: dict[str, list[int]] = {script: [] for script in scripts}
    for sentence in _with_variants(label, chosen, recipe, generator):
        words = words_of(sentence.text)
        for script in scripts:
            if own := [word for word in words if script_of(word) == script]:
                encoded[script].append(books[script].encode(own))
                origins[script].append(sources.index(sentence.source))
    texts = {
        script: ScriptText(books[script].words, Ragged.of(encoded[script]), np.array(origins[script], dtype=np.int32))
        for script in scripts
    }
    used = dict(Counter(sentence.source for sentence in chosen).most_common())
    return LabelText(
        label, sources, texts, used, selection.word_lists(label, lists.get(label, ()), recipe.drawing.list_size)
    )


def chosen_sentences(
    label: str, selection: Selection, files: Mapping[str, Sequence[Path]], seed: int, generator: np.random.Generator
) -> list[CorpusSentence]:
    """The sentences that a label is trained on."""
    chosen = _capped(label, selection, files, seed)
    if native := selection.recipe.arabizi.get(label):
        chosen += [
            CorpusSentence(sentence.source, in_latin_letters(sentence.text, split(label)[0], generator))
            for sentence in _capped(native, selection, files, seed)
        ]
    return chosen


def _capped(label: str, selection: Selection, files: Mapping[str, Sequence[Path]], seed: int) -> list[CorpusSentence]:
    """The sentences of a label, with limits for some kinds of text."""
    sentences = selection.sentences(label, files.get(label, ()))
    kinds = [describe(sentence.source).kind for sentence in sentences]
    return [sentences[i] for i in cap_kinds(kinds, selection.recipe.drawing, generator_for(label, seed))]


def _with_variants(
    label: str, sentences: Sequence[CorpusSentence], recipe: Recipe, generator: np.random.Generator
) -> Iterator[CorpusSentence]:
    """The sentences, with additional copies in other spellings if the recipe says so."""
    copies = recipe.spelling_variants.get(label, 0)
    plain = recipe.plainly_typed if label.endswith("_Latn") else 0.0
    for sentence in sentences:
        yield sentence
        for _ in range(copies):
            yield CorpusSentence(sentence.source, spelling_variants(sentence.text, generator))
        if plain and generator.random() < plain:
            text = plainly_typed(sentence.text)
            if text != sentence.text:
                yield CorpusSentence(sentence.source, text)
