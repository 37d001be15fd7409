"""Where the sentences of many texts in UTF-8 begin and end; `sentence_offsets.pxi` is the compiled version."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mixlid.text.sentences import ends_in_utf8, split_sentences

Ints = NDArray[np.int64]


class SentenceOffsets(NamedTuple):
    #: How many sentences each text has.
    counts: Ints
    #: Of all sentences, text after text: where each begins in its text, in characters,
    starts: Ints
    #: and where it begins and ends in the data, in bytes.
    first: Ints
    last: Ints


def sentence_offsets(data: Any, starts: Ints, ends: Ints, longest: int) -> SentenceOffsets | None:
    """A text of up to `longest` characters is one sentence. None if all are, or if one that may not be is not UTF-8."""
    counts, places, first, last = list[int](), list[int](), list[int](), list[int]()
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        cut, here = [(0, 0)], [end]
        if end - start > longest:
            try:
                text = str(memoryview(data)[start:end], "utf-8")
            except UnicodeDecodeError:
                return None
            if len(text) > longest:
                cut = split_sentences(text)
                here = ends_in_utf8(text, cut, start)
        counts.append(len(cut))
        places += [place for place, _ in cut]
        first += [start, *here[:-1]]  # sentences tile the text
        last += here
    if len(places) == len(counts):
        return None
    return SentenceOffsets(*(np.array(one, np.int64) for one in (counts, places, first, last)))
