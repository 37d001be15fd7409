"""Other identifiers in our harness. Missing ones are skipped; the others are all treated the same."""

from __future__ import annotations

import json
import pickle
import random
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from mixlid.adapt.labelled import Sample
from mixlid.errors import LabelError, MissingDependencyError
from mixlid_lab.evaluation.predictions import MEMBER, Prediction, iso639_3
from mixlid_lab.evaluation.runner import Contender
from mixlid_lab.peers import PEERS, Peer, find_peers

ENGLISH = "we have to leave the house before the children are awake"
TURKISH = "çocuklar uyanmadan önce evden çıkmamız gerekiyor çünkü geç kaldık"
FRENCH = "nous devons absolument partir très tôt avec nos voisins"
#: Emoji outside the first plane, accents and a mathematical letter before every border.
MIXED = f"😀🎉 {TURKISH} 𝒳 {ENGLISH} 🥖 {FRENCH}"
TEXTS = {
    "mixed": MIXED,
    "empty": "",
    "blank": " \t\n ",
    "emoji": "😀🎉👩‍👩‍👧",
    "numbers": "12 34,5 %",
    "control": "\0\x01 see\x07 you\x0b tomorrow \x7f\x85\x9f morning\x1b",
    "noncharacters": "see you\ufffe tomorrow\ufdd0 \U0010ffff",
    "surrogate": "\ud800 see you tomorrow morning \udfff",
    "newlines": "see you\r\ntomorrow\nmorning",
    "label": "__label__eng_Latn </s> morning",
    "html": "<p lang='fr'>see you &amp; me</p>",
    "long": f"{ENGLISH} {TURKISH} " * 200,
    "one word": "a" * 5000,
}


@pytest.fixture(params=sorted(PEERS))
def peer(request: pytest.FixtureRequest) -> Peer:
    """Each peer in turn."""
    peer = PEERS[request.param]
    if reason := peer.why_unavailable():
        pytest.skip(reason)
    return peer


def ask(contender: Contender, *texts: str) -> dict[str, list[Prediction]]:
    return contender.predict([Sample(text, frozenset({"eng"})) for text in texts], list(contender.systems))


def shown(found: dict[str, list[Prediction]]) -> list[object]:
    return [prediction for predictions in found.values() for prediction in predictions]


def test_any_text_gets_an_answer(peer: Peer) -> None:
    found = ask(peer, *TEXTS.values())
    assert list(found) == list(peer.systems)
    for predictions in found.values():
        assert [prediction.sample.text for prediction in predictions] == list(TEXTS.values())
        for prediction in predictions:
            assert prediction.languages
            assert prediction.found <= peer.tool().languages | {"und", "zxx"}
            assert len(prediction.found) == len(prediction.languages)


def test_nothing_linguistic_is_no_language(peer: Peer) -> None:
    for predictions in ask(peer, *(TEXTS[name] for name in ("empty", "blank", "emoji", "numbers"))).values():
        for prediction in predictions:
            assert prediction.languages in (("und",), ("zxx",))


def test_the_same_every_time_and_after_pickling(peer: Peer) -> None:
    # Before its first use or after it, a peer is only a description.
    copy = pickle.loads(pickle.dumps(peer))
    first = shown(ask(peer, *TEXTS.values()))
    random.seed(1)
    assert shown(ask(peer, *TEXTS.values())) == first
    assert copy == peer
    assert pickle.loads(pickle.dumps(peer)) == peer
    assert shown(ask(copy, *TEXTS.values())) == first


def test_systems_say_what_they_depend_on(peer: Peer) -> None:
    assert json.loads(json.dumps(peer.systems)) == peer.systems
    assert all(settings["package"] and settings["version"] for settings in peer.systems.values())
    only = list(peer.systems)[-1]
    assert list(peer.predict([Sample(ENGLISH, frozenset({"eng"}))], [only, "another's"])) == [only]


def test_languages_are_codes_of_the_data(peer: Peer) -> None:
    languages = peer.tool().languages
    assert {"eng", "tur"} <= languages
    for settings in peer.systems.values():
        assert {*settings["languages"]} == languages - {"hin", "npi"}
    for code in languages:
        assert re.fullmatch("[a-z]{3}", code)
        assert code not in MEMBER
        assert code not in ("und", "zxx")


def test_plain_sentences(peer: Peer) -> None:
    for system, predictions in ask(peer, ENGLISH, TURKISH, FRENCH).items():
        if "k=2" not in system:
            assert [prediction.languages[0] for prediction in predictions] == ["eng", "tur", "fra"], system


def test_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    for peer in PEERS.values():
        monkeypatch.setitem(sys.modules, peer.module, None)
        note = peer.why_unavailable()
        assert note is not None
        assert re.fullmatch(rf"{peer.module} cannot be imported \(.*\): pip install 'mixlid-lab\[peers\]'", note)
        with pytest.raises(MissingDependencyError, match=rf"{peer.package}: pip install 'mixlid\[peers\]'"):
            peer.predict([Sample(ENGLISH, frozenset({"eng"}))], ["any"])
        with pytest.raises(MissingDependencyError, match=peer.package):
            _ = peer.systems
    assert find_peers() == ([], [peer.why_unavailable() for peer in PEERS.values()])


def test_broken_installation(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "brokenpeer.py").write_text("import a_package_that_is_not_there\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    reason = replace(PEERS["cld2"], module="brokenpeer").why_unavailable()
    assert reason is not None
    assert reason.startswith("brokenpeer cannot be imported (No module named 'a_package")


@pytest.mark.parametrize(
    ("codes", "meant"),
    [
        ("no nb nor nob", "nob"), ("nn nno", "nno"), ("sq sqi SQI", "als"), ("et est est_Latn", "ekk"),
        ("lv lav", "lvs"), ("ms msa", "zsm"), ("mg", "plt"), ("az", "azj"), ("uz", "uzn"), ("om", "gaz"),
        ("qu", "quy"), ("ay", "ayr"), ("gn grn", "gug"), ("ff", "fuv"), ("kr", "knc"), ("din", "dik"), ("kg", "kng"),
        ("ne", "npi"), ("sw swa", "swh"), ("tl tgl fil", "fil"), ("zh zh-cn zh-tw zh-Hant zho_Hans", "cmn"),
        ("iw he", "heb"), ("jw jv", "jav"), ("sr-ME", "cnr"), ("sr", "srp"), ("sc srd", "srd"),
        ("wo wol wol_Latn", "wol"), ("un xx-Latn zzp und", "und"),
    ],
)  # fmt: skip
def test_codes(codes: str, meant: str) -> None:
    assert {iso639_3(code) for code in codes.split()} == {meant}


@pytest.mark.parametrize("code", ["", "english", "e", "qq", "12"])
def test_what_is_no_code(code: str) -> None:
    with pytest.raises(LabelError, match="not a language code"):
        iso639_3(code)
