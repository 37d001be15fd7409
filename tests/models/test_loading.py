"""Which model a name stands for, and messages about names that stand for none."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import mixlid
from mixlid.errors import MissingDependencyError, ModelError
from mixlid.models import loading as registry
from mixlid.models.catalogue import CATALOGUE, EMBEDDED, NAMES, find
from mixlid.models.hub import in_cache, parse
from mixlid.models.loading import load_model


@pytest.fixture
def embedded(monkeypatch: pytest.MonkeyPatch, tiny_table: Path) -> Path:
    """A tiny model in place of the one in the package."""
    monkeypatch.setattr(registry, "EMBEDDED", tiny_table)
    return tiny_table


def test_embedded_model(embedded: Path) -> None:
    for name in (None, "litelid", "LiteLID"):
        assert load_model(name).info()["path"] == str(embedded)
    assert mixlid.load().model.info()["path"] == str(embedded)
    assert mixlid.load().identify("the children were playing in the garden").label == "eng_Latn"


def test_embedded_model_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(registry, "EMBEDDED", tmp_path / "litelid.mixlid")
    with pytest.raises(
        ModelError, match=r"litelid\.mixlid\), as it is in a copy of the source code.* glotlid, openlid"
    ):
        mixlid.load()


def test_place_of_the_embedded_model() -> None:
    assert EMBEDDED.relative_to(Path(mixlid.__file__).parent) == Path("data/litelid.mixlid")


def test_paths(tiny_bin: Path, tiny_table: Path) -> None:
    for path in (tiny_bin, str(tiny_table)):
        assert len(load_model(path).labels) == 6


def test_a_name_is_not_a_file_of_that_name(
    monkeypatch: pytest.MonkeyPatch, embedded: Path, tiny_bin: Path, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("litelid").write_bytes(tiny_bin.read_bytes())
    assert load_model("litelid").info()["path"] == str(embedded)
    for path in ("./litelid", Path("litelid")):
        assert load_model(path).info()["format"] == "fasttext"


def test_unknown_names() -> None:
    with pytest.raises(ModelError, match=r"There is no model file glotild .*Did you mean glotlid\?") as caught:
        load_model("glotild")
    assert ", ".join(NAMES) in str(caught.value)
    with pytest.raises(ModelError) as caught:
        load_model("models/mine.bin")
    assert "Did you mean" not in str(caught.value)
    with pytest.raises(ModelError, match="cannot be read"):
        load_model("a\0b")


def test_catalogue() -> None:
    assert len(set(NAMES)) == len(NAMES)
    for entry in CATALOGUE:
        assert parse(entry.address).repo == entry.repository
        assert find(entry.name.upper()) is find(entry.repository) is entry
    assert find("litelid") is None


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    with pytest.raises(MissingDependencyError, match=r"Loading hf://cis-lmu/glotlid/.* pip install 'mixlid\[hub\]'"):
        load_model("glotlid")
    assert in_cache("hf://org/repo/model.bin") is None


@pytest.mark.parametrize(
    ("kind", "reader"), [("tiny_bin", "fasttext.FastTextModel.load"), ("tiny_table", "loading.read_container")]
)
def test_too_little_memory(
    kind: str, reader: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        raise MemoryError

    path = request.getfixturevalue(kind)
    monkeypatch.setattr(f"mixlid.models.{reader}", fail)
    with pytest.raises(ModelError, match=f"{path.name} needs more memory than there is"):
        load_model(path)
