"""langdetect: the most probable language, and all that it reports (it only keeps those above 0.1).

It draws n-grams at random. The seed is fixed, and its profiles are read sorted by name instead of in the order of the
folder, so that answers are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from mixlid_lab.evaluation.codes import iso639_3
from mixlid_lab.peers.peer import Peer, PeerAnswer

SEED = 0


@dataclass(frozen=True)
class LangdetectPeer(Peer):
    """Two systems from one detection."""

    module = "langdetect"
    package = "langdetect"

    @property
    def languages(self) -> frozenset[str]:
        return frozenset(map(iso639_3, _factory().get_lang_list()))

    @property
    def settings(self) -> Mapping[str, Mapping[str, Any]]:
        return {"langdetect k=1": {"seed": SEED, "k": 1}, "langdetect p>0.1": {"seed": SEED, "threshold": 0.1}}

    def answers(self, text: str, systems: Collection[str]) -> Mapping[str, PeerAnswer]:  # noqa: ARG002
        ranked = _probabilities(text)
        best = ranked[:1]
        return {
            "langdetect k=1": PeerAnswer(tuple(code for code, _ in best), confidence=best[0][1] if best else None),
            "langdetect p>0.1": PeerAnswer(tuple(code for code, _ in ranked)),
        }


def _probabilities(text: str) -> list[tuple[str, float]]:
    """Languages and their probabilities, best first; empty for a text without letters that it knows."""
    detector = _factory().create()
    detector.append(text)
    try:
        # Seven runs are averaged, so the sum may be slightly more than one.
        return [(iso639_3(one.lang), min(one.prob, 1.0)) for one in detector.get_probabilities()]
    except LangdetectPeer.tool().LangDetectException:
        return []


@lru_cache(maxsize=1)
def _factory() -> Any:
    langdetect = LangdetectPeer.tool()
    # A factory of our own: the package's is shared by the whole process.
    factory = langdetect.DetectorFactory()
    profiles = sorted(path for path in Path(langdetect.PROFILES_DIRECTORY).iterdir() if not path.name.startswith("."))
    factory.load_json_profile([path.read_text("utf-8") for path in profiles])
    factory.set_seed(SEED)
    return factory
