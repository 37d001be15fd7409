"""Whether a long text is better treated as one sentence, or as a document of sentences.

    python tools/document_units.py DATA --sizes 300,600,1000,3000,10000

Three kinds of texts of about these sizes in bytes are made from development data. **One language**: consecutive
sentences of one language of FLORES; how many are called mixed? **A paragraph**: the same in English, with one sentence
in German and one in French; how many have these three languages? **Conversation**: consecutive sentences of a
code-switching corpus, mixed or not; how many have the languages that a sixth of the sentences have? The table has a row
for each unit, and for the first kind also the confidence and the share of right answers.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple, get_args

from mixlid import Identifier, load
from mixlid.adapt.labelled import Sample
from mixlid.engine.document_pipeline import Unit
from mixlid.text.labels import is_unknown, language_and_script
from mixlid_lab.evaluation.datasets import is_silver, read_folder

#: How many texts of each size are made for a language, for the paragraph, and for a corpus.
_OF_LANGUAGE, _PARAGRAPHS, _OF_CORPUS = 2, 100, 10
#: The share of sentences that must have a language of a conversation.
_OFTEN = 1 / 6


class Made(NamedTuple):
    text: str
    languages: frozenset[str]


def one_language(by_label: dict[str, list[str]], size: int, random: Random) -> Iterator[Made]:
    for label, sentences in by_label.items():
        for _ in range(_OF_LANGUAGE):
            yield Made(" ".join(_run(sentences, size, random)), frozenset({language_and_script(label)[0]}))


def paragraphs(by_label: dict[str, list[str]], size: int, random: Random) -> Iterator[Made]:
    for _ in range(_PARAGRAPHS):
        guests = [random.choice(by_label[label]) for label in ("deu", "fra")]
        text = _run(by_label["eng"], max(size - sum(map(len, guests)), 1), random)
        for guest in guests:
            text.insert(random.randrange(len(text) + 1), guest)
        yield Made(" ".join(text), frozenset({"eng", "deu", "fra"}))


def conversations(corpora: Sequence[Sequence[Sample]], size: int, random: Random) -> Iterator[Made]:
    for samples in corpora:
        texts = [sample.text for sample in samples]
        for _ in range(_OF_CORPUS):
            first = random.randrange(len(texts))
            taken = _run(texts, size, random, first)
            counts = Counter(language for place in range(len(taken))
                             for language in samples[(first + place) % len(texts)].languages)  # fmt: skip
            often = frozenset(language for language, count in counts.items() if count >= _OFTEN * len(taken))
            yield Made(" ".join(text if text[-1] in ".!?…" else f"{text}." for text in taken), often)


def _run(sentences: Sequence[str], size: int, random: Random, first: int | None = None) -> list[str]:
    """Consecutive sentences until there are this many bytes."""
    place = random.randrange(len(sentences)) if first is None else first
    taken: list[str] = []
    while sum(len(text.encode()) + 1 for text in taken) < size:
        taken.append(sentences[(place + len(taken)) % len(sentences)])
    return taken


def measure(lid: Identifier, texts: Sequence[Made]) -> dict[str, float]:
    """The shares of answers that are mixed and that are right, and their mean confidence."""
    answers = list(lid.identify_columns(one.text for one in texts))
    found = [{language_and_script(label)[0] for label in one.labels if not is_unknown(label)} for one in answers]
    return {
        "mixed": sum(one.is_mixed for one in answers) / len(answers),
        "right": sum(languages == one.languages for languages, one in zip(found, texts, strict=True)) / len(texts),
        "sure": sum(one.confidence or 0.0 for one in answers) / len(answers),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="the folder that has `dev` and `dev-more`")
    parser.add_argument("--sizes", default="300,600,1000,3000,10000", help="bytes of the texts")
    args = parser.parse_args()
    lid, by_label = load(), defaultdict[str, list[str]](list)
    known = {language_and_script(label)[0] for label in lid.labels}
    datasets = [one for folder in ("dev", "dev-more") for one in read_folder(args.data / folder)]
    for dataset in datasets:
        for sample in dataset.samples if dataset.name.startswith("mono-flores") else ():
            if sample.languages <= known:
                by_label[sample.label or min(sample.languages)].append(sample.text)
    mixed_sets = [one for one in datasets if one.is_mixed and not is_silver(one.samples)]
    corpora = [one.samples for one in mixed_sets if one.languages <= known]
    print(f"{len(by_label)} languages, {len(corpora)} corpora")
    print("| bytes | unit | one language: called mixed | right | sure | paragraph: right | conversation: right |")
    print("|---|---|---|---|---|---|---|")
    for size in map(int, args.sizes.split(",")):
        random = Random(size)
        single = list(one_language(by_label, size, random))
        mixed = list(paragraphs(by_label, size, random))
        spoken = list(conversations(corpora, size, random))
        for unit in get_args(Unit):
            here = lid.replace(unit=unit)
            one, two, three = (measure(here, texts) for texts in (single, mixed, spoken))
            shown = (one["mixed"], one["right"], one["sure"], two["right"], three["right"])
            print(f"| {size:,} | `{unit}` | {' | '.join(f'{value:.3f}' for value in shown)} |")


if __name__ == "__main__":
    main()
