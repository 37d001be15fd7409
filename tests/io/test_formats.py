"""The table of formats: everything in it exists, and file names mean what it says."""

from __future__ import annotations

from collections import Counter
from typing import Literal

import pytest

from mixlid.errors import InputError
from mixlid.io import formats
from mixlid.io.bulk.plan import make_plan
from mixlid.io.formats.file_types import FileType, file_name_for, input_type, parse_file_type
from mixlid.io.formats.sniff import sniff


def test_every_format_can_be_used() -> None:
    for format in formats.installed():
        assert format.reader or format.writer, format.name
        assert not format.reader or callable(format.load("reader"))
        assert not format.writer or callable(format.load("writer"))
        output = format.default_output or format.name
        assert formats.get(output).writer, f"{format.name} is written as {output}, which nothing writes"
        assert format.suffixes
        assert all(suffix.startswith(".") for suffix in format.suffixes)


@pytest.mark.parametrize("role", ["reader", "writer"])
def test_one_suffix_means_one_format(role: Literal["reader", "writer"]) -> None:
    core = Counter(suffix for format in formats.CORE.values() if getattr(format, role) for suffix in format.suffixes)
    others = [one for one in formats.installed() if one.name not in formats.CORE]
    more = Counter(suffix for format in others for suffix in {*format.suffixes} - {*core})
    assert (core + more).most_common(1)[0][1] == 1


def test_plug_ins_are_looked_up_only_if_the_core_is_not_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def plug_ins() -> dict[str, formats.Format]:
        asked.append(1)
        return {}

    monkeypatch.setattr(formats, "_plug_ins", plug_ins)
    assert formats.get("jsonl").name == "jsonl"
    assert input_type("a.csv.gz", None) == ("csv", "gz")
    assert input_type("a", None) == ("txt", "")
    assert sniff(b"The map, and the sea.\nHello!\n", "txt", "a").format is None
    assert sniff(b'{"text": "the map"}\n', "jsonl", "a.jsonl").format is None
    assert not asked
    assert input_type("a.cha", None) == ("txt", "")
    assert asked


@pytest.mark.parametrize(
    ("name", "form", "expected"),
    [
        ("a.txt.gz", FileType("jsonl", "gz"), "a.jsonl.gz"),
        ("a.txt", FileType("text"), "a.txt"),
        ("a.log", FileType("text"), "a.log.txt"),
        ("a.tab.xz", FileType("tsv"), "a.tab"),
        ("A.NDJSON", FileType("jsonl", "zst"), "A.NDJSON.zst"),
        ("a.csv.gz", FileType("parquet"), "a.parquet"),
        ("a", FileType("parquet"), "a.parquet"),
    ],
)
def test_names_of_outputs_in_a_folder(name: str, form: FileType, expected: str) -> None:
    assert file_name_for(name, form) == expected


def test_forms() -> None:
    assert input_type("a.JSONL.ZST", None) == ("jsonl", "zst")
    assert input_type("a.b.gz", None) == ("txt", "gz")
    assert input_type("a.json", FileType("txt")) == ("txt", "")
    with pytest.raises(InputError, match=r"a\.html\.gz ends in \.html, which mixlid does not read"):
        input_type("a.html.gz", None)
    for text in ("text", "jsonl.zip", "parquet.gz", ""):
        with pytest.raises(ValueError, match=f"^{text}$"):
            parse_file_type(text, "reader")
    assert parse_file_type("JSONL.gz", "reader") == ("jsonl", "gz")


@pytest.mark.parametrize(
    ("name", "output", "expected"),
    [
        ("a.txt", "-", ("text", "")),
        ("a.txt", "b.txt.gz", ("text", "gz")),
        ("a.txt", "b.jsonl", ("jsonl", "")),
        ("a.parquet", "-", ("jsonl", "")),
        ("a.parquet", "b.gz", ("jsonl", "gz")),
        ("a.parquet", "b.parquet", ("parquet", "")),
        ("a.csv", "b", ("csv", "")),
    ],
)
def test_the_form_of_an_output(name: str, output: str, expected: tuple[str, str]) -> None:
    (task,) = make_plan([name], None, output, None, None, None).tasks
    assert task.file_type == expected
