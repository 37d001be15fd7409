"""LinCE and CALCS: a token, a tab (spaces in some copies) and its tag on each line; `# sent_enum = 7` before a
sentence.

Which language `lang1` is depends on the corpus. In LinCE's pairs with English it is English; otherwise use `--map`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from mixlid_lab.corpora.reading import MIXED, NAME, OTHER, UNCLEAR, CorpusOptions, Entry, Format, Tags
from mixlid_lab.corpora.tagged_lines import read_columns

#: `ne` is a name here, never Nepali. Words of a third language (`fw`) belong to neither language of the pair.
TAGS = {"ne": NAME, "mixed": MIXED, "other": OTHER, "fw": OTHER, "ambiguous": UNCLEAR, "unk": UNCLEAR}
#: `#word` is a hashtag, and a lone `#` is a token.
_COMMENT = re.compile(r"#\s+\w+\s*=")


def numbered_languages(pair: tuple[str, ...]) -> dict[str, str]:
    """`lang1` and `lang2` of a pair with English; empty for other pairs."""
    others = [code for code in pair if code != "eng"]
    return {"lang1": "eng", "lang2": others[0]} if len(others) == 1 and len(pair) == 2 else {}


def read(path: Path, options: CorpusOptions) -> Iterator[Entry]:
    tags = Tags({**TAGS, **numbered_languages(options.pair)}, options)
    return read_columns(path, tags, lambda line: bool(_COMMENT.match(line)))


def looks_like(path: Path, head: str) -> bool:
    tagged = re.search(r"^\S+[\t ]+(lang[12]|other|ne|mixed|unk|ambiguous|fw)\s*$", head, re.MULTILINE)
    return "# sent_enum" in head or path.suffix == ".conll" or tagged is not None


FORMAT = Format("lince", "LinCE and CALCS: token and tag a line, lang1 lang2 ne mixed other …", read, looks_like)
