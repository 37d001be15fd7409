"""Recipe and corpus to a fastText model and its folded table, as the paper trains.

Both steps are kept in the work folder and not repeated: the training file (minutes for a million sentences) and the
model. Left out: what goes into the training file (`examples.py`), and folding (`mixlid.models.folding`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from mixlid.errors import MissingDependencyError
from mixlid.lab.romanisation import load_uroman
from mixlid.lab.training.card import make_card
from mixlid.lab.training.examples import lines_of_label
from mixlid.lab.training.preparation import Report, corpus_fingerprint, prepared
from mixlid.lab.training.recipe import Recipe
from mixlid.lab.training.selection import Selection
from mixlid.models.folding import pack_fasttext


def write_training_file(
    corpus: Path, target: Path, selection: Selection, seed: int, report: Report = lambda _: None
) -> None:
    """All lines of all labels in random order, because fastText reads its file as it stands."""
    recipe = selection.recipe
    romanise = load_uroman() if "romanised" in recipe.paper_examples.parts else None
    lines: list[str] = []
    for place, (label, sentences) in enumerate(selection.read(corpus)):
        examples = recipe.paper_examples
        report(f"{label}: {len(sentences):,} sentences")
        lines += lines_of_label(
            label,
            sentences,
            examples.parts,
            word_limit=examples.word_limit,
            frequent=examples.frequent,
            rejection=examples.rejection,
            generator=np.random.default_rng([seed, place]),
            romanise=romanise,
        )
    order = np.random.default_rng(seed).permutation(len(lines))
    with target.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(_joined(lines[place] for place in order))
    sources_file(target).write_text(json.dumps(selection.used), "utf-8")


def sources_file(target: Path) -> Path:
    """Where the sentences by label and source are noted, for a later run that finds the training file ready."""
    return target.with_name(target.name.removesuffix(".unfinished") + ".sources.json")


def train_fasttext(
    corpus: Path,
    out: Path,
    selection: Selection,
    *,
    work: Path,
    seed: int = 1,
    threads: int = 1,
    report: Report = lambda _: None,
    quiet: bool = True,
) -> Path:
    """Train and fold; `out` is the table, and the `.bin` lies beside it. Returns the path of the `.bin`.

    Unless it is to be quiet, fastText says on standard error how far it is and how long it will take.

    More than one thread is faster, but fastText's threads race: only one gives the same model every time.
    """
    recipe = selection.recipe
    mark = recipe.fingerprint(
        seed, corpus_fingerprint(corpus), sorted(selection.labels), selection.any_licence, sorted(selection.sources)
    )
    text = work / f"{recipe.name}.train.txt"
    prepared(text, mark, lambda path: write_training_file(corpus, path, selection, seed, report))
    report(f"training fastText on {text}")
    binary = out.with_suffix(".bin")
    prepared(binary, f"{mark} {threads}", lambda path: _run_fasttext(text, path, recipe, seed, threads, quiet))
    used = json.loads(sources_file(text).read_text("utf-8"))
    pack_fasttext(binary, out, card=make_card(recipe, seed, used))
    return binary


def _run_fasttext(text: Path, target: Path, recipe: Recipe, seed: int, threads: int, quiet: bool) -> None:
    try:
        import fasttext
    except ImportError as error:
        raise MissingDependencyError("fasttext-community", "train", "Training with fastText") from error
    model: Any = fasttext.train_supervised(
        input=str(text),
        lr=recipe.fasttext.learning_rate,
        epoch=recipe.fasttext.epochs,
        dim=recipe.fasttext.dim,
        minn=recipe.ngrams.minn,
        maxn=recipe.ngrams.maxn,
        bucket=recipe.ngrams.buckets,
        minCount=recipe.fasttext.min_count,
        loss="softmax",
        thread=threads,
        seed=seed,
        verbose=0 if quiet else 2,
    )
    model.save_model(str(target))


def _joined(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield line + "\n"
