"""The Turkish-English corpus of Yirmibeşoğlu and Eryiğit: `token t` or `token e` per line, blank lines between
sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from mixlid_lab.corpora.reading import CorpusOptions, Entry, Format, Tags
from mixlid_lab.corpora.tagged_lines import read_columns

TAGS = {"t": "tur", "e": "eng"}


def read(path: Path, options: CorpusOptions) -> Iterator[Entry]:
    return read_columns(path, Tags(TAGS, options), lambda _: False)


def looks_like(_: Path, head: str) -> bool:
    lines = [line for line in head.splitlines()[:-1] if line.strip()]
    return bool(lines) and all(re.fullmatch(r"\S+\s+[te]\s*", line) for line in lines)


FORMAT = Format("token-tag", "Turkish-English: token and t or e a line", read, looks_like, ("tur", "eng"))
