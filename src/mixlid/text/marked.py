"""A text with the languages of its words marked: in brackets for a line of text, in colours for a notebook."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple, Protocol

from mixlid.text.labels import NO_LANGUAGE, autonym_of, is_unknown, name_of
from mixlid.text.palette import Style, style_at

#: Words without a known language: the same grey in a light and in a dark notebook.
_GREY = "#888888"


class Labelled(Protocol):
    """What this module needs of a word."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def label(self) -> str: ...


class Run(NamedTuple):
    """Neighbouring words in one language."""

    start: int
    end: int
    label: str


def runs(words: Iterable[Labelled]) -> Iterator[Run]:
    """Runs of neighbouring words in one language, with everything between them."""
    run: Run | None = None
    for word in words:
        if word.label == NO_LANGUAGE:
            continue
        if run and run.label == word.label:
            run = Run(run.start, word.end, word.label)
        else:
            if run:
                yield run
            run = Run(word.start, word.end, word.label)
    if run:
        yield run


def marked(text: str, words: Iterable[Labelled], paint: Callable[[str, str], str], clean: Callable[[str], str]) -> str:
    """The text with `paint(label, run)` for each run; `clean` is applied to everything that comes from the text."""
    parts, place = [], 0
    for start, end, label in runs(words):
        parts += [clean(text[place:start]), paint(label, clean(text[start:end]))]
        place = end
    return "".join(parts) + clean(text[place:])


def bracketed(text: str, words: Iterable[Labelled], first: str) -> str:
    """`yarınki [eng_Latn meeting] için`: runs that are not in the first language stand in brackets with their label."""
    return marked(text, words, lambda label, run: run if label == first else f"[{label} {run}]", str)


def as_html(text: str, words: Sequence[Labelled], shares: Mapping[str, float], sure: str) -> str:
    """The text with coloured words, and a legend below. It works on light and dark pages."""
    known = [label for label in shares if not is_unknown(label)]
    styles = {label: style_at(place) for place, label in enumerate(known)}

    def paint(label: str, run: str) -> str:
        return f'<span style="{_css(styles.get(label))}" title="{escape(_title(label))}">{run}</span>'

    body = marked(text, words, paint, escape)
    legend = [f"{paint(label, escape(name_of(label)))} {share:.0%}" for label, share in shares.items()]
    about = " · ".join([*(legend or [escape(name_of(NO_LANGUAGE))]), *([escape(sure)] if sure else [])])
    return (
        f'<div dir="auto" style="white-space: pre-wrap; line-height: 1.8">{body}</div>'
        f'<div style="font-size: smaller; opacity: 0.8">{about}</div>'
    )


def _css(style: Style | None) -> str:
    """Text keeps the notebook's colour; a language is shown by a tint and a line."""
    if style is None:
        return f"text-decoration: underline dotted {_GREY}"
    return f"background: {style.hex}33; text-decoration: {style.decoration} {style.hex}; text-underline-offset: 3px"


def _title(label: str) -> str:
    own = autonym_of(label)
    name = name_of(label)
    return f"{name} · {own} ({label})" if own and own != name else f"{name} ({label})"
