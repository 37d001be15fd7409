"""Read training text, one label at a time, from either layout of such corpora.

    FOLDER/eng.tsv[.xz|.zst|.gz]      source<TAB>sentence; a bare code means Latin script (eng is eng_Latn)
    FOLDER/eng_Latn/anything.txt      one sentence per line; the file's name is the source (GlotLID-C)

Anything malformed is refused with its file and line, because a mislabelled file costs a training run. Sources are
chosen in `sources.py`; examples are made in `examples.py` and `sampling.py`.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from mixlid._files import complete_file
from mixlid.errors import InputError
from mixlid.io.streams import numbered_lines
from mixlid.text.labels import scripts_of
from mixlid.text.words import letter_script

#: Lines of a file whose script is checked.
_CHECKED_LINES = 200
_LABEL = re.compile(r"[a-z]{3}(_[A-Z][a-z]{3})?")
_TSV = re.compile(r"(?P<label>.+)\.tsv(?:\.(?:xz|zst|gz))?")


class CorpusSentence(NamedTuple):
    """A line of the corpus and its source, which is empty if the corpus does not name it."""

    source: str
    text: str


def corpus_files(corpora: Sequence[Path], part: str = "sentences") -> dict[str, list[Path]]:
    """The files of each label in several corpora: folders of files, or folders with `sentences` and `words`."""
    files: dict[str, list[Path]] = {}
    for corpus in corpora:
        folder = corpus / part if (corpus / part).is_dir() else corpus
        if part != "sentences" and folder is corpus:
            continue
        if not folder.is_dir():
            raise InputError(f"{corpus} is not a folder of files like eng.tsv, nor has it a folder {part} of them.")
        for label, found in files_by_label(folder).items():
            files.setdefault(label, []).extend(found)
    if not files and part == "sentences":
        raise InputError(f"{', '.join(map(str, corpora))}: there is no text to train on.")
    return dict(sorted(files.items()))


def label_of(name: str, where: str) -> str:
    """`eng_Latn` from `eng` or `eng_Latn`; `InputError` if it is not a label."""
    if not _LABEL.fullmatch(name):
        raise InputError(f"{where}: {name!r} is not a label. A label is like eng_Latn, or eng for Latin script.")
    return name if "_" in name else f"{name}_Latn"


def files_by_label(folder: Path) -> dict[str, list[Path]]:
    """The files of each label in a folder of either layout; `InputError` if a file's name is not a label."""
    files: dict[str, list[Path]] = {}
    for entry in sorted(folder.iterdir()):
        match = _TSV.fullmatch(entry.name)
        if match and entry.is_file():
            files.setdefault(label_of(match["label"], str(entry)), []).append(entry)
        elif entry.is_dir() and (texts := sorted(entry.glob("*.txt"))):
            files.setdefault(label_of(entry.name, str(entry)), []).extend(texts)
    return files


def read_file(path: Path, label: str) -> list[CorpusSentence]:
    with_source = not path.name.endswith(".txt")
    sentences: list[CorpusSentence] = []
    foreign: list[int] = []
    for number, line in numbered_lines(path):
        source, tab, text = line.partition("\t") if with_source else (path.stem, "\t", line)
        if not tab:
            raise InputError(f"{path}, line {number}: there is no tab, and a line is source<TAB>sentence.")
        if not text.strip():
            raise InputError(f"{path}, line {number}: the sentence is empty. Remove the line.")
        sentences.append(CorpusSentence(source, text.strip()))
        if number <= _CHECKED_LINES and not _fits(text, label):
            foreign.append(number)
    if not sentences:
        raise InputError(f"{path} is empty (it has no line 1). Remove the file, or fill it.")
    if len(foreign) > min(len(sentences), _CHECKED_LINES) / 2:
        raise InputError(
            f"{path}, line {foreign[0]}: most of the text is in another script than {label} says "
            f"({len(foreign)} of the first {min(len(sentences), _CHECKED_LINES)} lines). Is it the right file?"
        )
    return sentences


def _fits(text: str, label: str) -> bool:
    """Whether a sentence has letters of its label's script."""
    scripts = {letter_script(char) for char in text} - {""}
    wanted = scripts_of([label]) or scripts
    return not scripts or bool(scripts & wanted)


#: Reports what a training run is doing.
Report = Callable[[str], None]
Kept = TypeVar("Kept")


def prepared(path: Path, fingerprint: str, make: Callable[[], Kept]) -> Kept:
    """What `make` returns, which is kept in a file, and read from there if that has the same fingerprint."""
    if path.is_file():
        with path.open("rb") as stream:  # our own file
            if pickle.load(stream) == fingerprint:
                kept: Kept = pickle.load(stream)
                return kept
    made = make()
    path.parent.mkdir(parents=True, exist_ok=True)
    with complete_file(path) as stream:
        stream.write(pickle.dumps(fingerprint) + pickle.dumps(made, protocol=5))
    return made


def corpus_fingerprint(path: Path) -> list[tuple[str, int, int]]:
    """Names, sizes and times of the corpus's files, enough to notice a change."""
    files = [path] if path.is_file() else sorted(item for item in path.rglob("*") if item.is_file())
    return [(str(item.relative_to(path.parent)), item.stat().st_size, item.stat().st_mtime_ns) for item in files]
