"""Fit the model that finds parts of words, and write it into the numbers of the model that ships.

    python -m mixlid_lab.tuning.word_parts tests/data/word_parts.tsv DATA…

DATA are folders of evaluation data. Mixed words come from our own sentences in five of ten languages; all words of some
monolingual data, and of some mixed corpora without mixed words, are counterexamples. Nothing used here is used for
judging (`benchmarks/word_parts.py`).
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterable, Iterator
from importlib import resources
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import mixlid
from mixlid.adapt.logistic import regress
from mixlid.models.fitted import SHIPPED
from mixlid.word_parts import EVERYWHERE, SIGNS, weigh_words
from mixlid_lab.evaluation.datasets import Dataset, read_folder
from mixlid_lab.evaluation.part_metrics import MarkedText, read_marked_texts

#: The languages of our own sentences that are used, and those of the monolingual sentences.
LANGUAGES = ("deu", "fil", "pol", "spa", "tur")
PLAIN = (*LANGUAGES, "ces", "cym", "eng", "eus", "fra")
#: Sentences of a language or corpus, and the weight of a mixed word: text in which people look for parts has more of
#: them than these data.
MONOLINGUAL, CORPORA = "mono-flores", ("corpus-deu-eng-eppler", "corpus-eus-spa-tweets", "corpus-spa-eng-miami")
PLAIN_SENTENCES, CORPUS_SENTENCES, WEIGHT, RIDGE = 120, 800, 30.0, 0.02


def plain_texts(datasets: Iterable[Dataset]) -> Iterator[MarkedText]:
    """Texts without mixed words."""
    chance = random.Random(5)
    for dataset in datasets:
        if dataset.name == MONOLINGUAL:
            for language in PLAIN:
                texts = [sample.text for sample in dataset.samples if sample.languages == {language}]
                yield from (MarkedText(language, text, {}) for text in chance.sample(texts, PLAIN_SENTENCES))
        elif dataset.name in CORPORA:
            chosen = chance.sample(dataset.samples, CORPUS_SENTENCES)
            yield from (MarkedText("", sample.text, {}) for sample in chosen)


def rows_of(lid: mixlid.Identifier, text: MarkedText) -> Iterator[tuple[NDArray[np.float64], bool]]:
    """The features of every cut, and whether it is the right one."""
    result = lid.identify(text.text)
    hosts = [label for label in result.labels if label in lid.labels]
    for word, cuts, signs in weigh_words(lid.model, result.words, hosts, [*dict.fromkeys((*hosts, EVERYWHERE))]):
        for cut, row in zip(cuts, signs, strict=True):
            stem = (word.start + cut.start, word.start + cut.end)
            is_pair = cut.guest == EVERYWHERE and cut.host.startswith(text.language)
            yield row, is_pair and text.stems.get(word.start) == stem


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("marked", type=Path, metavar="MARKED", help="our own sentences, with stems in brackets")
    parser.add_argument("data", type=Path, nargs="+", metavar="DATA")
    args = parser.parse_args()
    lid = mixlid.load()
    own = [text for text in read_marked_texts(args.marked) if text.language in LANGUAGES]
    plain = list(plain_texts(dataset for folder in args.data for dataset in read_folder(folder)))
    rows, right = zip(*(row for text in (*own, *plain) for row in rows_of(lid, text)), strict=True)
    data, is_right = np.array(rows), np.array(right, dtype=float)
    ridge = RIDGE * np.array([0.0, *data.std(axis=0) ** 2])
    constant, *weights = regress(data, is_right, ridge, np.where(is_right > 0, WEIGHT, 1.0)).tolist()
    output = Path(str(resources.files("mixlid"))) / "data" / SHIPPED
    about = json.loads(output.read_text("utf-8"))
    about["word_parts_fitted_on"] = {"languages": LANGUAGES, "monolingual": PLAIN, "corpora": CORPORA}
    named = zip(("constant", *SIGNS), (constant, *weights), strict=True)
    about["fitted"]["word_parts"] = {name: round(weight, 4) for name, weight in named}
    output.write_text(json.dumps(about, ensure_ascii=False, indent=1) + "\n", "utf-8")
    print(f"{output}: {len(data):,} cuts, {int(is_right.sum())} of them right")


if __name__ == "__main__":
    main()


if __name__ == "__main__":
    main()
