"""A result as an object: equal, hashable, JSON through `to_dict`, short when printed, coloured in a notebook."""

from __future__ import annotations

import copy
import json
import pickle
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError, replace

import pytest

import mixlid
from mixlid.identifier import Identifier
from mixlid.models.interface import FloatArray
from mixlid.models.probability import ProbabilityModel
from mixlid.results.result import Answer

MIXED = "yarınki meeting için slides hazır mı"


def answers(lid: Identifier) -> list[Answer]:
    return [lid.identify(MIXED), lid.identify_document(f"{MIXED}. See you tomorrow at the meeting.")]


def test_answers_are_hashable(lid: Identifier) -> None:
    for one, same in zip(answers(lid), answers(lid), strict=True):
        assert one is not same
        assert {one: 1}[same] == 1
    sentence = lid.identify_document(MIXED).sentences[0]
    assert len({sentence, lid.identify_document(MIXED).sentences[0]}) == 1


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
    assert repr(lid.identify_document(MIXED)).startswith("<DocumentResult tur_Latn, eng_Latn: ")


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


def test_words_are_made_when_they_are_asked_for(lid: Identifier) -> None:
    """Whatever is read first, it equals another result of the same text that has them already."""
    with_words = lid.identify(MIXED)
    assert [word.text for word in with_words.words] == MIXED.split()
    assert with_words.words is with_words.words
    assert with_words.spans is with_words.spans
    for other in (
        lid.identify(MIXED),
        pickle.loads(pickle.dumps(lid.identify(MIXED))),
        copy.copy(lid.identify(MIXED)),
        copy.deepcopy(lid.identify(MIXED)),
        replace(lid.identify(MIXED), solver=with_words.solver),
    ):
        assert hash(other) == hash(with_words)
        assert other == with_words
        assert other.to_dict() == with_words.to_dict()
    with pytest.raises(AttributeError, match="'Result' object has no attribute 'word'"):
        _ = lid.identify(MIXED).word  # type: ignore[attr-defined]
    with pytest.raises(FrozenInstanceError):
        lid.identify(MIXED).words = ()  # type: ignore[misc]


def test_words_are_the_same_whatever_was_identified_since(lid: Identifier) -> None:
    texts = [
        MIXED,
        "Bread and butter",
        "",
        "12 😀",
        "где лежит карта",
        MIXED.upper(),
        "日本語 のテキスト the bread",
        "x" * 50,
    ]
    at_once = [(lid.identify(text).words, lid.identify(text).spans) for text in texts]
    later = [lid.identify(text) for text in texts]
    batch = list(lid.identify_many(texts, jobs=2))
    for place in reversed(range(len(texts))):
        for result in (later[place], batch[place]):
            assert result.spans == at_once[place][1]
            assert result.words == at_once[place][0]


class Counting(ProbabilityModel):
    """A model in Python that counts how often it is asked."""

    asked = 0

    def word_scores(self, words: Sequence[str]) -> FloatArray:
        self.asked += 1
        return super().word_scores(words)


def test_a_model_in_python_is_not_asked_again_for_words() -> None:
    model = Counting(lambda _: {"aaa_Latn": 0.9, "bbb_Latn": 0.1}, ["aaa_Latn", "bbb_Latn"])
    result = Identifier(model, mixlid.Settings()).identify("the bread")
    asked = model.asked
    assert [word.text for word in result.words] == ["the", "bread"]
    assert len(result.spans) == 1
    assert model.asked == asked


def test_threads_get_the_same_words(lid: Identifier) -> None:
    results = [lid.identify(f"{MIXED} {number}") for number in range(200)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda result: result.words, results * 4))
    for place, result in enumerate(results):
        assert all(words is result.words for words in found[place :: len(results)])


def test_made_by_hand_a_result_needs_a_text_and_its_labels() -> None:
    """And no field that is new, so that none breaks the tests of others."""
    result = mixlid.Result("bir two", ["tur_Latn", "eng_Latn"], confidence=0.9)
    assert (result.language, result.is_mixed, result.confidence) == ("tur", True, 0.9)
    assert (result.words, result.proportions, result.margin, result.objective) == ((), {}, None, 0.0)
    assert result == replace(result) == pickle.loads(pickle.dumps(result))
    assert mixlid.Result("42").labels == ("zxx",)
    with pytest.raises(TypeError, match="has no field 'language_'"):
        mixlid.Result("a", language_="eng")
