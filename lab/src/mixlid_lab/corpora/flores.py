"""FLORES-200: monolingual sentences, one a line, in `dev/eng_Latn.dev` and `devtest/eng_Latn.devtest`.

`dev` stays development data; `devtest` is for testing.
"""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

from mixlid.errors import InputError
from mixlid.text.labels import split
from mixlid_lab.corpora.reading import CorpusOptions, Entries, Format, RawSentence, RowError, text_lines

#: Macrolanguage codes in FLORES-200, and the language that the text is in.
TAGS = {"est": "ekk", "grn": "gug", "kon": "kng", "tgl": "fil"}
#: The use of each part.
PARTS = {"dev": "dev", "devtest": "test"}
_FILE = re.compile(r"([a-z]{3}_[A-Z][a-z]{3})\.(dev|devtest)")


def read(path: Path, options: CorpusOptions) -> Entries:
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    parts = [(file, named) for file in files if (named := _FILE.fullmatch(file.name))]
    if not parts:
        raise InputError(f"{path} has no FLORES files, such as dev/eng_Latn.dev")
    for file, named in parts:
        if _is_wanted(named[1], options):
            for number, line in text_lines(file):
                yield number, partial(_sentence, named[1], line, PARTS[named[2]], str(number))


def _sentence(label: str, text: str, part: str, identifier: str) -> RawSentence:
    if not text.strip():
        raise RowError("the line is empty; a sentence was expected")
    return RawSentence(tuple(text.split()), (), text, frozenset({language_of(label)}), identifier, part)


def language_of(label: str) -> str:
    """`ekk` for `est_Latn` or `est`."""
    language = split(label)[0]
    return TAGS.get(language, language)


def _is_wanted(label: str, options: CorpusOptions) -> bool:
    """Whether a label is asked for, by language or in full, in FLORES's codes or ours."""
    script = split(label)[1]
    same = (wanted for wanted in options.languages if language_of(wanted) == language_of(label))
    return not options.languages or any(split(wanted)[1] in ("", script) for wanted in same)


def looks_like(path: Path, _: str) -> bool:
    files = path.rglob("*") if path.is_dir() else [path]
    return any(_FILE.fullmatch(file.name) for file in files)


FLORES = Format("flores", "FLORES-200 folders", read, looks_like, monolingual=True)
