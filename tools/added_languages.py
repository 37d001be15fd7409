"""The tables of docs/add-a-language.md: how well `mixlid model add` adds languages that a model does not have.

    python tools/added_languages.py scn_Latn glg_Latn dsb_Latn:tatoeba --corpus CORPUS … --data mono-flores.jsonl.xz …

A language of our own model is removed from it, and added again from sentences of a corpus (as `mixlid train` reads). It
gets a private code, so that nothing mixlid knows about it can help, and is tested on development data. A language that
the model does not have is tested on one of its sources (`dsb_Latn:tatoeba`), which it is not learnt from.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from mixlid import Identifier
from mixlid.models.blocks import BlockModel
from mixlid.models.label_columns import without_labels
from mixlid.models.loading import load_model
from mixlid.text.labels import scripts_of, split
from mixlid_lab.evaluation.datasets import read_dataset
from mixlid_lab.training.corpus import corpus_files, read_file
from mixlid_lab.tuning.add_label import Addition, add_label

#: A code for private use.
PRIVATE = "qaa"
#: The most sentences tested of each label, the words in a piece of a sentence, the number of labels with text to tell
#: the language from, and their sentences.
TESTED, PIECE, RELATIVES, SENTENCES_OF_RELATIVES = 200, slice(2, 6), 5, 1_000

Texts = Mapping[str, Sequence[str]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("labels", nargs="+", metavar="LABEL[:SOURCE]")
    parser.add_argument("--corpus", type=Path, nargs="+", required=True)
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--sentences", type=int, default=3_000)
    args = parser.parse_args()
    files, data = corpus_files(args.corpus), read_data(args.data)
    rows: list[tuple[str, ...]] = []
    for wanted in args.labels:
        label, _, source = wanted.partition(":")
        own = [sentence for file in files[label] for sentence in read_file(file, label)]
        random.Random(1).shuffle(own)
        tested = [one.text for one in own if one.source == source][:TESTED] if source else data[label]
        texts = [one.text for one in own if one.source != source][: args.sentences]
        first = try_label(label, texts, tested, data, {})
        against = {
            other: [one.text for file in files[other] for one in read_file(file, other)][:SENTENCES_OF_RELATIVES]
            for other in first.like[:RELATIVES]
        }
        second = try_label(label, texts, tested, data, against)
        rows += [(f"`{label}`", kind, *made.row) for kind, made in (("words", first), ("text", second))]
    head = (
        "label", "told from", "found", "in pieces", "by the trained model", "in pieces", "the labels most like it",
        "all others", "in pieces", "seconds",
    )  # fmt: skip
    for row in (head, ("---",) * len(head), *rows):
        print(f"| {' | '.join(row)} |")


def read_data(paths: Sequence[Path]) -> dict[str, list[str]]:
    """Monolingual sentences by label."""
    found: dict[str, list[str]] = {}
    for sample in (sample for path in paths for sample in read_dataset(path).samples if not sample.is_mixed):
        texts = found.setdefault(sample.label or f"{next(iter(sample.languages))}_Latn", [])
        if len(texts) < TESTED:
            texts.append(sample.text)
    return found


class Trial:
    """One language, added to a model that does not have it."""

    def __init__(self, whole: BlockModel, label: str, base: BlockModel, made: Addition, seconds: float) -> None:
        self.whole, self.label, self.base, self.made, self.seconds = whole, label, base, made, seconds
        self.like, self.row = made.like, tuple[str, ...]()

    def judge(self, tested: Sequence[str], data: Texts) -> None:
        scripts = scripts_of([self.label])
        others = [other for other in data if other in self.base.labels and scripts_of([other]) == scripts]
        near = [other for other in self.like[:RELATIVES] if other in data]
        recall, trained, relatives, rest = [], [], [], []
        for cut in (list, pieces):
            recall.append(share(self.made.model, self.made.label, cut(tested)))
            known = self.label in self.whole.labels
            trained.append(share(self.whole, self.label, cut(tested)) if known else None)
            before, after = (
                {other: share(model, other, cut(data[other])) for other in others}
                for model in (self.base, self.made.model)
            )
            relatives.append(", ".join(f"{split(one)[0]} {before[one]:.2f} → {after[one]:.2f}" for one in near))
            rest.append(f"{mean(before):.4f} → {mean(after):.4f}")
        self.row = (
            f"{recall[0]:.3f}", f"{recall[1]:.3f}", *("–" if one is None else f"{one:.3f}" for one in trained),
            relatives[0], *rest, f"{self.seconds:.1f}",
        )  # fmt: skip
        taken = Counter(result.label for result in Identifier.with_preset(self.made.model).identify_many(tested))
        print(f"{self.label}: like {', '.join(self.like)}; taken for {taken.most_common(4)}", flush=True)


def try_label(label: str, texts: Sequence[str], tested: Sequence[str], data: Texts, against: Texts) -> Trial:
    whole = load_model()
    assert isinstance(whole, BlockModel)
    base = without_labels(whole, [label]) if label in whole.labels else whole
    begin = time.process_time()
    made = add_label(base, f"{PRIVATE}_{split(label)[1]}", texts, against=against)
    trial = Trial(whole, label, base, made, time.process_time() - begin)
    trial.judge(tested, data)
    return trial


def pieces(texts: Sequence[str]) -> list[str]:
    """A few words of each text."""
    return [" ".join(text.split()[PIECE]) or text for text in texts]


def share(model: BlockModel, label: str, texts: Sequence[str]) -> float:
    """How many texts have a label as their dominant language."""
    answers = Identifier.with_preset(model).identify_many(texts)
    return sum(answer.label == label for answer in answers) / len(texts)


def mean(shares: Mapping[str, float]) -> float:
    return sum(shares.values()) / len(shares)


if __name__ == "__main__":
    main()
