"""Recipe and corpus to a fastText model and its folded table, as the paper trains.

Both steps are kept in the work folder and not repeated: the training file (minutes for a million sentences) and the
model. Left out: what goes into the training file (`examples.py`), and folding (`mixlid.models.folding`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from mixlid.errors import MissingDependencyError
from mixlid.lab.romanisation import load_uroman, romanised_label
from mixlid.lab.training.card import make_card
from mixlid.lab.training.corpus import CorpusSentence
from mixlid.lab.training.examples import lines_of_label, repetitions
from mixlid.lab.training.preparation import Report, corpus_fingerprint, prepared
from mixlid.lab.training.recipe import Recipe
from mixlid.lab.training.selection import Selection
from mixlid.models.folding import pack_fasttext


def write_training_file(
    corpora: Sequence[Path], target: Path, selection: Selection, seed: int, report: Report = lambda _: None
) -> None:
    """All lines of all labels in random order, because fastText reads its file as it stands."""
    examples = selection.recipe.paper_examples
    romanise = load_uroman() if "romanised" in examples.parts else None
    sentences_of: dict[str, list[CorpusSentence]] = {}
    for label, sentences in selection.read(corpora):
        report(f"{label}: {len(sentences):,} sentences")
        # Text that is romanised shares its label, and the words that one label gives, with text that was Latin before.
        sentences_of.setdefault((romanise and romanised_label(label)) or label, []).extend(sentences)
    times = repetitions({label: len(sentences) for label, sentences in sentences_of.items()}, examples.exponent)
    lines: list[str] = []
    for place, label in enumerate(list(sentences_of)):
        lines += lines_of_label(
            label,
            sentences_of.pop(label),
            examples.parts,
            word_limit=examples.word_limit,
            frequent=examples.frequent,
            rejection=examples.rejection,
            generator=np.random.default_rng([seed, place]),
            romanise=romanise,
            times=times[label],
        )
    order = np.random.default_rng(seed).permutation(len(lines))
    with target.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(_joined(lines[place] for place in order))
    sources_file(target).write_text(json.dumps(selection.used), "utf-8")


def sources_file(target: Path) -> Path:
    """Where the sentences by label and source are noted, for a later run that finds the training file ready."""
    return target.with_name(target.name.removesuffix(".unfinished") + ".sources.json")


def train_fasttext(
    corpora: Sequence[Path],
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
    files = [corpus_fingerprint(corpus) for corpus in corpora]
    mark = recipe.fingerprint(seed, files, sorted(selection.labels), selection.any_licence, sorted(selection.sources))
    text = work / f"{recipe.name}.train.txt"
    prepared(text, mark, lambda path: write_training_file(corpora, path, selection, seed, report))
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
