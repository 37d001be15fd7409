"""datatrove's local executor with two tasks, and its Slurm executor without Slurm: metadata, modes, counts, crashes."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from adapters.engine_records import assert_same, read_folder
from mixlid import LabelError, SettingsError
from mixlid.adapters import columns

pytest.importorskip("datatrove", reason="the extra mixlid[datatrove] is not installed")

from datatrove.data import Document
from datatrove.executor import LocalPipelineExecutor, SlurmPipelineExecutor
from datatrove.pipeline.base import PipelineStep
from datatrove.pipeline.writers import JsonlWriter, ParquetWriter

from mixlid.adapters.datatrove import MixlidFilter

ENGLISH, TURKISH, MIXED = (
    "the children were playing",
    "çocuklar bütün gün bahçede",
    "yarın bütün sabah the meeting starts bahçede",
)
SCHEMA = pa.schema([("text", "string"), ("id", "string"), ("number", "int64"), *columns.schema(words=True)])


class Reader(PipelineStep):  # type: ignore[misc]
    """Also yields records without text, which datatrove's readers skip; may crash in the middle, once."""

    name, type = "all records", "READER"

    def __init__(self, folder: Path, deadly: Path | None = None) -> None:
        super().__init__()
        self.folder, self.deadly = str(folder), deadly and str(deadly)

    def run(self, data: Any = None, rank: int = 0, world_size: int = 1) -> Iterator[Document]:  # noqa: ARG002
        for path in sorted(Path(self.folder).glob("*.parquet"))[rank::world_size]:
            for place, row in enumerate(parquet.ParquetFile(path).read().to_pylist()):
                if self.deadly and rank == 1 and place == 3500 and not Path(self.deadly).exists():
                    Path(self.deadly).touch()
                    os._exit(9)  # as the kernel ends a process that has taken too much memory
                yield Document(row["text"], row["id"], metadata={"number": row["number"]})


class Writer(ParquetWriter):  # type: ignore[misc]
    """datatrove's own, except for records without text: it writes an empty text as null, and fails on null."""

    def _default_adapter(self, document: Document) -> dict[str, Any]:
        return {"text": document.text, "id": document.id, **document.metadata}

    def update_doc_stats(self, document: Document) -> None:
        if document.text is not None:
            super().update_doc_stats(document)


def writer(out: Path) -> Writer:
    return Writer(str(out), expand_metadata=True, schema=SCHEMA)


def documents(*texts: str | None) -> list[Document]:
    return [Document(text, str(place)) for place, text in enumerate(texts)]


def test_every_record(
    folder: Path, calibrated: Path, tmp_path: Path, records: list[str | None], answers: list[dict[str, Any]]
) -> None:
    block = MixlidFilter(model=calibrated, preset="cs", words=True)
    steps = [Reader(folder), block, writer(tmp_path / "out")]
    LocalPipelineExecutor(steps, tasks=2, workers=2, logging_dir=str(tmp_path / "logs")).run()
    assert len(list((tmp_path / "out").iterdir())) == 2
    assert_same(read_folder(tmp_path / "out"), records, answers, words=True)
    kept = json.loads((tmp_path / "logs" / "stats.json").read_text())[1]["stats"]
    assert kept["total"] == kept["forwarded"] == len(records)
    assert kept["mixed"] == sum(bool(answer["is_mixed"]) for answer in answers)
    assert kept["doc_len"]["total"] == sum(map(len, filter(None, records)))


