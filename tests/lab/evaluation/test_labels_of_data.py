"""Data that name the script of a sentence, and answers that are right except for a near language."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mixlid.adapt.labelled import Sample, sample_of
from mixlid.cli.main import main
from mixlid.models.header import PartitionedModelHeader, PartitionHeader
from mixlid.models.partitions import PartitionedModel
from mixlid_lab.evaluation.datasets import labelled_sets, read_dataset

RECORDS = [
    {"text": "доброе утро", "langs": ["rus"], "label": "rus_Cyrl"},
    {"text": "dobroe utro", "langs": ["rus"], "label": "rus_Latn"},
    {"text": "good morning", "langs": ["eng"], "label": "eng_Latn"},
]
MIXED = [{"text": "утро good morning", "langs": ["rus", "eng"]}]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "more"
    folder.mkdir()
    for name, records in (("mono-more", RECORDS), ("rus-eng", MIXED)):
        lines = (json.dumps(record) + "\n" for record in records)
        (folder / f"{name}.jsonl").write_text("".join(lines), encoding="utf-8")
    return folder


def test_a_label_goes_through_files(data: Path) -> None:
    samples = read_dataset(data / "mono-more.jsonl").samples
    assert [sample.label for sample in samples] == ["rus_Cyrl", "rus_Latn", "eng_Latn"]
    assert [sample.to_dict() for sample in samples] == RECORDS
    assert sample_of(MIXED[0]).label == ""


def test_a_label_that_does_not_fit() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        sample_of({"text": "x", "langs": ["eng"], "label": "rus_Cyrl"})


def test_labels_that_a_model_lacks_are_left_out(data: Path) -> None:
    mono, mixed = labelled_sets(data, ["rus", "eng"], ["rus", "eng"], labels=["eng_Latn", "rus_Cyrl"])
    assert [sample.label for sample in mono.samples] == ["rus_Cyrl", "eng_Latn"]
    assert len(mixed.samples) == 1
    assert len(labelled_sets(data, ["rus", "eng"], ["rus", "eng"])[0].samples) == 3


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "scripts.mixlid"
    blocks = (PartitionHeader(("Latn",), (0,), 1.0), PartitionHeader(("Cyrl",), (1,), 1.0))
    PartitionedModel(PartitionedModelHeader(("eng_Latn", "rus_Cyrl"), blocks), {}).write(path)
    return path


def test_evaluate(
    model: Path, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Several data sets together; data that do not name the script are judged by the script they are in."""
    monkeypatch.setenv("MIXLID_KERNEL", "numpy")
    other = tmp_path / "mono-plain.jsonl"
    records = [{key: value for key, value in record.items() if key != "label"} for record in RECORDS[::2]]
    other.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    figures = tmp_path / "figures.json"
    arguments = ["evaluate", "-m", str(model), "--data", str(data), "-p", "cs", "--one-label", "-q"]
    assert main([*arguments, "--data", str(other), "--json", str(figures)]) == 0
    one = json.loads(figures.read_text(encoding="utf-8"))["one-label"]
    assert one["F1"] == {"eng_Latn": 1.0, "rus_Cyrl": 1.0}
    assert one["by data set"]["mono-plain"]["F1"] == {"eng": 1.0, "rus": 1.0}
    assert "macro F1 1.0000 over 2 labels" in capsys.readouterr().out
    assert main([*arguments, "--data", str(data)]) == 1
    assert "two data sets are called" in capsys.readouterr().err


def test_nothing_to_judge_is_said_first(model: Path, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(data / "rus-eng.jsonl")
    assert main(["evaluate", "-m", str(model), "--data", path, "-p", "cs", "--one-label", "-q"]) == 1
    heard = capsys.readouterr()
    assert "monolingual sentences in labels of the model" in heard.err
    assert not heard.out


def test_samples_are_kept_with_their_labels() -> None:
    sample = Sample("x", frozenset(["eng"]), label="eng_Latn")
    assert sample_of(sample.to_dict()) == sample
