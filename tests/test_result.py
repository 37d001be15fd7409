"""A result as an object: equal, hashable, JSON through `to_dict`, short when printed, coloured in a notebook."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

import mixlid
from mixlid.documents import identify_document
from mixlid.identifier import Identifier
from mixlid.result import Answer

MIXED = "yarınki meeting için slides hazır mı"


def answers(lid: Identifier) -> list[Answer]:
    return [lid.identify(MIXED), identify_document(lid, f"{MIXED}. See you tomorrow at the meeting.")]


def test_answers_are_hashable(lid: Identifier) -> None:
    for one, same in zip(answers(lid), answers(lid), strict=True):
        assert one is not same
        assert {one: 1}[same] == 1
    sentence = identify_document(lid, MIXED).sentences[0]
    assert len({sentence, identify_document(lid, MIXED).sentences[0]}) == 1


def test_json_by_to_dict(lid: Identifier) -> None:
    for answer in answers(lid):
        text = json.dumps({"answer": answer}, default=mixlid.Result.to_dict)
        assert json.loads(text)["answer"] == json.loads(json.dumps(answer.to_dict()))


def test_repr_and_str_are_short(lid: Identifier) -> None:
    result = lid.identify(MIXED)
    assert re.fullmatch(rf"<Result tur_Latn, eng_Latn: '{MIXED}', confidence=0\.\d\d>", repr(result))
    assert str(result) == "tur_Latn, eng_Latn: yarınki [eng_Latn meeting] için [eng_Latn slides] hazır mı"
    unknown = replace(result, confidence=None, text=MIXED * 100)
    assert repr(unknown) == f"<Result tur_Latn, eng_Latn: {(MIXED * 2)[:39] + '…'!r}>"
    assert repr(identify_document(lid, MIXED)).startswith("<DocumentResult tur_Latn, eng_Latn: ")


def test_a_notebook_shows_words_in_colours(lid: Identifier) -> None:
    html = lid.identify("yarınki meeting için & <3> hazır mı ᚠᚢᚦᚨᚱᚲ")._repr_html_()
    painted = re.findall(r'<span style="([^"]*)" title="([^"]*)">([^<]*)</span>', html)
    colours = {text: style for style, _, text in painted}
    assert colours["yarınki"] == colours["Turkish"]
    assert colours["meeting"] == colours["English"] != colours["Turkish"]
    assert "background" not in colours["ᚠᚢᚦᚨᚱᚲ"]  # a language that nobody knows has no colour
    titles = {text: title for _, title, text in painted}
    assert titles["yarınki"] == "Turkish · Türkçe (tur_Latn)"
    assert titles["ᚠᚢᚦᚨᚱᚲ"] == "unknown in Runic (und_Runr)"
    assert "&lt;" in html
    assert "<3>" not in html
    assert 'dir="auto"' in html


@pytest.mark.parametrize("text", ["", "123"])
def test_a_notebook_shows_what_has_no_language(lid: Identifier, text: str) -> None:
    assert "no language" in lid.identify(text)._repr_html_()
