"""Labelled spans of a text, as the formats of annotation tools have them.

Output has a span for every word that may be in a language, so that people can correct single words. On input a span may
have any length: each word in it gets its label.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mixlid.io.formats.records import Annotation, WriteOptions
from mixlid.io.formats.transcript import code_of
from mixlid.results.result import NO_LANGUAGE, Answer
from mixlid.text.words import tokenize

#: The code of a word with two labels, and of one without a label.
MIXED, NOTHING = "mixed", "_"


def spans_of(answer: Answer, options: WriteOptions) -> Iterator[Annotation]:
    """The words of an answer with their language codes, without numbers, punctuation and the like."""
    for word in answer.words:
        if word.label != NO_LANGUAGE:
            yield Annotation(word.start, word.end, code_of(word.label, options))


def word_annotations(text: str, spans: Iterable[Annotation]) -> tuple[Annotation, ...]:
    """The words of a labelled text, in order; a word without a label is in no language."""
    labels: dict[int, str] = {}
    for span in spans:
        for place in range(max(span.start, 0), min(span.end, len(text))):
            labels[place] = span.code if labels.get(place, span.code) == span.code else MIXED
    annotations = []
    for token in tokenize(text):
        found = {labels[place] for place in range(token.start, token.end) if place in labels}
        code = NOTHING if not found else found.pop() if len(found) == 1 else MIXED
        annotations.append(Annotation(token.start, token.end, code))
    return tuple(annotations)
