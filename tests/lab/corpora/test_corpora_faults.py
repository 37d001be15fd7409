"""Faults in a corpus are reported by file and line, and cost one sentence only."""

from __future__ import annotations

import json
from pathlib import Path

import corpus_files as files
import pytest

from mixlid.errors import InputError
from mixlid_lab.corpora.document_formats import get_format
from mixlid_lab.corpora.reading import CorpusOptions, Fault, Reading, read_corpus

GOOD_TWEET = "3,ya ok,\"['ya ok' list(['ya', 'ok'])]\",\"['id', 'en']\"\n"
TWEETS = "no,raw_tweet,tokens,langs\n"


def read(name: str, path: Path, pair: str = "spa-eng") -> Reading:
    return read_corpus(path, get_format(name), CorpusOptions(tuple(pair.split("-"))))


def test_a_faulty_row_spoils_its_sentence_and_no_other(tmp_path: Path) -> None:
    text = "uno\tlang2\ntwo\n\nbueno\tlang2\nday\tlang9\nx\t\n\ntres\tlang2\nfour\tlang1\n"
    path = files.write(tmp_path / "x.conll", text)
    reading = read("lince", path)
    assert [sentence.tokens for sentence in reading.sentences] == [("tres", "four")]
    assert [(fault.path, fault.line) for fault in reading.faults] == [(path, 2), (path, 5)]
    assert str(reading.faults[0]) == f"{path}, line 2: expected a token and a tag, found 'two'"
    assert "the tag 'lang9' is not known, only ne, mixed, other, fw" in reading.faults[1].what
    assert "--map lang9=" in reading.faults[1].what


@pytest.mark.parametrize("name", ["lince", "token-tag", "conllu", "jsonl", "transcriber", "basco"])
def test_a_file_without_sentences(tmp_path: Path, name: str) -> None:
    empty = {"transcriber": "<Trans/>", "basco": "[]"}.get(name, "\n\n")
    path = files.write(tmp_path / "x", empty)
    with pytest.raises(InputError, match=f"x has no sentence that can be used as {name} .*it has none"):
        read(name, path)


def test_a_file_of_another_format(tmp_path: Path) -> None:
    path = files.write(tmp_path / "x", files.LINCE)
    with pytest.raises(
        InputError, match=r"as token-tag .* line 1: expected a token and a tag, found '# sent_enum = 1'"
    ):
        read("token-tag", path)
    with pytest.raises(InputError, match=r"the columns tokens and langs"):
        read("indonesian", path)
    with pytest.raises(InputError, match=r"x, line 1: it is not BaSCo's JSON \(expected a list\)"):
        read("basco", path)
    with pytest.raises(InputError, match=r"x, line 1: it is not Transcriber's XML"):
        read("transcriber", path)


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "x.conll"
    path.write_bytes(b"caf\xe9\tlang2\n")
    with pytest.raises(InputError, match="UTF-8"):
        read("lince", path)


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ("6\tist\tsein", "6\tist", 10, "expected 10 columns with tabs between them, found 9"),
        ("6\tist", "six\tist", 10, "the first column is 'six'"),
        ("CSID=DE|SpaceAfter", "CSID=XX|SpaceAfter", 11, "the tag 'XX' is not known"),
        ("Lang=de\n6", "Lang=qqq\n6", 9, "the tag 'qqq' is not known"),
        ("das ist schön.\n", "das war schön.\n", 1, "the words do not make up the text"),
    ],
)
def test_conllu(tmp_path: Path, old: str, new: str, line: int, what: str) -> None:
    assert files.CONLLU.count(old) == 1
    reading = read("conllu", files.write(tmp_path / "x", files.CONLLU.replace(old, new)), "tur-deu")
    assert [sentence.identifier for sentence in reading.sentences] == ["a-2"]
    assert [fault.line for fault in reading.faults] == [line]
    assert reading.faults[0].what.startswith(what)