def test_a_task_that_dies_under_slurm_loses_and_repeats_nothing(
    folder: Path, calibrated: Path, tmp_path: Path, records: list[str | None], answers: list[dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """What a Slurm job does, without Slurm: datatrove pickles the executor, and each task loads it in a new process."""
    steps = [Reader(folder, tmp_path / "died"), MixlidFilter(model=calibrated, preset="cs", words=True)]
    logs = tmp_path / "logs"
    for command, says in {"sbatch": "Submitted batch job 1", "scontrol": "node1"}.items():
        stand_in = tmp_path / "bin" / command
        stand_in.parent.mkdir(exist_ok=True)
        stand_in.write_text(f"#!/bin/sh\necho {says}\n")
        stand_in.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    SlurmPipelineExecutor(
        [*steps, writer(tmp_path / "out")], tasks=2, time="1:00:00", partition="any", logging_dir=str(logs)
    ).run()

    def task(rank: int) -> int:
        code = "from datatrove.tools.launch_pickled_pipeline import main; main()"
        env = os.environ | {"SLURM_ARRAY_TASK_ID": str(rank), "SLURM_NODELIST": "node1"}
        env["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent.parent), os.environ.get("PYTHONPATH", "")])
        argv = [sys.executable, "-c", code, str(logs / "executor.pik")]
        done = subprocess.run(argv, env=env, stderr=subprocess.PIPE, text=True, check=False)
        print(done.stderr)
        return done.returncode

    assert task(0) == 0
    assert task(1) == 9
    assert (tmp_path / "died").exists()
    assert task(0) == 0  # has been done and does nothing
    assert task(1) == 0
    assert_same(read_folder(tmp_path / "out"), records, answers, words=True)


def test_it_is_pickled_without_its_model(calibrated: Path) -> None:
    block = MixlidFilter(["eng"], model=calibrated, preset="cs")
    assert len(pickle.dumps(block)) < 2000
    (doc,) = pickle.loads(pickle.dumps(block)).run(documents(ENGLISH))
    assert doc.metadata["language"] == "eng"


def test_metadata_are_those_of_its_own_filter_and_ours(calibrated: Path) -> None:
    (doc,) = MixlidFilter(model=calibrated, preset="cs").run(documents(MIXED))
    assert {"language", "language_script", "language_score"} < doc.metadata.keys()
    assert doc.metadata.keys() == set(columns.names())
    assert doc.metadata["labels"] == ["tur_Latn", "eng_Latn"]
    with pytest.raises(SettingsError, match="'confidence' already"):
        list(MixlidFilter(model=calibrated).run([doc]))
    list(MixlidFilter(model=calibrated, preset="cs", settings={"max_languages": 1}, replace=True).run([doc]))
    assert doc.metadata["labels"] == ["eng_Latn"]
    (doc,) = MixlidFilter(model=calibrated, prefix="lid_").run(documents(None))
    assert doc.metadata == {f"lid_{name}": None for name in columns.names()}


def test_filter_by_language(calibrated: Path, tmp_path: Path) -> None:
    dropped = JsonlWriter(str(tmp_path), compression=None)
    block = MixlidFilter(["tr", "tur_Latn"], exclusion_writer=dropped, batch_size=2, model=calibrated, preset="cs")
    kept = list(block.run(documents(ENGLISH, TURKISH, "12", MIXED, "")))
    assert [doc.text for doc in kept] == [TURKISH, MIXED]  # Turkish is the second language of the mixed text
    rows = [json.loads(line) for line in (tmp_path / "00000.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(row["id"], row["metadata"]["filter_reason"]) for row in rows] == [
        ("0", "language"), ("2", "language"), ("4", "language")
    ]  # fmt: skip
    assert rows[0]["metadata"]["language"] == "eng"
    totals = {name: int(metric.total) for name, metric in block.stats.stats.items()}
    assert totals["total"] == 5
    assert totals["forwarded"] == 2
    assert totals["dropped"] == 3
    assert totals["dropped_language"] == 3
    assert totals["batches"] == 3
    assert totals["mixed"] == sum(
        data["is_mixed"] for data in [doc.metadata for doc in kept] + [row["metadata"] for row in rows]
    )


def test_filter_by_score_and_by_mixing(calibrated: Path) -> None:
    texts = [ENGLISH, TURKISH, MIXED, "", "den"]
    (judged,) = (list(MixlidFilter(model=calibrated, preset="cs").run(documents(*texts))),)
    scores = [doc.metadata["language_score"] for doc in judged]
    limit = sorted(score for score in scores if score is not None)[1]
    strict = MixlidFilter(language_threshold=limit, model=calibrated, preset="cs")
    kept = [text for text, score in zip(texts, scores, strict=True) if score is not None and score > limit]
    assert [doc.text for doc in strict.run(documents(*texts))] == kept
    assert 0 < len(kept) < 4
    sure = judged[2].metadata["confidence"]
    second = MixlidFilter("tur", language_threshold=sure, model=calibrated, preset="cs")
    assert MIXED not in [doc.text for doc in second.run(documents(*texts))]  # not its first, so the set must be sure
    lower = MixlidFilter("tur", language_threshold=0.99 * sure, model=calibrated, preset="cs")
    assert MIXED in [doc.text for doc in lower.run(documents(*texts))]
    mixed = MixlidFilter(mixed=True, model=calibrated, preset="cs")
    assert [doc.text for doc in mixed.run(documents("", MIXED))] == [MIXED]
    pure = MixlidFilter(mixed=False, model=calibrated, preset="cs")
    assert [doc.text for doc in pure.run(documents("", MIXED))] == [""]
    assert [doc.text for doc in pure.run(documents(None, ""))] == [""]
    assert pure.stats["dropped_no_text"].total == 1


def test_refusals_come_before_any_task(calibrated: Path) -> None:
    with pytest.raises(LabelError, match="klingon"):
        MixlidFilter(["klingon"], model=calibrated)
    with pytest.raises(SettingsError, match="a threshold of 0"):
        MixlidFilter(language_threshold=0.5, model=calibrated, preset="mono")
    with pytest.raises(SettingsError, match="preset"):
        MixlidFilter(model=calibrated, preset="nothing")
