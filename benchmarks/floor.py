"""How much of the table a line needs, and how long memory takes to deliver it: `make bench-floor`.

Counted on the text: n-grams, those with a row, the bytes of these rows, and the share of words in the word cache.
Measured: reading memory sequentially (a sum over a large array), and reading rows of the table's width at random places
of an array as large as the table.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import mixlid
from mixlid.models.table import TableModel
from mixlid.models.vocabulary import Vocabulary
from mixlid.text.words import normalise, words_of
from results import arguments, save
from stand_ins import latin_table
from tables import floor_tables, written
from text import EXPONENTS, lines

CACHE_LINE = 64


def best(act: Callable[[], object], repeats: int = 7) -> float:
    """The seconds of the fastest of some runs."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        act()
        times.append(time.perf_counter() - start)
    return min(times)


def bandwidth(megabytes: int) -> float:
    """Bytes per second that one core reads sequentially."""
    data = np.ones(megabytes * 2**17, dtype=np.int64)
    return data.nbytes / best(lambda: data.sum())


def scattered_row(model: TableModel, count: int) -> float:
    """Seconds to add a row at a random place of the table, with NumPy and so with a copy: an upper bound."""
    rows = np.array(model.rows)
    places = np.random.default_rng(0).integers(len(rows), size=count)
    return best(lambda: rows[places].sum(axis=0, dtype=np.int32)) / count


def needs(model: TableModel, texts: Sequence[str]) -> dict[str, float]:
    """What a line needs of the table, on average."""
    vocabulary = Vocabulary(model.words, model.header.ngrams)
    words = [
        normalise(word) if model.header.normalisation == "words-1" else word
        for text in texts
        for word in words_of(text)
    ]
    features = vocabulary.features(words)
    places = model.index[features.ids]
    width, size = len(model.labels), len(texts)
    rows = places[places >= 0].astype(np.int64)
    begins, ends = rows * width, rows * width + width - 1
    return {
        "words": len(words) / size,
        "different_words": len(set(words)) / size,
        "ngrams": len(features.ids) / size,
        "rows": len(rows) / size,
        "bytes": len(rows) * width / size,
        "cache_lines": float((ends // CACHE_LINE - begins // CACHE_LINE + 1).sum()) / size,
    }


def measure(model: TableModel, texts: Sequence[str], title: str) -> dict[str, Any]:
    lid = mixlid.load(model)
    rates = []
    chunk = max(1, len(texts) // 10)
    for begin in range(0, len(texts), chunk):
        part = texts[begin : begin + chunk]
        start = time.process_time()
        for text in part:
            lid.identify(text)
        rates.append((time.process_time() - start) / len(part))
    cache = model.compiled.cache if model.compiled is not None else None
    measured: dict[str, Any] = {"title": title, "lines": len(texts), "characters": sum(map(len, texts)) / len(texts)}
    measured |= needs(model, texts)
    measured["hit_rate"] = cache.hits / max(cache.asked, 1) if cache is not None else 0.0
    measured["seconds"] = statistics.median(rates)
    return measured


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("-n", type=int, default=20_000, help="lines (default 20,000)")
    parser.add_argument("--megabytes", type=int, default=512, help="read for the bandwidth (default 512)")
    args = parser.parse_args()
    source = latin_table(mixlid.load(args.model).model)
    if source is None:
        raise SystemExit("the floor is that of a .mixlid table")
    given: list[tuple[str, list[str]]] = [
        (repetition, [line.text for line in lines(args.n, 80, repetition)]) for repetition in EXPONENTS
    ]
    if args.text is not None:
        read = [line for line in args.text.read_text(encoding="utf-8").splitlines() if line.strip()]
        given = [(args.text.name, read[: args.n])]
    results = {
        "labels": len(source.labels),
        "table_mb": source.rows.nbytes / 2**20,
        "bytes_per_s": bandwidth(args.megabytes),
        "scattered_row_s": scattered_row(source, 20_000),
        # A new table for each, so that its cache has no words of another text.
        "texts": [
            measure(TableModel(source.header, source.ids, source.rows, source.words), texts, title)
            for title, texts in given
        ],
    }
    results = save(args.json, "floor" if args.text is None else "floor-given", results)
    print(written(floor_tables(results)))


if __name__ == "__main__":
    main()
