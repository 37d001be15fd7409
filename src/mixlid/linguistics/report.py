"""A report on a corpus as a single HTML page, without scripts or other files.

Its figures are inline SVG: languages along a conversation, a network of switches, lengths of runs. Text takes the
page's colours, for light and dark mode; the page's legend names every colour, and titles say what it stands for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from itertools import groupby, islice
from math import cos, pi, sin, sqrt
from typing import Any, NamedTuple

from mixlid.io.templates import render
from mixlid.linguistics.utterances import Utterance
from mixlid.mixing import Statistics, runs_of, statistics
from mixlid.results.marked import STYLES
from mixlid.text.labels import name_of

#: Further languages share `_OTHER`.
_COLOURS = [style.hex for style in STYLES]
_OTHER = "#8a939d"
#: The most rows of a table, conversations drawn, speakers with figures of their own, and examples of a language set.
_ROWS, _FILES, _SPEAKERS, _EXAMPLES = 12, 8, 6, 3
#: The most words of an example.
_EXAMPLE_WORDS = 40
#: The width of a figure in its own units, and of the names before its rows.
_WIDTH, _NAMES = 960, 120
_ROW, _GAP = 22, 14
#: The most bands of a ribbon, words of a band if there are few, and the most cells of a band.
_BANDS, _BAND_WORDS, _CELLS = 8, 120, 420
#: The last bar is for runs of at least this length.
_LONGEST_RUN = 10

Colour = Callable[[str], str]
#: Gives the name of a language.
Name = Callable[[str], str]


class Said(NamedTuple):
    """The speaker of an utterance, and the languages of its words."""

    speaker: str
    languages: tuple[str, ...]


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
        fitting = (one for one, found in spoken if found == languages and len(one.tokens) <= _EXAMPLE_WORDS)
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


def ribbon(said: Sequence[Said], colour: Colour, name: Name) -> str:
    """A conversation from left to right, with a row for each speaker, broken into bands like lines of text."""
    words = [(one.speaker, language) for one in said for language in one.languages]
    bands = min(max(len(words) // _BAND_WORDS, 1), _BANDS)
    size = -(-len(words) // bands) if words else 1
    speakers = list(dict.fromkeys(speaker for speaker, _ in words))
    parts, y = [], 0.0
    for begin in range(0, len(words), size):
        band = words[begin : begin + size]
        here = {speaker for speaker, _ in band}
        for speaker in filter(here.__contains__, speakers):
            parts.append(_text(_NAMES - 8, y + _ROW * 0.7, speaker, "end"))
            parts.append(f'<rect class="rail" x="{_NAMES}" y="{y:g}" width="{_WIDTH - _NAMES}" height="{_ROW - 4}"/>')
            parts += _row([language if who == speaker else None for who, language in band], size, y, colour, name)
            y += _ROW
        y += _GAP
    return _svg(y - _GAP, parts, "the languages of the conversation, word by word, by speaker")


def _row(languages: Sequence[str | None], size: int, y: float, colour: Colour, name: Name) -> list[str]:
    """Rectangles for runs of one language; with very many words, a cell has the language of most of its words."""
    cells = min(size, _CELLS)
    counts = [Counter[str]() for _ in range(cells)]
    for place, language in enumerate(languages):
        if language is not None:
            counts[place * cells // size][language] += 1
    width, parts, x = (_WIDTH - _NAMES) / cells, [], 0
    for most, group in groupby(one.most_common(1)[0][0] if one else None for one in counts):
        length = len(list(group))
        if most is not None:
            title = f"<title>{escape(name(most))}</title>"
            where = f'x="{_NAMES + x * width:.2f}" y="{y:g}" width="{length * width:.2f}" height="{_ROW - 4}"'
            parts.append(f'<rect {where} fill="{colour(most)}">{title}</rect>')
        x += length
    return parts


def network(pairs: Mapping[str, int], words: Mapping[str, int], colour: Colour, name: Name, most: int = 8) -> str:
    """Languages as circles, sized by words, and lines between them, as thick as there are switches."""
    both = Counter[tuple[str, ...]]()
    for names, switches in pairs.items():
        both[tuple(sorted(names.split(">")))] += switches
    shown = [language for language in words if any(language in pair for pair in both)][:most]
    middle, height = _WIDTH / 2, 400 if len(shown) > 2 else 150
    places = {
        language: (middle + 230 * cos(angle), height / 2 + 0.33 * height * sin(angle))
        for number, language in enumerate(shown)
        for angle in [2 * pi * number / len(shown) + pi]
    }
    lines, marks = [], []
    largest = max(both.values(), default=1)
    for pair, count in both.items():
        if all(one in places for one in pair):
            (x, y), (to_x, to_y) = (places[one] for one in pair)
            thick = 1.5 + 8.5 * sqrt(count / largest)
            where = f'x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"'
            title = f"<title>{escape(f'{name(pair[0])} and {name(pair[1])}: {count:,} switches')}</title>"
            lines.append(f'<line class="edge" {where} stroke-width="{thick:.1f}">{title}</line>')
            marks.append(_text((x + to_x) / 2, (y + to_y) / 2 - thick / 2 - 4, f"{count:,}", "middle", "halo"))
    top = max((words[language] for language in shown), default=1)
    for language in shown:
        x, y = places[language]
        size = 10 + 30 * sqrt(words[language] / top)
        marks.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}" fill="{colour(language)}"/>')
        below = y + size + 16 if y > height / 2 - 1 else y - size - 6
        size_of = f"{words[language]:,} word{'' if words[language] == 1 else 's'}"
        marks.append(_text(x, below, f"{name(language)} ({size_of})", "middle", "halo"))
    return _svg(height, [*lines, *marks], "languages, and how often the conversation switches between them")


def lengths(runs: Mapping[str, Sequence[int]], colour: Colour, name: Name, most: int = 4) -> str:
    """A bar chart of the lengths of runs, in words: a bar for each length and language, as a share of its runs."""
    shown = [language for language, found in runs.items() if found][:most]
    shares = {
        language: [sum(min(one, _LONGEST_RUN) == size for one in runs[language]) / len(runs[language])
                   for size in range(1, _LONGEST_RUN + 1)]
        for language in shown
    }  # fmt: skip
    top = max((share for found in shares.values() for share in found), default=1.0) or 1.0
    height, base = 240.0, 200.0
    group = (_WIDTH - _NAMES) / _LONGEST_RUN
    bar = 0.8 * group / max(len(shown), 1)
    parts = [f'<line class="axis" x1="{_NAMES}" x2="{_WIDTH}" y1="{base}" y2="{base}"/>']
    parts.append(_text(_NAMES - 8, base - 170, f"{top:.0%} of runs", "end"))
    for size in range(_LONGEST_RUN):
        x = _NAMES + size * group
        label = f"{size + 1}" if size + 1 < _LONGEST_RUN else f"{_LONGEST_RUN} or more"
        parts.append(_text(x + group * 0.4, base + 20, label, "middle"))
        for place, language in enumerate(shown):
            share = shares[language][size]
            tall = 175 * share / top
            where = f'x="{x + place * bar:.1f}" y="{base - tall:.1f}" width="{bar - 1:.1f}" height="{tall:.1f}"'
            title = f"<title>{escape(f'{name(language)}: {share:.0%} of its runs have {label} words')}</title>"
            parts.append(f'<rect {where} fill="{colour(language)}">{title}</rect>')
    return _svg(height, parts, "how many words runs of one language have")


def _text(x: float, y: float, text: str, anchor: str, kind: str = "") -> str:
    shown = text if len(text) <= 40 else f"{text[:39]}…"
    drawn = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{drawn}>{escape(shown)}</text>'


def _svg(height: float, parts: Sequence[str], about: str) -> str:
    box = f'viewBox="0 0 {_WIDTH} {max(height, 1):g}"'
    return f'<svg {box} role="img" aria-label="{escape(about)}">{"".join(parts)}</svg>'
