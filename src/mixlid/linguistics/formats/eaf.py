"""ELAN's annotation files (`.eaf`).

Utterances are the annotations of tiers without a parent, or of those that `-k` names, in order of time. Output adds for
each such tier A a dependent tier `lang@A` with the languages of the words of every annotation (`tur tur eng`, or one
code if all are the same), and what ELAN needs to read it. All else stays, but is indented anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from xml.etree.ElementTree import Element, SubElement, TreeBuilder, indent, tostring
from xml.parsers import expat

from mixlid.io.formats.records import WriteOptions
from mixlid.linguistics.formats.transcript import (
    ALL_TIERS,
    LANGUAGES,
    TranscriptError,
    TranscriptReader,
    TranscriptWriter,
    Utterance,
    as_text,
    in_time,
    is_language_tier,
    join_codes,
    matching_tiers,
    split_codes,
)

_ROOT = "ANNOTATION_DOCUMENT"
_ANNOTATIONS = ("ALIGNABLE_ANNOTATION", "REF_ANNOTATION")
#: ELAN's name for a tier with at most one annotation for each of its parent's.
_ONE_EACH = "Symbolic_Association"
_ONE_EACH_MEANS = "1-1 association with a parent annotation"
_TYPE = "languages of words"
_LAST_USED = ".//PROPERTY[@NAME='lastUsedAnnotationId']"
_NUMBER = re.compile(r"a?(\d{1,18})")
#: How deeply elements may be nested.
_MAX_DEPTH = 200


class EafDocument:
    def __init__(self, data: bytes, tiers: str) -> None:
        self._root, self._lines = _read_xml(data)
        if self._root.tag != _ROOT:
            raise TranscriptError(1, f"this is not ELAN: its root element is <{self._root.tag}>, not <{_ROOT}>")
        self._slots = {one.get("TIME_SLOT_ID"): _seconds(one) for one in self._root.iter("TIME_SLOT")}
        self._annotations = {self._name(one, "ANNOTATION_ID"): one for one in _annotations(self._root)}
        self._tiers = {self._name(one, "TIER_ID"): one for one in self._root.iter("TIER")}
        filled = [name for name, tier in self._tiers.items() if any(map(_value, _annotations(tier)))]
        if tiers == ALL_TIERS:
            filled = [name for name in filled if "PARENT_REF" not in self._tiers[name].attrib]
        self._spoken = [name for name in matching_tiers(filled, tiers) if not is_language_tier(name, self._tiers)]

        said = in_time(map(self._utterances, self._spoken))
        self.utterances = [one for one, _ in said]
        self._identifiers = [identifier for _, identifier in said]

    def annotated(self, labels: Sequence[Sequence[str]], options: WriteOptions) -> bytes:
        codes = {of: join_codes(given, options) for of, given in zip(self._identifiers, labels, strict=True)}
        last_used = self._root.find(_LAST_USED)
        used = [*self._annotations, "" if last_used is None else last_used.text or ""]
        number = max((int(found[1]) for found in map(_NUMBER.fullmatch, used) if found), default=0)
        for tier in self._spoken:
            own = {"LINGUISTIC_TYPE_REF": _TYPE, "PARENT_REF": tier, "TIER_ID": LANGUAGES + tier}
            new = Element("TIER", {**own, "PARTICIPANT": self._tiers[tier].get("PARTICIPANT", "")})
            before = {one.get("ANNOTATION_REF"): one.get("ANNOTATION_ID") for one in self._ours(tier)}
            for _, of in self._utterances(tier):
                number += of not in before
                place = {"ANNOTATION_ID": before.get(of) or f"a{number}", "ANNOTATION_REF": of}
                annotation = SubElement(SubElement(new, "ANNOTATION"), "REF_ANNOTATION", place)
                SubElement(annotation, "ANNOTATION_VALUE").text = codes[of]
            self._remove(LANGUAGES + tier)
            self._insert(new, "TIER")
        if self._spoken:
            self._declare("LINGUISTIC_TYPE", LINGUISTIC_TYPE_ID=_TYPE, CONSTRAINTS=_ONE_EACH, TIME_ALIGNABLE="false")
            self._declare("CONSTRAINT", STEREOTYPE=_ONE_EACH, DESCRIPTION=_ONE_EACH_MEANS)
        if last_used is not None:
            last_used.text = str(number)
        indent(self._root, "    ")
        written: bytes = tostring(self._root, encoding="UTF-8", xml_declaration=True)
        return written

    def _utterances(self, tier: str) -> Iterator[tuple[Utterance, str]]:
        """The annotations of a tier that have text, with their identifiers."""
        speaker = self._tiers[tier].get("PARTICIPANT") or tier
        said = {one.get("ANNOTATION_REF"): _value(one) for one in self._ours(tier)}
        names = frozenset({"lang"} if LANGUAGES + tier in self._tiers else ())
        for one in _annotations(self._tiers[tier]):
            text = _value(one)
            if text:
                identifier, line = one.attrib["ANNOTATION_ID"], self._lines[one]
                annotations = split_codes(text, said.get(identifier, ""))
                yield Utterance(text, line, tier, speaker, *self._times(one), None, annotations, names), identifier

    def _ours(self, tier: str) -> Iterator[Element]:
        """The annotations with the languages of a tier, from an earlier run."""
        return _annotations(self._tiers.get(LANGUAGES + tier, Element("TIER")))

    def _times(self, one: Element | None) -> tuple[float | None, float | None]:
        """Start and end in seconds; a dependent annotation has those of its parent."""
        for _ in self._tiers:  # no chain is longer
            if one is not None and one.tag == "ALIGNABLE_ANNOTATION":
                start, end = (self._slots.get(one.get(f"TIME_SLOT_REF{place}")) for place in (1, 2))
                return start, end
            one = None if one is None else self._annotations.get(one.get("ANNOTATION_REF", ""))
        return None, None

    def _name(self, one: Element, attribute: str) -> str:
        """What other elements call this one."""
        name = one.get(attribute)
        if name is None:
            raise TranscriptError(self._lines[one], f"ELAN's file cannot be read: <{one.tag}> has no {attribute}")
        return name

    def _remove(self, name: str) -> None:
        """Remove a tier of an earlier run."""
        for one in self._root.findall("TIER"):
            if one.get("PARENT_REF") == name:
                what = f"the tier {name!r} has tiers that depend on it, so it cannot be replaced"
                raise TranscriptError(self._lines[one], what)
            if one.get("TIER_ID") == name:
                self._root.remove(one)

    def _declare(self, tag: str, **attributes: str) -> None:
        """Declare a type of tiers or a constraint, if no element has the first of these attributes."""
        (name, value), *_ = attributes.items()
        if all(one.get(name) != value for one in self._root.iter(tag)):
            self._insert(Element(tag, attributes), tag)

    def _insert(self, new: Element, tag: str) -> None:
        """Insert an element after the last one with its tag; these stand in the order of ELAN's schema."""
        order = ("TIER", "LINGUISTIC_TYPE", "LOCALE", "LANGUAGE", "CONSTRAINT")
        before = order[: order.index(tag) + 1]
        places = [place for place, one in enumerate(self._root) if one.tag in before]
        self._root.insert(places[-1] + 1 if places else len(self._root), new)


