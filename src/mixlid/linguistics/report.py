"""A report on a corpus as a single HTML page, without scripts or other files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from mixlid.io.templates import render
from mixlid.linguistics.drawings import Said, lengths, network, ribbon
from mixlid.linguistics.utterances import Utterance
from mixlid.mixing import Statistics, runs_of, statistics
from mixlid.text.labels import name_of
from mixlid.text.palette import STYLES

#: Further languages share `_OTHER`.
_COLOURS = [style.hex for style in STYLES]
_OTHER = "#8a939d"
#: The most rows of a table, conversations drawn, speakers with figures of their own, and examples of a language set.
_ROWS, _FILES, _SPEAKERS, _EXAMPLES = 12, 8, 6, 3
#: The most words of an example.
_LONGEST = 40


class Part(NamedTuple):
    """A piece of an example and its language, empty if it has none."""

    text: str
    language: str


class Example(NamedTuple):
    where: str
    speaker: str
    parts: list[Part]


def report(utterances: Sequence[Utterance], title: str) -> str:
    """The page; `MissingDependencyError` if Jinja2 is not installed."""
    found = statistics([one.labelled for one in utterances])
    colours = {code: _COLOURS[place] if place < len(_COLOURS) else _OTHER for place, code in enumerate(found.languages)}

    def colour(code: str) -> str:
        return colours.get(code, _OTHER)

    runs: dict[str, list[int]] = {code: [] for code in found.languages}
    for one in utterances:
        for run in runs_of(one.labelled):
            runs[run.language].append(len(run.words))
    return render(
        "mixlid.linguistics", "report.html", extra="report", purpose="Writing a report",
        title=title,
        found=found,
        languages=[
            (code, name_of(code), colour(code), count, count / found.words) for code, count in found.languages.items()
        ],
        rows=_ROWS,
        pairs=[(*pair.split(">"), count) for pair, count in found.pairs.items()][:_ROWS],
        inserted=[(*word.rpartition("/")[::2], count) for word, count in found.inserted.items()][:_ROWS],
        name_of=name_of,
        colour=colour,
        ribbons=[(file, ribbon(said, colour, name_of)) for file, said in _conversations(utterances)][:_FILES],
        files=len({one.file for one in utterances}),
        network=network(found.pairs, found.languages, colour, name_of) if found.pairs else "",
        lengths=lengths(runs, colour, name_of),
        examples=_examples(utterances, list(found.languages)),
        figures=_figures(utterances, found),
    )  # fmt: skip


def _conversations(utterances: Sequence[Utterance]) -> Iterator[tuple[str, list[Said]]]:
    by_file: dict[str, list[Said]] = {}
    for one in utterances:
        languages = tuple(token.language for token in one.tokens if token.language is not None)
        by_file.setdefault(one.file, []).append(Said(one.value("speaker"), languages))
    yield from by_file.items()


def _examples(utterances: Sequence[Utterance], order: Sequence[str]) -> list[tuple[list[str], list[Example]]]:
    """Some utterances for each of the most common sets of languages."""
    spoken = [(one, frozenset(token.language for token in one.tokens if token.language)) for one in utterances]
    sets = Counter(languages for _, languages in spoken if len(languages) > 1)
    common = sorted(sets, key=lambda one: (-sets[one], sorted(map(order.index, one))))[:_ROWS]
    chosen: list[tuple[list[str], list[Example]]] = []
    for languages in common:
        fitting = (one for one, found in spoken if found == languages and len(one.tokens) <= _LONGEST)
        examples = [_example(one) for one in islice(fitting, _EXAMPLES)]
        if examples:
            chosen.append((sorted(languages, key=order.index), examples))
    return chosen


def _example(one: Utterance) -> Example:
    parts, place = [], 0
    for token in one.tokens:
        parts += [
            Part(one.text[place : token.start], ""),
            Part(one.text[token.start : token.end], token.language or ""),
        ]
        place = max(token.end, place)
    parts.append(Part(one.text[place:], ""))
    return Example(f"{one.file}:{one.line}", one.value("speaker"), [part for part in parts if part.text])


def _figures(utterances: Sequence[Utterance], found: Statistics) -> tuple[list[str], list[tuple[str, list[Any]]]]:
    """The table of figures: a row for each, with columns for all speakers and for those with the most words."""
    by_speaker: dict[str, list[Any]] = {}
    for one in utterances:
        by_speaker.setdefault(one.value("speaker"), []).append(one.labelled)
    each = {speaker: statistics(texts) for speaker, texts in by_speaker.items() if speaker}
    most = sorted(each, key=lambda speaker: -each[speaker].words)[:_SPEAKERS]
    columns = [found.to_dict(), *(each[speaker].to_dict() for speaker in most)]
    names = [name for name, value in columns[0].items() if not isinstance(value, dict)]
    return ["all", *most], [(name.replace("_", " "), [column[name] for column in columns]) for name in names]
