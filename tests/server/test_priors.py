"""Priors over HTTP: by name, as JSON, in a stream, and on the page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest
from served import MIXED, Served, sentence, serve

from mixlid import Identifier, Prior
from mixlid.cli.main import main
from mixlid.server.worker_process import IdentifierCache
from mixlid.settings import USUAL_BUDGET

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

PRIOR = Prior({"tur": 0.6, "eng": 0.4}, offset=-5.0)
TEXTS = [MIXED, "see you demain", "gut", ""]


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    path = tmp_path_factory.mktemp("priors") / "tweets.json"
    PRIOR.save(path)
    with serve("--prior", f"chats={path}", "--prior", str(path)) as server:
        yield server


def test_by_name_and_as_json(known: Served, lid: Identifier) -> None:
    expected = [list(lid.with_prior(PRIOR).identify(text).labels) for text in TEXTS]
    assert expected != [list(lid.identify(text).labels) for text in TEXTS]
    for prior in ("chats", "tweets", {"languages": {"tur": 0.6, "eng": 0.4}, "offset": -5.0}):
        answer = known.identify(TEXTS, prior=prior)
        assert [result["labels"] for result in answer["results"]] == expected
        assert answer["prior"] == prior
        assert all(result["confidence"] is not None for result in answer["results"][:3])
    assert "prior" not in known.identify(TEXTS)


def test_in_a_stream(known: Served, lid: Identifier) -> None:
    lines = "".join(json.dumps({"text": text}) + "\n" for text in TEXTS)
    response = known.client.post("/identify/stream", content=lines.encode(), params={"prior": "chats"})
    found = [json.loads(line)["labels"] for line in response.text.splitlines()]
    assert found == [list(lid.with_prior(PRIOR).identify(text).labels) for text in TEXTS]


def test_models_lists_them(known: Served, served: Served) -> None:
    assert known.client.get("/models").json()["priors"] == ["chats", "tweets"]
    assert served.client.get("/models").json()["priors"] == []


@pytest.mark.parametrize(
    ("prior", "words"),
    [
        ("chat", "the service has no prior 'chat'; there are chats, tweets"),
        ({"languages": {"tur": 0.6, "xxx": 0.4}}, "prior: the model does not know the language 'xxx'"),
        ({"languages": {"tur": 0.6, "eng": 0.5}}, "add up to 1.1"),
        ({"languages": {"tur": 60}}, "prior: languages"),
        ({"langs": {}}, "prior: there is no field 'langs'"),
        (
            {"languages": dict.fromkeys(map(str, range(5001)), 0)},
            "languages has 5,001 shares; at most 5,000 are allowed",
        ),
    ],
)
def test_refusals(known: Served, prior: object, words: str) -> None:
    assert words in known.refused(422, json={"text": MIXED, "prior": prior})


def test_few_identifiers_are_kept(lid: Identifier) -> None:
    """One with a prior may take megabytes."""
    cache = IdentifierCache({"m": lid.model}, {}, USUAL_BUDGET)
    encoded = [msgspec.json.encode({"prior": {"languages": {"tur": count / 100}}}) for count in range(20)]
    made = [cache.find(one) for one in encoded]
    assert cache.find(encoded[-1]) is made[-1]
    assert 8 <= len(cache._kept) < len(encoded)
    assert encoded[0] not in cache._kept


def test_a_stream_is_refused_before_its_first_line(served: Served) -> None:
    response = served.client.post("/identify/stream", content=b"", params={"prior": "chats"})
    assert response.status_code == 422
    assert "none was named when it was started" in sentence(response)


def test_a_bad_file_is_said_at_the_start(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.json"
    path.write_text('{"languages": {"xxx": 1}}', encoding="utf-8")
    for arguments, words in (
        ([str(path)], "prior: the model does not know the language 'xxx'"),
        ([f"={path}"], "give each prior its own name"),
        ([f"a={tmp_path / 'none.json'}"], "none.json cannot be read"),
    ):
        assert main(["serve", "--port", "0", "--prior", *arguments]) == 2
        assert words in capsys.readouterr().err


def test_on_the_page(context: BrowserContext, known: Served) -> None:
    from playwright.sync_api import expect
    from visits import quiet_page, settle, visit

    with quiet_page(context, known) as page:
        visit(page, known, text="see you demain")
        assert page.locator("#prior option").all_text_contents() == ["any", "chats", "tweets"]
        before = page.locator("#summary").text_content()
        page.locator("#prior").select_option("chats")
        settle(page)
        expect(page.locator("#summary")).not_to_have_text(before or "")
        assert "prior=chats" in page.url
        page.locator("#prior").select_option("")
        settle(page)
        expect(page.locator("#summary")).to_have_text(before or "")
