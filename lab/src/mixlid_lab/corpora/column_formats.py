"""Formats with a word on each line, and blank lines between sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from mixlid.text.language_codes import NAMES, TWO_LETTER
from mixlid_lab.corpora.reading import (
    MIXED,
    NAME,
    OTHER,
    UNCLEAR,
    CorpusOptions,
    Entries,
    Format,
    RawSentence,
    RowError,
    Tags,
    blocks,
)

Rows = Sequence[tuple[int, str]]

# LinCE and CALCS. Which language `lang1` is depends on the corpus: in LinCE's pairs with English it is English.
#: `ne` is a name here, never Nepali. Words of a third language (`fw`) belong to neither language of the pair.
LINCE_TAGS = {"ne": NAME, "mixed": MIXED, "other": OTHER, "fw": OTHER, "ambiguous": UNCLEAR, "unk": UNCLEAR}
#: `# sent_enum = 7`; but `#word` is a hashtag, and a lone `#` is a token.
_COMMENT = re.compile(r"#\s+\w+\s*=")


def read_lince(path: Path, options: CorpusOptions) -> Entries:
    others = [code for code in options.pair if code != "eng"]
    numbered = {"lang1": "eng", "lang2": others[0]} if len(others) == 1 and len(options.pair) == 2 else {}
    tags = Tags({**LINCE_TAGS, **numbered}, options)
    for block in blocks(path):
        comments = [line for _, line in block if _COMMENT.match(line)]
        if rows := [row for row in block if not _COMMENT.match(row[1])]:
            yield rows[0][0], partial(_columns, rows, tags, " ".join(comments).strip("# "))


def read_token_tag(path: Path, options: CorpusOptions) -> Entries:
    """The Turkish-English corpus of Yirmibeşoğlu and Eryiğit: `token t` or `token e` per line."""
    tags = Tags({"t": "tur", "e": "eng"}, options)
    for block in blocks(path):
        yield block[0][0], partial(_columns, block, tags, "")


def _columns(rows: Rows, tags: Tags, identifier: str) -> RawSentence:
    """Tokens and tags, with tabs or spaces between. A third column, which LinCE's other tasks have, is ignored."""
    words = []
    for number, line in rows:
        fields = [field.strip() for field in line.split("\t")] if "\t" in line else line.split()
        if len(fields) not in (2, 3) or not all(fields[:2]):
            raise RowError(f"expected a token and a tag, found {line.strip()!r}", number)
        words.append((fields[0], _meaning(tags, fields[1], number)))
    tokens, labels = zip(*words, strict=True)
    return RawSentence(tokens, labels, identifier=identifier)


def _meaning(tags: Tags, tag: str, line: int) -> str:
    try:
        return tags[tag]
    except RowError as error:
        raise RowError(str(error), line) from error


# CoNLL-U of Universal Dependencies with languages in the last column: `Lang=tr`, and SAGT's finer `CSID=TR`. A
# multiword token (`8-9`) is read once, as written; empty nodes (`8.1`) are skipped. Syntax is ignored.
#: `CSID=` overrides `Lang=` because it distinguishes names and mixed words.
CSID_TAGS = {
    "tr": "tur", "de": "deu", "mixed": MIXED, "other": OTHER, "lang3": OTHER, "ambig": UNCLEAR,
    **dict.fromkeys(("ne", "ne.tr", "ne.de", "ne.mixed", "ne.other", "ne.lang3", "ne.ambig"), NAME),
}  # fmt: skip
#: In `Lang=`, Universal Dependencies' codes for mixed treebanks stand for words that mix both languages.
LANG_TAGS = dict.fromkeys(("qtd", "qhe", "qfn", "qaf", "qti"), MIXED)
#: Codes of other languages.
FURTHER_LANG_TAGS = {short: long or short for short, long in {**dict.fromkeys(NAMES), **TWO_LETTER}.items()}
#: Parts of speech that have no language.
_NO_LANGUAGE = {"PUNCT", "SYM", "NUM"}


def read_conllu(path: Path, options: CorpusOptions) -> Entries:
    csid, lang = Tags(CSID_TAGS, options), Tags(LANG_TAGS, options, FURTHER_LANG_TAGS)
    for block in blocks(path):
        if any(not line.startswith("#") for _, line in block):
            yield block[0][0], partial(_conllu_sentence, block, csid, lang)


def _conllu_sentence(block: Rows, csid: Tags, lang: Tags) -> RawSentence:
    comments = dict(line[1:].partition("=")[::2] for _, line in block if line.startswith("#"))
    about = {key.strip(): value.strip() for key, value in comments.items()}
    tokens: list[str] = []
    #: For each token its own tag, or those of the words that it consists of.
    tags: list[list[str]] = []
    joined, range_end, complete = "", 0, True
    for number, line in block:
        if line.startswith("#"):
            continue
        fields = line.split("\t")
        if len(fields) != 10:
            raise RowError(f"expected 10 columns with tabs between them, found {len(fields)}", number)
        place = re.fullmatch(r"(\d+)(?:-(\d+)|(\.\d+))?", fields[0])
        if place is None:
            raise RowError(f"the first column is {fields[0]!r}; expected a number, such as 8, 8-9 or 8.1", number)
        if place[3]:  # an empty node
            continue
        notes = dict(item.partition("=")[::2] for item in fields[9].split("|"))
        if notes.get("CSID"):
            own = [_meaning(csid, notes["CSID"], number)]
        elif notes.get("Lang"):
            own = [_meaning(lang, notes["Lang"], number)]
        else:
            own = [OTHER] if fields[3] in _NO_LANGUAGE else [] if place[2] else [lang.untagged(UNCLEAR)]
        if int(place[1]) <= range_end:
            if not complete:
                tags[-1] += own or [UNCLEAR]
            continue
        range_end, complete = int(place[2] or 0), bool(own)
        tokens.append(fields[1])
        tags.append(own)
        joined += fields[1] + " " * ("SpaceAfter=No" not in fields[9].split("|"))
    published = about.get("text", joined.rstrip())
    if "".join(published.split()) != "".join(joined.split()):
        raise RowError("the words do not make up the text that `# text` gives")
    # A multiword token without a language of its own gets that of its words.
    labels = (own[0] if len(set(own)) == 1 else MIXED if own else UNCLEAR for own in tags)
    return RawSentence(tuple(tokens), tuple(labels), published, identifier=about.get("sent_id", ""))


def _is_lince(path: Path, head: str) -> bool:
    tagged = re.search(r"^\S+[\t ]+(lang[12]|other|ne|mixed|unk|ambiguous|fw)\s*$", head, re.MULTILINE)
    return "# sent_enum" in head or path.suffix == ".conll" or tagged is not None


def _is_token_tag(_: Path, head: str) -> bool:
    lines = [line for line in head.splitlines()[:-1] if line.strip()]
    return bool(lines) and all(re.fullmatch(r"\S+\s+[te]\s*", line) for line in lines)


def _is_conllu(path: Path, head: str) -> bool:
    rows = [line for line in head.splitlines()[:-1] if line and not line.startswith("#")]
    return path.suffix == ".conllu" or (bool(rows) and all(line.count("\t") == 9 for line in rows))


CONLLU = Format("conllu", "Universal Dependencies with Lang= or CSID= in the last column", read_conllu, _is_conllu)
LINCE = Format("lince", "LinCE and CALCS: token and tag a line, lang1 lang2 ne mixed other …", read_lince, _is_lince)
TOKEN_TAG = Format(
    "token-tag", "Turkish-English: token and t or e a line", read_token_tag, _is_token_tag, ("tur", "eng")
)
