"""Three tables of docs/limits.md: `python tools/limits_tables.py --words FOLDER… --data mono-flores.jsonl.xz`.

The 500 most frequent words of four or more letters that clearly belong to one language, each as a text of its own; the
same for scripts that several languages share, with two or more letters; and text restricted to languages that it is not
in. FOLDER has word lists as `mixlid train` reads them.
"""

from __future__ import annotations

import argparse
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import mixlid
from mixlid.cli.terminal import table
from mixlid.io.bulk.filters import Filter
from mixlid.results.result import NO_LANGUAGE, UNKNOWN
from mixlid.text.common_languages import FIRST, NEXT
from mixlid.text.groups import group_of
from mixlid.text.labels import split
from mixlid_lab.evaluation.datasets import read_dataset
from mixlid_lab.training.word_lists import read_word_list

MOST, CLEARLY, WORDS, LETTERS = 20_000, 5.0, 500, {"Latn": 4}
ALLOWED, OTHERS, TEXTS, CUT = "tur,eng", ("tur", "eng", "fra", "deu", "spa", "nld", "ind", "azj", "swh"), 60, 120


def shares_by_label(
    folders: Sequence[Path], labels: Sequence[str], scripts: Collection[str]
) -> dict[str, dict[str, float]]:
    """The frequency of each word, by label, for labels in these scripts."""
    found: dict[str, dict[str, float]] = {}
    for path in sorted(path for folder in folders for path in folder.glob("*.tsv*")):
        name = path.name.split(".")[0]
        label = name if "_" in name else f"{name}_Latn"
        if label in labels and split(label)[1] in scripts:
            for one in read_word_list(path, MOST):
                for word, share in one.shares().items():
                    found.setdefault(label, {})[word] = max(share, found.get(label, {}).get(word, 0.0))
    return found


def clear_words(label: str, shares: Mapping[str, Mapping[str, float]]) -> list[str]:
    """The most frequent words that are five times as frequent as in any language that is not near."""
    others = [words for other, words in shares.items() if group_of(other) != group_of(label)]
    chosen: list[str] = []
    for word, share in sorted(shares[label].items(), key=lambda item: -item[1]):
        if (
            len(word) >= LETTERS.get(split(label)[1], 2)
            and word.isalpha()
            and share > CLEARLY * max(one.get(word, 0.0) for one in others)
        ):
            chosen.append(word)
            if len(chosen) == WORDS:
                break
    return chosen


def words_table(lid: mixlid.Identifier, folders: Sequence[Path], scripts: Collection[str]) -> list[tuple[str, ...]]:
    shares = shares_by_label(folders, lid.labels, scripts)
    rows = []
    for label in shares:
        words = clear_words(label, shares)
        answers = [lid.identify(word).labels[0] for word in words]
        exact = sum(answer == label for answer in answers) / len(words)
        near = sum(group_of(answer) == group_of(label) for answer in answers) / len(words)
        unknown = sum(answer in (UNKNOWN, NO_LANGUAGE) for answer in answers) / len(words)
        rows.append((label, str(len(words)), f"{exact:.3f}", f"{near:.3f}", f"{unknown:.3f}"))
    middle = [sum(float(row[place]) for row in rows) / len(rows) for place in (2, 3, 4)]
    return [
        ("", "words", "right", "or a near language", "und or zxx"), *sorted(rows, key=lambda row: row[3]),
        ("mean", str(len(rows)), *(f"{value:.3f}" for value in middle)),
    ]  # fmt: skip


def restricted_table(lid: mixlid.Identifier, data: Path) -> list[tuple[str, ...]]:
    allowed, confident = lid.restrict(ALLOWED), Filter(min_confidence=0.8)
    texts: dict[str, list[str]] = {}
    for sample in read_dataset(data).samples:
        texts.setdefault(next(iter(sample.languages)), []).append(sample.text[:CUT])
    rows: list[tuple[str, ...]] = [("", "texts", "und or zxx", "passes --min-confidence 0.8", "mean confidence")]
    for language in OTHERS:
        chosen = texts[language][:: max(len(texts[language]) // TEXTS, 1)][:TEXTS]
        answers = [allowed.identify(text) for text in chosen]
        refused = [answer.labels[0] in (UNKNOWN, NO_LANGUAGE) for answer in answers]
        sure = [answer.confidence or 0.0 for answer in answers]
        passes = [confident.passes(answer) for answer in answers]
        shares = (sum(values) / len(chosen) for values in (refused, passes, sure))
        rows.append((language, str(len(chosen)), *(f"{share:.2f}" for share in shares)))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--words", type=Path, nargs="+", metavar="FOLDER", required=True)
    parser.add_argument("--data", type=Path, metavar="FILE", required=True)
    args = parser.parse_args()
    lid, right = mixlid.load(), frozenset(range(1, 5))
    for scripts in (["Latn"], [*FIRST, *NEXT]):
        print("\n".join(table(words_table(lid, args.words, scripts), right=right)), end="\n\n")
    print(f"text cut at {CUT} characters, restricted to {ALLOWED}")
    print("\n".join(table(restricted_table(lid, args.data), right=right)))


if __name__ == "__main__":
    main()
