"""Answers without their texts: what the pages with our figures are made from, so that anyone can make them again.

In a folder, or in a `.tar.xz` of one:

    labels/DATASET.jsonl      the right labels; first a line with a hash of the sentences
    SYSTEM/DATASET.jsonl      languages, the language of each word, confidence
    SYSTEM/system.json        what the answers depend on

Sentences are in the order of the data. A text is kept as its words, `x` for one with letters and `-` for any other:
the tokens if people have labelled them, otherwise what stands between spaces.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import re
import shutil
import tarfile
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

from mixlid._files import complete_file
from mixlid.adapt.labelled import Sample, sample_of
from mixlid.errors import InputError
from mixlid_lab.evaluation.datasets import Dataset
from mixlid_lab.evaluation.predictions import FoundWord, Prediction
from mixlid_lab.evaluation.word_metrics import align, assigned_languages

LABELS = "labels"
_DIGITS = 3


def without_text(prediction: Prediction) -> Prediction:
    """The prediction as it is saved; a labelled token that is not in the text is left out."""
    sample = prediction.sample
    if sample.tags:
        placed = list(zip(align(sample.text, sample.tokens), sample.tags, strict=True))
    else:
        placed = [(match.span(), "") for match in re.finditer(r"\S+", sample.text)]
    words = [(stretch, tag) for stretch, tag in placed if stretch is not None]
    signs = tuple("x" if any(map(str.isalpha, sample.text[slice(*stretch)])) else "-" for stretch, _ in words)
    kept = replace(sample, text=" ".join(signs), tokens=(), tags=())
    if sample.tags:
        kept = replace(kept, tokens=signs, tags=tuple(tag for _, tag in words))
    found = prediction.words and tuple(
        FoundWord(2 * place, 2 * place + 1, language)
        for place, language in enumerate(assigned_languages([stretch for stretch, _ in words], prediction.words))
        if language
    )
    confidence = None if prediction.confidence is None else round(prediction.confidence, _DIGITS)
    return Prediction(kept, prediction.languages, found, confidence)


def save_labels(folder: Path, dataset: Dataset) -> None:
    """Save what is right; answers to other sentences of that name are removed."""
    content = json.dumps([sample.to_dict() for sample in dataset.samples])
    mark = json.dumps(hashlib.sha256(content.encode()).hexdigest())
    path = folder / LABELS / f"{dataset.name}.jsonl"
    if path.exists() and path.read_text(encoding="utf-8").partition("\n")[0] == mark:
        return
    for old in folder.glob(f"*/{dataset.name}.jsonl"):
        old.unlink()
    path.parent.mkdir(parents=True, exist_ok=True)
    records = (without_text(Prediction(sample, ())).sample.to_dict() for sample in dataset.samples)
    _write(path, [mark, *(json.dumps({**record, "tokens": []}) for record in records)])


def save_system(folder: Path, system: str, facts: Mapping[str, Any]) -> None:
    """Make the system's folder; answers made under other conditions are removed."""
    place = folder / slug(system)
    text = json.dumps({"system": system, **facts}, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
    path = place / "system.json"
    if place.exists() and (not path.exists() or path.read_text(encoding="utf-8") != text):
        shutil.rmtree(place)
    place.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def save_answers(folder: Path, system: str, dataset: Dataset, answers: Sequence[Prediction]) -> None:
    lines = []
    for one in map(without_text, answers):
        given = {word.start // 2: word.language for word in one.words or ()}
        words = " ".join(given.get(place, "-") for place in range(len(one.sample.text.split())))
        lines.append(json.dumps([one.languages, None if one.words is None else words, one.confidence]))
    _write(folder / slug(system) / f"{dataset.name}.jsonl", lines)


def _write(path: Path, lines: Iterable[str]) -> None:
    with complete_file(path) as stream:
        stream.writelines(f"{line}\n".encode() for line in lines)


def contents(place: Path) -> dict[str, bytes]:
    """The files of a folder, or of one that was packed, by name."""
    if place.is_dir():
        return {path.relative_to(place).as_posix(): path.read_bytes() for path in sorted(place.rglob("*.json*"))}
    with tarfile.open(place) as archive:
        streams = {name: archive.extractfile(name) for name in archive.getnames()}
        return {name: stream.read() for name, stream in streams.items() if stream}


def read_labels(content: bytes) -> list[Sample]:
    """The sentences of a data set without their text."""
    samples = []
    for line in content.splitlines()[1:]:
        record = json.loads(line)
        samples.append(sample_of({**record, "tokens": record["text"].split() if "tags" in record else []}))
    return samples


def read_answers(name: str, content: bytes, samples: Sequence[Sample]) -> list[Prediction]:
    """A system's answers to a data set; `InputError` if the file is not one of these."""
    try:
        records = [json.loads(line) for line in content.splitlines()]
        return [
            Prediction(sample, tuple(languages), None if words is None else _found(words), confidence)
            for (languages, words, confidence), sample in zip(records, samples, strict=True)
        ]
    except (ValueError, TypeError, AttributeError) as error:
        raise InputError(f"{name} does not have an answer for each of {len(samples)} sentences: {error!r}") from error


def _found(words: str) -> tuple[FoundWord, ...]:
    given = enumerate(words.split())
    return tuple(FoundWord(2 * place, 2 * place + 1, language) for place, language in given if language != "-")


def pack(folder: Path, target: Path, words: Collection[str], confidence: bool) -> None:
    """The folder as one compressed file, which is the same for the same answers.

    Words are kept of some systems only, and where people have labelled them; confidence if it is asked for.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    of_words = {slug(system) for system in words}
    labels = {one.name: one.read_bytes().splitlines()[1:] for one in folder.glob(f"{LABELS}/*")}
    with lzma.open(target, "wb", preset=9) as stream, tarfile.open(fileobj=stream, mode="w") as archive:
        for path in sorted(folder.rglob("*.json*"), key=lambda path: (path.name, path.parent)):
            content = path.read_bytes()
            if path.name != "system.json" and path.parent.name != LABELS:
                lines = []
                for record, label in zip(map(json.loads, content.splitlines()), labels[path.name], strict=True):
                    has_words = path.parent.name in of_words and b'"tags"' in label
                    kept = [record[0], record[1] if has_words else None, record[2] if confidence else None]
                    lines.append(json.dumps(kept))
                content = "\n".join([*lines, ""]).encode()
            about = tarfile.TarInfo(path.relative_to(folder).as_posix())
            about.size = len(content)
            archive.addfile(about, BytesIO(content))


def slug(name: str) -> str:
    """A folder name for a system; different systems get different folders."""
    plain = re.sub(r"[^A-Za-z0-9.+=-]+", "_", name)
    faithful = plain == name.replace(" ", "_") and "_" not in name and plain != LABELS
    return plain if faithful else f"{plain}_{hashlib.sha256(name.encode()).hexdigest()[:6]}"
