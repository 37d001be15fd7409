"""The columns of a new label, one for each partition of the model that it is written in, and the most similar labels.

It is learnt from its own text and from sentences made of the most common words of all other labels, since the model has
no text in them; these do nearly as well as real ones. All labels of a script weigh the same: a new language takes text
not only from its relatives, but from every label that had little text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mixlid.errors import InputError, LabelError, ModelError
from mixlid.models.added import AddedLabel
from mixlid.models.header import PartitionHeader, TableHeader
from mixlid.models.ngrams import NgramSpec
from mixlid.models.partitions import Partition, PartitionedModel
from mixlid.models.table import TableModel
from mixlid.models.vocabulary import softmax
from mixlid.text.labels import labels_by_script, split
from mixlid.text.words import SCRIPTS, script_of, words_of
from mixlid_lab.training.added_column import Examples, common_words, learn_column, rounded, scale_for
from mixlid_lab.training.bags import Ragged, WordIndex
from mixlid_lab.training.sampling import keep_probability

Sentences = Sequence[Sequence[str]]
Rows = tuple[NDArray[Any], NDArray[Any]]
#: The weight of each other label relative to the new one's text. On development data, with half as much it took twice
#: as many sentences from near relatives.
DRAWN_WEIGHT = 0.8
#: Sentences made of the words of a label, and their length in words.
DRAWN, SHORTEST, LONGEST = 300, 4, 20
#: Words that occur more often are thinned, as in training (`sampling.py`).
_THIN_BEYOND = 200


class Column(NamedTuple):
    """A label's scores for words in the scripts of one partition, or in scripts that the model does not have."""

    scripts: tuple[str, ...]
    #: the features that count for or against it, ascending, and by how much; None where it is its scripts' only label
    ids: NDArray[np.int64] | None = None
    values: NDArray[np.int8] | None = None
    #: for a partition that had no rows yet
    ngrams: NgramSpec | None = None
    scale: float = 1.0


def likeness(table: TableModel, sentences: Sentences) -> NDArray[np.float64]:
    """The mean probability of each label of a table for the words of some sentences."""
    counts = Counter(word for sentence in sentences for word in sentence)
    chances = softmax(table.word_scores(list(counts)))
    return np.average(chances, axis=0, weights=_thinned(counts))


def draw_sentences(words: Mapping[str, float], count: int, generator: np.random.Generator) -> list[list[str]]:
    """Sentences of words drawn in proportion to their shares, which need not sum to 1."""
    if not words:
        return []
    known, shares = list(words), np.array(list(words.values()))
    sizes = generator.integers(SHORTEST, LONGEST, size=count)
    drawn = generator.choice(len(known), size=int(sizes.sum()), p=shares / shares.sum())
    ends = np.cumsum(sizes)
    return [[known[place] for place in drawn[end - size : end]] for end, size in zip(ends, sizes, strict=True)]


def make_examples(
    own: Sentences, others: Mapping[str, Mapping[str, float]], generator: np.random.Generator
) -> Examples:
    """Examples of a label, and of all others, whose sentences are made of their words.

    The words of a label's sentences are examples too, with the weight of its sentences again.
    """
    drawn = [draw_sentences(others[label], DRAWN, generator) for label in sorted(others)]
    book, bags = WordIndex(), list[list[int]]()
    weights, marks = list[NDArray[np.float64]](), list[NDArray[np.bool_]]()
    for sentences in filter(None, (own, *drawn)):
        counts = Counter(word for sentence in sentences for word in sentence)
        weight = len(own) * (1.0 if sentences is own else DRAWN_WEIGHT)
        shares = _thinned(counts)
        bags += map(book.encode, [*sentences, *([word] for word in counts)])
        weights += [np.full(len(sentences), weight / len(sentences)), weight * shares / shares.sum()]
        marks.append(np.full(len(sentences) + len(counts), sentences is own))
    return Examples(book.words, Ragged.of(bags), np.concatenate(marks), np.concatenate(weights))


def _thinned(counts: Counter[str]) -> NDArray[np.float64]:
    """How often each word counts."""
    seen = np.array(list(counts.values()), dtype=np.float64)
    return seen * keep_probability(seen, _THIN_BEYOND)


#: How many of the most similar labels need text or words to tell the new one from.
NEAREST = 5
#: For the second label of a script, which needs a table: as in our own model, for scripts with few and with many
#: characters.
_NGRAMS = NgramSpec(2, 6, 1 << 20, whole_word=True)
_NGRAMS_OF_MANY = NgramSpec(1, 3, 1 << 20, whole_word=True)
_MANY = frozenset({"Hani"})


def learn_label(
    model: PartitionedModel, label: str, texts: Sequence[str], generator: np.random.Generator
) -> tuple[list[Column], tuple[str, ...]]:
    """The columns of a label, one for each partition that it is written in, and the most similar labels."""
    scripts = tuple(labels_by_script([label]))
    sentences = [words_of(text) for text in texts]
    if not _in_scripts(sentences, scripts):
        raise InputError(f"the text for {label} has no words in {' or '.join(scripts)}, the script of that label")
    columns, like = list[Column](), tuple[str, ...]()
    for partition in model.partitions:
        if {*scripts} & {*partition.header.scripts}:
            column, near = _learn_column(model, partition, sentences, generator)
            columns.append(column)
            like = like or near
    if absent := tuple(script for script in scripts if script not in model.partition_of):
        columns.append(Column(absent))
    return columns, like


