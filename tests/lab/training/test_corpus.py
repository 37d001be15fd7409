"""Readers of the three corpus layouts, and what they refuse."""

from __future__ import annotations

import gzip
import lzma
from pathlib import Path

import pytest

from mixlid.errors import InputError
from mixlid_lab.training.corpus import CorpusSentence, corpus_files, read_file
from mixlid_lab.training.recipe_files import parse_recipe
from mixlid_lab.training.selection import Selection, known_sources


def read_corpora(paths: list[Path]) -> dict[str, list[CorpusSentence]]:
    files = corpus_files(paths)
    return {label: [one for file in found for one in read_file(file, label)] for label, found in files.items()}


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_tsv_folder_with_every_suffix(tmp_path: Path) -> None:
    _write(tmp_path / "eng.tsv", "news\ta small boat\nchat\tthe sea\n")
    (tmp_path / "tur_Latn.tsv.xz").write_bytes(lzma.compress("x\tküçük tekne\n".encode()))
    (tmp_path / "deu.tsv.gz").write_bytes(gzip.compress(b"x\tein Boot\n"))
    found = read_corpora([tmp_path])
    assert list(found) == ["deu_Latn", "eng_Latn", "tur_Latn"]
    assert found["eng_Latn"] == [CorpusSentence("news", "a small boat"), CorpusSentence("chat", "the sea")]
    assert found["tur_Latn"] == [CorpusSentence("x", "küçük tekne")]


def test_zst(tmp_path: Path) -> None:
    zstandard = pytest.importorskip("zstandard")
    (tmp_path / "eng.tsv.zst").write_bytes(zstandard.ZstdCompressor().compress(b"x\tthe sea\n"))
    assert read_corpora([tmp_path]) == {"eng_Latn": [CorpusSentence("x", "the sea")]}


def test_folder_of_folders(tmp_path: Path) -> None:
    _write(tmp_path / "hin_Deva" / "stories.txt", "नमस्ते\n")
    _write(tmp_path / "eng_Latn" / "a.txt", "one\ntwo\n")
    found = read_corpora([tmp_path])
    assert found == {
        "eng_Latn": [CorpusSentence("a", "one"), CorpusSentence("a", "two")],
        "hin_Deva": [CorpusSentence("stories", "नमस्ते")],
    }


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("eng.tsv", "x\tone\nno tab here\n", r"eng\.tsv, line 2: there is no tab"),
        ("eng.tsv", "x\tone\nx\t  \n", r"eng\.tsv, line 2: the sentence is empty"),
        ("eng.tsv", "", r"eng\.tsv is empty"),
        ("english.tsv", "x\tone\n", r"'english' is not a label"),
        ("ENG_LATN.tsv", "x\tone\n", r"'ENG_LATN' is not a label"),
        ("notes.md", "x", "there is no text to train on"),
    ],
)
def test_folder_refusals(tmp_path: Path, name: str, text: str, message: str) -> None:
    _write(tmp_path / name, text)
    with pytest.raises(InputError, match=message):
        read_corpora([tmp_path])


def test_bytes_that_are_no_text_are_named(tmp_path: Path) -> None:
    (tmp_path / "eng.tsv").write_bytes(b"x\tone\nx\t\xff\xfe\n")
    with pytest.raises(InputError, match=r"eng\.tsv, line 1 or soon after"):
        read_corpora([tmp_path])
    with pytest.raises(InputError, match="is not a folder of files like"):
        read_corpora([tmp_path / "nowhere"])


def test_only_open_sources_are_used() -> None:
    recipe = parse_recipe(
        'trainer = "linear"\nexclude = ["seed"]\n[ngrams]\nminn = 2\nmaxn = 4\nbuckets = 64\n', "tiny"
    )
    chosen = Selection(recipe)
    given = ("tatoeba", "gnome:nautilus", "pbc", "sabbath-school", "seed", "opensubtitles", "tarc", "own")
    # A source of the user's own is theirs to judge.
    assert [source for source in given if chosen.may_use("tum_Latn", source)] == [
        "tatoeba", "gnome:nautilus", "opensubtitles", "own",
    ]  # fmt: skip
    assert [label for label in ("ceb_Latn", "tpi_Latn") if chosen.may_use(label, "sword")] == ["ceb_Latn"]
    everything = Selection(recipe, any_licence=True)
    assert [source for source in given if not everything.may_use("tum_Latn", source)] == ["seed"]


def test_table_of_sources_is_complete() -> None:
    for name, source in known_sources().items():
        assert {source.tier, *source.tiers.values()} <= set("OSNU"), name
        assert source.licence, name
        if "NC" in source.licence and source.is_open("eng_Latn"):
            assert not all(map(source.is_open, source.tiers)), name  # the part that forbids commercial use
    bibles = known_sources()["ebible"]
    assert bibles.is_open("ewe_Latn")
    assert not any(map(bibles.is_open, ["dik_Latn", "wol_Latn", "tur_Latn"]))


def test_text_in_another_script_is_refused_by_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "tur_Latn.tsv").write_text("own\tbir iki\nown\tпривет мир\nown\tкак дела\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"tur_Latn\.tsv, line 2: most of the text is in another script"):
        read_corpora([tmp_path])
