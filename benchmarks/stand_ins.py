"""Models that benchmarks make for themselves: a table with many more labels, and a fastText file of the usual size.

They are as slow as real ones, but their answers mean nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mixlid.models.blocks import BlockModel
from mixlid.models.container import Stream
from mixlid.models.interface import Model
from mixlid.models.table import TableModel, write_table
from text import lines

_PIECE = 8192


def latin_table(model: Model) -> TableModel | None:
    """The table to measure: the model itself, or its block of Latin letters; None if it has neither."""
    if isinstance(model, BlockModel):
        return model.block_of["Latn"].table if "Latn" in model.block_of else None
    return model if isinstance(model, TableModel) else None


def write_padded(model: TableModel, labels: int, path: Path, noise: float = 0.5) -> None:
    """The table with this many labels: each additional one is a copy of an existing one, with noise.

    Near copies are the hardest case for a search, because their scores are almost equal; `noise` is in units of the
    spread of the rows.
    """
    own = model.labels
    names = tuple(_copy_of(own[index % len(own)], index // len(own)) for index in range(labels))
    columns = np.arange(labels) % len(own)
    spread = noise * float(model.rows[:_PIECE].std())

    def pieces() -> Iterator[NDArray[Any]]:
        rng = np.random.default_rng(0)
        for start in range(0, len(model.rows), _PIECE):
            rows = np.asarray(model.rows[start : start + _PIECE])
            padded = rows[:, columns].astype(np.float32)
            extra = padded[:, len(own) :]
            extra += spread * rng.standard_normal(extra.shape, dtype=np.float32)
            yield np.clip(np.rint(padded), -127, 127).astype(np.int8)

    # The confidence curves were fitted to other margins.
    header = replace(model.header, labels=names, confidence={})
    write_table(path, header, model.ids, Stream((len(model.rows), labels), np.dtype(np.int8), pieces()), model.words)


def _copy_of(label: str, number: int) -> str:
    """`eng3_Latn` from `eng_Latn`: another language in the same script."""
    return label.replace("_", f"{number}_", 1) if number else label


def write_fasttext(path: Path, labels: int, dimensions: int, buckets: int) -> None:
    """A classifier of made-up text with fastText's usual n-grams; `ImportError` without the binding."""
    import fasttext

    text = path.with_suffix(".txt")
    with text.open("w", encoding="utf-8") as file:
        for number, line in enumerate(lines(20 * labels, 80, seed=-1)):
            file.write(f"__label__x{number % labels:03}_Latn {line.text}\n")
    model = fasttext.train_supervised(
        str(text), dim=dimensions, bucket=buckets, minn=2, maxn=5, epoch=1, thread=1, seed=1, verbose=0
    )
    model.save_model(str(path))
    text.unlink()
