"""Each peer compared with its own package: languages, answers, offsets."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mixlid.adapt.labelled import Sample
from mixlid.errors import ModelError, SettingsError
from mixlid_lab.evaluation.contenders import Contender
from mixlid_lab.evaluation.predictions import Prediction, iso639_3
from mixlid_lab.peers import Cld2Peer, FastTextPeer, HeliportPeer, LangdetectPeer, LinguaPeer, Peer

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
    assert LinguaPeer(frozenset({"eng", "rus", "wol"})).languages == {"eng", "rus"}
    with pytest.raises(SettingsError, match="of eng, wol it knows eng"):
        _ = LinguaPeer(frozenset({"eng", "wol"})).systems


def test_lingua_stretches() -> None:
    installed(LinguaPeer)
    peer = LinguaPeer(frozenset({"eng", "fra", "tur"}))
    found = ask(peer, MIXED)["lingua (3 languages) multiple"][0]
    assert found.words is not None
    pieces = {word.language: MIXED[word.start : word.end] for word in found.words}
    assert TURKISH in pieces["tur"]
    assert ENGLISH in pieces["eng"]
    assert FRENCH in pieces["fra"]
    # the longest first
    assert found.languages == ("tur", "eng", "fra")
    single = ask(peer, ENGLISH)["lingua (3 languages) single"][0]
    assert single.words is None
    assert single.confidence is not None
    assert single.confidence > 0.9


def test_cld2_knows_what_it_lists() -> None:
    installed(Cld2Peer)
    foreign = Cld2Peer.tool()
    assert {iso639_3(code) for _, code in foreign.LANGUAGES} >= Cld2Peer().languages
    # all but Buginese and Gothic script and Pig Latin; Akan, Chinese and Traditional Chinese are one
    assert len(Cld2Peer().languages) == len(foreign.DETECTED_LANGUAGES) - 4


def test_cld2_stretches() -> None:
    """It finds a change of script exactly."""
    installed(Cld2Peer)
    text = f"😀🎉 {FRENCH}. 𝒳 {RUSSIAN}"
    found = ask(Cld2Peer(), text)["cld2"][0]
    assert set(found.languages) == {"fra", "rus"}
    assert found.words is not None
    (french, russian) = found.words
    assert (french.language, text[french.start : french.end]) == ("fra", text[: -len(RUSSIAN)])
    assert (russian.language, text[russian.start : russian.end]) == ("rus", RUSSIAN)


def test_cld2_unreliable_is_none() -> None:
    installed(Cld2Peer)
    found = ask(Cld2Peer(), "hello")
    assert found["cld2"][0].languages == ("und",)
    assert found["cld2"][0].words == ()
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


def test_langdetect_is_as_the_package_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(LangdetectPeer)
    foreign = LangdetectPeer.tool()
    monkeypatch.setattr(foreign.DetectorFactory, "seed", 0)
    texts = [MIXED, ENGLISH, f"{ENGLISH} {FRENCH}", "ben de bir", "hei på deg"]
    found = ask(LangdetectPeer(), *texts)
    for text, best, several in zip(texts, *found.values(), strict=True):
        expected = foreign.detect_langs(text)
        assert several.languages == tuple(iso639_3(one.lang) for one in expected)
        assert several.confidence is None
        assert best.languages == several.languages[:1]
        assert best.confidence == pytest.approx(min(expected[0].prob, 1.0))
    assert len(LangdetectPeer().languages) == 54  # 55 profiles, two of them Chinese


def test_fasttext_is_as_the_binding_answers(tiny_ftz: Path, tiny_bin: Path) -> None:
    installed(FastTextPeer)
    for path in (tiny_bin, tiny_ftz):
        model = FastTextPeer.tool().load_model(str(path))
        peer = FastTextPeer(str(path))
        texts = [MIXED, ENGLISH, "bir tasse of", "один taza bread", ""]
        found = ask(peer, *texts)
        assert list(found) == [f"{path.stem} fastText {way}" for way in ("k=1", "k=2", "p>0.1")]
        for text, one, two, above in zip(texts, *found.values(), strict=True):
            labels, probabilities = model.predict(text, k=-1)
            codes = tuple(label[len("__label__") :][:3] for label in labels)
            assert (one.languages, two.languages) == (codes[:1], codes[:2])
            assert one.confidence == pytest.approx(min(probabilities[0], 1.0))
            assert above.languages == codes[: int((probabilities > 0.1).sum())]
        assert peer.languages == {"eng", "tur", "fra", "spa", "deu", "rus"}
        lines, spaces = (ask(peer, f"the bread{white}la mer")[list(found)[1]][0] for white in "\n ")
        assert lines.languages == spaces.languages


def test_fasttext_with_two_letter_labels(train: Callable[..., object], tmp_path: Path) -> None:
    installed(FastTextPeer)
    text = tmp_path / "train.txt"
    text.write_text("__label__als mir göhnd hei\n__label__sq ne po shkojmë\n__label__et me läheme koju\n", "utf-8")
    train(text).save_model(str(tmp_path / "letters.bin"))  # type: ignore[attr-defined]
    peer = FastTextPeer(str(tmp_path / "letters.bin"))
    assert peer.languages == {"gsw", "als", "ekk"}
    found = ask(peer, "mir göhnd", "po shkojmë", "me läheme")["letters fastText k=1"]
    assert [one.languages for one in found] == [("gsw",), ("als",), ("ekk",)]


def test_fasttext_without_a_model(tmp_path: Path) -> None:
    installed(FastTextPeer)
    with pytest.raises(ModelError, match="no fastText model at"):
        _ = FastTextPeer(str(tmp_path / "none.bin")).systems
    (tmp_path / "other.bin").write_bytes(b"something else")
    with pytest.raises(ModelError, match="fastText cannot read"):
        _ = FastTextPeer(str(tmp_path / "other.bin")).languages
