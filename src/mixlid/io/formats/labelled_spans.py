"""What formats of annotation tools share: parts of a text that have a label.

Written, every word that might be in a language is a part with the code of its language, so that whoever corrects it
changes one word. Read, a part may be as long as somebody has drawn it: each word in it has its label.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from mixlid.io.formats.records import Mark, WriteOptions
from mixlid.io.formats.transcript import code_of
from mixlid.result import NO_LANGUAGE, Answer
from mixlid.text.words import tokenize

#: What a word has that two labels share, and one that has none.
MIXED, NOTHING = "mixed", "_"


class LabelledSpan(NamedTuple):
    start: int
    end: int
    label: str


def spans_of(answer: Answer, options: WriteOptions) -> Iterator[LabelledSpan]:
    """The words of an answer with their codes; numbers, punctuation and the like have none."""
    for word in answer.words:
        if word.label != NO_LANGUAGE:
            yield LabelledSpan(word.start, word.end, code_of(word.label, options))


def marks_of(text: str, spans: Iterable[LabelledSpan]) -> tuple[Mark, ...]:
    """The words of a text that somebody has labelled, in order; one without a label is in no language."""
    labels: dict[int, str] = {}
    for span in spans:
        for place in range(max(span.start, 0), min(span.end, len(text))):
            labels[place] = span.label if labels.get(place, span.label) == span.label else MIXED
    marks = []
    for token in tokenize(text):
        found = {labels[place] for place in range(token.start, token.end) if place in labels}
        code = NOTHING if not found else found.pop() if len(found) == 1 else MIXED
        marks.append(Mark(token.start, token.end, code))
    return tuple(marks)
