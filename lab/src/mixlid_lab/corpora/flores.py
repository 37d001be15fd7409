"""FLORES: monolingual sentences, as folders of text files or as the tables on the Hugging Face hub.

FLORES-200 is `dev/eng_Latn.dev` and `devtest/eng_Latn.devtest`, one sentence per line. FLORES+ is Parquet or JSON lines
with `text`, `iso_639_3`, `iso_15924` and perhaps `split`. `dev` stays development data; `devtest` is for testing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from mixlid.errors import InputError, MissingDependencyError
from mixlid.text.labels import split
from mixlid_lab.corpora.reading import CorpusOptions, Entries, Format, RawSentence, RowError, text_lines

#: Macrolanguage codes in FLORES-200, and the language that the text is in.
TAGS = {"est": "ekk", "grn": "gug", "kon": "kng", "tgl": "fil"}
#: The use of each part.
PARTS = {"dev": "dev", "devtest": "test"}
_TEXT_FILE = re.compile(r"([a-z]{3}_[A-Z][a-z]{3})\.(dev|devtest)")
_COLUMNS = ("text", "iso_639_3", "iso_15924")


def read(path: Path, options: CorpusOptions) -> Entries:
    files = sorted(file for file in path.rglob("*") if _is_part(file)) if path.is_dir() else [path]
    if not files:
        raise InputError(f"{path} has no FLORES files, such as dev/eng_Latn.dev or devtest.parquet")
    for file in files:
        if named := _TEXT_FILE.fullmatch(file.name):
            for number, line in text_lines(file) if _is_wanted(named[1], options) else ():
                yield number, partial(_sentence, named[1], line, PARTS[named[2]], str(number))
            continue
        for number, row in _parquet_rows(file) if file.suffix == ".parquet" else _json_rows(file):
            text, language, script = (row.get(name) for name in _COLUMNS) if isinstance(row, Mapping) else (None,) * 3
            if not (isinstance(text, str) and text.strip() and isinstance(language, str) and isinstance(script, str)):
                yield number, partial(_sentence, "", "", "", "")
            elif _is_wanted(f"{language}_{script}", options):
                part = PARTS.get(str(row.get("split") or ""), _part_in_name(file))
                yield number, partial(_sentence, f"{language}_{script}", text, part, str(row.get("id", "")))


def _sentence(label: str, text: str, part: str, identifier: str) -> RawSentence:
    if not label:
        raise RowError(f"expected JSON or a table with {', '.join(_COLUMNS)}, each with a value")
    if not text.strip():
        raise RowError("the line is empty; a sentence was expected")
    return RawSentence(tuple(text.split()), (), text, frozenset({language_of(label)}), identifier, part)


def _json_rows(path: Path) -> Iterator[tuple[int, Any]]:
    for number, line in text_lines(path):
        if line.strip():
            try:
                yield number, json.loads(line)
            except ValueError:
                yield number, None


def _parquet_rows(path: Path) -> Iterator[tuple[int, Any]]:
    """Rows instead of lines, counted from 1."""
    try:
        from pyarrow import ArrowException, parquet
    except ImportError as error:
        raise MissingDependencyError("pyarrow", "parquet", f"reading {path}") from error
    try:
        table = parquet.read_table(path)
    except (ArrowException, OSError) as error:
        raise InputError(f"{path} cannot be read as parquet: {error}") from error
    if missing := set(_COLUMNS) - set(table.column_names):
        raise InputError(f"{path} has no column {', '.join(sorted(missing))}; FLORES has {', '.join(_COLUMNS)}")
    yield from enumerate(table.to_pylist(), start=1)


def _is_part(path: Path) -> bool:
    return path.is_file() and (
        path.suffix == ".parquet" or bool(_TEXT_FILE.fullmatch(path.name)) or ".jsonl" in path.suffixes
    )


def _part_in_name(path: Path) -> str:
    """The part according to the name of the file or folder, as in `devtest-00000-of-00001.parquet`."""
    matches = (re.match(r"(devtest|dev)(?![a-z])", name) for name in (path.name, path.parent.name))
    return next((PARTS[match[1]] for match in matches if match), "")


def language_of(label: str) -> str:
    """`ekk` for `est_Latn` or `est`."""
    language = split(label)[0]
    return TAGS.get(language, language)


def _is_wanted(label: str, options: CorpusOptions) -> bool:
    """Whether a label is asked for, by language or in full, in FLORES's codes or ours."""
    script = split(label)[1]
    same = (wanted for wanted in options.languages if language_of(wanted) == language_of(label))
    return not options.languages or any(split(wanted)[1] in ("", script) for wanted in same)


def looks_like(path: Path, head: str) -> bool:
    if path.is_dir():
        return any(_is_part(file) for file in path.rglob("*"))
    return path.suffix == ".parquet" or bool(_TEXT_FILE.fullmatch(path.name)) or '"iso_639_3"' in head


FLORES = Format("flores", "FLORES-200 folders, FLORES+ parquet or JSON lines", read, looks_like, monolingual=True)
