"""The peers by name, and which of them can be used here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mixlid.errors import SettingsError
from mixlid_lab.evaluation.contenders import Contender
from mixlid_lab.peers.cld2 import Cld2Peer
from mixlid_lab.peers.fasttext import FastTextPeer
from mixlid_lab.peers.heliport import HeliportPeer
from mixlid_lab.peers.langdetect import LangdetectPeer
from mixlid_lab.peers.lingua import LinguaPeer
from mixlid_lab.peers.peer import Peer

PEERS: Mapping[str, type[Peer]] = {
    "cld2": Cld2Peer,
    "fasttext": FastTextPeer,
    "heliport": HeliportPeer,
    "langdetect": LangdetectPeer,
    "lingua": LinguaPeer,
}


def find_peers(names: Sequence[str] | None = None) -> tuple[list[Contender], list[str]]:
    """The named peers that are installed, and a note for each that is not; None means all that need no file.

    A name may have an argument: `lingua:eng,tur` chooses among these languages only, `fasttext:FILE` is that model.
    """
    peers: list[Contender] = []
    notes = []
    for name in dict.fromkeys(names if names is not None else (name for name in PEERS if name != "fasttext")):
        kind, _, argument = name.partition(":")
        if kind not in PEERS:
            raise SettingsError(f"there is no peer {kind!r}: choose among {', '.join(PEERS)}")
        if reason := PEERS[kind].why_unavailable():
            notes.append(reason)
        else:
            peers.append(PEERS[kind].of(argument))
    return peers, notes
