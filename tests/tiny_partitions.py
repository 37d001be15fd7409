"""A tiny model of many scripts with random numbers, for tests that compare two ways of computing."""

from __future__ import annotations

from typing import Any

import numpy as np

from mixlid.models.header import PartitionedModelHeader, PartitionHeader
from mixlid.models.ngrams import NgramSpec
from mixlid.models.partitions import PartitionedModel
from mixlid.text.labels import labels_by_script

LABELS = (
    "ell_Grek", "eng_Latn", "fra_Latn", "heb_Hebr", "hin_Deva", "hin_Latn", "jpn_Jpan", "rus_Cyrl", "tha_Thai",
    "tur_Latn", "ukr_Cyrl", "zho_Hans",
)  # fmt: skip
SPEC = NgramSpec(1, 3, 256, whole_word=True)


def make_partitioned(seed: int = 1, dtype: type[Any] = np.int8, **header: Any) -> PartitionedModel:
    """All of `LABELS`; scripts with the same labels share a partition, and every partition has its own certainty."""
    draw = np.random.default_rng(seed)
    scripts_of: dict[tuple[int, ...], list[str]] = {}
    for script, places in labels_by_script(LABELS).items():
        scripts_of.setdefault(places, []).append(script)
    partitions, rows = [], {}
    for number, (places, scripts) in enumerate(scripts_of.items()):
        several = len(places) > 1
        certainty = 0.0 if "Latn" in scripts else 0.5 + number / 8
        partitions.append(PartitionHeader(tuple(scripts), places, certainty, SPEC if several else None, 0.125))
        if several:
            ids = np.sort(draw.choice(SPEC.buckets, 200, replace=False)).astype(np.uint32)
            rows[number] = (ids, draw.integers(-60, 60, (len(ids), len(places))).astype(dtype))
    return PartitionedModel(PartitionedModelHeader(LABELS, tuple(partitions), **header), rows)
