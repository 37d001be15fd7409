"""From the tokens of a text and a solver's answer to a `Result`: labels, offsets, spans, proportions.

This file runs as it stands (`pipeline.py`), and compiled as `_results` (`_pipeline.pyx`), where `_results.pxd` gives
its names C types: what is a list here is an array there. Hence indices where Python would iterate, and labels that are
numbers until the end.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence, Sequence
from typing import TYPE_CHECKING, Any

from mixlid.assign.solver import check_answer
from mixlid.engine.label_numbers import NONE
from mixlid.result import NO_LANGUAGE, UNKNOWN, Result, Span, Word
from mixlid.text.words import KINDS, SENTENCE_ENDS

if TYPE_CHECKING:
    from mixlid.assign.problem import Solution
    from mixlid.engine.confidence import Confidence
    from mixlid.engine.evidence import Evidence
    from mixlid.engine.label_numbers import LabelNumbers
    from mixlid.engine.pipeline import Mark
    from mixlid.models.interface import FloatArray
    from mixlid.text.words import Kind

INFINITY = float("inf")
#: What `Draft.build` gives a result, in its order.
FIELDS = (
    "text", "languages", "words", "spans", "proportions", "fallback", "confidence", "language_score", "objective",
    "margin", "optimal", "gap", "solver",
)  # fmt: skip
_WORD = KINDS.index("word")
_PUNCTUATION = KINDS.index("punctuation")


class Draft:
    """One text after the other on its way to a result; how tokens, scores and solutions come is left to subclasses."""

    #: the model's labels, and how many there are
    labels: Sequence[str]
    width: int
    #: of `LabelNumbers`
    names: list[str]
    numbers: array[int]
    is_script: bytes
    is_japanese: bytes
    is_kana: bytes
    readable: bytes
    #: what the scores of words that look like names are multiplied by
    capital_weight: float
    most_languages: int
    #: what decides whether a proposed language stays, and the sum from which on it does
    evidence: Evidence | None
    least_evidence: float
    confidence: Confidence | None
    solver_name: str

    #: the text, and its characters
    text: str
    codes: Sequence[str]
    #: by token: what it is, its word or -1, the number of its label
    tokens: Sequence[Mark]
    token_count: int
    word_of: MutableSequence[int]
    label_of: MutableSequence[int]
    #: by word, which is a token that the model can read: its token, its length, whether it has a capital letter inside
    #: a sentence, what its scores are multiplied by
    word_count: int
    token_of: MutableSequence[int]
    lengths: MutableSequence[int]
    capitals: MutableSequence[int]
    weights: MutableSequence[float]
    #: by word and label, and the two best of each word
    scores: FloatArray
    two_best: FloatArray
    #: the answer: columns of its languages, and by word the rank of its language or -1
    language_count: int
    languages: MutableSequence[int]
    ranks: MutableSequence[int]
    objective: float
    has_second: bool
    second: float
    optimal: bool
    gap: float | None
    fallback: bool
    #: whether a further language was proposed, and what the answer that was set aside is worth
    weighed: bool
    #: the sum of evidence for the second language, if it was
    second_evidence: float
    kept_objective: float
    #: labels in the order in which they appear, and the letters that each has
    seen_count: int
    seen: array[int]
    letters: array[int]

    def __init__(
        self,
        labels: LabelNumbers,
        capital_weight: float = 1.0,
        most_languages: int = 1,
        evidence: Evidence | None = None,
        least_evidence: float = 0.0,
        confidence: Confidence | None = None,
        solver_name: str = "",
    ) -> None:
        self.labels, self.width, self.names = labels.of_model, len(labels.of_model), labels.names
        self.numbers, self.is_script, self.readable = labels.numbers, labels.is_script, labels.readable
        self.is_japanese, self.is_kana = labels.is_japanese, labels.is_kana
        self.capital_weight, self.most_languages = capital_weight, most_languages
        self.evidence, self.least_evidence = evidence, least_evidence
        self.confidence, self.solver_name = confidence, solver_name
        self.seen = array("i", bytes(4 * len(labels.names)))
        self.letters = array("q", bytes(8 * len(labels.names)))

    def identify(self, text: str, scores: Any) -> Result:
        """The languages of one text, and of its words; `scores` are those of its words where they are known."""
        self.text = text
        self.read()
        self.find_words()
        self.language_count, self.has_second, self.optimal, self.fallback = 0, False, True, False
        self.objective, self.gap, self.weighed, self.kept_objective = 0.0, 0.0, False, 0.0
        if self.word_count:
            self.score(scores)
            if self.evidence is None:
                self.solve(self.most_languages)
            else:
                self.decide(self.evidence)
            if not self.language_count and self.says_anything():
                self.take_best_single()  # which is what users expect of a sentence that has words
                self.fallback = True
        return self.build()

    def read(self) -> None:
        """Cut `text` into `tokens`, and make room for what is known of them and of their words."""
        raise NotImplementedError

    def score(self, scores: Any) -> None:
        """Set `scores` and `two_best`: what is given, or what the model says, less prices, times `weights`."""
        raise NotImplementedError

    def solve(self, most_languages: int) -> None:
        """Set the answer to the solver's, of at most that many languages."""
        raise NotImplementedError

    def set_aside(self) -> None:
        """Keep the answer, since another is looked for."""
        raise NotImplementedError

    def take_back(self) -> None:
        """Set the answer to the one that was set aside."""
        raise NotImplementedError

    def says_anything(self) -> bool:
        """Whether any of `scores` is not 0."""
        raise NotImplementedError

    def take_best_single(self) -> None:
        """Set the answer to the best single language for all words."""
        raise NotImplementedError

    def make_word(
        self,
        text: str,
        start: int,
        end: int,
        label: str,
        score: float,
        margin: float,
        kind: Kind,
        confidence: float | None,
    ) -> Word:
        return Word(text, start, end, label, score, margin, kind, confidence)

    def make_span(self, start: int, end: int, label: str) -> Span:
        return Span(start, end, label)

    def make_result(self, values: tuple[Any, ...]) -> Result:
        return Result(**dict(zip(FIELDS, values, strict=True)))

    def find_words(self) -> None:
        """The words that the model can read, which of them look like names, and what each weighs."""
        count, fresh = 0, True
        for i in range(self.token_count):
            token, is_capital = self.tokens[i], False
            if token.kind == _WORD:
                is_capital = not fresh and self.begins_like_a_name(token.start, token.end)
                fresh = False
            elif token.kind == _PUNCTUATION and self.codes[token.start] in SENTENCE_ENDS:
                fresh = True
            self.word_of[i] = -1
            if token.scored and self.readable[token.script]:
                self.word_of[i], self.token_of[count] = count, i
                self.lengths[count] = token.end - token.start
                self.capitals[count] = is_capital
                self.weights[count] = self.capital_weight if is_capital else 1.0
                count += 1
        self.word_count = count

    def begins_like_a_name(self, start: int, end: int) -> bool:
        """One capital letter, and not all of them are."""
        if not self.codes[start].isupper():
            return False
        for place in range(start + 1, end):
            if self.codes[place].islower() or (self.codes[place].istitle() and not self.codes[place].isupper()):
                return True
        return end - start == 1

    def decide(self, evidence: Evidence) -> None:
        """Set the answer to one language, or to two, three, … as long as the evidence is for each that comes in.

        The answer of a solver that does not look for the optimum (MaskLID) is its own decision, and stays.
        """
        self.solve(min(self.most_languages, 2))
        if not self.optimal and self.most_languages > 2:
            self.solve(self.most_languages)
        while self.language_count > 1 and self.optimal:
            evidence.gather(
                self.text, self.codes, self.tokens, self.token_of, self.word_count, self.lengths, self.capitals,
                self.scores, self.language_count, self.languages, self.ranks,
            )  # fmt: skip
            self.weighed, count, value, less = True, self.language_count, self.objective, self.kept_objective
            if count == 2:
                self.set_aside()
                self.solve(1)
                less = self.objective
            evidence.add_lead(value - less)
            if count == 2:
                self.second_evidence = evidence.sum
            if evidence.sum < self.least_evidence:
                if count > 2:
                    self.take_back()
                break
            if count == 2:
                self.take_back()
            if count == self.most_languages:
                break
            self.set_aside()
            self.solve(count + 1)
            if self.language_count <= count or not self.optimal:
                is_proved, gap = self.optimal, self.gap
                self.take_back()
                if not is_proved:  # with more languages there might be a better answer
                    self.optimal, self.gap = False, gap
                break

    def mixed_evidence(self) -> float | None:
        """What spoke for a second language, and so for mixed text; None if none was weighed."""
        return self.second_evidence if self.weighed else None

    def take(self, solution: Solution) -> None:
        """The answer of a solver in Python."""
        languages, ranks = solution.assignment.languages, solution.assignment.ranks
        check_answer(solution.assignment, self.width, self.word_count, self.solver_name)
        self.language_count = len(languages)
        for k in range(self.language_count):
            self.languages[k] = languages[k]
        for t in range(self.word_count):
            self.ranks[t] = ranks[t]
        self.objective, self.optimal = solution.value, solution.optimal
        self.gap = 0.0 if solution.optimal else solution.gap
        self.has_second = solution.runner_up is not None
        if solution.runner_up is not None:
            self.second = solution.runner_up.value

    def build(self) -> Result:
        """The answer as a result."""
        # Where nothing is proved, another set of languages may be as good.
        margin = max(self.objective - self.second, 0.0) if self.has_second and self.optimal else 0.0
        sure = self.confidence if self.word_count and (self.fallback or self.has_second) else None
        if sure is not None:
            characters = 0
            for t in range(self.word_count):
                characters += self.lengths[t]
            evidence = 0.0 if self.evidence is None else self.evidence.sum
            sure.judge(margin, characters, self.language_count, self.weighed, evidence)
        words = self.label_words(sure)
        return self.make_result(
            (
                self.text,
                self.ranked(),
                words,
                self.tile(),
                self.proportions(),
                self.fallback,
                None if sure is None else sure.languages,
                None if sure is None else sure.language,
                self.objective,
                margin if self.has_second else None,
                self.optimal,
                self.gap,
                self.solver_name,
            )
        )

    def label_words(self, sure: Confidence | None) -> tuple[Word, ...]:
        """All tokens with their labels; counts the letters of each label."""
        words, width, japanese = [], self.width, self.has_unread_kana()
        self.seen_count = 0
        for i in range(self.token_count):
            token, t = self.tokens[i], self.word_of[i]
            label, score, margin, confidence = NONE, 0.0, 0.0, None
            if t >= 0:
                rank = self.ranks[t]
                column = self.languages[rank] if rank >= 0 else width
                label = self.numbers[column]
                if rank >= 0:
                    score = float(self.scores[t * width + column])
                    if width > 1:
                        other = float(self.two_best[2 * t])
                        if score == other:
                            other = float(self.two_best[2 * t + 1])
                        # A word that no other language can take has nothing to be compared with. Adding zero makes
                        # the zero of two zeros positive, whatever sign a capital weight of 0 has left them.
                        margin = score - other + 0.0 if other > -INFINITY else 0.0
                    if sure is not None:
                        confidence = sure.word(margin, token.end - token.start)
            elif token.scored:
                label = self.numbers[width + 1 + token.script]
                if japanese and self.is_japanese[token.script]:
                    label = self.numbers[len(self.numbers) - 1]
            self.label_of[i] = label
            if label != NONE:
                if not self.letters[label]:
                    self.seen[self.seen_count] = label
                    self.seen_count += 1
                self.letters[label] += token.end - token.start
            name = NO_LANGUAGE if label == NONE else self.names[label]
            text, kind = self.text[token.start : token.end], KINDS[token.kind]
            words.append(self.make_word(text, token.start, token.end, name, score, margin, kind, confidence))
        return tuple(words)

    def has_unread_kana(self) -> bool:
        """Whether some word is in Kana and the model cannot read it: then its Han is Japanese too."""
        for i in range(self.token_count):
            token = self.tokens[i]
            if self.is_kana[token.script] and token.scored and self.word_of[i] < 0:
                return True
        return False

    def tile(self) -> tuple[Span, ...]:
        """Runs of one label that cover the text without gaps.

        What carries no language goes with the run before it, or with the first run. The cut between two runs is after
        the last white space between their words, so that an opening bracket stays with what it opens.
        """
        spans, start, end, last = [], 0, 0, NONE
        if not self.text:
            return ()
        for i in range(self.token_count):
            token, label = self.tokens[i], self.label_of[i]
            if label == NONE:
                continue
            if last == NONE:
                last = label
            elif last != label:
                cut = token.start
                for place in range(token.start, end, -1):
                    if self.codes[place - 1].isspace():
                        cut = place
                        break
                spans.append(self.make_span(start, cut, self.names[last]))
                start, last = cut, label
            end = token.end
        name = NO_LANGUAGE if last == NONE else self.names[last]
        spans.append(self.make_span(start, len(self.text), name))
        return tuple(spans)

    def ranked(self) -> tuple[str, ...]:
        """The languages in order, with the scripts that could not be read among them."""
        languages = [self.labels[self.languages[k]] for k in range(self.language_count)]
        for k in range(self.seen_count):
            if self.is_script[self.seen[k]]:
                letters = {self.names[self.seen[k]]: self.letters[self.seen[k]] for k in range(self.seen_count)}
                insert_scripts(languages, letters)
                break
        if languages:
            return tuple(languages)
        return (UNKNOWN,) if self.seen_count else (NO_LANGUAGE,)

    def proportions(self) -> dict[str, float]:
        """The share of letters that each label has, the largest first, in the order of the text among equals."""
        total, seen, letters = 0, self.seen, self.letters
        for k in range(self.seen_count):
            total += letters[seen[k]]
            for i in range(k, 0, -1):
                if letters[seen[i]] <= letters[seen[i - 1]]:
                    break
                seen[i], seen[i - 1] = seen[i - 1], seen[i]
        shares = {}
        for k in range(self.seen_count):
            label = seen[k]
            shares[self.names[label]] = letters[label] / float(total)  # without `float` C would divide integers
            letters[label] = 0
        return shares


def insert_scripts(languages: list[str], letters: dict[str, int]) -> None:
    """Put each unreadable script before the first language that has less text.

    The rules for languages (`max_languages`, `min_chars`) do not bind scripts, because a script is never a guess.
    """
    scripts = [label for label in letters if label.startswith(f"{UNKNOWN}_") and label not in languages]
    for label in sorted(scripts, key=lambda label: (-letters[label], label)):
        place = next((i for i, other in enumerate(languages) if letters.get(other, 0) < letters[label]), len(languages))
        languages.insert(place, label)
