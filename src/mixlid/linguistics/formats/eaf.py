"""ELAN's annotation files (`.eaf`).

Utterances are the annotations of tiers without a parent, or of those that `-k` names, in order of time. Output adds for
each such tier A a dependent tier `lang@A` with the languages of the words of every annotation (`tur tur eng`, or one
code if all are the same); nothing else changes but the number of the last annotation in the header.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from xml.sax.saxutils import escape

from mixlid.io.formats.records import WriteOptions
from mixlid.linguistics.formats.transcript import (
    ALL_TIERS,
    LANGUAGES,
    TranscriptError,
    TranscriptReader,
    TranscriptWriter,
    Utterance,
    in_time,
    is_language_tier,
    join_codes,
    matching_tiers,
    replace_parts,
    split_codes,
)
from mixlid.linguistics.formats.xml_offsets import Element, attribute, declare_utf8, read_xml

_ROOT = "ANNOTATION_DOCUMENT"
_ANNOTATIONS = ("ALIGNABLE_ANNOTATION", "REF_ANNOTATION")
#: ELAN's name for a tier with at most one annotation for each of its parent's.
_ONE_EACH = "Symbolic_Association"
_ONE_EACH_MEANS = "1-1 association with a parent annotation"
_TYPE = "language"
_NUMBER = re.compile(r"a?(\d{1,18})")


class EafDocument:
    def __init__(self, data: bytes, tiers: str) -> None:
        self._data = declare_utf8(data)
        self._root = root = read_xml(self._data)
        if root.name != _ROOT:
            raise TranscriptError(root.line, f"this is not ELAN: its root element is <{root.name}>, not <{_ROOT}>")
        self._last("TIME_ORDER")  # which every file of ELAN has
        self._slots = {_name(one, "TIME_SLOT_ID"): _seconds(one) for one in root.elements("TIME_SLOT")}
        self._annotations = {_name(one, "ANNOTATION_ID"): one for one in root.elements(*_ANNOTATIONS)}
        self._tiers = {_name(one, "TIER_ID"): one for one in root.elements("TIER")}
        self._types = {_name(one, "LINGUISTIC_TYPE_ID"): one.attributes for one in root.elements("LINGUISTIC_TYPE")}
        filled = [name for name, tier in self._tiers.items() if any(map(_value, tier.elements(*_ANNOTATIONS)))]
        if tiers == ALL_TIERS:
            filled = [name for name in filled if "PARENT_REF" not in self._tiers[name].attributes]
        self._spoken = [name for name in matching_tiers(filled, tiers) if not is_language_tier(name, self._tiers)]

        said = in_time(map(self._utterances, self._spoken))
        self.utterances = [one for one, _ in said]
        self._identifiers = [identifier for _, identifier in said]

    def annotated(self, labels: Sequence[Sequence[str]], options: WriteOptions) -> bytes:
        codes = {of: join_codes(given, options) for of, given in zip(self._identifiers, labels, strict=True)}
        changes: list[tuple[int, int, bytes]] = []
        new: list[bytes] = []
        used = [*self._annotations, *(one.text for one in self._last_used())]
        number = max((int(found[1]) for found in map(_NUMBER.fullmatch, used) if found), default=0)
        kind = self._type()
        for tier in self._spoken:
            name = LANGUAGES + tier
            changes += self._without(name)
            known = {of: one.attributes["ANNOTATION_ID"] for of, one in self._dependent(name)}
            annotations = []
            for _, of in self._utterances(tier):
                if of not in known:
                    number += 1
                    known[of] = f"a{number}"
                annotations.append(_annotation(known[of], of, codes[of]))
            speaker = self._tiers[tier].attributes.get("PARTICIPANT")
            head = attribute("LINGUISTIC_TYPE_REF", kind) + attribute("PARENT_REF", tier)
            head += (attribute("PARTICIPANT", speaker) if speaker else b"") + attribute("TIER_ID", name)
            new.append(b"\n    <TIER" + head + b">" + b"".join(annotations) + b"\n    </TIER>")
        if new:
            place = self._last("TIER").end
            changes.append((place, place, b"".join(new)))
            changes += self._declarations(kind)
            changes += [(one.inside, one.close, str(number).encode()) for one in self._last_used()]
        return replace_parts(self._data, changes)

    def _utterances(self, tier: str) -> Iterator[tuple[Utterance, str]]:
        """The annotations of a tier that have text, with their identifiers."""
        speaker = self._tiers[tier].attributes.get("PARTICIPANT") or tier
        said = {of: _value(one) for of, one in self._dependent(LANGUAGES + tier)}
        names = frozenset({"lang"} if LANGUAGES + tier in self._tiers else ())
        for one in self._tiers[tier].elements(*_ANNOTATIONS):
            text = _value(one)
            if text:
                identifier = one.attributes["ANNOTATION_ID"]
                annotations = split_codes(text, said.get(identifier, ""))
                yield Utterance(text, one.line, tier, speaker, *self._times(one), None, annotations, names), identifier

    def _dependent(self, tier: str) -> Iterator[tuple[str, Element]]:
        """The annotations of a tier that depend on others, with the identifiers of these."""
        if tier in self._tiers:
            for one in self._tiers[tier].elements("REF_ANNOTATION"):
                yield one.attributes.get("ANNOTATION_REF", ""), one

    def _times(self, one: Element | None) -> tuple[float | None, float | None]:
        """Start and end in seconds; a dependent annotation has those of its parent."""
        for _ in self._tiers:  # no chain is longer
            if one is not None and one.name == "ALIGNABLE_ANNOTATION":
                start, end = (self._slots.get(one.attributes.get(f"TIME_SLOT_REF{place}", "")) for place in (1, 2))
                return start, end
            one = None if one is None else self._annotations.get(one.attributes.get("ANNOTATION_REF", ""))
        return None, None

    def _last(self, *names: str) -> Element:
        """The root's last child with the first of these names that occurs."""
        for name in names:
            found = [part for part in self._root.parts if isinstance(part, Element) and part.name == name]
            if found:
                return found[-1]
        raise TranscriptError(self._root.line, f"ELAN's file cannot be read: it has no <{names[-1]}>")

    def _without(self, name: str) -> Iterator[tuple[int, int, bytes]]:
        """The change that removes an existing tier."""
        for one in self._root.elements("TIER"):
            if one.attributes.get("PARENT_REF") == name:
                raise TranscriptError(
                    one.line, f"the tier {name!r} has tiers that depend on it, so it cannot be replaced"
                )
            if one.attributes.get("TIER_ID") == name:
                yield len(self._data[: one.start].rstrip()), one.end, b""

    def _type(self) -> str:
        """The name of the linguistic type for our tiers."""
        names = [_TYPE, *(f"{_TYPE}-{number}" for number in range(2, len(self._types) + 3))]
        return next(name for name in names if self._types.get(name, {}).get("CONSTRAINTS", _ONE_EACH) == _ONE_EACH)

    def _declarations(self, kind: str) -> Iterator[tuple[int, int, bytes]]:
        """The changes that declare the type of our tiers and its constraint, if they are missing."""
        if kind not in self._types:
            head = attribute("CONSTRAINTS", _ONE_EACH) + attribute("GRAPHIC_REFERENCES", "false")
            head += attribute("LINGUISTIC_TYPE_ID", kind) + attribute("TIME_ALIGNABLE", "false")
            place = self._last("LINGUISTIC_TYPE", "TIER").end
            yield place, place, b"\n    <LINGUISTIC_TYPE" + head + b"/>"
        if _ONE_EACH not in {one.attributes.get("STEREOTYPE") for one in self._root.elements("CONSTRAINT")}:
            head = attribute("DESCRIPTION", _ONE_EACH_MEANS) + attribute("STEREOTYPE", _ONE_EACH)
            place = self._last("CONSTRAINT", "LANGUAGE", "LOCALE", "LINGUISTIC_TYPE", "TIER").end
            yield place, place, b"\n    <CONSTRAINT" + head + b"/>"

    def _last_used(self) -> Iterator[Element]:
        """The element that has the number of the last annotation."""
        return (one for one in self._root.elements("PROPERTY") if one.attributes.get("NAME") == "lastUsedAnnotationId")


def _annotation(identifier: str, of: str, value: str) -> bytes:
    head = attribute("ANNOTATION_ID", identifier) + attribute("ANNOTATION_REF", of)
    return (
        b"\n        <ANNOTATION>\n            <REF_ANNOTATION" + head + b">\n                <ANNOTATION_VALUE>"
        + escape(value).encode() + b"</ANNOTATION_VALUE>\n            </REF_ANNOTATION>\n        </ANNOTATION>"
    )  # fmt: skip


def _name(one: Element, attribute: str) -> str:
    """What other elements call this one."""
    try:
        return one.attributes[attribute]
    except KeyError:
        raise TranscriptError(one.line, f"ELAN's file cannot be read: <{one.name}> has no {attribute}") from None


def _value(annotation: Element) -> str:
    """The text of an annotation; empty for nothing but white space."""
    text = "".join(value.text for value in annotation.elements("ANNOTATION_VALUE"))
    return text if text.strip() else ""


def _seconds(slot: Element) -> float | None:
    value = slot.attributes.get("TIME_VALUE", "")
    return int(value) / 1000 if re.fullmatch(r"\d{1,18}", value) else None


reader = partial(TranscriptReader, "eaf", EafDocument)
writer = partial(TranscriptWriter, EafDocument)
