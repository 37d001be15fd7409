"""Results for people: coloured words and a legend on a terminal, one marked-up line in a pipe, tables, explanations.

Colour is never the only sign: every language also has its own style (underlined, italic, …), and without colour the
words are in brackets with their label, or its name on a screen. Text in no known language is dim.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from mixlid.cli.terminal import clean, table
from mixlid.io.formats.records import one_line
from mixlid.results.marked import marked, style_at
from mixlid.results.result import Answer, Result, Word
from mixlid.text.labels import is_unknown, name_of

if TYPE_CHECKING:
    from mixlid.explain import Explanation, Judgement
    from mixlid.identifier import Identifier

_DIM = "2"


def wants_colour(is_terminal: bool, environ: Mapping[str, str]) -> bool:
    """NO_COLOR decides, then FORCE_COLOR, then whether this is a capable terminal."""
    if environ.get("NO_COLOR"):
        return False
    return environ.get("FORCE_COLOR", "0") not in ("", "0") or (is_terminal and environ.get("TERM") != "dumb")


class TextView:
    """Results as text. On a screen (`people`) a record is a sentence and its legend; in a pipe it is one line."""

    def __init__(
        self, identifier: Identifier, *, people: bool, colour: bool, words: bool = False, explain: bool = False
    ) -> None:
        self._identifier = identifier
        self._people = people or colour
        self.colour = colour
        self._words = words
        self._explain = explain
        self._style_of: dict[str, str] = {}

    def show(self, result: Answer) -> str:
        lines = [self._sentence(result)]
        if self._people:
            lines.append(f"  {self._legend(result)}")
        else:
            lines[0] = f"{clean(','.join(result.labels))}\t{lines[0]}"
        if self._words and result.words:
            lines += self._table(result.words)
        if self._explain:
            lines += self._explained(result)
        if self._words or self._explain:
            lines.append("")
        return "\n".join(lines) + "\n"

    def show_bad(self, source: str) -> str:
        """A record that could not be read: as one line in a pipe, with no language before the tab."""
        return f"\t{clean(one_line(source))}\n"

    def _paint(self, label: str, text: str) -> str:
        """Labels get their style in order of appearance and keep it; unknown languages do not use up a style."""
        if not self.colour:
            return text
        seen = self._style_of
        style = _DIM if is_unknown(label) else seen.setdefault(label, style_at(len(seen)).sgr)
        return f"\x1b[{style}m{text}\x1b[0m"

    def _name(self, label: str) -> str:
        """The name of a label's language on a screen, the label itself in a pipe."""
        return clean(name_of(label) if self._people else label)

    def _sentence(self, result: Answer) -> str:
        """Runs of words, painted, or in brackets with their language unless they are in the first one."""

        def mark(label: str, run: str) -> str:
            if self.colour:
                return self._paint(label, run)
            return run if label == result.label else f"[{self._name(label)} {run}]"

        return marked(result.text, result.words, mark, clean)

    def _legend(self, result: Answer) -> str:
        items = []
        for label in dict.fromkeys([*result.labels, *result.proportions]):
            share = f" {result.proportions[label]:.0%}" if label in result.proportions else ""
            name, code = clean(name_of(label)), clean(label)
            items.append(f"{self._paint(label, name)}{share}" + (f" ({code})" if code not in ("und", name) else ""))
        sure = f" · {result.confidence:.0%} sure" if result.confidence is not None else ""
        guess = "; a guess: no language fits well" if result.fallback else ""
        return " · ".join(items) + sure + guess

    def _table(self, words: Sequence[Word]) -> list[str]:
        guesses = any(word.guess for word in words)
        rows = [
            ("word", "kind", "label", "score", "margin", "sure", *["language"] * self._people, *["guess"] * guesses)
        ]
        for word in words:
            scored = not is_unknown(word.label)
            numbers = (f"{word.score:.2f}", f"{word.margin:+.2f}") if scored else ("-", "-")
            sure = "-" if word.confidence is None else f"{word.confidence:.0%}"
            guess = "-" if word.guess is None else f"{self._name(word.guess)} {word.guess_score:.0%}"
            last = (*[self._name(word.label)] * self._people, *[guess] * guesses)
            rows.append((clean(word.text), word.kind, clean(word.label), *numbers, sure, *last))
        return table(rows, right=frozenset({3, 4, 5}))

    def _explained(self, result: Answer) -> Iterator[str]:
        from mixlid.explain import explain, judgements

        if isinstance(result, Result):  # sentences of a document are explained one by one
            for judgement in judgements(self._identifier, result.text):
                yield from self._judgement(judgement)
        for word, why in explain(self._identifier, result):
            if why is not None:
                yield from self._explanation(word, why)

    def _judgement(self, judged: Judgement) -> list[str]:
        """A further language, whether it was kept, and the evidence for and against it."""
        name = self._paint(judged.label, clean(name_of(judged.label)))
        verdict = f"{judged.probability:.0%}, {'kept' if judged.kept else 'not counted'}"
        lines = [f"  {name} as a further language ({clean(', '.join(judged.words))}): {verdict}"]
        for side, pieces in (("for", judged.speaking_for), ("against", judged.speaking_against)):
            lines += [f"    {side:7} {piece.adds:+5.1f}  {piece.what}" for piece in pieces]
        return lines

    def _explanation(self, word: Word, why: Explanation) -> list[str]:
        """The word's best languages, and the n-grams that count most for and against its label."""
        head = f"  {self._paint(word.label, clean(word.text))} → {clean(name_of(word.label))}"
        notes = [f"    {clean(why.note)}"] if why.note else []
        if not why.best:
            return [head, *notes]
        head += f" (weighs {why.weight:.2g}: a capital letter inside the sentence)" if why.weight != 1 else ""
        rows = [(clean(one.label), f"{one.score:.2f}", *[self._name(one.label)] * self._people) for one in why.best]
        lines = table(rows, right=frozenset({1}), indent="    ")
        return [head, *notes, *lines, *(f"    {line}" for line in _ngrams(why))]


def _ngrams(why: Explanation) -> Iterator[str]:
    if not why.speaking_for and not why.speaking_against:
        yield "this model has no n-grams to show for it"
        return
    label = clean(why.label)
    for side, ngrams in (("for", why.speaking_for), ("against", why.speaking_against)):
        yield f"{side} {label}: {'  '.join(f'{clean(one.ngram)} {one.score:+.2f}' for one in ngrams) or 'nothing'}"
