"""Praat's TextGrids (`.TextGrid`), long and short, read with praatio.

Utterances are the intervals with text of all interval tiers, or of those that `-k` names. Output adds for each such
tier A, after the others, a tier `lang@A` with the same intervals and the languages of their words (`tur tur eng`, or
one code if all are the same); nothing else changes but the number of tiers. A TextGrid in UTF-16 is written as UTF-8,
which Praat reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from typing import Any

from mixlid.errors import MissingDependencyError
from mixlid.io.formats.records import WriteOptions
from mixlid.linguistics.formats.transcript import (
    LanguageTiers,
    TranscriptError,
    TranscriptReader,
    TranscriptWriter,
    Utterance,
    as_text,
    join_codes,
    matching_tiers,
    replace_parts,
    split_codes,
)

_COUNT = re.compile(r"<exists>\s*(?:size\s*=\s*)?(\d+)")
_QUOTED = re.compile(r'"(?:[^"]|"")*"')
_LONG_TIER = re.compile(r"^[ \t]*item ?\[(\d+)\]", re.MULTILINE)
_SHORT_TIER = re.compile(r'^"(?:IntervalTier|TextTier)"', re.MULTILINE)


class TextGridDocument:
    def __init__(self, data: bytes, tiers: str) -> None:
        self._text = as_text(data)
        self._tiers: list[dict[str, Any]] = _read(self._text)
        names = [tier["name"] for tier in self._tiers]
        self._own = LanguageTiers(names)
        spoken = [
            tier["name"]
            for tier in self._tiers
            if tier["class"] == "IntervalTier" and any(entry[2].strip() for entry in tier["entries"])
        ]
        repeated = next((name for name in names if names.count(name) > 1), None)
        if repeated is not None:
            raise TranscriptError(1, f"there are two tiers {repeated!r}; give them names of their own in Praat")
        self._spoken = [name for name in matching_tiers(spoken, tiers) if name not in self._own.names]

    @cached_property
    def utterances(self) -> list[Utterance]:
        return list(self._utterances())

    def annotated(self, labels: Sequence[Sequence[str]], options: WriteOptions) -> bytes:
        given = iter(labels)
        is_long = _LONG_TIER.search(_without_strings(self._text)) is not None
        names = {f"{options.prefix}lang@{tier}" for tier in self._spoken}
        begins = [*self._begins(is_long), len(self._text)]
        others = [place for place, tier in enumerate(self._tiers) if tier["name"] not in names]
        # New tiers look as Praat writes them, with the line ends of the first line.
        newline = "\r\n" if "\r\n" in self._text[: self._text.find("\n") + 1] else "\n"
        blocks = [self._text[begins[place] : begins[place + 1]] for place in others]
        if is_long:
            blocks = [_numbered(block, number) for number, block in enumerate(blocks, 1)]
        if blocks and not blocks[-1].endswith("\n"):
            blocks[-1] += newline
        for tier in self._tiers:
            if tier["name"] in self._spoken:
                values = [join_codes(next(given), options) if entry[2].strip() else "" for entry in tier["entries"]]
                lines = _tier(tier, f"{options.prefix}lang@{tier['name']}", values, len(blocks) + 1 if is_long else 0)
                blocks.append("".join(line + newline for line in lines))
        head = self._text[: begins[0]]
        count = _COUNT.search(head)
        assert count is not None  # praatio would not have read it
        return "".join([replace_parts(head, [(*count.span(1), str(len(blocks)))]), *blocks]).encode()

    def _begins(self, is_long: bool) -> list[int]:
        """Where each tier begins in the file."""
        if is_long:
            # The line "item []:" before them has no number.
            return [found.start() for found in _LONG_TIER.finditer(_without_strings(self._text))]
        places = [found.start() for found in _SHORT_TIER.finditer(self._text)]
        if len(places) != len(self._tiers):
            raise TranscriptError(
                1,
                "an interval contains IntervalTier or TextTier, so the tiers of a short TextGrid cannot be told apart",
            )
        return places

    def _utterances(self) -> Iterator[Utterance]:
        place, line, counted = 0, 1, 0
        said = {tier["name"]: tier for tier in self._tiers}
        for tier in self._tiers:
            name = tier["name"]
            own = self._own.of(name)
            codes = {} if own is None else {entry[:2]: entry[-1] for entry in said[own]["entries"]}
            prefixes = self._own.prefixes(name)
            for entry in tier["entries"]:
                value = entry[-1]
                place = max(self._text.find(f'"{value.replace(chr(34), chr(34) * 2)}"', place), place)
                if name in self._spoken and value.strip():
                    annotations = split_codes(value, codes.get(entry[:2], ""))
                    line, counted = line + self._text.count("\n", counted, place), place
                    yield Utterance(
                        value, line, name, name, float(entry[0]), float(entry[1]), None, annotations, prefixes
                    )


def _tier(like: dict[str, Any], name: str, values: Sequence[str], number: int) -> Iterator[str]:
    """The lines of an interval tier; with a number, as in a long TextGrid."""
    times = [(_time(start), _time(end)) for start, end, _ in like["entries"]]
    whole = (_time(like["xmin"]), _time(like["xmax"]))
    if not number:
        yield from ('"IntervalTier"', _quoted(name), *whole, str(len(values)))
        for (start, end), value in zip(times, values, strict=True):
            yield from (start, end, _quoted(value))
        return
    yield f"    item [{number}]:"
    head = ('class = "IntervalTier"', f"name = {_quoted(name)}", f"xmin = {whole[0]}", f"xmax = {whole[1]}")
    yield from (f"        {line} " for line in (*head, f"intervals: size = {len(values)}"))
    for place, ((start, end), value) in enumerate(zip(times, values, strict=True), 1):
        yield f"        intervals [{place}]:"
        yield from (f"            {line} " for line in (f"xmin = {start}", f"xmax = {end}", f"text = {_quoted(value)}"))


def _numbered(block: str, number: int) -> str:
    """A tier of a long TextGrid with another number."""
    found = _LONG_TIER.match(block)
    return block if found is None else replace_parts(block, [(*found.span(1), str(number))])


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def _time(value: Any) -> str:
    return str(value).removesuffix(".0")


def _without_strings(text: str) -> str:
    """The text with blanks in place of everything inside quotes."""
    return _QUOTED.sub(lambda found: '"' + " " * (len(found[0]) - 2) + '"', text)


def _read(text: str) -> list[dict[str, Any]]:
    try:
        from praatio.utilities.textgrid_io import parseTextgridStr
    except ImportError as error:
        raise MissingDependencyError("praatio", "transcripts", "reading TextGrids") from error
    if "ooTextFile" not in text[:200] or '"TextGrid"' not in text[:300]:
        raise TranscriptError(1, "this is not a TextGrid in text form; in Praat: Save as text file")
    try:
        tiers: list[dict[str, Any]] = parseTextgridStr(text, includeEmptyIntervals=True)["tiers"]
    except Exception as error:  # praatio raises all kinds
        raise TranscriptError(1, f"the TextGrid cannot be read ({type(error).__name__}: {error})") from error
    for tier in tiers:
        tier["entries"] = [tuple(entry) for entry in tier["entries"]]
    return tiers


reader = partial(TranscriptReader, "textgrid", TextGridDocument)
writer = partial(TranscriptWriter, TextGridDocument)
