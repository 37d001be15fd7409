"""Kinds of text for benchmarks, from folders of labelled sentences and of training text."""

from __future__ import annotations

import json
import lzma
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parent.parent / "benchmarks" / "kinds.py"


def write_lines(path: Path, lines: list[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lzma.compress("".join(f"{line}\n" for line in lines).encode()))


def test_a_file_for_each_kind(tmp_path: Path) -> None:
    data, corpus, out = tmp_path / "dev", tmp_path / "corpus", tmp_path / "out"
    mono = [("the bread is warm", "eng"), ("мы купили хлеб", "rus_Cyrl")]
    write_lines(
        data / "mono-few.jsonl.xz",
        [json.dumps({"text": text, "langs": [label[:3]], "label": label}) for text, label in mono],
    )
    write_lines(data / "tur-eng.jsonl.xz", [json.dumps({"text": "bugün meeting var mı", "langs": ["tur", "eng"]})])
    for language in ("eng", "spa", "deu", "tur", "ind", "fra", "pol", "fin", "swh"):
        write_lines(corpus / "sentences" / f"{language}.tsv.xz", [f"own\tthe window is open {n}" for n in range(1000)])
    command = [sys.executable, str(SCRIPT), "--data", str(data), "--corpus", str(corpus), "--out", str(out)]
    subprocess.run(command, check=True, capture_output=True)
    texts = {file.stem: file.read_text(encoding="utf-8").split("\n")[:-1] for file in out.iterdir()}
    assert texts["mixed"] == ["bugün meeting var mı"]
    assert texts["languages"] == ["the bread is warm"]
    assert texts["scripts"] == ["мы купили хлеб"]
    assert len(texts["english"]) == 1000
    assert {"window", "bread"} == set(texts["words"])
    assert all(10_000 <= len(text) < 11_000 for text in texts["documents"])
