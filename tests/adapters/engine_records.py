"""Records for the engines, and the answers of `identify_many`, which every engine's rows are compared with."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyarrow import parquet

from mixlid import Identifier

COUNT = 20_500
FILES = 4
OTHERS = [
    "",
    " \n\t",
    "12 345",
    "😀 🎉",
    "https://example.org @you",
    "你好 世界",
    "\x00",
    "ΚΑΛΗΜΕΡΑ the bread",
    "word" * 500,
]
#: Curves by which a tiny model has scores; their values mean nothing.
CURVES: dict[str, Any] = {
    "unit": 2.0,
    "word_unit": 0.5,
    "one": {
        "languages": [1.0, 0.5, 0.25, 0.0],
        "language": [3.0, 0.4, 0.0, 0.0],
        "word": [0.5, 1.0, 0.0, 0.0, 0.0, 0.0],
    },
    "several": {
        "languages": [-1.0, 2.0, 0.0, 0.0],
        "language": [0.0, 1.0, 0.0, 0.0],
        "word": [0.0, 0.0, 1.0, 0.5, -0.5, 0.0],
    },
}


def make_texts(sentences: dict[str, list[str]], count: int = COUNT, seed: int = 7) -> list[str | None]:
    """Sentences in one to three languages; every 50th is null, every 41st odd, some as long as a chapter."""
    dice = random.Random(seed)
    words = {label: " ".join(lines).split() for label, lines in sentences.items()}
    texts: list[str | None] = []
    for place in range(count):
        if place % 50 == 3:
            texts.append(None)
        elif place % 41 == 5:
            texts.append(dice.choice(OTHERS))
        else:
            length = 20_000 if place % 7_000 == 600 else 1_500 if place % 1_000 == 100 else dice.randint(1, 9)
            few = dice.sample(sorted(words), dice.choice((1, 1, 2, 3)))
            texts.append(" ".join(dice.choice(words[dice.choice(few)]) for _ in range(length)))
    return texts


def expected(lid: Identifier, texts: Sequence[str | None]) -> list[dict[str, Any]]:
    """The rows, made from results without any code of the adapters."""
    answers = lid.identify_many(text for text in texts if text is not None)
    rows: list[dict[str, Any]] = []
    for text in texts:
        if text is None:
            names = "labels language language_script language_score confidence is_mixed proportions words"
            rows.append(dict.fromkeys(names.split()))
            continue
        result = next(answers)
        language, _, script = result.labels[0].partition("_")
        rows.append(
            {
                "labels": list(result.labels),
                "language": language,
                "language_script": script,
                "language_score": result.language_score,
                "confidence": result.confidence,
                "is_mixed": len(result.labels) > 1,
                "proportions": [*result.proportions.items()],
                "words": [word.to_dict() for word in result.words],
            }
        )
    assert next(answers, None) is None
    return rows


def write_folder(folder: Path, texts: Sequence[str | None]) -> Path:
    """The texts with numbers, as a folder of Parquet files that any engine reads."""
    folder.mkdir(parents=True)
    ids = list(range(len(texts)))
    table = pa.table({"id": pa.array(map(str, ids)), "number": ids, "text": pa.array(texts, pa.string())})
    size = -(-len(texts) // FILES)
    for part in range(FILES):
        parquet.write_table(table.slice(part * size, size), folder / f"part-{part}.parquet", row_group_size=1000)
    return folder


def read_folder(folder: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for path in sorted(folder.rglob("*.parquet")):
        if not path.name.startswith((".", "_")):
            rows.extend(parquet.ParquetFile(path).read().to_pylist())
    return rows


def pairs(proportions: Any) -> Any:
    """Labels and shares, whatever an engine uses for a map: a dict, pairs, or a list of both by name."""
    if isinstance(proportions, dict):
        return [*proportions.items()]
    if proportions is None:
        return None
    return [(item["label"], item["share"]) if isinstance(item, dict) else tuple(item) for item in proportions]


def with_pairs(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**row, "proportions": pairs(row["proportions"])} for row in rows]


def assert_same(
    rows: Iterable[dict[str, Any]], texts: Sequence[str | None], answers: Sequence[dict[str, Any]], words: bool
) -> None:
    """Each record occurs once, with its own text and its own answer, and none is missing."""
    found = sorted(with_pairs(rows), key=lambda row: row["number"])
    assert [row["number"] for row in found] == list(range(len(texts)))
    names = [name for name in answers[0] if words or name != "words"]
    for row, text, answer in zip(found, texts, answers, strict=True):
        assert set(row) == {"id", "number", "text", *names}
        assert row["id"] == str(row["number"])
        assert row["text"] == text
        assert {name: row[name] for name in names} == {name: answer[name] for name in names}
