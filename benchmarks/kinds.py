"""Kinds of text that people have: mixed corpora, English, many languages, many scripts, single words, documents.

    python benchmarks/kinds.py --data DEV --data DEV-MORE --corpus CORPUS --out FOLDER

DEV are folders of labelled sentences (`mixlid evaluate`), CORPUS is a folder of training text (`sentences/eng.tsv.xz`:
source, tab, sentence). A file is written for each kind, with one text per line. A document is about ten kilobytes of
sentences from one source in one language; a word is the longest of the first five on a line.
"""

from __future__ import annotations

import argparse
import lzma
import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from mixlid.text.labels import split
from mixlid_lab.evaluation.datasets import read_folder

MOST_LINES, MOST_DOCUMENTS = 200_000, 2_000
#: Characters in a document, and the languages of documents; every second is English.
DOCUMENT = 10_000
IN_DOCUMENTS = ("spa", "deu", "tur", "ind", "fra", "pol", "fin", "swh")
ENGLISH = "eng"


def kinds(data: Sequence[Path], corpus: Path | None) -> dict[str, list[str]]:
    """Texts by kind; the same folders give the same texts."""
    mixed: list[str] = []
    by_script: dict[bool, list[str]] = {True: [], False: []}
    for folder in data:
        for dataset in read_folder(folder):
            if dataset.is_mixed:
                mixed.extend(sample.text for sample in dataset.samples)
                continue
            for sample in dataset.samples:
                by_script[split(sample.label)[1] in ("", "Latn")].append(sample.text)
    found = {"mixed": mixed, "languages": by_script[True], "scripts": by_script[False]}
    if corpus is not None:
        english = [text for _, text in sentences(corpus, ENGLISH)]
        found |= {"english": english, "words": words(english + by_script[True]), "documents": list(documents(corpus))}
    return {kind: shuffled(texts, kind) for kind, texts in found.items()}


def sentences(corpus: Path, language: str) -> Iterator[tuple[str, str]]:
    """The source and the text of each sentence."""
    with lzma.open(corpus / "sentences" / f"{language}.tsv.xz", "rt", encoding="utf-8", newline="\n") as stream:
        for line in stream:
            source, _, text = line.rstrip("\n").partition("\t")
            yield source, text


def words(texts: Iterable[str]) -> list[str]:
    """One word of each text: the longest of its first five."""
    return [max(text.split()[:5], key=len) for text in texts if text.split()]


def documents(corpus: Path) -> Iterator[str]:
    """Documents, each of sentences from one source in one language."""
    for language in (ENGLISH, *IN_DOCUMENTS):
        most = MOST_DOCUMENTS // 2 if language == ENGLISH else MOST_DOCUMENTS // 2 // len(IN_DOCUMENTS)
        made: list[str] = []
        parts: dict[str, list[str]] = {}
        for source, text in sentences(corpus, language):
            part = parts.setdefault(source, [])
            part.append(text)
            if sum(map(len, part)) >= DOCUMENT:
                made.append(" ".join(parts.pop(source)))
            if len(made) == most:
                break
        yield from made


def shuffled(texts: Sequence[str], kind: str) -> list[str]:
    order = list(texts)
    random.Random(kind).shuffle(order)
    return order[: {"documents": MOST_DOCUMENTS}.get(kind, MOST_LINES)]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, action="append", required=True, metavar="FOLDER")
    parser.add_argument("--corpus", type=Path, metavar="FOLDER")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    args = parser.parse_args()
    args.out.mkdir(exist_ok=True)
    for kind, texts in kinds(args.data, args.corpus).items():
        (args.out / f"{kind}.txt").write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
        print(kind, len(texts), sum(map(len, texts)) // max(len(texts), 1))


if __name__ == "__main__":
    main()
