"""Reading labelled data, and saying where it is wrong."""

from __future__ import annotations

import gzip
import json
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest

from mixlid.errors import InputError
from mixlid.lab.evaluation.datasets import labelled_sets, read_dataset, read_folder

GOOD = {
    "text": "bugün çok busy",
    "langs": ["tur", "eng"],
    "tokens": ["bugün", "çok", "busy"],
    "tags": ["tur", "tur", "eng"],
}
MONO = {"text": "nothing else", "langs": ["eng"]}


def write(path: Path, *records: object) -> Path:
    text = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    packers: dict[str, Callable[[bytes], bytes]] = {".xz": lzma.compress, ".gz": gzip.compress}
    path.write_bytes(packers.get(path.suffix, bytes)(text.encode()))
    return path


@pytest.mark.parametrize("name", ["tur-eng.jsonl", "tur-eng.jsonl.xz", "tur-eng.jsonl.gz"])
def test_plain_and_compressed(tmp_path: Path, name: str) -> None:
    dataset = read_dataset(write(tmp_path / name, GOOD, MONO))
    assert dataset.name == "tur-eng"
    assert dataset.is_mixed
    assert dataset.samples[0].languages == {"tur", "eng"}
    assert dataset.samples[0].tags == ("tur", "tur", "eng")
    assert dataset.samples[1].tokens == ()


@pytest.mark.parametrize(
    "record",
    [{"text": "x"}, {"text": 3, "langs": ["eng"]}, {"text": "x", "langs": []}, ["x"], {**GOOD, "tags": ["tur"]}],
)
def test_bad_records_are_named_by_line(tmp_path: Path, record: object) -> None:
    path = write(tmp_path / "bad.jsonl", GOOD, record)
    with pytest.raises(InputError, match=r"bad\.jsonl, line 2: expected an object"):
        read_dataset(path)


def test_a_folder_without_data(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no evaluation data"):
        read_folder(tmp_path)


def test_labelled_sets(tmp_path: Path) -> None:
    write(tmp_path / "tur-eng.jsonl", GOOD, {"text": "x y", "langs": ["tur", "qqq"]})
    write(tmp_path / "mono.jsonl", *[{**MONO, "text": str(n)} for n in range(10)], {"text": "ano", "langs": ["ces"]})
    write(tmp_path / "extra-more.jsonl", GOOD)
    mixed, mono = sorted(
        labelled_sets(tmp_path, {"tur", "eng", "ces"}, ["eng"], mono_share=5), key=lambda d: not d.is_mixed
    )
    assert [sample.text for sample in mixed.samples] == [GOOD["text"]]
    assert [sample.text for sample in mono.samples] == ["0", "5"]
    assert len(labelled_sets(tmp_path, {"tur", "eng"}, ["eng"], extra=True, both_kinds=True)) == 3
    (tmp_path / "mono.jsonl").unlink()
    assert len(labelled_sets(tmp_path, {"tur", "eng"})) == 1
    with pytest.raises(InputError, match="both"):
        labelled_sets(tmp_path, {"tur", "eng"}, both_kinds=True)
