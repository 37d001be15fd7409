"""`mixlid report`: a corpus as a single HTML page, without scripts or other files.

Conversations are drawn as inline SVG. Text takes the page's colours, for light and dark mode; the page's legend names
every colour, and titles say what it stands for.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Sequence
from html import escape
from itertools import groupby, islice
from pathlib import Path
from typing import Any

from mixlid.cli.commands import add_output, note
from mixlid.errors import InputError, MissingDependencyError
from mixlid.linguistics.corpus import WHERE_LANGUAGES_COME_FROM, Utterance, add_corpus_arguments, corpus
from mixlid.linguistics.tables import write_text
from mixlid.mixing import Statistics, statistics
from mixlid.results.marked import COLOURS, style_at
from mixlid.text.labels import name_of

HELP = "write an HTML page about a corpus: languages, switches, examples"

_NOTES = f"""\
{WHERE_LANGUAGES_COME_FROM}
The page has languages and switches, the languages over the course of the conversation by speaker, which languages are
mixed, examples and the figures of `mixlid stats`. It needs neither a network nor scripts, and has a light and a dark
mode.

examples:
  mixlid report talk.cha -o talk.html
  mixlid report 'talks/*.eaf' -l tur,deu --title "Talks at home" -o talks.html
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _NOTES
    add_corpus_arguments(parser)
    output = "the page, such as report.html; - is standard output"
    add_output(parser, "-o", "--output", required=True, metavar="FILE", help=output)
    parser.add_argument("--title", metavar="TEXT", help="title of the page; default: the names of the files")


def run(args: argparse.Namespace) -> None:
    utterances = list(corpus(args))
    if not any(token.language for one in utterances for token in one.tokens):
        raise InputError("no word of the input has a language, so there is nothing to report")
    names = list(dict.fromkeys(Path(one.file).name for one in utterances))
    shown = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    write_text(report(utterances, args.title or shown), args.output, args.outputs)
    if args.output != "-":
        note(args, f"{args.output} is a page on {len(utterances):,} utterances")


#: Further languages share `_OTHER`.
_COLOURS = [style_at(place).hex for place in range(len(COLOURS))]
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

#: The speaker of an utterance, and the languages of its words.
Said = tuple[str, list[str]]
#: The place and the speaker of an utterance, and its pieces, each with its language, which is empty if it has none.
Example = tuple[str, str, list[tuple[str, str]]]


def report(utterances: Sequence[Utterance], title: str) -> str:
    """The page; `MissingDependencyError` if Jinja2 is not installed."""
    found = statistics([one.labelled for one in utterances])
    colours = {code: _COLOURS[place] if place < len(_COLOURS) else _OTHER for place, code in enumerate(found.languages)}

    def colour(code: str) -> str:
        return colours.get(code, _OTHER)

    conversations = _conversations(utterances)
    return _render(
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
        ribbons=[(file, ribbon(said, colour)) for file, said in conversations.items()][:_FILES],
        files=len(conversations),
        examples=_examples(utterances, list(found.languages)),
        figures=_figures(utterances, found),
    )  # fmt: skip


def _conversations(utterances: Sequence[Utterance]) -> dict[str, list[Said]]:
    by_file: dict[str, list[Said]] = {}
    for one in utterances:
        languages = [token.language for token in one.tokens if token.language is not None]
        by_file.setdefault(one.file, []).append((one.value("speaker"), languages))
    return by_file


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
        parts += [(one.text[place : token.start], ""), (one.text[token.start : token.end], token.language or "")]
        place = max(token.end, place)
    parts.append((one.text[place:], ""))
    return f"{one.file}:{one.line}", one.value("speaker"), [part for part in parts if part[0]]


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


def ribbon(said: Sequence[Said], colour: Callable[[str], str]) -> str:
    """A conversation from left to right, with a row for each speaker, broken into bands like lines of text."""
    words = [(speaker, language) for speaker, languages in said for language in languages]
    bands = min(max(len(words) // _BAND_WORDS, 1), _BANDS)
    size = -(-len(words) // bands) if words else 1
    speakers = list(dict.fromkeys(speaker for speaker, _ in words))
    parts, y = [], 0.0
    for begin in range(0, len(words), size):
        band = words[begin : begin + size]
        here = {speaker for speaker, _ in band}
        for speaker in filter(here.__contains__, speakers):
            shown = speaker if len(speaker) <= 40 else f"{speaker[:39]}…"
            where = f'x="{_NAMES - 8:.1f}" y="{y + _ROW * 0.7:.1f}"'
            parts.append(f'<text {where} text-anchor="end">{escape(shown)}</text>')
            parts.append(f'<rect class="rail" x="{_NAMES}" y="{y:g}" width="{_WIDTH - _NAMES}" height="{_ROW - 4}"/>')
            parts += _row([language if who == speaker else None for who, language in band], size, y, colour)
            y += _ROW
        y += _GAP
    about = "the languages of the conversation, word by word, by speaker"
    box = f'viewBox="0 0 {_WIDTH} {max(y - _GAP, 1):g}"'
    return f'<svg {box} role="img" aria-label="{about}">{"".join(parts)}</svg>'


def _row(languages: Sequence[str | None], size: int, y: float, colour: Callable[[str], str]) -> list[str]:
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
            title = f"<title>{escape(name_of(most))}</title>"
            where = f'x="{_NAMES + x * width:.2f}" y="{y:g}" width="{length * width:.2f}" height="{_ROW - 4}"'
            parts.append(f'<rect {where} fill="{colour(most)}">{title}</rect>')
        x += length
    return parts


def _render(**values: Any) -> str:
    """The page from its template. All values are escaped, and an unknown name in the template is an error."""
    try:
        from jinja2 import Environment, PackageLoader, StrictUndefined
    except ImportError as error:
        raise MissingDependencyError("jinja2", "report", "Writing a report") from error
    environment = Environment(
        loader=PackageLoader("mixlid.linguistics"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template("report.html").render(values)
