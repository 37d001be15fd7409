"""The table of formats: everything in it exists, and file names mean what it says."""

from __future__ import annotations

import importlib
from collections import Counter

import pytest

from mixlid.errors import InputError
from mixlid.io import formats
from mixlid.io.bulk.plan import make_plan
from mixlid.io.formats.file_types import FileType, file_name_for, input_type, parse_file_type


def test_every_entry_can_be_used() -> None:
    for format in formats.FORMATS.values():
        module = importlib.import_module(format.module or f"mixlid.io.formats.{format.name}")
        assert format.reader or format.writer, format.name
        for name in filter(None, (format.reader, format.writer)):
            assert callable(getattr(module, name))
        output = format.default_output or format.name
        assert formats.FORMATS[output].writer, f"{format.name} is written as {output}, which nothing writes"
        assert all(suffix.startswith(".") for suffix in format.suffixes)
        assert format.suffixes
    for known in (formats.inputs(), formats.outputs()):
        called = [formats.FORMATS[name] for name in known if not formats.FORMATS[name].shares_suffixes]
        suffixes = Counter(suffix for format in called for suffix in format.suffixes)
        assert suffixes.most_common(1)[0][1] == 1, "one suffix means two formats"


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
            parse_file_type(text, formats.inputs())
    assert parse_file_type("JSONL.gz", formats.inputs()) == ("jsonl", "gz")


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
