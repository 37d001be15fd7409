"""Our own JSON lines: `text` and `langs`, with `tokens` and `tags` if words are labelled."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from mixlid.adapt.labelled import sample_of
from mixlid_lab.corpora.reading import (
    NOT_LANGUAGES,
    CorpusOptions,
    Entry,
    Fault,
    Format,
    RawSentence,
    RowError,
    Tags,
    text_lines,
)

#: Tags that are not languages stand for themselves.
TAGS = {tag: tag for tag in sorted(NOT_LANGUAGES)}


def read(path: Path, options: CorpusOptions) -> Iterator[Entry]:
    tags = Tags(TAGS, options)
    for number, line in text_lines(path):
        if not line.strip():
            continue
        try:
            sample = sample_of(json.loads(line))
            labels = tuple(tags[tag] for tag in sample.tags)
            tokens = sample.tokens if labels else tuple(sample.text.split())
            yield RawSentence(
                path, number, tokens, labels, sample.text, sample.languages,
                silver=sample.silver, silver_words=sample.silver_words,
            )  # fmt: skip
        except RowError as error:
            yield (Fault(path, number, str(error)),)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            yield (Fault(path, number, f"expected an object with text and langs ({error!r})"),)


def looks_like(_: Path, head: str) -> bool:
    return head.lstrip().startswith("{") and '"langs"' in head


FORMAT = Format("jsonl", "JSON lines with text and langs", read, looks_like)
