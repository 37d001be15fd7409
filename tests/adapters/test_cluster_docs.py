"""The blocks about engines that `test_docs.py` does not run, from a folder of lines to a labelled folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from ast import literal_eval
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stdout
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

import mixlid
from adapters.engine_records import expected, make_texts, read_folder

DOCS = Path(__file__).parent.parent.parent / "docs"
PAGES = "".join((DOCS / name).read_text(encoding="utf-8") for name in ("bulk.md", "data-frames.md"))
BLOCKS = re.findall(r"^```(\w*) no-run\n(.*?)^```$", PAGES, re.DOTALL | re.MULTILINE)
COUNT = 400

# What the engines themselves leave open or will change.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning:ray"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:ray"),
]


def block(language: str, *words: str) -> str:
    """The one block in that language that contains these words."""
    found: list[str] = [code for name, code in BLOCKS if name == language and all(word in code for word in words)]
    assert len(found) == 1
    return found[0]


def needs(*packages: str) -> None:
    for package in packages:
        if find_spec(package) is None:
            pytest.skip(f"{package} is not installed")


def run(code: str) -> str:
    """What a block prints."""
    out = StringIO()
    with redirect_stdout(out):
        exec(compile(code, "docs/bulk.md", "exec"), {"__name__": "__main__"})
    return out.getvalue()


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sentences: dict[str, list[str]]) -> Path:
    """A current folder with `lines`."""
    monkeypatch.chdir(tmp_path)
    Path("lines").mkdir()
    texts = make_texts(sentences, COUNT)
    for part in range(2):
        ids = pa.array([str(number) for number in range(part, COUNT, 2)])
        parquet.write_table(
            pa.table({"id": ids, "text": pa.array(texts[part::2], pa.string())}), f"lines/{part}.parquet"
        )
    return tmp_path


@pytest.fixture
def answers_by_id(sentences: dict[str, list[str]]) -> dict[str, dict[str, Any]]:
    rows = expected(mixlid.load(), make_texts(sentences, COUNT))
    return {str(number): row for number, row in enumerate(rows)}


def pairs(answers: dict[str, dict[str, Any]]) -> Counter[str]:
    return Counter("+".join(sorted(row["labels"])) for row in answers.values() if row["is_mixed"])


def check_labelled(answers: dict[str, dict[str, Any]], without_text: bool = True) -> None:
    rows = read_folder(Path("labelled"))
    texts = {row["id"]: row["text"] for row in read_folder(Path("lines"))}
    kept = {id: answer for id, answer in answers.items() if without_text or texts[id]}
    assert len(rows) == len(kept)
    for row in rows:
        answer = kept[row["id"]]
        assert row["text"] == texts[row["id"]]
        assert {name: row[name] for name in answer if name != "words"} == {
            name: value for name, value in answer.items() if name != "words"
        }


def test_all_blocks_are_here() -> None:
    assert sorted(name for name, _ in BLOCKS) == ["python"] * 5 + ["sh"]


@pytest.mark.usefixtures("java")
def test_spark_submit(place: Path, answers_by_id: dict[str, dict[str, Any]]) -> None:
    needs("pyspark")
    (place / "label_spark.py").write_text(block("python", "mixlid.adapters.spark import identify"), encoding="utf-8")
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    argv = ["bash", "-e", "-c", block("sh", "spark-submit")]
    done = subprocess.run(argv, env=os.environ | {"PATH": path}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    check_labelled(answers_by_id)
    name, count = pairs(answers_by_id).most_common(1)[0]
    assert re.search(rf"\|\s*{re.escape(name)}\s*\|\s*{count}\s*\|", done.stdout)


@pytest.fixture
def ray_stopped() -> Iterator[None]:
    needs("ray")
    import ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


@pytest.mark.usefixtures("place", "ray_stopped")
def test_ray(answers_by_id: dict[str, dict[str, Any]]) -> None:
    out = run(block("python", "import ray.data"))
    check_labelled(answers_by_id)
    name, count = pairs(answers_by_id).most_common(1)[0]
    assert f"{{'pair': '{name}', 'count()': {count}}}" in out


@pytest.mark.usefixtures("place")
def test_datatrove(answers_by_id: dict[str, dict[str, Any]]) -> None:
    needs("datatrove")
    out = run(block("python", "LocalPipelineExecutor"))
    check_labelled(answers_by_id, without_text=False)
    counted = dict(line.rsplit(" ", 1) for line in out.splitlines())
    assert {name: int(count) for name, count in counted.items()} == pairs(answers_by_id)


@pytest.mark.usefixtures("place")
def test_datasets(answers_by_id: dict[str, dict[str, Any]]) -> None:
    needs("datasets")
    out = run(block("python", "import datasets"))
    assert out == f"{pairs(answers_by_id).total()} of {COUNT} mixed\n"


@pytest.mark.usefixtures("place")
def test_duckdb(answers_by_id: dict[str, dict[str, Any]]) -> None:
    needs("duckdb")
    out = run(block("python", "import duckdb"))
    assert dict(literal_eval(out)) == pairs(answers_by_id)
