"""Accuracy of the paper's recipe v2 by fastText's own trainer and by ours, on some labels: CORPUS DEV [SENTENCES]."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import fasttext
import numpy as np

from mixlid.io.labelled import read_labelled
from mixlid.models.header import TableHeader
from mixlid.models.interface import Model
from mixlid.models.loading import load_model
from mixlid.models.ngrams import NgramSpec
from mixlid.models.table import TableModel
from mixlid_lab.training.bags import Bags, Ragged, WordIndex, features_of
from mixlid_lab.training.corpus import corpus_files, read_file
from mixlid_lab.training.examples import PaperExamples, paper_examples
from mixlid_lab.training.mean_trainer import MeanSettings, train_mean

LABELS = [
    f"{code}_Latn" for code in ["eng", "deu", "nld", "tur", "spa", "por", "ita", "fra", "ind", "zsm", "swe", "dan"]
]
SPEC = NgramSpec(2, 5, 500_000)
SETTINGS = MeanSettings(min_count=100)
SEEDS = (1, 2, 3)


def accuracy(model: Model, sentences: Sequence[tuple[str, str]]) -> list[float]:
    """Of the best label of sentences, of their first three words, and of single words."""
    right = [label for label, _ in sentences]
    pieces = [[text for _, text in sentences], [" ".join(text.split()[:3]) for _, text in sentences]]
    found = [np.mean([_best(model, text) == one for text, one in zip(texts, right, strict=True)]) for texts in pieces]
    words = [(label, word) for label, text in sentences for word in text.split()]
    best = model.word_scores([word for _, word in words]).argmax(axis=1)
    return [
        *map(float, found),
        float(np.mean([model.labels[b] == one for b, (one, _) in zip(best, words, strict=True)])),
    ]


def _best(model: Model, text: str) -> str:
    return model.labels[int(model.probabilities(text).argmax())]


def by_fasttext(bags: Bags, words: Sequence[str], seed: int, folder: Path) -> Model:
    """fastText's own trainer, with one thread."""
    lists = np.split(bags.words.flat, bags.words.starts[1:-1])
    lines = (
        f"__label__{LABELS[label]} {' '.join(words[word] for word in one)}\n"
        for label, one in zip(bags.labels, lists, strict=True)
    )
    (folder / "text").write_text("".join(lines), "utf-8")
    model = fasttext.train_supervised(
        input=str(folder / "text"), lr=SETTINGS.learning_rate, epoch=SETTINGS.epochs, dim=SETTINGS.dim, minn=SPEC.minn,
        maxn=SPEC.maxn, bucket=SPEC.buckets, minCount=SETTINGS.min_count, thread=1, seed=seed, verbose=0,
    )  # fmt: skip
    model.save_model(str(folder / "model.bin"))
    return load_model(folder / "model.bin")


def by_us(bags: Bags, words: Sequence[str], seed: int) -> Model:
    table = train_mean(bags, words, features_of(words, SPEC), len(LABELS), SPEC, SETTINGS, seed=seed)
    return TableModel(TableHeader(tuple(LABELS), SPEC, table.scale), table.ids, table.rows, table.words)


def main(corpus: str, dev: str, most: str = "1500") -> None:
    index, files = WordIndex(), corpus_files([Path(corpus)])
    lines = {label: [one for file in files[label] for one in read_file(file, label)] for label in LABELS}
    texts = [Ragged.of([index.encode(one.text.split()) for one in lines[label][: int(most)]]) for label in LABELS]
    samples = [one for one in read_labelled(Path(dev))[0] if len(one.languages) == 1]
    known = {label.partition("_")[0]: label for label in LABELS}
    sentences = [(known[code], one.text) for one in samples for code in one.languages if code in known][::4]
    print("trainer   seed  sentences  three words  words")
    for seed in SEEDS:
        bags = paper_examples(texts, PaperExamples(("sentences", "words")), seed)
        with TemporaryDirectory() as folder:
            models = {
                "fastText": by_fasttext(bags, index.words, seed, Path(folder)),
                "ours": by_us(bags, index.words, seed),
            }
            for name, model in models.items():
                print(
                    f"{name:9} {seed:4}  " + "  ".join(f"{one:.4f}" for one in accuracy(model, sentences)), flush=True
                )


if __name__ == "__main__":
    main(*sys.argv[1:])
