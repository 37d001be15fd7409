"""`POST /identify` gives the same answers as the package."""

from __future__ import annotations

import json
from typing import Any

import pytest
from served import MIXED, Served

import mixlid
from mixlid import Identifier
from mixlid.io.formats.cells import rounded
from mixlid.settings import SETTINGS

TEXTS = [MIXED, "", "42 🙂", "see you demain", "добрый день", "a\x00b", "x" * 20_000]


def expected(result: mixlid.Result, words: bool = False) -> dict[str, Any]:
    fields = result.to_dict()
    del fields["text"]
    if not words:
        del fields["words"]
    numbers: dict[str, Any] = rounded(fields)
    return numbers


def test_one_text(served: Served, lid: Identifier) -> None:
    answer = served.identify(MIXED)
    assert answer["results"] == [expected(lid.identify(MIXED))]
    assert (answer["model"], answer["preset"], answer["solver"]) == ("litelid", "default", "exact")


def test_many_texts_in_their_order(served: Served, lid: Identifier) -> None:
    texts = TEXTS * 9  # several jobs
    assert served.identify(texts, words=True)["results"] == [expected(lid.identify(text), True) for text in texts]


def test_alternatives(served: Served, lid: Identifier) -> None:
    results = served.identify(TEXTS, alternatives=True)["results"]
    for text, found in zip(TEXTS, results, strict=True):
        result = lid.identify(text)
        assert found == expected(result) | rounded(lid.alternatives(result).to_dict())


def test_an_empty_list(served: Served) -> None:
    assert served.identify([])["results"] == []


@pytest.mark.parametrize(
    ("options", "same"),
    [
        ({"preset": "cs"}, lambda _: mixlid.load(preset="cs")),
        ({"preset": "one"}, lambda _: mixlid.load(preset="one")),
        ({"languages": ["tr", "deu_Latn"]}, lambda lid: lid.restrict(["tur", "deu"])),
        ({"languages": ["@europe", "zul"]}, lambda lid: lid.restrict("@europe,zul")),
        ({"solver": "masklid"}, lambda lid: lid.replace("masklid")),
        ({"solver": "topk"}, lambda lid: lid.replace("topk:k=5")),
        ({"solver": "topk", "max_languages": 2}, lambda lid: lid.replace("topk:k=2", max_languages=2)),
        ({"solver": "threshold"}, lambda lid: lid.replace("threshold")),
        ({"max_languages": 1}, lambda lid: lid.replace(max_languages=1)),
        ({"unit": "sentence"}, lambda lid: lid.replace(unit="sentence")),
        ({"unit": "document"}, lambda lid: lid.replace(unit="document")),
        ({"penalty": 9}, lambda lid: lid.replace(penalty=9)),
        ({"penalty": {"*": 1, "eng": 0.1}}, lambda lid: lid.replace(penalty={"*": 1, "eng": 0.1})),
        ({"min_chars": 14}, lambda lid: lid.replace(min_chars=14)),
        ({"only_top": 2}, lambda lid: lid.replace(only_top=2)),
        ({"force_top": 4}, lambda lid: lid.replace(force_top=4)),
        ({"max_switches": 1}, lambda lid: lid.replace(max_switches=1)),
        ({"rank_weights": [1, 0.2]}, lambda lid: lid.replace(rank_weights=(1, 0.2))),
        ({"length_exponent": 2}, lambda lid: lid.replace(length_exponent=2)),
        ({"capital_weight": 0}, lambda lid: lid.replace(capital_weight=0)),
        ({"preset": "avg", "force_top": None}, lambda _: mixlid.load(preset="avg").replace(force_top=None)),
        ({"preset": "avg", "only_top": 5}, lambda _: mixlid.load(preset="avg").replace(force_top=None, only_top=5)),
    ],
)
def test_settings(served: Served, lid: Identifier, options: dict[str, Any], same: Any) -> None:
    other: Identifier = same(lid)
    answer = served.identify([MIXED, "see you demain"], **options)
    assert answer["results"] == [expected(other.identify(text)) for text in (MIXED, "see you demain")]


