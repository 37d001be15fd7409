"""Made-up languages to add to models: words composed of syllables, and sentences of these."""

from __future__ import annotations

import numpy as np

from mixlid.models.header import PartitionedModelHeader, PartitionHeader
from mixlid.models.partitions import PartitionedModel

SYLLABLES = {
    "qaa": "ka lu mi ro ten shi va nok",
    "qab": "bru wex gol dra pim zef ost hul",
    "qac": "ka lu mi ro ten shi vo nuk",  # like the first
}
GREEK_SYLLABLES = "κα λο μι ρε τον σι βα νοκ"


def sentences(syllables: str, count: int, seed: int = 1) -> list[str]:
    """Some sentences of four to nine words, from a hundred words of two or three syllables."""
    draw = np.random.default_rng([seed, len(syllables), sum(map(ord, syllables))])
    parts = syllables.split()
    words = ["".join(draw.choice(parts, size=draw.integers(2, 4))) for _ in range(100)]
    return [" ".join(draw.choice(words, size=draw.integers(4, 10))) for _ in range(count)]


def one_label_each() -> PartitionedModel:
    """Only English in Latin letters and Greek in its own, with prices, and nothing that was fitted."""
    header = PartitionedModelHeader(
        ("eng_Latn", "ell_Grek"),
        (PartitionHeader(("Latn",), (0,), 3.0), PartitionHeader(("Grek",), (1,), 3.0)),
        presets={"default": {"penalty": {"*": 0.5, "eng_Latn": 0.25}, "word_price": {"*": 0.0, "eng_Latn": 0.125}}},
    )
    return PartitionedModel(header, {})
