"""A prior: what may be written, what is refused and how, and round trips through a file and a pickle."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from mixlid import InputError, Prior, SettingsError
from mixlid.configuration import Configuration

VALUES: dict[str, Any] = {
    "languages": {"tur_Latn": 0.6, "eng": 0.4},
    "offset": -1.5,
    "texts": 1000,
    "labels": 100,
}


def test_there_and_back(tmp_path: Path) -> None:
    prior = Prior.from_dict(VALUES)
    assert prior.to_dict() == VALUES
    prior.save(tmp_path / "prior.json")
    assert json.loads((tmp_path / "prior.json").read_text(encoding="utf-8")) == VALUES
    again = Prior.load(tmp_path / "prior.json")
    assert again == prior
    assert hash(again) == hash(prior)
    assert pickle.loads(pickle.dumps(prior)) == copy.deepcopy(prior) == prior
    assert prior != Prior.from_dict({**VALUES, "offset": None})


def test_anything_may_be_left_out() -> None:
    assert Prior.from_dict({}) == Prior()
    assert Prior.from_dict({"languages": {"tur": 1}, "offset": None}).to_dict() == {
        "languages": {"tur": 1}, "offset": None, "texts": None, "labels": None,
    }  # fmt: skip


def test_nobody_can_change_it() -> None:
    mine = {"tur": 0.5}
    prior = Prior(mine)
    mine["tur"] = 0.9
    assert prior.languages["tur"] == 0.5
    with pytest.raises(TypeError):
        prior.languages["tur"] = 0.9  # type: ignore[index]


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ([], "expected an object such as"),
        (
            {"tongues": {}},
            "the fields are languages, offset, texts, labels",
        ),
        ({"languages": ["tur"]}, "languages must be an object of shares"),
        ({"languages": {"tur": 60, "eng": 40}}, "languages, tur must be a share from 0 to 1, such as 0.3, not 60"),
        (
            {"languages": {"tur": 0.9, "eng": 0.4}},
            "the shares of languages add up to 1.3; they may add up to at most 1",
        ),
        ({"languages": {"tur": float("nan")}}, "not nan"),
        ({"languages": {"tur": True}}, "not True"),
        (
            {"languages": {f"x{place}": 0 for place in range(5001)}},
            "languages has 5,001 shares; at most 5,000 are allowed",
        ),
        ({"languages": {"a" * 65: 0.4}}, "has 65 characters; 64 are allowed"),
        ({"languages": {"tur": "a third"}}, "must be a share from 0 to 1, such as 0.3, not 'a third'"),
        ({"texts": 1.5}, "texts must be a whole number from 0, or null, not 1.5"),
        ({"texts": -1}, "not -1"),
        ({"labels": True}, "labels must be a whole number from 0, or null, not True"),
        ({"offset": 200}, "offset must be from -100 to 100, or null, not 200"),
        ({"offset": float("nan")}, "not nan"),
        ({"offset": "much"}, "not 'much'"),
    ],
)
def test_what_is_wrong_is_said(values: Any, words: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as refused:
        Prior.from_dict(values)
    assert words in str(refused.value)
    assert str(refused.value).startswith("prior: ")
    (tmp_path / "mine.json").write_text(json.dumps(values), encoding="utf-8")
    with pytest.raises(SettingsError) as refused:
        Prior.load(tmp_path / "mine.json")
    assert "mine.json: " in str(refused.value)
    assert words in str(refused.value).replace("NaN", "nan")


def test_files_that_are_not_priors(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"nowhere.json cannot be read: No such file"):
        Prior.load(tmp_path / "nowhere.json")
    (tmp_path / "half.json").write_text('{"languages": {', encoding="utf-8")
    with pytest.raises(SettingsError, match=r"half.json is not JSON .*a prior is written like"):
        Prior.load(tmp_path / "half.json")
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SettingsError, match=r"bytes.json is not JSON"):
        Prior.load(tmp_path / "bytes.json")


def test_a_file_that_never_ends_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("mixlid.prior._MOST_BYTES", 10)
    (tmp_path / "large.json").write_text(json.dumps(VALUES))
    for path in (tmp_path / "large.json", Path("/dev/zero")):
        if path.exists():
            with pytest.raises(InputError, match=rf"{path.name} has more than 10 bytes, or never ends; a prior is"):
                Prior.load(path)


def test_it_travels_with_a_configuration(tiny_table: Path, tmp_path: Path) -> None:
    Prior.from_dict(VALUES).save(tmp_path / "prior.json")
    config = Configuration.of({"model": tiny_table, "prior": tmp_path / "prior.json", "settings": {"penalty": 0.5}})
    (tmp_path / "prior.json").unlink()  # it was read where the options were given
    again = pickle.loads(pickle.dumps(config))
    assert again == config
    lid = again.cached_identifier()
    assert lid.prior == Prior.from_dict(VALUES)
    assert (
        Configuration.of({"model": tiny_table, "prior": VALUES, "settings": {"penalty": 0.5}}).cached_identifier()
        is lid
    )
    assert Configuration.of({"model": tiny_table, "settings": {"penalty": 0.5}}).cached_identifier() is not lid
