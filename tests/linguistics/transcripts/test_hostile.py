"""Malformed files give an answer or an error with the reason, and never an endless search."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import EAF

from mixlid.errors import InputError
from mixlid.io.formats.records import WriteOptions
from mixlid.io.formats.sniff import sniff
from mixlid.linguistics.formats.chat import ChatDocument
from mixlid.linguistics.formats.eaf import EafDocument
from mixlid.linguistics.formats.textgrid import TextGridDocument
from mixlid.linguistics.formats.transcript import ALL_TIERS, Parser, TranscriptError

PIECES = st.sampled_from(
    ["gel", "gel@s", "dog@s:eng", "x@s:a+b", "<", ">", "[/]", "[- eng]", "[= a", "]", "&=", "0", "(.)", "(be)", "@",
     "$", "\x1512_34\x15", "\x15", "\n\t", "\n*B:\t", "\n%mor:\t", "\n@End", ",", "“", "ü", "\r\n", " ", "  "]
)  # fmt: skip


@given(st.lists(PIECES, max_size=40).map(" ".join), st.booleans())
def test_chat_of_any_pieces(text: str, has_header: bool) -> None:
    data = ("@Begin\n@Languages:\ttur  \n" * has_header + "*A:\t" + text).encode()
    document = ChatDocument(data, ALL_TIERS)
    assert all(one.text and one.words for one in document.utterances)
    if not any(one.annotation_names for one in document.utterances):  # what is no language leaves no trace
        labels = [["zxx"] * len(one.words) for one in document.utterances]
        assert document.annotated(labels, WriteOptions()) == data
    written = document.annotated([["tur_Latn"] * len(one.words) for one in document.utterances], WriteOptions())
    after = ChatDocument(written, ALL_TIERS)
    assert [one.text for one in after.utterances] == [one.text for one in document.utterances]


@pytest.mark.parametrize("kind", [ChatDocument, EafDocument, TextGridDocument])
@given(text=st.text(max_size=60))
def test_any_text(kind: Parser, text: str) -> None:
    with suppress(TranscriptError):  # and nothing else
        assert all(one.text for one in kind(text.encode("utf-8", "surrogatepass"), ALL_TIERS).utterances)


@given(st.integers(0, len(EAF)), st.integers(0, len(EAF)), st.sampled_from(["", "<TIER>", "</TIER>", "&", '"', "\0"]))
def test_elan_with_something_else_in_it(start: int, end: int, new: str) -> None:
    changed = (EAF[: min(start, end)] + new + EAF[max(start, end) :]).encode()
    try:
        document = EafDocument(changed, ALL_TIERS)
    except TranscriptError:
        return
    written = document.annotated([["eng_Latn"] * len(one.words) for one in document.utterances], WriteOptions())
    assert [one.text for one in EafDocument(written, ALL_TIERS).utterances] == [one.text for one in document.utterances]


def test_nothing_is_searched_for_ever() -> None:
    many = 20_000
    for text in (
        "@Begin\n@Languages:\t" + " " * many + "x\n*A:\tgel .\n",
        "@Begin\n*A:\tgel \x15" + "1" * many + "\n",
        "@Begin\n*A:\t" + "<" * many + "gel" + ">" * many + "\n",
        "@Begin\n*A:\t" + "gel@" * many + "\n",
    ):
        assert len(ChatDocument(text.encode(), ALL_TIERS).utterances) <= 1
    comments = b'<?xml version="1.0"?>' + b"<!---->" * many + b"no tag"
    assert sniff(comments, "txt", "a").format is None
    with pytest.raises(InputError, match=r"a is XML \(<note>\)"):
        sniff(b'<?xml version="1.0"?> <!-- <TEI> -->\n<x:note/>', "txt", "a")
    with pytest.raises(TranscriptError, match="more than 200 deep"):
        EafDocument(b"<a>" * 50_000, ALL_TIERS)
