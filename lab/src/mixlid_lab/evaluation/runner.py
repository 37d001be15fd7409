"""Run contenders over data sets, in several processes, and never compute the same answer twice.

Predictions are written to `FOLDER/SYSTEM/DATASET.jsonl`. An interrupted run leaves a `.part` file; the next run keeps
its complete chunks and continues after them. `SYSTEM/system.json` records what the answers depend on: if that has
changed, or the sentences have, old answers are replaced, never mixed with new ones.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from mixlid import __version__
from mixlid._files import give_name
from mixlid.adapt.labelled import Sample
from mixlid.cli.progress import Progress
from mixlid.engine.processes import ordered_map
from mixlid_lab.evaluation.contenders import Contender
from mixlid_lab.evaluation.datasets import Dataset
from mixlid_lab.evaluation.predictions import Prediction, lines_of, read_predictions

_CHUNK = 100


@dataclass(frozen=True, slots=True)
class _Ask:
    """The contender as a function of some sentences and the systems to answer them."""

    contender: Contender

    def __call__(self, question: tuple[Sequence[Sample], list[str]]) -> dict[str, list[Prediction]]:
        return self.contender.predict(*question)


def run(
    folder: Path,
    contenders: Sequence[Contender],
    datasets: Sequence[Dataset],
    jobs: int = 1,
    progress: Progress | None = None,
) -> None:
    """Have every contender answer every data set, and save the answers under `folder`."""
    run_each(folder, [(contender, datasets) for contender in contenders], jobs, progress)


def run_each(
    folder: Path, asked: Sequence[tuple[Contender, Sequence[Dataset]]], jobs: int = 1, progress: Progress | None = None
) -> None:
    """The same for contenders that answer different data sets."""
    work = [(contender, _chunks(folder, contender, datasets)) for contender, datasets in asked]
    bar = progress or Progress("answers", quiet=True)
    bar.at(0, sum(chunk.size for _, chunks in work for chunk in chunks))
    for contender, chunks in work:
        answers = ordered_map(_Ask(contender), ((chunk.samples, list(chunk.outputs)) for chunk in chunks), jobs)
        for chunk, predictions in zip(chunks, answers, strict=True):
            for name, output in chunk.outputs.items():
                output.append(predictions[name])
                if chunk.is_last:
                    output.finish()
            bar.step(chunk.size, chunk.name)


@dataclass(frozen=True, slots=True)
class _Chunk:
    """Some sentences of a data set, and the files of the systems that have not answered them yet."""

    name: str
    samples: Sequence[Sample]
    outputs: dict[str, _Output]
    is_last: bool

    @property
    def size(self) -> int:
        return len(self.samples) * len(self.outputs)


def _chunks(folder: Path, contender: Contender, datasets: Sequence[Dataset]) -> list[_Chunk]:
    for system, facts in contender.systems.items():
        _prepare_folder(folder / slug(system), {"system": system, "mixlid": __version__, **facts})
    chunks = []
    for dataset in datasets:
        outputs = {name: _Output(folder / slug(name) / dataset.name, dataset) for name in contender.systems}
        size = len(dataset.samples)
        for at in range(0, max(size, 1), _CHUNK):
            # A chunk is complete or absent: what a crash left of one is removed when the file is opened.
            waiting = {name: output for name, output in outputs.items() if output.done <= at and not output.is_whole}
            if waiting:
                name = f"{next(iter(waiting)).partition(' ')[0]} on {dataset.name}"
                chunks.append(_Chunk(name, dataset.samples[at : at + _CHUNK], waiting, at + _CHUNK >= size))
    return chunks


class _Output:
    """The growing file of one system's answers to one data set."""

    def __init__(self, stem: Path, dataset: Dataset) -> None:
        self.path = stem.with_name(f"{stem.name}.jsonl")
        self.part = stem.with_name(f"{stem.name}.jsonl.part")
        self._samples = dataset.samples
        self.is_whole = self.path.exists() and self._fits(self.path) == len(self._samples)
        #: how many of the sentences an earlier run has answered
        self.done = 0
        if not self.is_whole and self.part.exists():
            self.done = self._keep_whole_chunks()

    def _fits(self, path: Path) -> int:
        """How many answers the file has, or -1 if they are for other sentences."""
        answers = 0
        for prediction, sample in zip(read_predictions(path), self._samples, strict=False):
            if prediction.sample != _as_saved(sample):
                return -1
            answers += 1
        return answers

    def _keep_whole_chunks(self) -> int:
        """Remove what a crash left of a line or of a chunk; return how many answers remain."""
        lines = self.part.read_bytes().splitlines(keepends=True)
        kept = sum(line.endswith(b"\n") for line in lines) // _CHUNK * _CHUNK
        self.part.write_bytes(b"".join(lines[:kept]))
        if self._fits(self.part) == kept:
            return kept
        self.part.unlink()
        return 0

    def append(self, predictions: Sequence[Prediction]) -> None:
        with self.part.open("a", encoding="utf-8", newline="\n") as file:
            file.writelines(lines_of(predictions))

    def finish(self) -> None:
        self.part.touch()  # a data set without sentences has an empty file
        give_name(self.part, self.path)


def _as_saved(sample: Sample) -> Sample:
    """Tokens are only saved together with their tags."""
    return sample if sample.tags else replace(sample, tokens=())


def _prepare_folder(folder: Path, facts: dict[str, Any]) -> None:
    """Make the system's folder; answers made under other conditions are removed."""
    path = folder / "system.json"
    text = json.dumps(facts, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
    if folder.exists() and (not path.exists() or path.read_text(encoding="utf-8") != text):
        shutil.rmtree(folder)
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def slug(name: str) -> str:
    """A folder name for a system; different systems get different folders."""
    plain = re.sub(r"[^A-Za-z0-9.+=-]+", "_", name)
    faithful = plain == name.replace(" ", "_") and "_" not in name
    return plain if faithful else f"{plain}_{hashlib.sha256(name.encode()).hexdigest()[:6]}"


def finished(folder: Path) -> list[Path]:
    """The complete files in a system's folder."""
    return sorted(folder.glob("*.jsonl"))
