"""TEI (`.tei`, `.xml`): utterances `<u>`, or sentences `<s>`, inside them or by themselves.

The speaker is `who`, times come from the `timeline`. What is not spoken (`<note>`, `<vocal>`, `<pause>` …) is not text.
Output adds `xml:lang` to every utterance, with its main language, and to words in another language: to their `<w>`, or
to a `<foreign>` around them if words have no elements. The rest stays as it is, byte for byte.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from itertools import groupby
from typing import NamedTuple

from mixlid.io.formats.records import Annotation, WriteOptions
from mixlid.linguistics.formats.transcript import (
    TranscriptError,
    TranscriptReader,
    TranscriptWriter,
    Utterance,
    matching_tiers,
    replace_parts,
    spaced_words,
)
from mixlid.linguistics.formats.xml_offsets import Element, attribute, declare_utf8, read_xml
from mixlid.text.labels import NO_LANGUAGE, short_code, split
from mixlid.word_counts import language_of_most

LANG = "xml:lang"
_ROOTS = ("TEI", "teiCorpus", "TEI.2", "teiCorpus.2")
#: Elements inside an utterance that are not spoken, or not in these words.
_NOT_SAID = frozenset({
    "note", "desc", "vocal", "kinesic", "incident", "event", "writing", "pause", "shift", "gap", "del", "sic", "bibl",
    "ref", "figure", "fw", "index", "interp", "interpGrp", "spanGrp", "linkGrp", "am", "orig",
})  # fmt: skip
_OWN_LANG = re.compile(rb"""\s+xml:lang\s*=\s*(?:"[^"]*"|'[^']*')""")


class _Char(NamedTuple):
    """A character of a text and its offsets in the file; a space that is not in the file has no length."""

    sign: str
    start: int
    end: int
    #: The same number for characters without a tag between them.
    run: int
    element: Element
    word: Element | None


@dataclass(frozen=True, slots=True)
class _Spoken:
    """An utterance, its element, and its characters."""

    utterance: Utterance
    element: Element
    chars: tuple[_Char, ...]
    words: tuple[Element, ...]


class TeiDocument:
    def __init__(self, data: bytes, tiers: str) -> None:
        self._data = declare_utf8(data)
        self._root = read_xml(self._data)
        if self._root.name not in _ROOTS:
            what = f"the root element is <{self._root.name}> and not <TEI>: this is in another format"
            raise TranscriptError(self._root.line, f"{what}; --from txt would read the tags as text")
        elements = [one for one in self._root.elements("u", "s") if not any(True for _ in one.elements("u", "s"))]
        if not elements:
            raise TranscriptError(self._root.line, "it has neither utterances (<u>) nor sentences (<s>)")
        self._times = dict(_timeline(self._root))
        says = any(_says(one) for one in elements)
        selected = set(matching_tiers(list(dict.fromkeys(one.name for one in elements)), tiers))
        spoken = (self._spoken(one, says) for one in elements if one.name in selected)
        self._all = [one for one in spoken if one.utterance.text]
        self.utterances = [one.utterance for one in self._all]

    def annotated(self, labels: Sequence[Sequence[str]], options: WriteOptions) -> bytes:
        changes: list[tuple[int, int, bytes]] = []
        coded = [[None if label == NO_LANGUAGE else _code(label, options) for label in given] for given in labels]
        everywhere = Counter(code for codes in coded for code in codes if code is not None)
        for one, codes in zip(self._all, coded, strict=True):
            base = language_of_most(codes, everywhere) or NO_LANGUAGE
            others = [code if code != base else None for code in codes]
            changes += self._without_languages(one.element)
            changes.append(_insertion(one.element, base, self._data))
            if one.words:
                pairs = zip(one.words, others, strict=True)
                changes += [_insertion(word, code, self._data) for word, code in pairs if code is not None]
            else:
                changes += _foreign(one, others)
        return replace_parts(self._data, changes)

    def _spoken(self, element: Element, says: bool) -> _Spoken:
        chars = tuple(_collapsed(_characters(element)))
        text = "".join(char.sign for char in chars)
        numbered = [(char.word, place) for place, char in enumerate(chars) if char.word is not None]
        words, places = [], []
        for word, group in groupby(numbered, key=lambda pair: pair[0]):
            inside = [place for _, place in group if not chars[place].sign.isspace()]
            if inside and word is not None:
                words.append(word)
                places.append((inside[0], inside[-1] + 1))
        at = tuple(places) if places else spaced_words(text)
        said = [(start, end, chars[start].element.inherited(LANG)) for start, end in at] if says else []
        annotations = tuple(Annotation(start, end, code) for start, end, code in said if code)
        names = frozenset({LANG}) if _says(element) else frozenset[str]()
        speaker = re.sub(r"#", "", element.inherited("who"))
        start, end = (self._times.get(element.inherited(name).lstrip("#")) for name in ("start", "end"))
        utterance = Utterance(text, element.line, element.name, speaker, start, end, at, annotations, names)
        return _Spoken(utterance, element, chars, tuple(words))

    def _without_languages(self, element: Element) -> Iterator[tuple[int, int, bytes]]:
        """The changes that remove languages inside an utterance, and elements that only mark them."""
        for one in (element, *element.elements()):
            own = _OWN_LANG.search(self._data, one.start, one.inside)
            if LANG not in one.attributes or own is None:
                continue
            if one.name == "foreign" and len(one.attributes) == 1 and one is not element:
                yield one.start, one.inside, b""
                yield one.close, one.end, b""
            else:
                yield *own.span(), b""