def test_a_long_text_is_a_document_by_its_sentences_and_on_a_stream(served: Served, lid: Identifier) -> None:
    text = "The garden is full of tomatoes and beans. " * 20 + "Der Zug hat heute leider eine Stunde Verspätung. " * 2
    for unit in ("auto", "document", "sentence"):
        answer = expected(lid.replace(unit=unit).identify(text))
        assert served.identify(text, unit=unit)["results"] == [answer]
        line = json.dumps({"text": text}).encode() + b"\n"
        streamed = served.client.post("/identify/stream", params={"unit": unit}, content=line).json()
        names = ("labels", "proportions", "confidence")
        assert {name: streamed[name] for name in names} == {name: answer[name] for name in names}
    assert expected(lid.identify(text))["labels"] == ["eng_Latn", "deu_Latn"]
    assert served.client.post("/identify", json={"text": text, "unit": "line"}).status_code == 422


def test_a_setting_of_each_name_is_taken(served: Served) -> None:
    """In a body and in a query, at the ends of its range and not beyond."""
    for name, definition in SETTINGS.items():
        for number, status in zip((definition.limits[0], definition.limits[1] + 1), (200, 422), strict=True):
            body = {"text": "bonjour", name: [number] if definition.listed else number}
            response = served.client.post("/identify", json=body)
            assert response.status_code == status, response.text
            assert status == 200 or f"`$.{name}" in response.json()["error"]
            line = b'{"text": "bonjour"}\n'
            response = served.client.post("/identify/stream", params={name: str(number)}, content=line)
            assert response.status_code == status, response.text


def test_settings_are_not_all_the_same(served: Served) -> None:
    """The test above would pass if no setting did anything."""
    answers = [
        served.one(MIXED, **options)["labels"]
        for options in ({}, {"max_languages": 1}, {"languages": ["tur", "deu"]}, {"penalty": 9})
    ]
    assert answers == [["tur_Latn", "eng_Latn"], ["tur_Latn"], ["tur_Latn"], ["tur_Latn"]]


def test_explanations(served: Served) -> None:
    words = served.one(f"{MIXED}, 42 ᚠᚢᚦᚨᚱᚲ", explain=True)["words"]
    by_text = {word["text"]: word for word in words}
    told = by_text["meeting"]["explanation"]
    assert told["best"][0]["label"] == told["label"] == "eng_Latn"
    assert [item["score"] for item in told["best"]] == sorted((item["score"] for item in told["best"]), reverse=True)
    assert "ing>" in [item["ngram"] for item in told["speaking_for"]]
    assert all(item["score"] < 0 for item in told["speaking_against"])
    assert by_text["42"]["explanation"] is None
    assert by_text["ᚠᚢᚦᚨᚱᚲ"]["explanation"]["note"] == "the model has no language written in Runic"


def test_words_of_a_group_of_near_languages_are_explained_by_its_best_member(served: Served) -> None:
    answer = served.one("dobro jutro kako ste danas moji dragi prijatelji", explain=True, group="always")
    assert answer["labels"] == ["hbs_Latn"]
    for word in answer["words"]:
        told = word["explanation"]
        assert told["label"] in ("bos_Latn", "hrv_Latn", "srp_Latn")
        assert told["label"] in [item["label"] for item in told["best"]]
        assert "a group of near languages" in told["note"] or "scores higher" in told["note"]


def test_what_was_decided_is_explained(served: Served) -> None:
    text = "yarınki meeting için slides hazır mı"
    (judged,) = served.identify(text, explain=True)["results"][0]["judgements"]
    assert (judged["label"], judged["words"], judged["kept"]) == ("eng_Latn", ["meeting", "slides"], True)
    assert judged["probability"] > 0.5
    assert [piece["adds"] for piece in judged["speaking_for"]] == sorted(
        (piece["adds"] for piece in judged["speaking_for"]), reverse=True
    )
    assert all(piece["adds"] < 0 for piece in judged["speaking_against"])
    assert not served.identify(text, explain=True, preset="one")["results"][0]["judgements"][0]["kept"]
    assert served.identify(text, explain=True, preset="cs")["results"][0]["judgements"] == []
    assert "judgements" not in served.identify(text)["results"][0]


def test_explanations_keep_to_a_restriction(served: Served) -> None:
    words = served.one(MIXED, explain=True, languages=["tur", "eng"])["words"]
    assert {item["label"] for word in words for item in word["explanation"]["best"]} == {"tur_Latn", "eng_Latn"}
