"""Train a model of many scripts from corpora and a recipe: encode, train partition by partition, write.

The encoded corpus and each finished partition are kept in the work folder, so that a second run, with other settings or
after an interruption, only repeats what it must.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from mixlid.models.header import PartitionedModelHeader, PartitionHeader
from mixlid.models.partitions import PartitionedModel
from mixlid.text.labels import labels_by_script
from mixlid_lab.training.corpus import Report, corpus_files, corpus_fingerprint, prepared
from mixlid_lab.training.encoding import LabelText, encode_labels
from mixlid_lab.training.linear import LinearSettings
from mixlid_lab.training.partition_trainer import Dropped, TrainedPartition, train_partition
from mixlid_lab.training.recipe import Recipe
from mixlid_lab.training.selection import Selection, make_card
from mixlid_lab.training.word_lists import without_english

#: The script that sets the scale of word scores; the certainty of its partition is 0.
REFERENCE = "Latn"


def train_partitions(
    corpora: Sequence[Path],
    out: Path,
    selection: Selection,
    *,
    work: Path,
    seed: int = 1,
    jobs: int = 1,
    device: str | None = None,
    report: Report = print,
    quiet: bool = False,
) -> None:
    """Train by the recipe and write the model."""
    recipe = selection.recipe
    texts, mark = _encoded(corpora, selection, work, seed, jobs, report)
    labels = [text.label for text in texts]
    selection.refuse_missing(labels)
    lists = without_english({text.label: text.lists for text in texts if text.lists})
    trained: dict[tuple[int, ...], TrainedPartition] = {}
    scripts_of_partition: dict[tuple[int, ...], list[str]] = {}
    for script, places in labels_by_script(labels).items():
        scripts_of_partition.setdefault(places, []).append(script)
    # The largest first, since it takes longer than all others together.
    for places in sorted(scripts_of_partition, key=len, reverse=True):
        if len(places) == 1:
            continue
        script = scripts_of_partition[places][0]
        partition_texts = [texts[place] for place in places]
        partition_recipe = recipe.for_script(script)
        partition_lists = {
            text.label: [item.only(script) for item in lists.get(text.label, ())] for text in partition_texts
        }
        train = partial(
            train_partition, script, partition_texts, partition_lists, partition_recipe,
            seed=seed, jobs=jobs, device=device, report=report, quiet=quiet,
        )  # fmt: skip
        fingerprint = partition_recipe.fingerprint(mark, [text.label for text in partition_texts])
        partition = trained[places] = prepared(work / f"{recipe.name}.{script}.pickle", fingerprint, train)
        report(
            f"{script}: {len(partition.ids):,} rows, {partition.held_out_right / max(partition.held_out, 1):.4f} of "
            f"{partition.held_out:,} held-out sentences right, typical score {partition.typical:.2f}"
        )
    model = _model(labels, scripts_of_partition, trained, recipe)
    dropped: Dropped = sum((partition.dropped for partition in trained.values()), Dropped())
    used_lists = {text.label: [one.source for one in text.lists] for text in texts}
    card = make_card(recipe, seed, {text.label: text.used for text in texts}, dropped, used_lists)
    model.with_header(presets={}, confidence={}, card={**model.header.card, **card}).write(out)
    rows = sum(len(partition.ids) for partition in trained.values())
    report(f"wrote {out}: {rows:,} rows, {len(labels)} labels")


def _encoded(
    corpora: Sequence[Path], selection: Selection, work: Path, seed: int, jobs: int, report: Report
) -> tuple[list[LabelText], str]:
    """The corpora as word numbers, from the work folder if they are there, and their fingerprint."""
    files = corpus_files(corpora)
    selection.refuse_missing(files)  # before everything is read
    recipe = replace(selection.recipe, linear=LinearSettings(0), pruning=type(selection.recipe.pruning)(), blocks={})
    mark = recipe.fingerprint(
        seed, [corpus_fingerprint(path) for path in corpora], sorted(selection.labels), selection.any_licence
    )

    def encode() -> list[LabelText]:
        texts = []
        for text in encode_labels(selection, files, corpus_files(corpora, "words"), seed, jobs):
            texts.append(text)
            counts = ", ".join(f"{len(part.sentences):,} {script}" for script, part in text.by_script.items())
            report(f"{text.label}: {counts}")
        return texts

    return prepared(work / f"{recipe.name}.encoded.pickle", mark, encode), mark


def _model(
    labels: Sequence[str],
    scripts_of_partition: Mapping[tuple[int, ...], Sequence[str]],
    trained: Mapping[tuple[int, ...], TrainedPartition],
    recipe: Recipe,
) -> PartitionedModel:
    reference = next(
        (trained[p].typical for p, s in scripts_of_partition.items() if REFERENCE in s and p in trained), None
    )
    if reference is None:
        reference = max((partition.typical for partition in trained.values()), default=1.0)
    headers, rows = [], {}
    for place, (places, scripts) in enumerate(scripts_of_partition.items()):
        partition = trained.get(places)
        certainty = round(reference - (partition.typical if partition else 0.0), 3)
        ngrams, scale = (recipe.for_script(scripts[0]).ngrams, partition.scale) if partition else (None, 1.0)
        headers.append(PartitionHeader(tuple(scripts), places, max(certainty, 0.0), ngrams, scale))
        if partition:
            rows[place] = (partition.ids.astype(np.uint32), partition.rows)
    return PartitionedModel(PartitionedModelHeader(tuple(labels), tuple(headers)), rows)
