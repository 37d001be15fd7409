"""What is markup, and what only looks like it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mixlid import load
from mixlid.text import markup
from mixlid.text.markup import BARE, PLACEHOLDERS, find_markup
from mixlid.text.words import tokenize


def pieces(text: str) -> list[str]:
    return [text[start:end] for start, end in find_markup(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<p>I am happy to see you</p>", ["<p>", "</p>"]),
        ("hello <br> world<br />", ["<br>", "<br />"]),
        ('<a href="a > b" class=x hidden>here</a>', ['<a href="a > b" class=x hidden>', "</a>"]),
        ('<?xml version="1.0"?><!DOCTYPE html><tei:u who="#A">so</tei:u>', None),
        ("<!-- by hand --> dear all", ["<!-- by hand -->"]),
        ("fish &amp; chips&nbsp;&#39;now&#x27;", ["&amp;", "&nbsp;", "&#39;", "&#x27;"]),
        ("[Name] <LAUGHS> ((email)) {url} [NAME_1] [url 2]", None),
        ("[b]mind[/b] the [url=http://x.com]gap[/url]", ["[b]", "[/b]", "[url=http://x.com]", "[/url]"]),
        ("<the dog> [/] the cat [//] &=sighs [: felt] xxx .", ["[/]", "[//]", "&=sighs", "[: felt]", "xxx"]),
        ("*MOT: [- spa] una cosa@s:eng+spa más@s", ["*MOT:", "[- spa]", "@s:eng+spa", "@s"]),
        ("REDACTED wrote to @USER that URL is gone", ["REDACTED", "URL"]),
        # words, or something else that is none of our business
        ("[see below] and {so on} and ((more)) [laughs]", []),
        ("<a dog> <3 a < b and c > d >_< :[ ]: [1] [sic]", []),
        ("AT&T; &unheard; R&B me@home.org @s *CHI fURLong URLs xxxl #URL", []),
        ("http://x.com/?a=1&amp;b=[url] www.x.com/{name}", []),
    ],
)  # fmt: skip
def test_markup(text: str, expected: list[str] | None) -> None:
    found = pieces(text)
    if expected is None:  # nearly all of it
        assert "".join(text.split()).startswith(found[0].replace(" ", ""))
        assert {token.kind for token in tokenize(text) if text[token.start : token.end] != "so"} == {"markup"}
    else:
        assert found == expected


@pytest.mark.parametrize("word", PLACEHOLDERS)
def test_lists(word: str) -> None:
    for text in (f"[{word}]", f"<{word.title()}>", f"{{{word.upper()}}}", f"[{word}_3]"):
        assert pieces(text) == [text]
    assert pieces(f"({word})") == []


SIGNS = [
    "<",
    ">",
    "[",
    "]",
    "]]>",
    "{",
    "}",
    "((",
    "))",
    "&",
    ";",
    "@s:eng",
    "*ANA:",
    "\n",
    "www.",
    "a",
    "url",
    " ",
    *BARE,
]


@given(st.lists(st.sampled_from([*SIGNS, "<b>", "<![CDATA[", "[name]", "{url 2}", "((mail))", "&amp;", "&=sighs"])))
def test_a_text_is_searched_for_what_it_may_have_as_if_for_everything(parts: list[str]) -> None:
    text = "".join(parts)
    found = list(find_markup(text))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(markup, "_FEW", -1)
        patch.setattr(markup, "_pattern", markup._pattern.__wrapped__)  # not those that were compiled before
        assert list(find_markup(text)) == found


@given(
    st.lists(st.sampled_from(["<b>", "<i x='y z'>", "[url]", "[= a b]", "&amp;", *BARE, "word", "两个", " ", "<", "]"]))
)
def test_tokens_of_markup_leave_only_white_space_between(parts: list[str]) -> None:
    text = " ".join(parts)
    place, rest = 0, []
    for token in tokenize(text):
        rest.append(text[place : token.start])
        assert token.end > token.start
        assert not any(char.isspace() for char in text[token.start : token.end])
        place = token.end
    assert not "".join([*rest, text[place:]]).strip()


@pytest.mark.parametrize(
    ("text", "languages"),
    [
        ("<p>I am happy to see you</p>", {"eng_Latn"}),
        ("hello <br> world", {"eng_Latn"}),
        ("so I said [name] dale vámonos", {"eng_Latn", "spa_Latn"}),
        ("<laughs> ja, das ist aber schön <unk>", {"deu_Latn"}),
        ("[url] [name] <br> &nbsp;", {"zxx"}),
    ],
)
def test_languages(text: str, languages: set[str]) -> None:
    result = load().identify(text)
    assert set(result.labels) == languages
    assert all(word.label == "zxx" and word.confidence is None for word in result.words if word.kind == "markup")
