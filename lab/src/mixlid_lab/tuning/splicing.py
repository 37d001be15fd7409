"""Lines of one to five languages, made of clauses of sentences in one language each, which no corpus has enough of.

They teach the decision what a third, fourth and fifth language look like. Mixed corpora teach it what inserted words,
names and loanwords look like; they hardly have a third language. Lines in one language that look mixed are made too:
with a loanword, or with a name, which is a run of capitalised words from inside a sentence in another language.
Corpora in one language have few of them, and people disagree about them.

Sources are training corpora, or labelled sentences (`.jsonl`) in one language each:

    python -m mixlid_lab.tuning.splicing CORPUS -o FOLDER
    mixlid tune MODEL --data DEV --data FOLDER
    python -m mixlid_lab.tuning.splicing DEV/mono-flores.jsonl.xz --languages eng,deu,fra -o HELD-OUT
    mixlid evaluate --extra --data HELD-OUT

They have text of others: keep them out of the repository.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, pairwise
from pathlib import Path

import numpy as np

from mixlid.adapt.labelled import Sample
from mixlid.io.streams import numbered_lines
from mixlid.text.frequent_words import salt_of
from mixlid.text.function_words import loanwords
from mixlid.text.groups import group_of
from mixlid.text.labels import split
from mixlid.text.names import CAPITAL_NOUNS, is_name
from mixlid.text.word_hashes import hash_word
from mixlid_lab.evaluation.datasets import Dataset, read_dataset
from mixlid_lab.resources.word_files import RECIPE
from mixlid_lab.training.corpus import corpus_files
from mixlid_lab.training.recipe_files import load_recipe
from mixlid_lab.training.selection import Selection
from mixlid_lab.tuning.decision import SPLICED
from mixlid_lab.tuning.web_share import rarity

#: How many sentences of each label are used.
SENTENCES = 3000
#: The fewest and most words of a clause, and the most languages of a line.
SHORTEST, LONGEST = 4, 8
MOST_LANGUAGES = 5
#: Half of the clauses are in one of so many labels, the most common ones, as most text is.
COMMON = 30
#: The share of lines that come back to a language, and of clauses whose first letter becomes a small one.
AGAIN, SMALL = 0.2, 0.5
#: What joins clauses; and scripts without spaces, where as many characters count as a word.
JOINTS = (", ", ". ", " ")
UNIT = 2
_UNSPACED = ("Hans", "Hant", "Jpan", "Thai", "Laoo", "Khmr", "Mymr", "Tibt")
#: The most words of a name, and of what stands on either side of it or of a loanword.
LONGEST_NAME, AROUND = 3, 5
#: How often a line is tried, since the two languages may be the same.
TRIALS = 2
_SIGNS = " ,.;:!?()\"'«»„“”"

Clauses = Mapping[str, Sequence[list[str]]]


def read_sentences(sources: Iterable[Path]) -> dict[str, list[str]]:
    """Sentences by label from training corpora, or from labelled data."""
    found: dict[str, list[str]] = {}
    selection = Selection(load_recipe(RECIPE))
    sources = list(sources)
    if folders := [source for source in sources if source.is_dir()]:
        for label, paths in corpus_files(folders).items():
            for path in paths if selection.is_trained(label) else ():
                lines = (line.rpartition("\t") for _, line in numbered_lines(path))
                allowed = (text for name, _, text in lines if selection.may_use(label, name))
                found.setdefault(label, []).extend(islice(allowed, SENTENCES))
    for source in sources:
        if not source.is_dir():
            for sample in read_dataset(source).samples:
                if not sample.is_mixed:
                    found.setdefault(sample.label or f"{min(sample.languages)}_Latn", []).append(sample.text)
    return found


def spliced(sentences: Mapping[str, Sequence[str]], count: int, seed: int = 0) -> list[Dataset]:
    """`count` lines for each number of languages, and for each kind of plain line, as data sets."""
    clauses = {label: kept for label, lines in sentences.items() if len(kept := _with_words(label, lines)) > 1}
    labels = sorted(clauses, key=lambda label: (rarity(label), label))
    made = []
    for number in range(1, MOST_LANGUAGES + 1):
        draw = np.random.default_rng([seed, number])
        samples = [_line(clauses, labels, number, draw) for _ in range(count)]
        made.append(Dataset(f"{SPLICED}{number}", tuple(samples)))
    spaced = [label for label in labels if not label.endswith(_UNSPACED)][:COMMON]
    for name, make in (("names", with_names), ("loanwords", with_loanwords)):
        lines = make(clauses, spaced, count, np.random.default_rng([seed, len(made)]))
        made.append(Dataset(f"{SPLICED}{name}", tuple(lines)))
    return made


def _with_words(label: str, lines: Iterable[str]) -> list[list[str]]:
    cut = _units if label.endswith(_UNSPACED) else str.split
    return [words for words in map(cut, lines) if len(words) >= SHORTEST]


def _units(line: str) -> list[str]:
    return [line[begin : begin + UNIT] for begin in range(0, len(line), UNIT)]


def _line(clauses: Clauses, labels: Sequence[str], number: int, draw: np.random.Generator) -> Sample:
    """A line of so many languages, of which no two are near."""
    chosen: list[str] = []
    while len(chosen) < number:
        among = labels if draw.random() < 0.5 else labels[:COMMON]
        label = among[int(draw.integers(len(among)))]
        if all(group_of(label) != group_of(other) and split(label)[0] != split(other)[0] for other in chosen):
            chosen.append(label)
    order = list(chosen)
    if number == 1:
        order *= int(draw.integers(1, 4))
    elif draw.random() < AGAIN:
        order.append(chosen[0])
    joint = JOINTS[int(draw.integers(len(JOINTS)))]
    text = _clause(order[0], clauses[order[0]], draw)
    for label, after in pairwise(order):
        is_close = joint == " " and (label.endswith(_UNSPACED) or after.endswith(_UNSPACED))
        text += ("" if is_close else joint) + _clause(after, clauses[after], draw)
    return Sample(text, frozenset(split(label)[0] for label in chosen))


def _clause(label: str, sentences: Sequence[list[str]], draw: np.random.Generator) -> str:
    words = sentences[int(draw.integers(len(sentences)))]
    size = int(draw.integers(SHORTEST, min(LONGEST, len(words)) + 1))
    begin = int(draw.integers(len(words) - size + 1))
    between = "" if label.endswith(_UNSPACED) else " "
    clause = between.join(words[begin : begin + size]).strip(" ,.;:，。、")
    return clause[:1].lower() + clause[1:] if draw.random() < SMALL else clause


def with_names(clauses: Clauses, labels: Sequence[str], count: int, draw: np.random.Generator) -> list[Sample]:
    """At most `count` lines with a name each; names come from languages in Latin letters."""
    names = {label: found for label in labels if label.endswith("Latn") and (found := _names(label, clauses[label]))}
    made: list[Sample] = []
    for _ in range(TRIALS * count if names else 0):
        label, other = _any_of(labels, draw), _any_of([*names], draw)
        words = clauses[label][int(draw.integers(len(clauses[label])))]
        if group_of(label) != group_of(other) and len(words) > 2:
            place = int(draw.integers(1, len(words)))
            name = names[other][int(draw.integers(len(names[other])))]
            before, after = words[max(place - AROUND, 0) : place], words[place : place + AROUND]
            made.append(_sample(label, [*before, *name, *after]))
    return made[:count]


def with_loanwords(clauses: Clauses, labels: Sequence[str], count: int, draw: np.random.Generator) -> list[Sample]:
    """At most `count` lines with an established loanword each."""
    known, found = set(loanwords()), []
    for label in labels:
        salt = salt_of(label)
        for words in clauses[label]:
            for place, word in enumerate(words):
                small = word.strip(_SIGNS)
                if small.islower() and hash_word(salt, small, 0, len(small)) >> 32 in known:
                    found.append(_sample(label, words[max(place - AROUND, 0) : place + AROUND]))
                    break
    return [found[int(place)] for place in draw.permutation(len(found))[:count]]


def _any_of(labels: Sequence[str], draw: np.random.Generator) -> str:
    return labels[int(draw.integers(len(labels)))]


def _sample(label: str, words: Sequence[str]) -> Sample:
    return Sample(" ".join(words), frozenset({split(label)[0]}))


def _names(label: str, sentences: Sequence[list[str]]) -> list[list[str]]:
    """Runs of capitalised words inside sentences; of known names where nouns have capital letters too."""
    found = []
    for words in sentences:
        name: list[str] = []
        for word in [*words[1:], ""]:
            bare = word.strip(_SIGNS)
            if bare[:1].isupper() and bare[1:].islower() and (is_name(bare) or split(label)[0] not in CAPITAL_NOUNS):
                name.append(bare)
            elif name:
                if len(name) <= LONGEST_NAME and (len(name) > 1 or is_name(name[0])):
                    found.append(name)
                name = []
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="write lines of one to five languages, made of clauses")
    add = parser.add_argument
    add("sources", nargs="+", type=Path, metavar="SOURCE", help="a training corpus, or labelled sentences")
    add("-o", "--output", required=True, type=Path, metavar="FOLDER", help="where the data sets go")
    add("--languages", metavar="CODE,…", help="only these; default: all")
    add("--count", type=int, default=1500, metavar="N", help="lines for each number of languages (default 1500)")
    add("--seed", type=int, default=0, metavar="N", help="another seed draws other lines (default 0)")
    args = parser.parse_args(arguments)
    known = read_sentences(args.sources)
    only = args.languages.split(",") if args.languages else [split(label)[0] for label in known]
    chosen = {label: lines for label, lines in known.items() if split(label)[0] in only}
    args.output.mkdir(parents=True, exist_ok=True)
    for dataset in spliced(chosen, args.count, args.seed):
        with (args.output / f"{dataset.name}.jsonl").open("w", encoding="utf-8") as stream:
            stream.writelines(json.dumps(one.to_dict(), ensure_ascii=False) + "\n" for one in dataset.samples)


if __name__ == "__main__":
    main()