def _says(element: Element) -> bool:
    """Whether an utterance, or an element in it, has a language."""
    return any(LANG in one.attributes for one in (element, *element.elements()))


def _code(label: str, options: WriteOptions) -> str:
    """The BCP 47 code, with the script if full labels are requested."""
    script = split(label)[1] if options.full_labels else ""
    return f"{short_code(label)}-{script}" if script else short_code(label)


def _insertion(element: Element, code: str, data: bytes) -> tuple[int, int, bytes]:
    name = re.compile(rb"<[^\s/>]+").match(data, element.start)
    assert name is not None
    return name.end(), name.end(), attribute(LANG, code)


def _foreign(one: _Spoken, codes: Sequence[str | None]) -> Iterator[tuple[int, int, bytes]]:
    """Elements around runs of words in another language, each within one text node."""
    code_at: dict[int, str] = {}
    for (start, end), code in zip(one.utterance.words, codes, strict=True):
        code_at |= dict.fromkeys(range(start, end), code) if code is not None else {}
    for place in sorted(code_at):  # include a space between two words of one language
        after = code_at.get(place + 2)
        if place + 1 not in code_at and after == code_at[place]:
            code_at[place + 1] = code_at[place]
    chars = ((code_at.get(place), char) for place, char in enumerate(one.chars) if char.start < char.end)
    for (code, _), group in groupby(chars, key=lambda pair: (pair[0], pair[1].run)):
        if code is not None:
            run = [char for _, char in group]
            yield run[0].start, run[0].start, b"<foreign" + attribute(LANG, code) + b">"
            yield run[-1].end, run[-1].end, b"</foreign>"


def _characters(element: Element) -> Iterator[_Char]:
    run = 0

    def inside(one: Element, word: Element | None) -> Iterator[_Char]:
        nonlocal run
        for part in one.parts:
            if isinstance(part, Element):
                run += 1
                if part.name in ("w", "seg", "pc", "pause", "anchor", "lb"):
                    yield _Char(" ", part.start, part.start, run, one, None)
                if part.name not in _NOT_SAID:
                    yield from inside(part, part if part.name == "w" else word)
                if part.name == "w":
                    yield _Char(" ", part.end, part.end, run, one, None)
                run += 1
                continue
            place = part.start
            for sign in part.data:
                size = part.end - part.start if len(part.data) == 1 else len(sign.encode())
                yield _Char(sign, place, place + size, run, one, word)
                place += size

    yield from inside(element, None)


def _collapsed(chars: Iterator[_Char]) -> Iterator[_Char]:
    """White space collapsed to single spaces, none at the ends; if possible, to a space of the file."""
    space: _Char | None = None
    begun = False
    for char in chars:
        if char.sign.isspace():
            space = char if space is None or space.start == space.end else space
            continue
        if space is not None and begun:
            yield space._replace(sign=" ")
        yield char
        space, begun = None, True


def _timeline(root: Element) -> Iterator[tuple[str, float]]:
    """Points in time, in seconds: `<when interval="2.5" since="#T0"/>`, or `absolute` as a number or clock time."""
    known: dict[str, float] = {}
    for timeline in root.elements("timeline"):
        factor = 0.001 if timeline.attributes.get("unit") == "ms" else 1.0
        for one in timeline.elements("when"):
            name = one.attributes.get("xml:id", "")
            since, interval = one.attributes.get("since", "").lstrip("#"), one.attributes.get("interval")
            value: float | None = None
            if interval is not None and (not since or since in known):
                value = _seconds(interval, factor)
                value = None if value is None else value + known.get(since, 0.0)
            elif "absolute" in one.attributes:
                value = _seconds(one.attributes["absolute"], factor)
            elif not known:
                value = 0.0  # the first point, from which the others are counted
            if name and value is not None:
                known[name] = value
    yield from known.items()


def _seconds(text: str, factor: float) -> float | None:
    parts = text.removesuffix("s").split(":")
    try:
        numbers = [float(part) for part in parts]
    except ValueError:
        return None
    if len(numbers) == 1:
        return numbers[0] * factor if numbers[0] >= 0 else None  # in TEI, -1 is unknown
    return reduce(lambda before, number: 60 * before + number, numbers, 0.0)


reader = partial(TranscriptReader, "tei", TeiDocument)
writer = partial(TranscriptWriter, TeiDocument)