def _annotations(inside: Element) -> Iterator[Element]:
    return (one for one in inside.iter() if one.tag in _ANNOTATIONS)


def _value(annotation: Element) -> str:
    """The text of an annotation; empty for nothing but white space."""
    text = annotation.findtext("ANNOTATION_VALUE") or ""
    return text if text.strip() else ""


def _seconds(slot: Element) -> float | None:
    value = slot.get("TIME_VALUE", "")
    return int(value) / 1000 if re.fullmatch(r"\d{1,18}", value) else None


def _read_xml(data: bytes) -> tuple[Element, dict[Element, int]]:
    """The root element, and the line of each; `TranscriptError` if it is not well-formed or declares entities."""
    as_text(data)
    parser, builder = expat.ParserCreate("utf-8"), TreeBuilder()
    lines: dict[Element, int] = {}
    depth = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > _MAX_DEPTH:
            raise TranscriptError(parser.CurrentLineNumber, f"elements are nested more than {_MAX_DEPTH} deep")
        lines[builder.start(name, attributes)] = parser.CurrentLineNumber

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(name)

    def entity(name: str, *_: object) -> None:
        raise TranscriptError(parser.CurrentLineNumber, f"it declares an entity ({name}), which is not supported")

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler, parser.EntityDeclHandler = builder.data, entity
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        what = f"this is not well-formed XML ({expat.errors.messages[error.code]})"
        raise TranscriptError(error.lineno, what) from None
    return builder.close(), lines


reader = partial(TranscriptReader, "eaf", EafDocument)
writer = partial(TranscriptWriter, EafDocument)
