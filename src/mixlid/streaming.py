"""Text that arrives in pieces, such as a chat answer or live captions: runs as soon as they can no longer change.

A sentence is identified once its end is certain, which the few characters after it decide. So runs do not depend on how
the text was cut into pieces, and they are those of its sentences as `Identifier.sentences` has them for a document. No
more than `DELAY` characters wait: a sentence is cut at a space after `MAX_CHARS`, and one that has no space in twice as
many, between two words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from mixlid.results.result import Answer
from mixlid.results.runs import Run, RunOptions
from mixlid.text.sentences import LOOK_AHEAD, MAX_CHARS, split_sentences
from mixlid.text.words import tokenize

#: How many characters after the end of a sentence may show that it is none.
_AHEAD = LOOK_AHEAD + 2
#: The longest sentence.
_MOST = 2 * MAX_CHARS
#: How many characters may wait for those that follow.
DELAY = _MOST + _AHEAD


class Sentences:
    """Cuts a text that arrives in pieces into sentences."""

    def __init__(self) -> None:
        self._waiting, self._before = "", 0

    def feed(self, piece: str, is_last: bool = False) -> Iterator[tuple[int, str]]:
        """The sentences that have certainly ended, each with where it begins; with `is_last` all the rest."""
        waiting, start = self._waiting + piece, 0
        for end in _ends(waiting, is_last):
            yield self._before + start, waiting[start:end]
            start = end
        self._waiting, self._before = waiting[start:], self._before + start


def stream_runs(identify: Callable[[str], Answer], pieces: Iterable[str], options: RunOptions) -> Iterator[Run]:
    """The runs of a text that arrives in pieces, with offsets into all of it."""
    sentences = Sentences()
    for piece, is_last in chain(((piece, False) for piece in pieces), [("", True)]):
        for start, sentence in sentences.feed(piece, is_last):
            for run in identify(sentence).runs(**options._asdict()):
                yield run._replace(start=start + run.start, end=start + run.end)


def _ends(text: str, is_last: bool) -> Iterator[int]:
    """Where sentences certainly end, whatever follows; with `is_last` nothing follows."""
    known = len(text) if is_last else len(text) - _AHEAD
    sure = max((end for _, end in split_sentences(text, len(text) + 1) if end <= known), default=0)
    for start, end in split_sentences(text):
        is_sure = is_last or end <= sure or (start + MAX_CHARS <= known and end <= known)
        while end - start > _MOST and (is_sure or start + _MOST <= known):
            words = tokenize(text[start : start + MAX_CHARS])
            start += words[-1].start if words and words[-1].start else MAX_CHARS
            yield start
        if not is_sure:
            return
        yield end
