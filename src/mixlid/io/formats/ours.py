"""The fields that mixlid adds to a record, for every format that has fields."""

from __future__ import annotations

from typing import Any

from mixlid.documents import DocumentResult
from mixlid.io.formats.records import Layout, WriteOptions
from mixlid.result import Answer
from mixlid.text.labels import split

_COMMON = ("languages", "language", "language_script", "language_score", "confidence", "is_mixed", "proportions")


def names(options: WriteOptions) -> tuple[str, ...]:
    """The names of our fields, in their order; `error` is not among them."""
    of_unit = {"line": ("margin",), "document": ("spans",), "sentence": ("spans", "sentences")}[options.unit]
    return (*_COMMON, *of_unit, *(options.constants or {}), *(("words",) if options.words else ()))


def values(answer: Answer, options: WriteOptions) -> dict[str, Any]:
    """Our fields of one answer, ready for JSON; the keys are `names(options)`."""
    language, script = split(answer.language)
    ours: dict[str, Any] = {
        "languages": list(answer.languages),
        "language": language if script else answer.language,
        "language_script": script,
        "language_score": answer.language_score,
        "confidence": answer.confidence,
        "is_mixed": answer.is_mixed,
        "proportions": answer.proportions,
    }
    if isinstance(answer, DocumentResult):
        ours["spans"] = [span.to_dict() for span in answer.spans]
        if options.unit == "sentence":
            ours["sentences"] = [sentence.to_dict() for sentence in answer.sentences]
    else:
        ours["margin"] = getattr(answer, "margin", None)
    ours |= options.constants or {}
    if options.words:
        ours["words"] = [word.to_dict() for word in answer.words]
    return ours


def nothing(error: str | None, options: WriteOptions) -> dict[str, Any]:
    """Our fields of a record that has no answer: all of them null, and what was wrong."""
    return {**dict.fromkeys(names(options)), **(options.constants or {}), "error": error}


def kept_columns(layout: Layout, taken: tuple[str, ...]) -> tuple[str, ...]:
    """The input's columns that stay: a column of the same name as one of ours is replaced."""
    return tuple(name for name in layout.columns or () if name not in taken)
