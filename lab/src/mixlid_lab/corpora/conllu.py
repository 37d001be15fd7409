"""CoNLL-U of Universal Dependencies with languages in the last column: `Lang=tr`, and SAGT's finer `CSID=TR`.

A multiword token (`8-9`) is read once, as written; empty nodes (`8.1`) are skipped. Syntax is ignored.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mixlid.text.language_codes import NAMES, TWO_LETTER
from mixlid_lab.corpora.reading import (
    MIXED,
    NAME,
    OTHER,
    UNCLEAR,
    CorpusOptions,
    Entry,
    Fault,
    Format,
    RawSentence,
    RowError,
    Tags,
    blocks,
)

#: SAGT's `CSID=`, which overrides `Lang=` because it distinguishes names and mixed words.
CSID_TAGS = {
    "tr": "tur",
    "de": "deu",
    "mixed": MIXED,
    "other": OTHER,
    "lang3": OTHER,
    "ambig": UNCLEAR,
    **dict.fromkeys(("ne", "ne.tr", "ne.de", "ne.mixed", "ne.other", "ne.lang3", "ne.ambig"), NAME),
}
#: In `Lang=`, Universal Dependencies' codes for mixed treebanks stand for words that mix both languages.
LANG_TAGS = dict.fromkeys(("qtd", "qhe", "qfn", "qaf", "qti"), MIXED)
#: Codes of other languages.
_CODES = {**dict.fromkeys(NAMES), **TWO_LETTER}
FURTHER_LANG_TAGS = {short: long or short for short, long in _CODES.items()}
#: Parts of speech that have no language.
_NO_LANGUAGE = {"PUNCT", "SYM", "NUM"}


@dataclass(frozen=True, slots=True)
class _Maps:
    csid: Tags
    lang: Tags


@dataclass(slots=True)
class _Word:
    form: str
    #: None until it is known from the words that the token consists of.
    tag: str | None
    space_after: bool


def read(path: Path, options: CorpusOptions) -> Iterator[Entry]:
    maps = _Maps(Tags(CSID_TAGS, options), Tags(LANG_TAGS, options, FURTHER_LANG_TAGS))
    for block in blocks(path):
        if any(not line.startswith("#") for _, line in block):
            yield _sentence(path, block, maps)


def _sentence(path: Path, block: list[tuple[int, str]], maps: _Maps) -> Entry:
    comments: dict[str, str] = {}
    words: list[_Word] = []
    faults: list[Fault] = []
    inner: list[str] = []
    range_end = 0
    for number, line in block:
        if line.startswith("#"):
            key, _, value = line[1:].partition("=")
            comments[key.strip()] = value.strip()
            continue
        try:
            fields = line.split("\t")
            if len(fields) != 10:
                raise RowError(f"expected 10 columns with tabs between them, found {len(fields)}")
            first, last = _numbers(fields[0])
            if last is None:  # an empty node
                continue
            tag = _tag(fields, maps)
            if first <= range_end:
                inner.append(tag or UNCLEAR)
                continue
            _complete_range(words, inner)
            inner, range_end = [], last if last > first else 0
            words.append(_Word(fields[1], tag, "SpaceAfter=No" not in fields[9].split("|")))
        except RowError as error:
            faults.append(Fault(path, number, str(error)))
    _complete_range(words, inner)
    published, joined = comments.get("text"), _joined(words)
    if not faults and published is not None and "".join(published.split()) != "".join(joined.split()):
        faults.append(Fault(path, block[0][0], "the words do not make up the text that `# text` gives"))
    if faults:
        return tuple(faults)
    return RawSentence(
        path, block[0][0], tuple(word.form for word in words), tuple(word.tag or UNCLEAR for word in words),
        joined if published is None else published, identifier=comments.get("sent_id", ""),
    )  # fmt: skip


def _numbers(field: str) -> tuple[int, int | None]:
    """`8` to (8, 8), `8-9` to (8, 9), `8.1` to (8, None)."""
    first, dot, _ = field.partition(".")
    first, dash, last = first.partition("-")
    try:
        return int(first), None if dot else int(last) if dash else int(first)
    except ValueError as error:
        raise RowError(f"the first column is {field!r}; expected a number, such as 8, 8-9 or 8.1") from error


def _tag(fields: list[str], maps: _Maps) -> str | None:
    notes = dict(item.partition("=")[::2] for item in fields[9].split("|"))
    if notes.get("CSID"):
        return maps.csid[notes["CSID"]]
    if notes.get("Lang"):
        return maps.lang[notes["Lang"]]
    if fields[3] in _NO_LANGUAGE:
        return OTHER
    return None if "-" in fields[0] else maps.lang.untagged(UNCLEAR)


def _complete_range(words: list[_Word], inner: list[str]) -> None:
    """A multiword token without a language of its own gets that of its words."""
    if words and words[-1].tag is None:
        tags = set(inner)
        words[-1].tag = tags.pop() if len(tags) == 1 else MIXED if tags else UNCLEAR


def _joined(words: list[_Word]) -> str:
    return "".join(word.form + " " * word.space_after for word in words).rstrip()


def looks_like(path: Path, head: str) -> bool:
    rows = [line for line in head.splitlines()[:-1] if line and not line.startswith("#")]
    return path.suffix == ".conllu" or (bool(rows) and all(line.count("\t") == 9 for line in rows))


FORMAT = Format("conllu", "Universal Dependencies with Lang= or CSID= in the last column", read, looks_like)
