"""The benchmarks from end to end at the smallest size: they run, write what the report reads, and fill the page.

No time is checked: speed at this size means nothing.
"""

from __future__ import annotations

import json
import lzma
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
BENCHMARKS = ROOT / "benchmarks"
KINDS = ("mixed", "english", "languages", "scripts", "words", "documents")


def run(script: str, *arguments: str | Path) -> str:
    command = [sys.executable, BENCHMARKS / f"{script}.py", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def write_lines(path: Path, lines: list[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lzma.compress("".join(f"{line}\n" for line in lines).encode()))


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> list[str | Path]:
    """The options that name a folder of labelled sentences and one of training text."""
    data, corpus = tmp_path_factory.mktemp("dev"), tmp_path_factory.mktemp("corpus")
    mono = [("the bread is warm", "eng"), ("мы купили хлеб", "rus_Cyrl")]
    write_lines(
        data / "mono-few.jsonl.xz",
        [json.dumps({"text": text, "langs": [label[:3]], "label": label}) for text, label in mono],
    )
    write_lines(data / "tur-eng.jsonl.xz", [json.dumps({"text": "bugün meeting var mı", "langs": ["tur", "eng"]})])
    for language in ("eng", "spa", "deu", "tur", "ind", "fra", "pol", "fin", "swh"):
        write_lines(corpus / "sentences" / f"{language}.tsv.xz", [f"own\tthe window is open {n}" for n in range(1000)])
    return ["--data", data, "--corpus", corpus]


@pytest.fixture(scope="module")
def results(sources: list[str | Path], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """The file of results, and what was printed."""
    file = tmp_path_factory.mktemp("benchmarks") / "results.json"
    kinds = run("by_kind", "--json", file, *sources[:2], "-n", "200", "--rounds", "1")
    return file, [kinds, run("memory", "--json", file, "--starts", "1", "--bulk-lines", "200")]


@pytest.fixture(scope="module")
def found(results: tuple[Path, list[str]]) -> Any:
    return json.loads(results[0].read_text(encoding="utf-8"))


def test_a_file_for_each_kind(sources: list[str | Path], tmp_path: Path) -> None:
    run("kinds", *sources, "--out", tmp_path)
    texts = {file.stem: file.read_text(encoding="utf-8").split("\n")[:-1] for file in tmp_path.iterdir()}
    assert texts.keys() == set(KINDS)
    assert texts["mixed"] == ["bugün meeting var mı"]
    assert texts["languages"] == ["the bread is warm"]
    assert texts["scripts"] == ["мы купили хлеб"]
    assert len(texts["english"]) == 1000
    assert {"window", "bread"} == set(texts["words"])
    assert all(10_000 <= len(text) < 11_000 for text in texts["documents"])


def test_every_kind_is_timed_with_every_system(found: Any) -> None:
    texts = found["kinds"]["texts"]
    assert [text["lines"] for text in texts] == [1, 1, 1]
    for text in texts:
        assert {"mixlid, results", "mixlid, columns", "mixlid identify FILE.txt -o OUT.tsv"} <= text["seconds"].keys()


def test_memory_has_every_step_and_size(found: Any) -> None:
    steps = [one["step"] for one in found["memory"]["starts"]]
    assert steps[1] == "import numpy"
    assert found["memory"]["starts"][1]["times_numpy"] == 1
    assert [(one["lines"], one["jobs"]) for one in found["memory"]["bulk"]] == [(20, 1), (200, 1), (200, 2)]
    assert all(one["peak_mb"] > 0 for one in found["memory"]["bulk"])


def test_the_report_fills_the_page(results: tuple[Path, list[str]], tmp_path: Path) -> None:
    page = tmp_path / "performance.md"
    page.write_bytes((ROOT / "docs" / "performance.md").read_bytes())
    run("report", results[0], "--page", page)
    text = page.read_text(encoding="utf-8")
    for printed in results[1]:
        assert printed.strip() in text
    run("report", results[0], "--page", page)  # again: nothing is added
    assert page.read_text(encoding="utf-8") == text


def test_a_page_without_markers_is_refused(results: tuple[Path, list[str]], tmp_path: Path) -> None:
    page = tmp_path / "performance.md"
    page.write_text("nothing\n")
    command: list[str | Path] = [sys.executable, BENCHMARKS / "report.py", results[0], "--page", page]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 1
    assert "<!-- bench:machine -->" in done.stderr
