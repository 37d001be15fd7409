"""CLD2, through pycld2: up to three languages with their shares, and the stretches of text in each.

It refuses text with control characters or noncharacters, so each is replaced by a space. For short texts its stretches
often have no language although it names one for the text; they are taken as given.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Any

from mixlid.results.result import UNKNOWN
from mixlid_lab.evaluation.codes import iso639_3
from mixlid_lab.evaluation.predictions import FoundWord
from mixlid_lab.peers.peer import Peer, PeerAnswer

#: CLD2's code for "no language".
_NONE = "un"
_REFUSED = re.compile(
    "[\0-\x08\x0b\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef"
    + "".join(chr(plane << 16 | last) for plane in range(17) for last in (0xFFFE, 0xFFFF))
    + "]"
)


@dataclass(frozen=True)
class Cld2Peer(Peer):
    """With default options, where an answer called unreliable counts as none; and with its option for short texts."""

    module = "pycld2"
    package = "pycld2"

    @property
    def languages(self) -> frozenset[str]:
        return _languages()

    @property
    def settings(self) -> Mapping[str, Mapping[str, Any]]:
        return {"cld2": {"bestEffort": False}, "cld2 best effort": {"bestEffort": True}}

    def answers(self, text: str, systems: Collection[str]) -> Mapping[str, PeerAnswer]:
        allowed = _REFUSED.sub(" ", text)
        return {system: _answer(allowed, **self.settings[system]) for system in systems}


def _answer(text: str, **options: Any) -> PeerAnswer:
    cld2 = Cld2Peer.tool()
    reliable, _, details, stretches = cld2.detect(text, isPlainText=True, returnVectors=True, **options)
    if not reliable:
        return PeerAnswer((), ())
    points = CodePoints(text)
    words = tuple(
        FoundWord(points.at(start), points.at(start + length), language)
        for start, length, _, code in stretches
        if (language := iso639_3(code)) != UNKNOWN
    )
    return PeerAnswer(tuple(iso639_3(code) for _, code, _, _ in details if code != _NONE), words)


class CodePoints:
    """Converts offsets into a text's UTF-8 to offsets into the text."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *accumulate(len(character.encode()) for character in text)]

    def at(self, byte: int) -> int:
        """The code point that begins at or contains this byte."""
        return bisect_right(self._starts, byte) - 1


@lru_cache(maxsize=1)
def _languages() -> frozenset[str]:
    """The languages that it says it detects; it has names for many more."""
    cld2 = Cld2Peer.tool()
    codes = dict(cld2.LANGUAGES)
    return frozenset(iso639_3(codes[name]) for name in cld2.DETECTED_LANGUAGES) - {UNKNOWN}
