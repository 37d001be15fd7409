"""Each peer compared with its own package: languages and answers."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from mixlid.adapt.labelled import Sample
from mixlid_lab.evaluation.predictions import Prediction, iso639_3
from mixlid_lab.evaluation.runner import Contender
from mixlid_lab.peers import PEERS, Peer

ENGLISH = "we have to leave the house before the children are awake"
TURKISH = "çocuklar uyanmadan önce evden çıkmamız gerekiyor çünkü geç kaldık"
FRENCH = "nous devons absolument partir très tôt avec nos voisins"
RUSSIAN = "нам надо выйти из дома очень рано утром пока дети ещё спят"
#: Emoji outside the first plane, accents and a mathematical letter before every border.
MIXED = f"😀🎉 {TURKISH} 𝒳 {ENGLISH} 🥖 {FRENCH}"


def installed(name: str) -> tuple[Peer, Any]:
    """The peer, and the module of its tool."""
    peer = PEERS[name]
    if reason := peer.why_unavailable():
        pytest.skip(reason)
    return peer, import_module(peer.module)


def ask(contender: Contender, *texts: str) -> dict[str, list[Prediction]]:
    return contender.predict([Sample(text, frozenset({"eng"})) for text in texts], list(contender.systems))


def test_lingua_knows_what_it_lists() -> None:
    peer, lingua = installed("lingua")
    codes = {iso639_3(one.iso_code_639_3.name) for one in lingua.Language.all()}
    assert codes == {iso639_3(one.iso_code_639_1.name) for one in lingua.Language.all()}
    assert len(codes) == len(lingua.Language.all())
    assert peer.tool().languages < codes
    assert {"als", "ekk", "lvs", "zsm", "azj", "swh", "fil", "nob", "nno"} <= peer.tool().languages


def test_lingua_stretches() -> None:
    peer, _ = installed("lingua")
    # the longest first
    assert ask(peer, MIXED)["lingua multiple"][0].languages == ("tur", "eng", "fra")
    assert ask(peer, ENGLISH)["lingua single"][0].languages == ("eng",)


def test_cld2_knows_what_it_lists() -> None:
    peer, cld2 = installed("cld2")
    languages = peer.tool().languages
    assert {iso639_3(code) for _, code in cld2.LANGUAGES} >= languages
    # all but Buginese and Gothic script and Pig Latin; Akan, Chinese and Traditional Chinese are one
    assert len(languages) == len(cld2.DETECTED_LANGUAGES) - 4


def test_cld2_stretches() -> None:
    peer, _ = installed("cld2")
    found = ask(peer, f"😀🎉 {FRENCH}. 𝒳 {RUSSIAN}")["cld2"][0]
    assert set(found.languages) == {"fra", "rus"}


def test_cld2_unreliable_is_none() -> None:
    peer, _ = installed("cld2")
    found = ask(peer, "hello")
    assert found["cld2"][0].languages == ("und",)
    assert found["cld2 best effort"][0].languages == ("eng",)


def test_heliport_knows_what_it_lists() -> None:
    peer, heliport = installed("heliport")
    listed = heliport.Identifier().identify_topk(ENGLISH, 1000)
    assert len(listed) > 200
    # its Malay is Indonesian as well
    right = {iso639_3(code) for code in listed} - {"und", "zxx", "zsm"} | {"ind"}
    assert peer.tool().languages == right


def test_heliport_top_two() -> None:
    peer, _ = installed("heliport")
    found = ask(peer, f"{TURKISH} {ENGLISH}", "123")
    assert found["heliport k=2"][0].found == {"tur", "eng"}
    assert len(found["heliport k=1"][0].languages) == 1
    assert found["heliport"][1].languages == ("zxx",)
