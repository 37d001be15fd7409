"""Runs as SSML 1.1, for voices, and as HTML, for browsers and screen readers.

A text is a paragraph in its main language, and each run in another one is marked with its own. As XML forbids most
control characters, each of them becomes U+FFFD.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from html import escape
from typing import Any

from mixlid.io.formats.line_writer import LineWriter
from mixlid.io.formats.records import Layout, Record, WriteOptions
from mixlid.results.result import Answer
from mixlid.results.runs import Run, RunOptions
from mixlid.text.labels import is_unknown, means
from mixlid.text.language_tags import direction, language_tag

_FORBIDDEN = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\U00010000-\U0010ffff]")
_SPEAK = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<speak version="1.1" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="{}">\n'
)
_END_OF_SPEAK = "</speak>\n"
_PAGE = (
    '<!DOCTYPE html>\n<html lang="und">\n<head>\n<meta charset="utf-8">\n<title>mixlid</title>\n'
    "<style>p { white-space: pre-wrap }</style>\n</head>\n<body>\n"
)
_END_OF_PAGE = "</body>\n</html>\n"


def ssml(answer: Answer, voices: Mapping[str, str] | None = None, **runs: Any) -> str:
    """The text of an answer as an SSML document, with a voice for each language that has one in `voices`.

    `voices` are names by code (`{"en": "…", "zh-Hans": "…"}`); `runs` are the options of `Answer.runs`.
    """
    return _SPEAK.format(language_tag(answer.label)) + _paragraph(answer, voices or {}, **runs) + _END_OF_SPEAK


def html(answer: Answer, **runs: Any) -> str:
    """The text of an answer as an HTML paragraph; `runs` are the options of `Answer.runs`."""
    parts = []
    for run in answer.runs(**runs):
        content = _escaped(run.text)
        parts.append(content if run.label == answer.label else f"<span{_lang(run.label)}>{content}</span>")
    return f"<p{_lang(answer.label)}>{''.join(parts)}</p>\n"


def ssml_writer(options: WriteOptions) -> LineWriter:
    return _writer(partial(_paragraph, voices=options.voices or {}), options, _SPEAK.format("und"), _END_OF_SPEAK)


def html_writer(options: WriteOptions) -> LineWriter:
    return _writer(html, options, _PAGE, _END_OF_PAGE)


def _writer(show: Any, options: WriteOptions, header: str, footer: str) -> LineWriter:
    """A writer of one document, with a paragraph for each record."""
    runs = (options.runs or RunOptions())._asdict()
    return LineWriter(partial(_good, show, runs), _bad, header=partial(_header, header), footer=footer)


def _good(show: Any, runs: Mapping[str, Any], record: Record, answer: Answer, layout: Layout) -> str:  # noqa: ARG001
    shown: str = show(answer, **runs)
    return shown


def _bad(record: Record, layout: Layout) -> str:  # noqa: ARG001
    return f"<p>{_escaped(record.source)}</p>\n"


def _header(header: str, layout: Layout) -> str:  # noqa: ARG001
    return header


def _paragraph(answer: Answer, voices: Mapping[str, str], **runs: Any) -> str:
    main = "" if is_unknown(answer.label) else f' xml:lang="{language_tag(answer.label)}"'
    return f"<p{main}>{''.join(_spoken(run, answer.label, voices) for run in answer.runs(**runs))}</p>\n"


def _spoken(run: Run, main: str, voices: Mapping[str, str]) -> str:
    """A run as SSML; what is in no known language is read in that of the paragraph."""
    content = _escaped(run.text)
    if is_unknown(run.label):
        return content
    if run.label != main:
        content = f'<lang xml:lang="{run.tag}">{content}</lang>'
    voice = voice_for(run.label, voices)
    return content if voice is None else f'<voice name="{_escaped(voice)}">{content}</voice>'


def voice_for(label: str, voices: Mapping[str, str]) -> str | None:
    """The voice of a label: by its tag (`zh-Hans`) if that is there, else by any code that means it (`zh`)."""
    tag = language_tag(label)
    if tag in voices:
        return voices[tag]
    return next((voice for code, voice in voices.items() if means(code, label)), None)


def _lang(label: str) -> str:
    return f' lang="{language_tag(label)}" dir="{"auto" if is_unknown(label) else direction(label)}"'


def _escaped(text: str) -> str:
    """Text for XML and HTML; a carriage return would not come through as it is."""
    return escape(_FORBIDDEN.sub("\ufffd", text)).replace("\r", "&#13;")
