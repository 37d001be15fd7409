"""Recipe and corpus to our own model: examples, linear table, pruning, a little more training, int8, file.

The encoded corpus is kept in the work folder, so that a second run with other training settings starts at once.
Left out: each of those steps (`sampling.py`, `bags.py`, `linear.py`, `prune.py`).
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from mixlid.lab.training.bags import Bags, Int32Array, Ragged, WordBook, feature_frequencies, features_of
from mixlid.lab.training.card import make_card
from mixlid.lab.training.linear import LinearSettings, train_linear
from mixlid.lab.training.preparation import Report, corpus_fingerprint, prepared
from mixlid.lab.training.prune import choose_rows, prune_features, quantise
from mixlid.lab.training.sampling import bags_of_label, cap_kinds, draw_listed, split_held_out
from mixlid.lab.training.selection import Selection
from mixlid.lab.training.sources import describe
from mixlid.lab.training.word_lists import WordList, read_word_lists
from mixlid.models.table import TableModel, write_table
from mixlid.models.table_header import TableHeader
from mixlid.text.words import words_of


@dataclass(frozen=True, slots=True)
class EncodedCorpus:
    """The encoded corpus: its words, its labels, examples to train on, and sentences held out."""

    words: list[str]
    labels: list[str]
    examples: Bags
    held_out: Bags
    #: Sentences by label and source.
    used: dict[str, dict[str, int]]

    def words_of_held_out(self) -> list[str]:
        return [self.words[number] for number in self.held_out.words.flat]


def prepare(
    corpus: Path, selection: Selection, work: Path, seed: int, report: Report = print, word_lists: Path | None = None
) -> EncodedCorpus:
    """Encode the corpus by the recipe, or take it from the work folder if it was encoded before."""
    recipe = selection.recipe
    mark = replace(recipe, linear=LinearSettings(0), pruning=type(recipe.pruning)()).fingerprint(
        seed,
        corpus_fingerprint(corpus),
        corpus_fingerprint(word_lists) if word_lists else None,
        sorted(selection.labels),
        selection.any_licence,
    )
    path = work / f"{recipe.name}.examples.npz"
    if prepared(path, mark, lambda target: _save(_encode(corpus, word_lists, selection, seed, report), target)):
        report(f"encoded {corpus} into {path}")
    return _load(path)


def train_table(
    corpus: Path,
    out: Path,
    selection: Selection,
    *,
    work: Path,
    seed: int = 1,
    word_lists: Path | None = None,
    device: str | None = None,
    report: Report = print,
    quiet: bool = True,
) -> dict[str, Any]:
    """Train by the recipe and write the table; returns what there is to say about the run."""
    recipe = selection.recipe
    data = prepare(corpus, selection, work, seed, report, word_lists)
    settings = replace(recipe.linear, buckets=recipe.ngrams.buckets, seed=seed)
    report(f"{len(data.examples):,} examples of {len(data.labels)} labels, {len(data.words):,} distinct words")
    features = features_of(data.words, recipe.ngrams)
    count = len(data.labels)
    table = train_linear(data.examples, features, count, settings, device=device, quiet=quiet)

    kept = choose_rows(table, feature_frequencies(data.examples, features, recipe.ngrams.buckets), recipe.pruning.rows)
    rows = table[kept]
    del table
    if recipe.pruning.epochs:
        report(f"kept {len(kept):,} rows; training them further")
        pruned = prune_features(features, kept, recipe.ngrams.buckets)
        again = replace(
            settings,
            buckets=len(kept),
            epochs=recipe.pruning.epochs,
            learning_rate=recipe.pruning.learning_rate,
            seed=seed + 1,
        )
        rows = train_linear(
            data.examples,
            pruned.features,
            count,
            again,
            counts=pruned.counts,
            start=rows,
            device=device,
            quiet=quiet,
        )
    small, scale = quantise(rows)
    card = make_card(recipe, seed, data.used)
    header = TableHeader(tuple(data.labels), recipe.ngrams, scale, "sqrt", "words-1", card=card)
    write_table(out, header, kept, small)
    return {
        "labels": count,
        "rows": len(kept),
        "examples": len(data.examples),
        "held_out": len(data.held_out),
        "held_out_accuracy": _accuracy(TableModel(header, kept, small), data),
    }


def _accuracy(model: TableModel, data: EncodedCorpus) -> float:
    """Share of the held-out sentences whose best label is theirs."""
    held = data.held_out
    scores = model.word_scores(data.words_of_held_out())
    starts = held.words.starts
    sums = np.add.reduceat(scores, starts[:-1], axis=0) if len(held) else np.zeros((0, len(data.labels)))
    return float(np.mean(sums.argmax(axis=1) == held.labels)) if len(held) else float("nan")


def _encode(corpus: Path, word_lists: Path | None, selection: Selection, seed: int, report: Report) -> EncodedCorpus:
    recipe, book = selection.recipe, WordBook()
    drawing = recipe.drawing
    lists = read_word_lists(word_lists, drawing.list_size, drawing.exclude_lists) if word_lists else {}
    labels: list[str] = []
    examples: list[Bags] = []
    held: list[Bags] = []
    for place, (label, sentences) in enumerate(selection.read(corpus)):
        generator = np.random.default_rng([seed, place])
        kinds = [_kind(item.source, selection) for item in sentences]
        chosen = [sentences[i] for i in cap_kinds(kinds, drawing, generator)]
        encoded = [numbers for item in chosen if (numbers := book.encode(words_of(item.text)))]
        train, rest = split_held_out(len(encoded), drawing, generator)
        listed = _listed(lists.get(label, []), book, drawing.listed, generator)
        examples.append(bags_of_label(Ragged.of([encoded[i] for i in train]), place, drawing, generator, listed))
        held.append(Bags(Ragged.of([encoded[i] for i in rest]), np.full(len(rest), place, dtype=np.int16)))
        labels.append(label)
        report(f"{label}: {len(train):,} sentences, {len(examples[-1]):,} examples")
    return EncodedCorpus(book.words, labels, Bags.join(examples), Bags.join(held), selection.used)


def _kind(source: str, selection: Selection) -> str:
    """The kind of text, as far as caps need it: unknown sources are never capped."""
    return "" if selection.any_licence or not source else describe(source, selection.sources).kind


def _listed(lists: list[WordList], book: WordBook, size: int, generator: np.random.Generator) -> Int32Array:
    """`size` words in all, the same number from each list."""
    drawn = [
        draw_listed(np.array(book.encode(item.words), dtype=np.int32), item.counts, size // len(lists), generator)
        for item in lists
    ]
    return np.concatenate([np.empty(0, dtype=np.int32), *drawn])


def _save(data: EncodedCorpus, path: Path) -> None:
    arrays: dict[str, Any] = {
        f"{name}_{part}": array
        for name, bags in (("examples", data.examples), ("held_out", data.held_out))
        for part, array in (("flat", bags.words.flat), ("starts", bags.words.starts), ("labels", bags.labels))
    }
    text = json.dumps({"labels": data.labels, "used": data.used, "words": data.words}, ensure_ascii=False)
    with path.open("wb") as file:
        np.savez(file, text=np.frombuffer(text.encode("utf-8", "surrogatepass"), dtype=np.uint8), **arrays)


def _load(path: Path) -> EncodedCorpus:
    with np.load(path) as arrays:
        text = json.loads(arrays["text"].tobytes().decode("utf-8", "surrogatepass"))
        bags = [
            Bags(Ragged(arrays[f"{name}_flat"], arrays[f"{name}_starts"]), arrays[f"{name}_labels"])
            for name in ("examples", "held_out")
        ]
    return EncodedCorpus(text["words"], text["labels"], bags[0], bags[1], text["used"])
