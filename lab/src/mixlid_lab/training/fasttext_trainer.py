"""Train a fastText model as in the paper, and fold it into a table.

The training file (minutes for a million sentences) and the model are kept in the work folder and reused. The content of
the training file is decided in `examples.py`; folding is in `folding.py`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from mixlid.errors import MissingDependencyError
from mixlid_lab.romanisation import load_uroman, romanised_label
from mixlid_lab.training.corpus import CorpusSentence, Report, corpus_fingerprint, prepared
from mixlid_lab.training.examples import lines_of_label, repetitions
from mixlid_lab.training.folding import pack_fasttext
from mixlid_lab.training.recipe import Recipe
from mixlid_lab.training.selection import Selection
from mixlid_lab.training.sources import make_card


def write_training_file(
    corpora: Sequence[Path], target: Path, selection: Selection, seed: int, report: Report = lambda _: None
) -> None:
    """Write all lines of all labels in random order, because fastText does not shuffle."""
    examples = selection.recipe.paper_examples
    romanise = load_uroman() if "romanised" in examples.parts else None
    sentences_of: dict[str, list[CorpusSentence]] = {}
    for label, sentences in selection.read(corpora):
        report(f"{label}: {len(sentences):,} sentences")
        # Romanised text shares its label, and the limit of words per label, with text that was in Latin script already.
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
    """Where the sentences by label and source are recorded, for a later run that reuses the training file."""
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
    """Train and fold; `out` is the table. Returns the path of the `.bin` beside it.

    Unless `quiet`, fastText reports its progress on standard error. More than one thread is faster, but fastText's
    threads race: only a single thread gives the same model every time.
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
