"""Reading labelled data, and reporting where they are wrong."""

from __future__ import annotations

import gzip
import json
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mixlid.adapt.labelled import sample_of
from mixlid.errors import InputError
from mixlid_lab.evaluation.datasets import PAIR_LANGUAGES, judged_by_kind, labelled_sets, read_dataset, read_folder

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
    [{"text": "x"}, {"text": 3, "langs": ["eng"]}, {"text": "x", "langs": ""}, ["x"], {**GOOD, "tags": ["tur"]}],
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
    assert len(labelled_sets(tmp_path, {"tur", "eng"}, ["eng"], extra=True)) == 3
    (tmp_path / "mono.jsonl").unlink()
    assert len(labelled_sets(tmp_path, {"tur", "eng"})) == 1


def sentences(*languages: str) -> list[dict[str, object]]:
    return [{"text": f"{language} {n}", "langs": [language]} for language in languages for n in range(2)]


def mono_languages(folder: Path, **options: Any) -> set[str]:
    known = {"tur", "eng", "ita", "pol", "fin", *PAIR_LANGUAGES}
    chosen = labelled_sets(folder, known, **options)
    return {language for one in chosen if not one.is_mixed for sample in one.samples for language in sample.languages}


def test_monolingual_data_count_in_the_languages_of_the_pairs(tmp_path: Path) -> None:
    """Nothing is dropped because the paper did not have it, and nothing is dropped silently."""
    said: list[str] = []
    write(tmp_path / "mono.jsonl", *sentences("ita", "pol", "fin", "fra"))
    assert mono_languages(tmp_path) == {"ita", "pol", "fin", "fra"}
    write(tmp_path / "ita-pol.jsonl", {"text": "a b", "langs": ["ita", "pol"]})
    assert mono_languages(tmp_path, tell=said.append) == {"ita", "pol"}
    assert said == [
        "mono: left out fin, fra, 2 of its languages, because the code-switched data are in others; "
        "--mono-languages says which count"
    ]
    assert mono_languages(tmp_path, mono_languages=["fin"]) == {"fin"}


def test_the_papers_pairs_have_the_papers_languages(tmp_path: Path) -> None:
    """If only some of its pairs are available, averages stay comparable."""
    write(tmp_path / "mono.jsonl", *sentences("ita", "fra", "tur"))
    write(tmp_path / "tur-eng.jsonl", GOOD)
    write(tmp_path / "extra-ita-pol.jsonl", {"text": "a b", "langs": ["ita", "pol"]})
    assert mono_languages(tmp_path, extra=True) == {"fra", "tur"}


def test_pairs_and_monolingual_data_in_two_places(tmp_path: Path) -> None:
    one = write(tmp_path / "mono.jsonl", *sentences("ita", "fra"))
    other = write(tmp_path / "ita-pol.jsonl", {"text": "a b", "langs": ["ita", "pol"]})
    chosen = labelled_sets([one, other], {"ita", "pol", "fra"})
    assert [len(dataset.samples) for dataset in chosen] == [2, 1]


def test_silver_is_said_by_the_data_or_by_name(tmp_path: Path) -> None:
    write(tmp_path / "npi-eng.jsonl", GOOD)
    write(tmp_path / "own.jsonl", {**GOOD, "silver": True})
    read = {one.name: one.samples[0] for one in labelled_sets(tmp_path, {"tur", "eng"})}
    assert {name: sample.silver for name, sample in read.items()} == {"npi-eng": False, "own": True}
    assert sample_of(read["own"].to_dict()) == read["own"]
    named = labelled_sets(tmp_path, {"tur", "eng"}, silver=["npi-eng"])
    assert all(one.samples[0].silver for one in named)
    with pytest.raises(InputError, match="no data set is called hin-eng; there are npi-eng, own"):
        labelled_sets(tmp_path, {"tur", "eng"}, silver=["hin-eng"])
    with pytest.raises(InputError, match="silver and silver_words must be true or false"):
        read_dataset(write(tmp_path / "bad.jsonl", {**GOOD, "silver": "yes"}))


def test_a_file_that_is_silver_in_part(tmp_path: Path) -> None:
    """What people have labelled counts; the rest gets its own name."""
    write(tmp_path / "tur-eng.jsonl", GOOD, {**GOOD, "text": "other", "silver": True}, {**GOOD, "text": "third"})
    gold, silver = labelled_sets(tmp_path, {"tur", "eng"})
    assert [(one.name, one.counts, len(one.samples)) for one in (gold, silver)] == [
        ("tur-eng", True, 2), ("tur-eng-silver", False, 1),
    ]  # fmt: skip
    (named,) = labelled_sets(tmp_path, {"tur", "eng"}, silver=["tur-eng"])
    assert (named.name, named.counts, len(named.samples)) == ("tur-eng", False, 3)


def test_both_kinds_in_one_file(tmp_path: Path) -> None:
    path = write(tmp_path / "chat.jsonl", GOOD, MONO)
    (both,) = labelled_sets(path, {"tur", "eng"})
    assert [(one.name, one.is_natural) for one in judged_by_kind([both])] == [("chat", False), ("mono-chat", False)]
    pair = read_dataset(write(tmp_path / "tur-eng.jsonl", GOOD))
    assert [one.name for one in judged_by_kind([both, pair])] == ["tur-eng", "mono-chat"]
    mono = read_dataset(write(tmp_path / "mono.jsonl", MONO))
    assert [one.name for one in judged_by_kind([both, pair, mono])] == ["tur-eng", "mono"]
