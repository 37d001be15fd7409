"""Input that is not what it seems: what its first bytes say, and what is only guessed."""

from __future__ import annotations

import io
import random
import zipfile

import pytest

from mixlid.errors import InputError, SettingsError
from mixlid.io.formats.columns import find_text_name, is_header
from mixlid.io.formats.sniff import check_is_text, encoding_of, sniff
from mixlid.io.streams import PeekableStream, as_utf8, check_encoding

CONLLU = "# text = a b\n1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n2\tb\t_\t_\t_\t_\t_\t_\t_\t_\n\n"


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ('{"text": "the map"}\n{"text": "the sea"}\n', "jsonl"),
        ('{"text": "the map"}', "jsonl"),
        ('\n{"body": "the map"}\n', "jsonl"),
        ('\ufeff{"text": "the map"}\n', "jsonl"),
        ('\ufeff\n{"text": "the map"}\n', "jsonl"),
        ('\n\n{"text": "the map"}\n', "jsonl"),
        ('{"text": "' + "the map " * 10_000, "jsonl"),
        ('{"id": [1, {"a": null}], "text": "the \\"map\\" ' + "\\u0041" * 10_000, "jsonl"),
        ('{"id": [' + "1234, " * 10_000 + "tru", "jsonl"),
        (CONLLU, "conllu"),
        ("id\ttext\n1\tthe map\n", "tsv"),
        ("lang\tscore\ttweets\neng\t3\tthe map\ntur\t4\tharita\n", "tsv"),
        ("id,text\n1,the map\n2,the sea\n", "csv"),
        ('id;Text\n1;"the map"\n', "csv"),
        ("@UTF8\n@Begin\n@Languages:\teng\n*CHI:\tthe map .\n%mor:\tx\n\ty\n@End\n", "chat"),
        ("*CHI:\tthe map .\n*MOT:\tthe sea .\n", "chat"),
        ('File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n1\n', "textgrid"),
        ('File type = "ooTextFile short"\n"TextGrid"\n\n0\n1\n', "textgrid"),
        ('<?xml version="1.0"?>\n<!-- a -->\n<ANNOTATION_DOCUMENT AUTHOR="">\n', "eaf"),
        ('\ufeff<?xml version="1.0"?>\n<ANNOTATION_DOCUMENT xmlns="x">\n', "eaf"),
        # not certain enough
        ("@somebody the map\n* the sea\n", None),
        ("<TEI> is a tag\n", None),
        ("the map\nthe sea\n", None),
        ("{smile} the map\n{} the sea\n", None),
        ('{"text": "the map"}\nand the sea\n', None),
        ("[the map]\n[the sea]\n", None),
        ('["the map" is here]\n', None),
        ('["the map"', None),
        ('["the map"]\n["the sea"]\n', None),
        ('["the map" ' * 10_000, None),
        ('{"the map" ' * 10_000, None),
        ("{the map " * 10_000, None),
        ("[1, 2, 3]\n", None),
        ("hello, text\nwell, no\n", None),
        ("eng\tthe map\ntur\tharita\n", None),
        ("Yes, text me, please\nNo, call me, please\n", None),
        ("text\nthe map\n", None),
        ("", None),
    ],
)
def test_plain_text_that_is_something_else(text: str, format: str | None) -> None:
    found = sniff(text.encode(), "txt", "a.txt")
    assert found.format == format
    assert (f"a.txt is read as {format}" in found.note and "--from txt" in found.note) == (format is not None)


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("eng\tthe map\ntur\tharita\ndeu\tdie Karte\n", "each line of a.txt has 2 columns; --from tsv"),
        ('# made today\n{"text": "a"}\n{"text": "b"}\n', "looks like JSON; --from jsonl"),
        ('text\n\n{"text": "a"}\n', "looks like JSON; --from jsonl"),
        ('{\n  "text": "the map",\n  "id": 1\n}\n', "jq -c . or"),
        ('[{"text": "the map"},\n {"text": "the sea"}]\n', "jq -c '.[]'"),
        ('[\n  "the map",\n  "the sea"\n]\n', "jq -c '.[]'"),
        ('{"text": "the map",\n "id": 1}\n', "looks like JSON"),
    ],
)
def test_what_is_only_likely_is_said(text: str, option: str) -> None:
    found = sniff(text.encode(), "txt", "a.txt")
    assert found.format is None
    assert option in found.note


@pytest.mark.parametrize("text", ["{\nthe map\n}\n", '{"the map" is\nhere}\n', "{\n", '"text": "a"\n', "{} the map\n"])
def test_what_has_a_brace_and_is_text(text: str) -> None:
    assert sniff(text.encode(), "txt", "a.txt") == (None, "")


def test_what_a_name_says_is_only_doubted_where_it_often_is_wrong() -> None:
    assert sniff(CONLLU.encode(), "conll", "a.conll").format == "conllu"
    assert sniff(b"the\tDT\nmap\tNN\n\n", "conll", "a.conll") == (None, "")


