"""FLORES: monolingual sentences, as folders of text files or as the tables on the Hugging Face hub.

FLORES-200 is `dev/eng_Latn.dev` and `devtest/eng_Latn.devtest`, one sentence per line. FLORES+ is Parquet or JSON lines
with `text`, `iso_639_3`, `iso_15924` and perhaps `split`. `dev` stays development data; `devtest` is for testing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mixlid.errors import InputError, MissingDependencyError
from mixlid.text.labels import split
from mixlid_lab.corpora.reading import CorpusOptions, Entry, Fault, Format, RawSentence, RowError, text_lines

#: Macrolanguage codes in FLORES-200, and the language that the text is in.
TAGS = {"est": "ekk", "grn": "gug", "kon": "kng", "tgl": "fil"}
#: The use of each part.
PARTS = {"dev": "dev", "devtest": "test"}
_TEXT_FILE = re.compile(r"([a-z]{3}_[A-Z][a-z]{3})\.(dev|devtest)")
_COLUMNS = ("text", "iso_639_3", "iso_15924")


def read(path: Path, options: CorpusOptions) -> Iterator[Entry]:
    if path.is_dir():
        files = sorted(file for file in path.rglob("*") if _is_part(file))
        if not files:
            raise InputError(f"{path} has no FLORES files, such as dev/eng_Latn.dev or devtest.parquet")
        for file in files:
            yield from _read_file(file, options)
    else:
        yield from _read_file(path, options)


def _read_file(path: Path, options: CorpusOptions) -> Iterator[Entry]:
    named = _TEXT_FILE.fullmatch(path.name)
    if named:
        if _is_wanted(named[1], options):
            yield from _read_text(path, named[1], PARTS[named[2]])
        return
    for line, row in _parquet_rows(path) if path.suffix == ".parquet" else _json_rows(path):
        try:
            if isinstance(row, RowError):
                raise row
            label, text = _label_and_text(row)
        except RowError as error:
            yield (Fault(path, line, str(error)),)
            continue
        if _is_wanted(label, options):
            part = PARTS.get(str(row.get("split") or ""), _part_in_name(path))
            yield _sentence(path, line, label, text, part, str(row.get("id", "")))


def _read_text(path: Path, label: str, part: str) -> Iterator[Entry]:
    for number, line in text_lines(path):
        if line.strip():
            yield _sentence(path, number, label, line, part, str(number))
        else:
            yield (Fault(path, number, "the line is empty; a sentence was expected"),)


def _sentence(path: Path, line: int, label: str, text: str, part: str, identifier: str) -> RawSentence:
    return RawSentence(path, line, tuple(text.split()), (), text, frozenset({language_of(label)}), identifier, part)


def _label_and_text(row: Any) -> tuple[str, str]:
    values = [row.get(column) for column in _COLUMNS] if isinstance(row, Mapping) else []
    text, language, script = values or (None, None, None)
    if not isinstance(text, str) or not text.strip() or not isinstance(language, str) or not isinstance(script, str):
        raise RowError(f"expected {', '.join(_COLUMNS)}, each with a value")
    return f"{language}_{script}", text


def _json_rows(path: Path) -> Iterator[tuple[int, Any]]:
    for number, line in text_lines(path):
        if line.strip():
            try:
                yield number, json.loads(line)
            except ValueError as error:
                yield number, RowError(f"it is not JSON ({error})")


def _parquet_rows(path: Path) -> Iterator[tuple[int, Any]]:
    """Rows instead of lines, counted from 1."""
    try:
        from pyarrow import ArrowException, parquet
    except ImportError as error:
        raise MissingDependencyError("pyarrow", "parquet", f"reading {path}") from error
    try:
        with parquet.ParquetFile(path) as file:
            names = [name for name in (*_COLUMNS, "split", "id") if name in file.schema_arrow.names]
            missing = set(_COLUMNS) - set(names)
            if missing:
                raise InputError(f"{path} has no column {', '.join(sorted(missing))}; FLORES has {', '.join(_COLUMNS)}")
            number = 0
            for batch in file.iter_batches(columns=names):
                for row in batch.to_pylist():
                    number += 1
                    yield number, row
    except (ArrowException, OSError) as error:
        raise InputError(f"{path} cannot be read as parquet: {error}") from error


def _is_part(path: Path) -> bool:
    return path.is_file() and (
        path.suffix == ".parquet" or bool(_TEXT_FILE.fullmatch(path.name)) or ".jsonl" in path.suffixes
    )


def _part_in_name(path: Path) -> str:
    """The part according to the name of the file or folder, as in `devtest-00000-of-00001.parquet`."""
    for name in (path.name, path.parent.name):
        match = re.match(r"(devtest|dev)(?![a-z])", name)
        if match:
            return PARTS[match[1]]
    return ""


def language_of(label: str) -> str:
    """`ekk` for `est_Latn` or `est`."""
    language = split(label)[0]
    return TAGS.get(language, language)


def _is_wanted(label: str, options: CorpusOptions) -> bool:
    """Whether a label is asked for, by language or in full, in FLORES's codes or ours."""
    if not options.languages:
        return True
    script = split(label)[1]
    return any(
        language_of(wanted) == language_of(label) and split(wanted)[1] in ("", script) for wanted in options.languages
    )  # fmt: skip


def looks_like(path: Path, head: str) -> bool:
    if path.is_dir():
        return any(_is_part(file) for file in path.rglob("*"))
    return path.suffix == ".parquet" or bool(_TEXT_FILE.fullmatch(path.name)) or '"iso_639_3"' in head


FORMAT = Format("flores", "FLORES-200 folders, FLORES+ parquet or JSON lines", read, looks_like, monolingual=True)
