"""Our model of many scripts (`.mixlid`): a folded table for each script, over the labels written in it.

A word is scored for the labels of its script and has *no score* (minus infinity) for the others: nobody writes Russian
in Thai letters. A row has as many numbers as its script has labels, so a Cyrillic n-gram costs a dozen bytes and not
two hundred. A script with one label needs no rows: its words are that label's.

*Certainty.* Scores say how much better a label fits than the others of its script, so in a script with few labels they
are small, and with one there are none. But a word in Greek letters is certainly Greek. Each partition therefore has a
constant that all its labels get for each word, so that words weigh about the same in every script; between labels of
one script it changes nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mixlid.models.container import Container, read_container, write_container
from mixlid.models.header import (
    FORMATS,
    VERSION,
    PartitionedModelHeader,
    PartitionHeader,
    read_header,
    refusing,
    to_metadata,
)
from mixlid.models.interface import Feature, FloatArray, in_pieces
from mixlid.models.table import TableModel
from mixlid.models.vocabulary import softmax
from mixlid.text.labels import give_names
from mixlid.text.words import normalise, script_of, words_of


class Partition:
    """The labels of some scripts, and the table that tells them apart (None where there is one label)."""

    def __init__(self, header: PartitionHeader, table: TableModel | None) -> None:
        self.header = header
        self.table = table
        self.places = np.array(header.labels, dtype=np.intp)

    def scores(self, words: Sequence[str]) -> FloatArray:
        """Scores over the partition's labels."""
        if self.table is None:
            return np.full((len(words), len(self.places)), self.header.certainty)
        return self.table.word_scores(words) + self.header.certainty


class PartitionedModel:
    """Word scores by script; the rows stay on disk until they are used, and a pickle holds only the file's path."""

    def __init__(self, header: PartitionedModelHeader, rows: Mapping[int, tuple[NDArray[Any], NDArray[Any]]]) -> None:
        """`rows` has the ids and the rows of each partition that has any, by its index."""
        self.header = header
        self.labels = header.labels
        self.presets = header.presets
        self.confidence = header.confidence
        self.fitted = header.fitted
        self.added = header.added
        self.partitions = tuple(
            Partition(partition, TableModel(header.table_of(partition), *rows[place]) if place in rows else None)
            for place, partition in enumerate(header.partitions)
        )
        self.partition_of = {script: partition for partition in self.partitions for script in partition.header.scripts}
        self._path: Path | None = None
        self._size: int | None = None
        if header.added:
            give_names({label: about.name for label, about in header.added.items() if about.name})

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> PartitionedModel:
        """Open a file; `ModelError` if it is damaged, another kind of file, or from a later mixlid."""
        return cls.from_container(read_container(Path(path).absolute()))

    @classmethod
    def from_container(cls, container: Container) -> PartitionedModel:
        header, tensors = read_header(container, PartitionedModelHeader), container.tensors
        places = [place for place, partition in enumerate(header.partitions) if partition.ngrams]
        names = {f"{part}.{place}" for place in places for part in ("ids", "rows")}
        with refusing(container.path):
            if set(tensors) != names:
                raise ValueError(f"its tensors are {sorted(tensors)}, not {sorted(names)}")
            model = cls(header, {place: (tensors[f"ids.{place}"], tensors[f"rows.{place}"]) for place in places})
        model._path, model._size = container.path, container.size
        return model

    def __reduce__(self) -> tuple[Callable[..., PartitionedModel], tuple[Any, ...]]:
        if self._path is not None:
            return PartitionedModel.load, (self._path,)
        return PartitionedModel, (self.header, self.rows())

    def __repr__(self) -> str:
        return f"PartitionedModel({str(self._path or 'in memory')!r}, {len(self.labels)} labels)"

    def word_scores(self, words: Sequence[str]) -> FloatArray:
        """Scores C[t, l]: minus infinity where a label is not written in the word's script.

        Zeros for a word whose letters belong to no script, or to one that the model does not have.
        """
        scores = np.full((len(words), len(self.labels)), -np.inf)
        by_partition: dict[Partition, list[int]] = {}
        for place, word in enumerate(words):
            partition = self.partition_of.get(script_of(word))
            if partition is None:
                scores[place] = 0.0
            else:
                by_partition.setdefault(partition, []).append(place)
        for partition, places in by_partition.items():
            rows = slice(None) if len(places) == len(words) else np.array(places)[:, None]  # a slice is much faster
            scores[rows, partition.places] = partition.scores([words[place] for place in places])
        return scores

    def probabilities(self, text: str) -> FloatArray:
        """Probability of each label for a text as a whole; a word counts for the labels that it can have."""
        words = words_of(text)
        total: FloatArray = np.zeros(len(self.labels))
        for piece in in_pieces(words):
            scores = self.word_scores(piece)
            total += np.where(np.isneginf(scores), 0.0, scores).sum(axis=0)
        return softmax(total / max(len(words), 1) ** 0.5)

    def features(self, word: str) -> list[Feature]:
        """The parts of the word that have a row; labels of other scripts get nothing from them."""
        partition = self.partition_of.get(script_of(normalise(word)))
        if partition is None or partition.table is None:
            return []
        made = []
        for feature in partition.table.features(word):
            scores = np.zeros(len(self.labels))
            scores[partition.places] = feature.scores
            made.append(Feature(feature.text, scores))
        return made

    def info(self) -> dict[str, Any]:
        return {
            "format": FORMATS[PartitionedModelHeader],
            "path": str(self._path) if self._path else None,
            "bytes": self._size,
            "version": VERSION,
            "rows": sum(len(partition.table.ids) for partition in self.partitions if partition.table),
            "labels": len(self.labels),
            "scripts": len(self.partition_of),
            "normalisation": self.header.normalisation,
            "blocks": {
                "/".join(partition.header.scripts): {
                    "labels": len(partition.places), "rows": len(partition.table.ids) if partition.table else 0
                }
                for partition in self.partitions
            },
            "presets": {name: dict(settings) for name, settings in self.presets.items()},
            "card": dict(self.header.card),
        }  # fmt: skip

    def with_header(self, **changes: Any) -> PartitionedModel:
        """The same rows with other values of the header, such as presets or fitted numbers."""
        return PartitionedModel(replace(self.header, **changes), self.rows())

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the file; `path` may be the model's own."""
        tensors: dict[str, Any] = {}
        for place, (ids, rows) in self.rows().items():
            tensors |= {f"ids.{place}": ids.astype(np.uint32), f"rows.{place}": rows}
        write_container(path, tensors, self.metadata())

    def metadata(self) -> dict[str, str]:
        """The metadata of the file: everything but its rows."""
        return to_metadata(self.header)

    def rows(self) -> dict[int, tuple[NDArray[Any], NDArray[Any]]]:
        """The ids and the rows of each partition that has any, by its place."""
        return {
            place: (partition.table.ids, partition.table.rows)
            for place, partition in enumerate(self.partitions)
            if partition.table is not None
        }