@pytest.mark.parametrize(
    ("row", "what"),
    [
        ("1,a b,\"['a b' list(['a', 'b'])]\"\n", "expected 4 cells, found 3"),
        ("1,a b,\"['a b' list(['a', 'b'])]\",\"['id']\"\n", "2 tokens and 1 tags"),
        ("1,a b,\"['a b' list(['a', 'b'])]\",\"['id', 'fr']\"\n", "the tag 'fr' is not known, only en, id, un"),
        ("1,a b,\"['a b' list(['a', print(1)])]\",\"['id', 'id']\"\n", "the cell tokens is not a printed Python list"),
        ("1,a b,\"['a b' list(['a', 3])]\",\"['id', 'id']\"\n", "the cell tokens is not a list of strings"),
    ],
)
def test_indonesian(tmp_path: Path, row: str, what: str) -> None:
    path = files.write(tmp_path / "x.csv", TWEETS + row + GOOD_TWEET)
    reading = read("indonesian", path, "ind-eng")
    assert [sentence.tokens for sentence in reading.sentences] == [("ya", "ok")]
    assert [(fault.line, fault.what.startswith(what)) for fault in reading.faults] == [(2, True)]


def test_indonesian_that_ends_within_a_cell(tmp_path: Path) -> None:
    reading = read("indonesian", files.write(tmp_path / "x.csv", TWEETS + GOOD_TWEET + "4,ya,\"['ya'\n lis"), "ind-eng")
    assert reading.faults == (Fault(tmp_path / "x.csv", 3, "expected 4 cells, found 3"),)


def test_basco(tmp_path: Path) -> None:
    items = [
        {"source_lang": "fr", "referent": "bonjour", "code-switching": [{"text": "kaixo señora"}, {"text": 3}]},
        {"source_lang": "es", "referent": "hola"},
        "hola",
        {"referent": "hola", "code-switching": []},
    ]
    path = files.write(tmp_path / "x", "[\n" + ",\n".join(map(json.dumps, items)) + "\n]\n")
    reading = read("basco", path, "eus-spa")
    assert [sentence.text for sentence in reading.sentences] == ["kaixo señora", "hola"]
    assert [(fault.line, fault.what.split(",")[0]) for fault in reading.faults] == [
        (2, "the tag 'fr' is not known"),
        (2, "utterance 1.2 has no text"),
        (3, "the utterance has no list of code-switching variants"),
        (4, "expected an object with referent"),
        (5, "utterance 4 has no source_lang"),
    ]


def test_broken_json_and_xml_are_named_by_line(tmp_path: Path) -> None:
    path = files.write(tmp_path / "x", '[\n{"source_lang": "es",\n"referent": hola}]\n')
    with pytest.raises(InputError, match="x, line 3: it is not BaSCo's JSON"):
        read("basco", path)
    path = files.write(tmp_path / "y", files.TRANSCRIBER.replace("</Turn>", "", 1))
    with pytest.raises(InputError, match=r"y, line 19: it is not Transcriber's XML \(mismatched tag\)"):
        read("transcriber", path)
    with pytest.raises(InputError, match="cannot be read"):
        read("transcriber", tmp_path)


def test_transcriber_marks(tmp_path: Path) -> None:
    text = files.TRANSCRIBER.replace("waaw waaw", ":fra waaw").replace("lait:fra", "lait:xx")
    reading = read("transcriber", files.write(tmp_path / "x", text), "wol-fra")
    assert [sentence.tokens[0] for sentence in reading.sentences] == ["%hum"]
    assert [(fault.line, fault.what.split(",")[0]) for fault in reading.faults] == [
        (6, "the tag 'xx' is not known"),
        (16, "the mark :fra has no word before it"),
    ]


def test_our_own_lines(tmp_path: Path) -> None:
    lines = ["{", '{"text": "x"}', '{"text": "a", "langs": ["spa"], "tokens": ["a"], "tags": ["xx"]}', "[]"]
    path = files.write(tmp_path / "x.jsonl", "\n".join([*lines, '{"text": "hola", "langs": ["spa"]}']))
    reading = read("jsonl", path)
    assert [sentence.text for sentence in reading.sentences] == ["hola"]
    assert [fault.line for fault in reading.faults] == [1, 2, 3, 4]


def test_flores(tmp_path: Path) -> None:
    path = files.write(tmp_path / "eng_Latn.dev", "One dog.\n\nTwo dogs.\n")
    assert read("flores", path).faults == (Fault(path, 2, "the line is empty; a sentence was expected"),)
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="empty has no FLORES files"):
        read("flores", tmp_path / "empty")
