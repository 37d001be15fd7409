"""BaSCo: a JSON list of utterances in Basque or Spanish, each with `code-switching` variants; no word labels.

The variants are sentences in both languages; the `referent` that they were made from is in `source_lang`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mixlid.errors import InputError
from mixlid_lab.corpora.reading import CorpusOptions, Entry, Fault, Format, RawSentence, RowError, Tags, text_lines

TAGS = {"eu": "eus", "es": "spa"}
BOTH = frozenset(TAGS.values())


def read(path: Path, options: CorpusOptions) -> Iterator[Entry]:
    tags = Tags(TAGS, options)
    for number, (line, utterance) in enumerate(_utterances(path), start=1):
        if not isinstance(utterance, dict):
            yield (Fault(path, line, "expected an object with referent, source_lang and code-switching"),)
            continue
        yield _entry(path, line, f"{number}", utterance.get("referent"), utterance.get("source_lang"), tags)
        variants = utterance.get("code-switching")
        if not isinstance(variants, list):
            yield (Fault(path, line, "the utterance has no list of code-switching variants"),)
            continue
        for place, variant in enumerate(variants, start=1):
            text = variant.get("text") if isinstance(variant, dict) else None
            yield _entry(path, line, f"{number}.{place}", text, None, tags)


def _entry(path: Path, line: int, identifier: str, text: Any, language: Any, tags: Tags) -> Entry:
    """A referent has one language; a variant has both."""
    try:
        if not isinstance(text, str) or not text.strip():
            raise RowError(f"utterance {identifier} has no text")
        if "." not in identifier and not isinstance(language, str):
            raise RowError(f"utterance {identifier} has no source_lang")
        languages = BOTH if "." in identifier else frozenset({tags[language]})
    except RowError as error:
        return (Fault(path, line, str(error)),)
    return RawSentence(path, line, tuple(text.split()), (), text, languages, identifier)


def _utterances(path: Path) -> Iterator[tuple[int, Any]]:
    """The items of the list, each with the line where it begins, which `json.loads` does not report."""
    text = "\n".join(line for _, line in text_lines(path))
    decoder = json.JSONDecoder()
    place, line, counted = _skip(text, 0), 1, 0
    try:
        if not text.startswith("[", place):
            raise json.JSONDecodeError("expected a list", text, place)
        place = _skip(text, place + 1)
        while not text.startswith("]", place):
            line += text.count("\n", counted, place)
            counted = place
            item, place = decoder.raw_decode(text, place)
            yield line, item
            place = _skip(text, place)
            if text.startswith(",", place):
                place = _skip(text, place + 1)
            elif not text.startswith("]", place):
                raise json.JSONDecodeError("expected a comma or the end of the list", text, place)
    except json.JSONDecodeError as error:
        raise InputError(f"{path}, line {error.lineno}: it is not BaSCo's JSON ({error.msg})") from error


def _skip(text: str, place: int) -> int:
    """The next index that is not white space."""
    while place < len(text) and text[place].isspace():
        place += 1
    return place


def looks_like(_: Path, head: str) -> bool:
    return head.lstrip().startswith("[") and '"code-switching"' in head


FORMAT = Format("basco", "BaSCo (Basque-Spanish): JSON utterances and variants", read, looks_like, ("eus", "spa"))
