"""XML with the byte offsets of its elements, so that parts can be changed and the rest stays as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

from mixlid.linguistics.formats.transcript import TranscriptError, as_text

_START_TAG = re.compile(rb"""<[^<>"']*(?:"[^"]*"[^<>"']*|'[^']*'[^<>"']*)*>""")
_REFERENCE = re.compile(rb"&[^;]*;")
#: How deeply elements may be nested.
_MAX_DEPTH = 200
_DECLARED = re.compile(rb"""(?:\xef\xbb\xbf)?<\?xml[^>]*?encoding\s*=\s*["']([^"']*)["']""")


@dataclass(slots=True)
class Text:
    """A run of characters, or a single one that is written as a reference (`&amp;`)."""

    data: str
    start: int
    end: int


@dataclass(slots=True)
class Element:
    """An element: `start` to `inside` is its start tag, `close` to `end` its end tag (empty for `<a/>`)."""

    #: Without namespace prefix.
    name: str
    attributes: dict[str, str]
    start: int
    inside: int
    line: int
    parent: Element | None
    close: int = 0
    end: int = 0
    parts: list[Element | Text] = field(default_factory=list)

    def elements(self, *names: str) -> Iterator[Element]:
        """The descendants with these names, in document order; all if no name is given."""
        for part in self.parts:
            if isinstance(part, Element):
                if part.name in names or not names:
                    yield part
                yield from part.elements(*names)

    @property
    def text(self) -> str:
        """The characters directly inside the element."""
        return "".join(part.data for part in self.parts if isinstance(part, Text))

    def inherited(self, *attributes: str) -> str:
        """An attribute of the element, or of its nearest ancestor that has it."""
        one: Element | None = self
        while one is not None:
            for name in attributes:
                if name in one.attributes:
                    return one.attributes[name]
            one = one.parent
        return ""


def declare_utf8(data: bytes) -> bytes:
    """The data, which are UTF-8 by now, with an XML declaration that says so."""
    declared = _DECLARED.match(data)
    if declared is None or declared[1].upper() in (b"UTF-8", b"US-ASCII"):
        return data
    return data[: declared.start(1)] + b"UTF-8" + data[declared.end(1) :]


def read_xml(data: bytes) -> Element:
    """The root element; `TranscriptError` if the XML is not well-formed or declares entities."""
    as_text(data)
    parser = expat.ParserCreate("utf-8")
    root: list[Element] = []
    open_elements: list[Element] = []

    def start(name: str, attributes: dict[str, str]) -> None:
        place = parser.CurrentByteIndex
        tag = _START_TAG.match(data, place)
        assert tag is not None  # otherwise it is not well-formed
        if len(open_elements) == _MAX_DEPTH:
            raise TranscriptError(parser.CurrentLineNumber, f"elements are nested more than {_MAX_DEPTH} deep")
        parent = open_elements[-1] if open_elements else None
        one = Element(name.rpartition(":")[2], attributes, place, tag.end(), parser.CurrentLineNumber, parent)
        (root if parent is None else parent.parts).append(one)
        open_elements.append(one)

    def end(_name: str) -> None:
        one, place = open_elements.pop(), parser.CurrentByteIndex
        is_empty = data.endswith(b"/>", one.start, one.inside)
        one.close = one.inside if is_empty else place
        one.end = one.inside if is_empty else data.index(b">", place) + 1

    def characters(text: str) -> None:
        place = parser.CurrentByteIndex
        reference = _REFERENCE.match(data, place)
        size = len(text.encode())
        if reference is not None and not data.startswith(text.encode() + b"&", place):
            size = len(reference[0])
        elif text == "\n" and data.startswith(b"\r\n", place):
            size = 2
        open_elements[-1].parts.append(Text(text, place, place + size))

    def entity(name: str, *_: object) -> None:
        raise TranscriptError(parser.CurrentLineNumber, f"it declares an entity ({name}), which is not supported")

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler, parser.EntityDeclHandler = characters, entity
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise TranscriptError(
            error.lineno, f"this is not well-formed XML ({expat.errors.messages[error.code]})"
        ) from None
    return root[0]


def attribute(name: str, value: str) -> bytes:
    """` name="value"`, for a start tag."""
    return f" {name}={quoteattr(value)}".encode()
