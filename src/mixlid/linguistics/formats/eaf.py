"""ELAN's annotation files (`.eaf`), read with pympi.

Utterances are the annotations of tiers without a parent, or of the tiers that `-k` names. Output adds for each such
tier A a dependent tier `lang@A` with the languages of the words of every annotation (`tur tur eng`, or one code if all
are the same); nothing else changes but the number of the last annotation in the header.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from mixlid.errors import MissingDependencyError
from mixlid.io.formats.records import WriteOptions
from mixlid.linguistics.formats.transcript import (
    ALL_TIERS,
    LanguageTiers,
    TranscriptError,
    TranscriptReader,
    TranscriptWriter,
    Utterance,
    join_codes,
    matching_tiers,
    replace_parts,
    split_codes,
)
from mixlid.linguistics.formats.xml_offsets import Element, attribute, content, declare_utf8, read_xml

_ROOT = "ANNOTATION_DOCUMENT"
#: ELAN's name for a tier with at most one annotation for each of its parent's.
_ONE_EACH = "Symbolic_Association"
_ONE_EACH_MEANS = "1-1 association with a parent annotation"
_TYPE = "language"


class EafDocument:
    def __init__(self, data: bytes, tiers: str) -> None:
        self._data = declare_utf8(data)
        self._root = read_xml(self._data)
        if self._root.name != _ROOT:
            raise TranscriptError(
                self._root.line, f"this is not ELAN: its root element is <{self._root.name}>, not <{_ROOT}>"
            )
        self._eaf = _read(self._data)
        self._lines = {
            one.attributes.get("ANNOTATION_ID", ""): one.line
            for one in self._root.elements("ALIGNABLE_ANNOTATION", "REF_ANNOTATION")
        }
        filled = [name for name in self._eaf.tiers if any(value.strip() for _, value in self._values(name))]
        if tiers == ALL_TIERS:
            filled = [name for name in filled if "PARENT_REF" not in self._eaf.tiers[name][2]]
        self._own = LanguageTiers(list(self._eaf.tiers))
        self._tiers = [name for name in matching_tiers(filled, tiers) if name not in self._own.names]

    @cached_property
    def utterances(self) -> list[Utterance]:
        return [one for tier in self._tiers for one, _ in self._utterances(tier)]

    def annotated(self, labels: Sequence[Sequence[str]], options: WriteOptions) -> bytes:
        given = iter(labels)
        changes: list[tuple[int, int, bytes]] = []
        new: list[bytes] = []
        number: int = self._eaf.maxaid
        kind = self._type()
        for tier in self._tiers:
            name = f"{options.prefix}lang@{tier}"
            changes += self._without(name)
            annotations = []
            for _, identifier in self._utterances(tier):
                number += 1
                annotations.append(_annotation(number, identifier, join_codes(next(given), options)))
            speaker = self._eaf.tiers[tier][2].get("PARTICIPANT")
            head = attribute("LINGUISTIC_TYPE_REF", kind) + attribute("PARENT_REF", tier)
            head += (attribute("PARTICIPANT", speaker) if speaker else b"") + attribute("TIER_ID", name)
            new.append(b"\n    <TIER" + head + b">" + b"".join(annotations) + b"\n    </TIER>")
        if new:
            place = self._last("TIER", "TIME_ORDER", "HEADER").end
            changes.append((place, place, b"".join(new)))
            changes += [*self._declarations(kind), *self._last_annotation(number)]
        return replace_parts(self._data, changes)

    def _values(self, tier: str) -> Iterator[tuple[str, str]]:
        """The identifiers and values of a tier's annotations, in order."""
        aligned, dependent, *_ = self._eaf.tiers[tier]
        yield from ((key, value) for key, (_, _, value, _) in aligned.items())
        yield from ((key, value) for key, (_, value, _, _) in dependent.items())

    def _utterances(self, tier: str) -> Iterator[tuple[Utterance, str]]:
        """The annotations of a tier that have text, with their identifiers."""
        speaker = self._eaf.tiers[tier][2].get("PARTICIPANT") or tier
        own = self._own.of(tier)
        said = {} if own is None else {ref: value for ref, value, *_ in self._eaf.tiers[own][1].values()}
        names = self._own.prefixes(tier)
        for identifier, value in self._values(tier):
            if value.strip():
                annotations = split_codes(value, said.get(identifier, ""))
                line = self._lines.get(identifier, 0)
                times = self._times(identifier)
                yield Utterance(value, line, tier, speaker, *times, None, annotations, names), identifier

    def _times(self, identifier: str) -> tuple[float | None, float | None]:
        """Start and end in seconds; a dependent annotation has those of its parent."""
        for _ in self._eaf.tiers:  # no chain is longer
            aligned, dependent, *_ = self._eaf.tiers[self._eaf.annotations[identifier]]
            if identifier in aligned:
                start, end = (self._eaf.timeslots.get(slot) for slot in aligned[identifier][:2])
                return start if start is None else start / 1000, end if end is None else end / 1000
            identifier = dependent[identifier][0]
            if identifier not in self._eaf.annotations:
                break
        return None, None

    def _last(self, *names: str) -> Element:
        """The root's last child with the first of these names that occurs."""
        for name in names:
            found = [part for part in self._root.parts if isinstance(part, Element) and part.name == name]
            if found:
                return found[-1]
        raise TranscriptError(self._root.line, f"this is not ELAN: it has no <{names[-1]}>")

    def _without(self, name: str) -> Iterator[tuple[int, int, bytes]]:
        """The change that removes an existing tier."""
        for one in self._root.elements("TIER"):
            if one.attributes.get("PARENT_REF") == name:
                raise TranscriptError(one.line, f"the tier {name!r} has tiers that depend on it; --prefix keeps it")
            if one.attributes.get("TIER_ID") == name:
                space = re.search(rb"\s*\Z", self._data[: one.start])
                yield one.start if space is None else space.start(), one.end, b""

    def _type(self) -> str:
        """The name of the linguistic type for our tiers."""
        names = [_TYPE, *(f"{_TYPE}-{number}" for number in range(2, len(self._eaf.linguistic_types) + 3))]
        known = self._eaf.linguistic_types
        return next(name for name in names if known.get(name, {}).get("CONSTRAINTS", _ONE_EACH) == _ONE_EACH)

    def _declarations(self, kind: str) -> Iterator[tuple[int, int, bytes]]:
        """The changes that declare the type of our tiers and its constraint, if they are missing."""
        if kind not in self._eaf.linguistic_types:
            head = attribute("CONSTRAINTS", _ONE_EACH) + attribute("GRAPHIC_REFERENCES", "false")
            head += attribute("LINGUISTIC_TYPE_ID", kind) + attribute("TIME_ALIGNABLE", "false")
            place = self._last("LINGUISTIC_TYPE", "TIER", "TIME_ORDER", "HEADER").end
            yield place, place, b"\n    <LINGUISTIC_TYPE" + head + b"/>"
        if _ONE_EACH not in {one.attributes.get("STEREOTYPE") for one in self._root.elements("CONSTRAINT")}:
            head = attribute("DESCRIPTION", _ONE_EACH_MEANS) + attribute("STEREOTYPE", _ONE_EACH)
            place = self._last(
                "CONSTRAINT", "LANGUAGE", "LOCALE", "LINGUISTIC_TYPE", "TIER", "TIME_ORDER", "HEADER"
            ).end
            yield place, place, b"\n    <CONSTRAINT" + head + b"/>"

    def _last_annotation(self, number: int) -> Iterator[tuple[int, int, bytes]]:
        for one in self._root.elements("PROPERTY"):
            if one.attributes.get("NAME") == "lastUsedAnnotationId":
                yield one.inside, one.close, str(number).encode()


def _annotation(number: int, of: str, value: str) -> bytes:
    head = attribute("ANNOTATION_ID", f"a{number}") + attribute("ANNOTATION_REF", of)
    return (
        b"\n        <ANNOTATION>\n            <REF_ANNOTATION" + head + b">\n                <ANNOTATION_VALUE>"
        + content(value) + b"</ANNOTATION_VALUE>\n            </REF_ANNOTATION>\n        </ANNOTATION>"
    )  # fmt: skip


def _read(data: bytes) -> Any:
    """The document as pympi parses it; pympi reads only files."""
    try:
        from pympi.Elan import Eaf
    except ImportError as error:
        raise MissingDependencyError("pympi-ling", "transcripts", "reading ELAN files") from error
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "transcript.eaf"
        path.write_bytes(data)
        try:
            return Eaf(path, suppress_version_warning=True)
        except Exception as error:  # pympi raises a bare Exception, KeyError, IndexError …
            raise TranscriptError(1, f"ELAN's file cannot be read ({type(error).__name__}: {error})") from error


reader = partial(TranscriptReader, "eaf", EafDocument)
writer = partial(TranscriptWriter, EafDocument)