def check_label(label: str, model: PartitionedModel) -> None:
    """`LabelError` if the model has the label already, or its script cannot be read."""
    if label in model.labels:
        raise LabelError(f"the model already has {label}; give the text another label")
    scripts = tuple(labels_by_script([label]))
    if unknown := [script for script in scripts or (split(label)[1] or label,) if script not in SCRIPTS[1:]]:
        raise LabelError(
            f"{label} names no script that mixlid can read ({unknown[0]!r}); a label is a language and a script, such "
            f"as cos_Latn, and scripts are {', '.join(SCRIPTS[1:])}"
        )


def words_known(model: PartitionedModel, label: str) -> Mapping[str, float]:
    """The most common words of a label with their approximate shares; those of an added label come from the model."""
    if label not in model.added:
        return common_words().get(label, {})
    # They are sorted by frequency; their shares follow Zipf's law.
    return {word: 1 / place for place, word in enumerate(model.added[label].words.split(), start=1)}


def _learn_column(
    model: PartitionedModel, partition: Partition, sentences: Sentences, generator: np.random.Generator
) -> tuple[Column, tuple[str, ...]]:
    """The column in a partition, and the most similar of its labels."""
    scripts, table = partition.header.scripts, partition.table or _empty_table(model, partition)
    own = _in_scripts(sentences, scripts)
    if not own:
        return Column(scripts, np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int8), table.header.ngrams), ()
    order = np.argsort(-likeness(table, own), kind="stable")
    nearest = tuple(table.labels[place] for place in order[:NEAREST].tolist())
    words = {
        label: {word: share for word, share in words_known(model, label).items() if script_of(word) in scripts}
        for label in table.labels
    }
    if silent := [label for label in nearest if not words[label]]:
        raise InputError(
            f"the text is similar to {', '.join(silent)}, for which mixlid has no words, so that the new label "
            "could not be told from them"
        )
    ids, values = learn_column(table, make_examples(own, words, generator))
    scale = table.header.scale if partition.table else scale_for(values)
    return Column(scripts, *rounded(ids, values, scale), table.header.ngrams, scale), nearest


def _in_scripts(sentences: Sentences, scripts: Sequence[str]) -> Sentences:
    """The words in some scripts; sentences without any are dropped."""
    kept = ([word for word in sentence if script_of(word) in scripts] for sentence in sentences)
    return [sentence for sentence in kept if sentence]


def _empty_table(model: PartitionedModel, partition: Partition) -> TableModel:
    """The table of a partition that has had only one label so far."""
    header = partition.header
    spec = _NGRAMS_OF_MANY if _MANY & {*header.scripts} else _NGRAMS
    labels = tuple(model.labels[place] for place in header.labels)
    table = TableHeader(labels, spec, pooling="sqrt", normalisation=model.header.normalisation)
    return TableModel(table, np.empty(0, dtype=np.uint32), np.empty((0, len(labels)), dtype=np.int8))


def with_label(model: PartitionedModel, label: str, columns: Sequence[Column], about: AddedLabel) -> PartitionedModel:
    """The model with a further label, the last one. Features that have no row yet get one, of zeros for all others."""
    header, rows = model.header, model.rows()
    if label in header.labels:
        raise ModelError(f"the model has a label {label} already")
    partitions, number = list(header.partitions), len(header.labels)
    for column in columns:
        place = next(
            (place for place, partition in enumerate(partitions) if column.scripts[0] in partition.scripts), None
        )
        if place is None:
            # Words of a script that has one label are certainly in that.
            certainty = max((partition.certainty for partition in partitions), default=0.0) or 1.0
            partitions.append(PartitionHeader(column.scripts, (number,), certainty))
            continue
        partition = partitions[place]
        partitions[place] = replace(
            partition,
            labels=(*partition.labels, number),
            ngrams=partition.ngrams or column.ngrams,
            scale=partition.scale if partition.ngrams else column.scale,
        )
        rows[place] = _joined(rows.get(place), len(partition.labels), column)
    made = replace(
        header, labels=(*header.labels, label), partitions=tuple(partitions), added={**header.added, label: about}
    )
    return PartitionedModel(made, rows)


def _joined(rows: Rows | None, width: int, column: Column) -> Rows:
    """The rows of a partition with one more column."""
    if column.ids is None or column.values is None:
        raise ModelError(f"a second label in {'/'.join(column.scripts)} needs scores, to be told from the first")
    before = rows or (np.empty(0, dtype=np.uint32), np.empty((0, width), dtype=np.int8))
    ids = np.union1d(before[0].astype(np.int64), column.ids)
    values = np.zeros((len(ids), width + 1), dtype=before[1].dtype)
    values[np.searchsorted(ids, before[0]), :width] = before[1]
    values[np.searchsorted(ids, column.ids), width] = column.values
    return ids.astype(np.uint32), values
