"""Learning over HTTP and on the page: as `Identifier.adapt`, with messages about unsuitable input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from served import Served, sentence

from mixlid import Identifier

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

TEXTS = [
    "yarınki meeting için slides hazır mı",
    "bugün hava çok güzel, dışarı çıkalım",
    "the train was late again this morning",
    "bu weekend biz de party için geliyoruz",
]
LABELLED = [
    {"text": "bizim team çok iyi", "langs": ["tur", "eng"]},
    {"text": "akşam yemeğine kimler geliyor", "langs": ["tr"]},
    {"text": "nobody came to the party", "langs": ["eng"], "tokens": ["nobody"], "tags": ["eng"]},
]


def adapt(served: Served, **request: Any) -> dict[str, Any]:
    response = served.client.post("/adapt", json=request)
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


def test_from_texts(served: Served, lid: Identifier) -> None:
    prior = lid.adapt(TEXTS).prior
    assert prior is not None
    assert adapt(served, text=TEXTS) == {"prior": prior.to_dict(), "gain": None}
    told = lid.restrict("tur,eng").adapt(TEXTS, mixed=False).prior
    assert told is not None
    assert adapt(served, text=TEXTS, languages=["tur", "eng"], mixed=False)["prior"] == told.to_dict()


def test_from_labels(served: Served, lid: Identifier) -> None:
    adapted = lid.adapt(TEXTS, labelled=LABELLED)
    assert adapted.prior is not None
    answer = adapt(served, text=TEXTS, labelled=LABELLED)
    assert answer["prior"] == adapted.prior.to_dict()
    assert answer["gain"]["labels"] == len(LABELLED)
    assert answer["gain"]["after"] == lid.adapt(TEXTS).label_gain(LABELLED).after
    alone = lid.with_labels(LABELLED).prior
    assert alone is not None
    assert adapt(served, labelled=LABELLED)["prior"] == alone.to_dict()


def test_what_was_learnt_can_be_brought(served: Served, lid: Identifier) -> None:
    prior = adapt(served, text=TEXTS, labelled=LABELLED)["prior"]
    answer = served.identify(TEXTS, prior=prior)
    expected = lid.adapt(TEXTS, labelled=LABELLED)
    assert [one["labels"] for one in answer["results"]] == [list(expected.identify(one).labels) for one in TEXTS]


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ({}, "there is nothing to learn from"),
        ({"labelled": [LABELLED[0], {"text": "a", "langs": ["xxx"]}]}, "labelled sentence 2: the model does not know"),
        ({"labelled": [{"text": "a", "langs": []}]}, "$.labelled[0].langs"),
        ({"text": TEXTS, "words": True}, "unknown field `words`"),
        ({"text": TEXTS, "languages": ["frensh"]}, "did you mean fra_Latn (French)?"),
    ],
)
def test_refusals(served: Served, request_: dict[str, Any], words: str) -> None:
    response = served.client.post("/adapt", json=request_)
    assert response.status_code == 422
    assert words in sentence(response)


def test_too_many_and_too_long(served: Served) -> None:
    long = {**LABELLED[0], "text": "a" * 20_001}
    for request in ({"text": ["a"] * 600, "labelled": LABELLED * 200}, {"labelled": [long]}):
        response = served.client.post("/adapt", json=request)
        assert response.status_code == 413
        assert sentence(response)


def test_on_the_page(context: BrowserContext, served: Served, tmp_path: Path) -> None:
    from playwright.sync_api import expect
    from visits import quiet_page, settle, visit

    labels = tmp_path / "labels.jsonl"
    labels.write_text("".join(json.dumps(one) + "\n" for one in LABELLED), encoding="utf-8")
    with quiet_page(context, served) as page:
        visit(page, served, text="\n".join(TEXTS))
        assert page.locator("#prior-field").is_hidden()
        page.locator("#adapt").click()
        expect(page.locator("#adapt-note")).to_contain_text("Expected from now on: English 50%, Turkish 50%")
        settle(page)
        assert page.locator("#prior option").all_text_contents() == ["any", "what was learnt"]
        assert "prior=%7B" in page.url
        page.locator("#labelled").set_input_files(labels)
        page.locator("#adapt").click()
        expect(page.locator("#adapt-note")).to_contain_text("right by the labels")
        labels.write_text('{"text": "a"\n', encoding="utf-8")
        page.locator("#labelled").set_input_files(labels)
        page.locator("#adapt").click()
        expect(page.locator("#adapt-note")).to_have_text("Line 1 of labels.jsonl is not JSON.")
