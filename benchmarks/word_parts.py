"""How well parts of words are found: `python benchmarks/word_parts.py DATA…` prints the tables of docs/word-parts.md.

DATA are folders of evaluation data: corpora in which mixed words are tagged, and text without any. Our own sentences
(`word_parts.tsv`) are always judged.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable, Iterator
from importlib import resources
from pathlib import Path

import mixlid
from mixlid.cli.terminal import table
from mixlid.models.fitted import SHIPPED
from mixlid.text.labels import name_of
from mixlid.word_parts import FEW_LABELS
from mixlid_lab.evaluation.datasets import Dataset, read_folder
from mixlid_lab.evaluation.part_metrics import (
    MIXED,
    MarkedText,
    PartScores,
    read_marked_texts,
    score_parts,
    tagged_text,
)

SENTENCES = Path(__file__).parent.parent / "tests" / "data" / "word_parts.tsv"
#: The languages that `tools/fit_word_parts.py` has used.
ABOUT = json.loads((resources.files("mixlid") / "data" / SHIPPED).read_text("utf-8"))
FITTED = frozenset(ABOUT["word_parts_fitted_on"]["languages"])
#: Monolingual text in languages that it has not used.
PLAIN, PLAIN_LANGUAGES = (
    "mono-flores",
    ("dan", "ekk", "fin", "hun", "ind", "ita", "jav", "nld", "por", "slv", "swe", "swh"),
)
EVERY_NTH = 4


def shown(name: str, scores: PartScores, has_boundaries: bool = True) -> tuple[str, ...]:
    def share(value: float | None) -> str:
        return "–" if value is None else f"{value:.2f}"

    boundaries = share(scores.boundaries) if has_boundaries else "–"
    counts = (f"{scores.words:,}", str(scores.found + scores.missed), str(scores.wrong))
    return (name, *counts, share(scores.precision), share(scores.recall), boundaries)


def own_rows(lid: mixlid.Identifier) -> Iterator[tuple[str, ...]]:
    by_language: dict[str, list[MarkedText]] = {}
    for text in read_marked_texts(SENTENCES):
        by_language.setdefault(text.language, []).append(text)
    scores = {language: score_parts(lid, texts) for language, texts in by_language.items()}
    for used, what in ((True, "used for fitting"), (False, "not used")):
        chosen = {one: scores[one] for one in sorted(scores) if (one in FITTED) is used}
        yield from (shown(name_of(one), found) for one, found in chosen.items())
        yield shown(f"together, {what}", sum(chosen.values(), PartScores()))


def corpus_rows(lid: mixlid.Identifier, datasets: Iterable[Dataset]) -> Iterator[tuple[str, ...]]:
    for dataset in datasets:
        if any(MIXED in sample.tags for sample in dataset.samples):
            texts = [tagged_text(sample) for sample in dataset.samples]
            yield shown(dataset.name, score_parts(lid, texts), has_boundaries=False)
            languages = sorted(dataset.languages)
            if len(languages) <= FEW_LABELS:
                given = f"{dataset.name}, -l {','.join(languages)}"
                yield shown(given, score_parts(lid.restrict(languages), texts), has_boundaries=False)
        elif dataset.name == PLAIN:
            for language in PLAIN_LANGUAGES:
                chosen = [sample.text for sample in dataset.samples if sample.languages == {language}][::EVERY_NTH]
                plain = (MarkedText(language, text, {}) for text in chosen)
                yield shown(f"{dataset.name}, {name_of(language)}", score_parts(lid, plain))


def speed(lid: mixlid.Identifier) -> str:
    """Processor time of parts beside that of answers with their words."""
    texts = [text.text for text in read_marked_texts(SENTENCES)]
    started = time.process_time()
    answers = [lid.identify(text) for text in texts]
    words = sum(len(answer.words) for answer in answers)
    answered = time.process_time()
    for answer in answers:
        lid.find_parts(answer)
    ratio = (time.process_time() - answered) / (answered - started)
    return f"{len(texts)} texts, {words:,} words: parts take {ratio:.0f} times as long as answers with words"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, nargs="*", metavar="DATA")
    args = parser.parse_args()
    lid = mixlid.load()
    head = ("", "words", "mixed", "others taken", "precision", "recall", "boundaries")
    right = frozenset(range(1, len(head)))
    print("\n".join(table([head, *own_rows(lid)], right=right)))
    print(speed(lid))
    if args.data:
        datasets = (dataset for folder in args.data for dataset in read_folder(folder))
        print("\n".join(["", *table([head, *corpus_rows(lid, datasets)], right=right)]))


if __name__ == "__main__":
    main()
