"""The texts as files in every format that mixlid reads: for `compare_answers.py`."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from answer_texts import DATA_LINES, DOCUMENTS, ODD_LINES, data_texts, documents, odd_texts

_FAULTY = (
    b'{"text": "the meeting"}\nthis is text\n{"words": 3}\n{"text": 5}\n["the meeting"]\n\n{"text": "\xff\xfe"}\n'
    b'{"text": "toplant\xc4\xb1 the meeting", "language": "mine", "id": 12345678901234567890}\n{"text": "cut'
)


def write_inputs(folder: Path, data: Sequence[Path]) -> None:
    """Write all inputs; the same data give the same files."""
    ordinary = data_texts(data, DATA_LINES)
    texts = [*ordinary, *odd_texts(ordinary, ODD_LINES)]
    clean = [" ".join(encodable(text).replace("\0", "").splitlines()).replace("\t", " ") for text in texts]
    for name, step in (("lines", 1), ("some", 8), ("few", 100)):
        _write_records(folder / f"{name}.jsonl", texts[::step])
        (folder / f"{name}.txt").write_text("".join(f"{text}\n" for text in clean[::step]), encoding="utf-8")
    long_texts = documents(texts, DOCUMENTS)
    _write_records(folder / "documents.jsonl", long_texts)
    _write_table(folder / "documents.parquet", [encodable(text) for text in long_texts])
    (folder / "faulty.jsonl").write_bytes(_FAULTY)
    rows = [("id", "text", "note"), *((str(number), text, "x") for number, text in enumerate(clean))]
    (folder / "lines.tsv").write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
    with (folder / "lines.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(
            [rows[0], *((str(n), encodable(text).replace("\0", ""), "x") for n, text in enumerate(texts))]
        )
    blocks = ("\n".join(f"{word}\t_" for word in text.split()) for text in clean if text.split())
    (folder / "lines.conll").write_text("\n\n".join(blocks) + "\n", encoding="utf-8")
    _write_table(folder / "lines.parquet", [encodable(text) for text in texts])


def _write_records(path: Path, texts: Sequence[str]) -> None:
    """Records with additional fields, some of which have names of ours."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for number, text in enumerate(texts):
            record: dict[str, Any] = {"id": number, "text": text}
            if number % 50 == 0:
                record |= {"languages": "theirs", "score": 1.50}
            file.write(json.dumps(record, ensure_ascii=text != encodable(text)) + "\n")


def _write_table(path: Path, texts: Sequence[str]) -> None:
    import pyarrow as pa
    import pyarrow.parquet

    columns = {"id": list(range(len(texts))), "text": [text if n % 97 else None for n, text in enumerate(texts, 1)]}
    pyarrow.parquet.write_table(pa.table(columns), path)


def encodable(text: str) -> str:
    """The text without lone surrogates, which only JSON can hold."""
    return text.encode("utf-8", "replace").decode()
