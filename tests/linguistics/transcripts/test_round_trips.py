"""A transcript gets languages, nothing else in its file changes, and what was written is read again."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from xml.etree.ElementTree import canonicalize

import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import CHAT, EAF, LONG_TEXTGRID, SHORT_TEXTGRID, eaf_of, textgrid_of

from mixlid.io.formats.records import WriteOptions
from mixlid.linguistics.formats.chat import ChatDocument
from mixlid.linguistics.formats.eaf import EafDocument
from mixlid.linguistics.formats.textgrid import TextGridDocument
from mixlid.linguistics.formats.transcript import ALL_TIERS, Document, TranscriptError
from mixlid.mixing import statistics
from mixlid.text.labels import split

Parse = Callable[[bytes, str], Document]
FORMATS: dict[str, tuple[Parse, str]] = {
    "chat": (ChatDocument, CHAT),
    "eaf": (EafDocument, EAF),
    "long": (TextGridDocument, LONG_TEXTGRID),
    "short": (TextGridDocument, SHORT_TEXTGRID),
}
#: The only lines of the input that are not in the output as they were, beside those of words (CHAT).
CHANGED = {"eaf": [r'<PROPERTY NAME="lastUsedAnnotationId">4</PROPERTY>'], "short": ["2"]}


def document(name: str, text: str | bytes | None = None, tiers: str = ALL_TIERS) -> Document:
    parse, sample = FORMATS[name]
    data = sample if text is None else text
    return parse(data.encode() if isinstance(data, str) else data, tiers)


def labels_for(one: Document, choose: Callable[[int], str]) -> list[list[str]]:
    numbers = iter(range(10_000))
    return [[choose(next(numbers)) for _ in utterance.words] for utterance in one.utterances]


def codes(one: Document) -> list[list[str]]:
    return [[one.code for one in utterance.annotations] for utterance in one.utterances]


@pytest.mark.parametrize("name", FORMATS)
@given(data=st.data())
def test_languages_are_read_as_they_were_written(name: str, data: st.DataObject) -> None:
    before = document(name)
    known = st.sampled_from(["tur_Latn", "eng_Latn", "deu_Latn", "und"])
    labels = labels_for(before, lambda _: data.draw(known))
    written = before.annotated(labels, WriteOptions())
    after = document(name, written)
    assert [one.text for one in after.utterances] == [one.text for one in before.utterances]
    expected = [[split(label)[0] for label in one] for one in labels]
    if all(code == "tur" for one in expected for code in one) and name == "chat":
        assert written.decode() == CHAT  # the language of the header needs no one
    else:
        assert codes(after) == expected
    # Once more, over what is there: as if it had been written from the start.
    again = labels_for(before, lambda number: ("eng_Latn", "tur_Latn")[number % 2])
    assert codes(document(name, after.annotated(again, WriteOptions()))) == codes(
        document(name, before.annotated(again, WriteOptions()))
    )


def _lines(text: str) -> list[str]:
    """The lines, of XML without what indents them."""
    return (canonicalize(text, strip_text=True).replace("><", ">\n<") if text.startswith("<") else text).splitlines()


@pytest.mark.parametrize("name", ["eaf", "short"])
def test_a_tier_is_added_and_the_rest_stays(name: str) -> None:
    before = document(name)
    written = before.annotated(labels_for(before, lambda number: ("tur_Latn", "eng_Latn")[number % 2]), WriteOptions())
    old, new = (_lines(text) for text in (FORMATS[name][1], written.decode()))
    gone = [line.removeprefix("- ") for line in difflib.ndiff(old, new) if line.startswith("- ")]
    assert len(gone) == len(CHANGED[name])
    assert all(re.fullmatch(pattern, line) for pattern, line in zip(CHANGED[name], gone, strict=True))


def test_a_long_textgrid_becomes_a_short_one() -> None:
    short, long = (
        one.annotated(labels_for(one, lambda _: "tur_Latn"), WriteOptions()) for one in map(document, ("short", "long"))
    )
    assert long == short


def test_chat_marks_only_words_and_the_header() -> None:
    before = document("chat")
    labels = labels_for(before, lambda number: "eng_Latn" if number in range(2, 8) else "tur_Latn")
    labels[1] = ["tur_Latn"] * 4 + ["eng_Latn"] * 4
    written = before.annotated(labels, WriteOptions()).decode()
    expected = CHAT.replace("@Languages:\ttur\n", "@Languages:\ttur, eng\n")
    expected = expected.replace("*AYS:\tdün akşam", "*AYS:\t[- eng] dün@s:tur akşam@s:tur", 1)
    expected = expected.replace(
        "ama the <end> [//] ending was strange [=!", "ama the@s:eng <end> [//] ending@s:eng was@s:eng strange@s:eng [=!"
    )
    assert written == expected


@pytest.mark.parametrize("name", FORMATS)
def test_words_and_who_said_them_when(name: str) -> None:
    found = [(one.text, one.speaker, one.start, one.end, one.tier) for one in document(name).utterances]
    grid = [('he said "merhaba" arkadaş', "A", 0.5, 1.25, "A"), ("evet", "A", 1.25, 2.75, "A")]
    assert (
        found
        == {
            "chat": [
                ("dün akşam we went to the old cinema", "AYS", 1.2, 4.31, "*AYS"),
                ("film çok güzeldi ama the ending was strange", "DEN", None, None, "*DEN"),
                ("evet öyle düşünüyorum çünkü onlar çok iyi oynadı", "AYS", None, None, "*AYS"),
            ],
            "eaf": [
                ("dün salt & pepper aldım", "Ayşe", 0.0, 1.85, "tx@A"),
                ("evet  gördüm", "Ayşe", 1.85, None, "tx@A"),
            ],
            "long": grid,
            "short": grid,
        }[name]
    )
    lines = {"chat": [6, 8, 9], "eaf": [14, 19], "long": [22, 26], "short": [18, 21]}
    assert [one.line for one in document(name).utterances] == lines[name]


@pytest.mark.parametrize(
    ("line", "text", "marked"),
    [
        ("gel@s:tur+eng with me", "gel with me", ["tur+eng", "eng", "eng"]),
        ("[- tur] gel buraya dog@s", "gel buraya dog", ["tur", "tur", "eng"]),
        ("yeah@s:tur$co wuga@n@s:tur , okay", "yeah wuga okay", ["tur", "tur", "eng"]),
        ("<the the dog@s:tur> [//] the cat [?] [/] the cat", "the the cat", ["eng"] * 3),
        ('+" he go-es &+fr ba@b (be)cause@s:tur +/.', "he go-es because", ["eng", "eng", "tur"]),
        ("“hello”, &*MOT:mhm dog [: cat] [*] (1.5) ↑no↓ yyy .", "hello dog no", ["eng"] * 3),
    ],
)
def test_what_counts_as_a_word_of_chat(line: str, text: str, marked: list[str]) -> None:
    text_of_file = f"@Begin\n@Languages:\teng, tur\n*CHI:\t{line}\n*MOT:\tx@s:tur .\n@End\n"
    one = document("chat", text_of_file).utterances[0]
    assert (one.text, [one.code for one in one.annotations]) == (text, marked)


def test_chat_says_nothing_where_no_word_is_marked() -> None:
    assert codes(document("chat")) == [[], [], []]


@pytest.mark.parametrize("name", ["eaf"])
def test_tiers_are_chosen(name: str) -> None:
    assert [one.text for one in document(name, tiers="note@*").utterances] == ["a remark about the shop"]
    assert [one.start for one in document(name, tiers="note@A").utterances] == [0.0]
    with pytest.raises(TranscriptError, match=r"there is no tier 'tx@B' with text; there are 'tx@A', 'note@A'"):
        document(name, tiers="tx@B")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("chat", "just some lines\n", "this is not CHAT"),
        ("chat", b"@Begin\n*CHI:\t\xff .\n", "line 2: byte 7 of the line .0xff. is not UTF-8"),
        ("eaf", "<TEI/>", "not ELAN: its root element is <TEI>"),
        ("long", 'File type = "ooTextFile"\nObject class = "TextGrid"\n\nitem []:\n', "cannot be read"),
        ("long", "xmin = 0", "not a TextGrid in text form"),
        ("short", SHORT_TEXTGRID.replace("2.75", "1e999"), "line 5: .* '1e999' is not a number"),
        ("short", SHORT_TEXTGRID.replace("2.75", '"2"'), "line 5: .* '2' is not a number"),
        ("eaf", "<TIER>a</TEI>", "line 1: this is not well-formed XML"),
        (
            "eaf",
            '<!DOCTYPE a [<!ENTITY a "b">]><ANNOTATION_DOCUMENT>&a;</ANNOTATION_DOCUMENT>',
            "it declares an entity",
        ),
        ("eaf", "<ANNOTATION_DOCUMENT><TIER/></ANNOTATION_DOCUMENT>", "<TIER> has no TIER_ID"),
    ],
)
def test_what_cannot_be_read_is_said(name: str, text: str | bytes, message: str) -> None:
    with pytest.raises(TranscriptError, match=message):
        document(name, text)


@pytest.mark.parametrize("name", ["eaf", "long", "short"])
def test_a_conversation_is_in_order_of_time(name: str) -> None:
    """Not one tier after the other; a written file has each language at its own annotation."""
    tiers = {"A": [(0, 1, "bir"), (3, 4, "three")], "B": [(1, 2, "two"), (4, 5, "dört")]}
    both = document(name, eaf_of(tiers) if name == "eaf" else textgrid_of(tiers, name == "long"))
    assert [one.text for one in both.utterances] == ["bir", "two", "three", "dört"]
    labels = [["tur_Latn"], ["eng_Latn"], ["eng_Latn"], ["tur_Latn"]]
    assert codes(document(name, both.annotated(labels, WriteOptions()))) == [["tur"], ["eng"], ["eng"], ["tur"]]


def test_annotations_of_elan_have_numbers_of_their_own() -> None:
    deleted = EAF.replace('Id">4<', 'Id">9<')  # ELAN does not use a number again
    before = document("eaf", deleted)
    first = before.annotated(labels_for(before, lambda _: "eng_Latn"), WriteOptions())
    assert b'ANNOTATION_ID="a10"' in first
    assert b'Id">11<' in first
    again = document("eaf", first)
    assert again.annotated(labels_for(again, lambda _: "eng_Latn"), WriteOptions()) == first  # and keep them


def test_a_tie_is_decided_alike_everywhere() -> None:
    """By the words of all utterances, and not by the order of words or by what the header says first."""
    labels = [["tur_Latn", "tur_Latn"], ["eng_Latn", "tur_Latn"]]
    chat = "@Begin\n@Languages:\teng, tur\n*A:\tgel buraya .\n*A:\tplease gel .\n@End\n"
    written = document("chat", chat).annotated(labels, WriteOptions()).decode()
    assert "[- tur] gel buraya .\n*A:\t[- tur] please@s:eng gel .\n" in written
    found = statistics(labels)
    assert (found.matrix_language, found.matrix_share, found.insertions) == ("tur", 1.0, 1)
    assert statistics([["eng"], ["tur", "tur"]]).matrix_language == "tur"