def test_a_last_line_that_is_cut_is_not_judged() -> None:
    assert sniff(b'{"text": "the map"}\n{"text": "the s', "txt", "a").format == "jsonl"


def test_byte_order_marks() -> None:
    assert [encoding_of("aé".encode(name)) for name in ("utf-8", "utf-8-sig", "utf-16", "utf-32")] == [
        "", "", "utf-16", "utf-32",
    ]  # fmt: skip
    assert encoding_of("a".encode("utf-16-be")) == ""
    assert encoding_of(b"\xfe\xff\x00a") == "utf-16"


def _zip(*names: str) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name in names:
            archive.writestr(name, "the map")
    return made.getvalue()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (_zip("[Content_Types].xml", "xl/workbook.xml"), "save it as CSV (UTF-8)"),
        (_zip("lines.txt"), "a zip archive and not text; "),
        (b"%PDF-1.7\n", "a PDF file"),
        (b"PAR1\x15\x04", "--from parquet"),
        (b"ARROW1\0\0\xff", "save it as Parquet"),
        ("the map and the sea".encode("utf-16-le"), "--encoding utf-16-le"),
        ("the map and the sea".encode("utf-16-be"), "--encoding utf-16-be"),
        (bytes(range(256)) * 2, "zero bytes"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)), "zero bytes"),
    ],
)
def test_what_is_not_text(data: bytes, said: str) -> None:
    with pytest.raises(InputError, match=r"^a\.txt ") as caught:
        check_is_text(data, "a.txt")
    assert said in str(caught.value)


@pytest.mark.parametrize(
    "data", [b"", b"the map\n", "haritayı ğ\n".encode(), b"a\0b\n", b"caf\xe9\n", b"\x1f\x8b\x08\0\0\0"]
)
def test_what_is_text_or_said_elsewhere(data: bytes) -> None:
    check_is_text(data, "a.txt")


@pytest.mark.parametrize(
    ("first", "rows", "certain"),
    [
        (["id", "text"], [], True),
        (["ID", "Tweet"], [["1", "the map"]], True),
        (["a", "b"], [["1", "the map"], ["2", "the sea"]], True),
        (["a", "b"], [["x", "the map"], ["2", "the sea"]], False),
        (["eng", "the map"], [["tur", "harita"]], False),
        (["1", "text"], [["2", "the map"]], False),
        (["ref", "message_body"], [["x", "the map"]], True),
        (["ref", "tweetText"], [["x", "the map"]], True),
        (["ref", "the message"], [["x", "the map"]], False),
        (["ref", "context"], [["x", "the map"]], False),
        (["text"], [["the map"]], False),
        (["map"], [["1"], ["2"]], False),
        (["text", "text"], [["the map", "the sea"]], False),
        (["", "text"], [["1", "the map"]], False),
        ([], [], False),
    ],
)
def test_headers(first: list[str], rows: list[list[str]], certain: bool) -> None:
    assert is_header(first, rows) is certain


@pytest.mark.parametrize(
    ("names", "place"),
    [
        (["id", "Text", "tweet"], 1),
        (["Tweet", "id"], 0),
        (["comment", "post", "id"], None),
        (["a", "b"], None),
        ([], None),
    ],
)
def test_which_column_is_the_text(names: list[str], place: int | None) -> None:
    assert find_text_name(names) == place


def test_looking_ahead_changes_nothing() -> None:
    """Whatever is read, in whatever order: the same bytes as without looking ahead."""
    draw = random.Random(3)
    for _ in range(200):
        data = b"".join(draw.choice([b"a", b"\n", b"bc"]) for _ in range(draw.randint(0, 40)))
        plain, looked = io.BytesIO(data), PeekableStream(io.BytesIO(data[5:]), data[:5])
        for _ in range(30):
            if draw.random() < 0.3:
                assert data.startswith(looked.peek()) or plain.tell()
            call, size = draw.choice(["read", "readline", "read1"]), draw.choice([-1, 0, 1, 3, 100])
            expected = getattr(plain, call)(size)
            got = getattr(looked, call)(size)
            while call == "read1" and len(got) < len(expected):  # it may give less at a time
                got += looked.read1(len(expected) - len(got))
            assert got == expected


def test_another_encoding_as_utf8() -> None:
    text = "yarınki toplantı\n" * 20_000
    assert check_encoding("utf-8") == ""
    for encoding in ("utf-16", "windows-1254"):
        name = check_encoding(encoding)
        assert as_utf8(io.BytesIO(text.encode(encoding)), name, "a.txt").read().decode() == text
    with pytest.raises(InputError, match=r"a\.txt is not utf-16 at its end"):
        as_utf8(io.BytesIO("map".encode("utf-16")[:-1]), "utf-16", "a.txt").read()
    with pytest.raises(InputError, match=r"a\.txt is not ascii at byte 3 or soon after"):
        as_utf8(io.BytesIO(b"ma\xff"), "ascii", "a.txt").read()
    for wrong in ("klingon", "base64", "rot13", "\0"):
        with pytest.raises(SettingsError, match="there is no encoding"):
            check_encoding(wrong)
