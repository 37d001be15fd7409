"""Each peer compared with its own package: languages and answers."""

from __future__ import annotations

import pytest

from mixlid.adapt.labelled import Sample
from mixlid_lab.evaluation.contenders import Contender
from mixlid_lab.evaluation.predictions import Prediction, iso639_3
from mixlid_lab.peers import Cld2Peer, HeliportPeer, LinguaPeer, Peer

ENGLISH = "we have to leave the house before the children are awake"
TURKISH = "çocuklar uyanmadan önce evden çıkmamız gerekiyor çünkü geç kaldık"
FRENCH = "nous devons absolument partir très tôt avec nos voisins"
RUSSIAN = "нам надо выйти из дома очень рано утром пока дети ещё спят"
#: Emoji outside the first plane, accents and a mathematical letter before every border.
MIXED = f"😀🎉 {TURKISH} 𝒳 {ENGLISH} 🥖 {FRENCH}"


def installed(kind: type[Peer]) -> None:
    if reason := kind.why_unavailable():
        pytest.skip(reason)


def ask(contender: Contender, *texts: str) -> dict[str, list[Prediction]]:
    return contender.predict([Sample(text, frozenset({"eng"})) for text in texts], list(contender.systems))


def test_lingua_knows_what_it_lists() -> None:
    installed(LinguaPeer)
    language = LinguaPeer.tool().Language
    codes = {iso639_3(one.iso_code_639_3.name) for one in language.all()}
    assert codes == {iso639_3(one.iso_code_639_1.name) for one in language.all()}
    assert len(codes) == len(language.all())
    assert LinguaPeer().languages < codes
    assert {"als", "ekk", "lvs", "zsm", "azj", "swh", "fil", "nob", "nno"} <= LinguaPeer().languages


def test_lingua_stretches() -> None:
    installed(LinguaPeer)
    peer = LinguaPeer()
    found = ask(peer, MIXED)["lingua multiple"][0]
    # the longest first
    assert found.languages == ("tur", "eng", "fra")
    single = ask(peer, ENGLISH)["lingua single"][0]
    assert single.languages == ("eng",)


def test_cld2_knows_what_it_lists() -> None:
    installed(Cld2Peer)
    foreign = Cld2Peer.tool()
    assert {iso639_3(code) for _, code in foreign.LANGUAGES} >= Cld2Peer().languages
    # all but Buginese and Gothic script and Pig Latin; Akan, Chinese and Traditional Chinese are one
    assert len(Cld2Peer().languages) == len(foreign.DETECTED_LANGUAGES) - 4


def test_cld2_stretches() -> None:
    installed(Cld2Peer)
    text = f"😀🎉 {FRENCH}. 𝒳 {RUSSIAN}"
    found = ask(Cld2Peer(), text)["cld2"][0]
    assert set(found.languages) == {"fra", "rus"}


def test_cld2_unreliable_is_none() -> None:
    installed(Cld2Peer)
    found = ask(Cld2Peer(), "hello")
    assert found["cld2"][0].languages == ("und",)
    assert found["cld2 best effort"][0].languages == ("eng",)


def test_heliport_knows_what_it_lists() -> None:
    installed(HeliportPeer)
    listed = HeliportPeer.tool().Identifier().identify_topk(ENGLISH, 1000)
    assert len(listed) > 200
    # its Malay is Indonesian as well
    right = {iso639_3(code) for code in listed} - {"und", "zxx", "zsm"} | {"ind"}
    assert HeliportPeer().languages == right


def test_heliport_top_two() -> None:
    installed(HeliportPeer)
    found = ask(HeliportPeer(), f"{TURKISH} {ENGLISH}", "123")
    assert found["heliport k=2"][0].found == {"tur", "eng"}
    assert len(found["heliport k=1"][0].languages) == 1
    assert found["heliport"][1].languages == ("zxx",)
