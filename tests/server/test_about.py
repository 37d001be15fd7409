"""What the service says about itself, and the files of the page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from served import Served, serve

import mixlid
from mixlid.results.marked import MANY, style_at
from mixlid.server.answers import SettingEntry
from mixlid.server.app import PAGE
from mixlid.settings import SETTINGS


def test_languages(served: Served, lid: mixlid.Identifier) -> None:
    answer = served.client.get("/languages").json()
    assert {entry["label"] for entry in answer["languages"]} == set(lid.labels)
    names = [entry["name"] for entry in answer["languages"]]
    assert names == sorted(names)
    assert {"label": "tur_Latn", "name": "Turkish"} in answer["languages"]


def test_languages_that_a_code_means(served: Served) -> None:
    def meant(code: str) -> list[str]:
        return [entry["label"] for entry in served.client.get("/languages", params={"code": code}).json()["languages"]]

    assert meant("tr") == meant("tur-Latn") == ["tur_Latn"]
    assert len(meant("@cyrillic")) > 5
    refused = served.client.get("/languages", params={"code": "tlh"})
    assert refused.status_code == 422
    assert "does not know the language 'tlh'" in refused.json()["error"]


def test_models(served: Served, lid: mixlid.Identifier) -> None:
    answer = served.client.get("/models").json()
    (model,) = answer["models"]
    assert (model["name"], model["labels"]) == ("litelid", 254)
    assert model["presets"]["default"] == lid.settings.to_dict()
    assert set(model["presets"]) >= {"default", "cs", "avg", "mono"}
    assert answer["solvers"] == ["exact", "masklid", "topk", "threshold"]
    assert answer["units"] == ["auto", "document", "sentence"]
    assert answer["limits"]["texts"] == 1000
    assert [entry["name"] for entry in answer["settings"]] == list(SETTINGS)
    assert set(answer["settings"][0]) == set(SettingEntry.__struct_fields__)


def test_two_models(tiny_table: Path) -> None:
    with serve("-m", "litelid", "-m", str(tiny_table)) as server:
        assert [model["name"] for model in server.client.get("/models").json()["models"]] == ["litelid", "tiny.mixlid"]
        assert server.identify("the map", model="tiny.mixlid")["model"] == "tiny.mixlid"
        assert server.identify("the map")["model"] == "litelid"
        found = server.client.get("/languages", params={"model": "tiny.mixlid"}).json()
        assert len(found["languages"]) == 6
        assert "the models are litelid, tiny.mixlid" in server.refused(422, json={"text": "a", "model": "b"})
        assert server.client.get("/languages", params={"model": "b"}).status_code == 422


def test_health(served: Served) -> None:
    assert served.client.get("/health").json() == {
        "status": "ok",
        "version": mixlid.__version__,
        "workers": 1,
        "requests": 0,
    }


def test_documents(served: Served) -> None:
    document = served.client.get("/openapi.json").json()
    assert set(document["paths"]) == {
        "/identify",
        "/identify/stream",
        "/languages",
        "/models",
        "/health",
    }
    limits = document["components"]["schemas"]["IdentifyRequest"]["properties"]["max_languages"]
    assert (limits["minimum"], limits["maximum"]) == SETTINGS["max_languages"].limits
    assert document["paths"]["/identify"]["post"]["requestBody"]["content"]["application/json"]["schema"] == {
        "$ref": "#/components/schemas/IdentifyRequest"
    }
    (options,) = document["paths"]["/identify/stream"]["post"]["parameters"]
    assert (options["in"], options["schema"]) == ("query", {"$ref": "#/components/schemas/StreamOptions"})
    assert set(document["components"]["schemas"]["StreamOptions"]["properties"]) > set(SETTINGS)


@pytest.mark.parametrize("path", ["/", "/page/style.css", "/page/main.js", "/page/palette.css", "/page/icon.svg"])
def test_the_page_is_safe_to_open(served: Served, path: str) -> None:
    response = served.client.get(path)
    assert response.status_code == 200
    policy = response.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert response.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("file", sorted(PAGE.iterdir()), ids=lambda file: file.name)
def test_the_page_asks_no_other_host(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    addresses = set(re.findall(r"(?:https?:)?//[a-z0-9.-]+\.[a-z]{2,}", text))
    assert addresses <= {"http://www.w3.org"}  # a name of SVG
    assert "innerHTML" not in text
    assert not re.search(r"style=|onclick=|javascript:", text)


def test_the_palette_is_the_terminals(served: Served) -> None:
    css = served.client.get("/page/palette.css").text
    styles = re.findall(r"\.language-(\d+) \{ --hue: (#\w+); --line: ([\w ]+);", css)
    wanted = [(str(place), style_at(place).hex, style_at(place).decoration) for place in range(MANY)]
    assert styles == wanted
    assert len({(hue, line) for _, hue, line in styles}) == len(styles)  # no two look the same
    assert f"--styles: {len(styles)};" in css


def test_no_way_out_of_the_folder(served: Served) -> None:
    assert served.client.get("/page/%2e%2e/app.py").status_code == 404
    assert served.client.get("/page/..%2fapp.py").status_code == 404
