"""heliport (HeLI-OTS in Rust): its single answer, which may be `und` below a confidence threshold, and its top k.

Its scores are not probabilities. It merges languages that it counts as one (`msa`) only after taking the top k, so k=2
may give one language; this is left as it is. Its package is under the GPL and includes its model.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from mixlid.results.result import NO_LANGUAGE, UNKNOWN
from mixlid_lab.evaluation.codes import iso639_3
from mixlid_lab.peers.peer import Peer, PeerAnswer

#: Its `msa` covers Indonesian, Malay and Minangkabau, mostly Indonesian; other tools distinguish them.
_WIDE = {"msa": "ind"}


@dataclass(frozen=True)
class HeliportPeer(Peer):
    """Its default answer, the best language whatever its confidence, and the best two."""

    module = "heliport"
    package = "heliport"

    @property
    def languages(self) -> frozenset[str]:
        # Longer codes are variants (`msaind`), which it answers as the language that they begin with.
        codes = (code for code in _identifier().get_confidence_all() if len(code) == 3)
        return frozenset(map(_code, codes)) - {UNKNOWN, NO_LANGUAGE}

    @property
    def settings(self) -> Mapping[str, Mapping[str, Any]]:
        return {"heliport": {"method": "identify"}, "heliport k=1": {"k": 1}, "heliport k=2": {"k": 2}}

    def answers(self, text: str, systems: Collection[str]) -> Mapping[str, PeerAnswer]:
        answers = {}
        for system in systems:
            k = self.settings[system].get("k")
            codes = [_identifier().identify(text)] if k is None else _identifier().identify_topk(text, k)
            answers[system] = PeerAnswer(tuple(map(_code, codes)))
        return answers


@lru_cache(maxsize=1)
def _identifier() -> Any:
    return HeliportPeer.tool().Identifier()


def _code(code: str) -> str:
    return _WIDE.get(code) or iso639_3(code)
