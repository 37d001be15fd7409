"""From an answer to the label of every token, runs of one label, the order of languages, and shares.

All of it is numbers in arrays, from which a row of a batch is filled, so anything that changes labels has to be done
here or earlier. Labels are the numbers of `LabelNumbers`.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence, Sequence
from typing import TYPE_CHECKING

from mixlid.engine.label_numbers import NONE
from mixlid.engine.main_language import LETTER_WEIGHT, WORD_WEIGHT
from mixlid.engine.text_record import INFINITY, IS_NO_LANGUAGE, NAN, NO_WORD, OF_NONE
from mixlid.results.layout import NUMBERS, WORD_NUMBERS, places
from mixlid.text import characters

if TYPE_CHECKING:
    from mixlid.engine.confidence import Confidence
    from mixlid.engine.label_numbers import LabelNumbers
    from mixlid.engine.main_language import MainLanguage
    from mixlid.engine.near_languages import NearLanguages
    from mixlid.engine.plain_pipeline import TokenNumbers
    from mixlid.engine.text_record import TextRecord
    from mixlid.engine.word_labels import WordLabels

#: Positions in the row of numbers of a text.
CODE_MIXING, LETTERS = places(NUMBERS, "code_mixing", "letters")
#: Positions in the row of numbers of a word, and how many there are.
WORD_SCORE, WORD_MARGIN, WORD_CONFIDENCE, GUESS_SCORE = places(
    WORD_NUMBERS, "score", "margin", "confidence", "guess_score"
)
WIDTH = len(WORD_NUMBERS)


class Labelling:
    """Labels the tokens of texts, one text at a time."""

    #: of `LabelNumbers`
    numbers: array[int]
    is_script: bytes
    is_japanese: bytes
    is_kana: bytes
    worth: bytes
    near: NearLanguages | None
    confidence: Confidence | None
    #: labels words in context
    word_labels: WordLabels
    #: weighs the languages of an answer
    main: MainLanguage
    #: by rank of a language in the answer: its label
    of_rank: array[int]
    #: by token: its label, its guess or `NONE`, and its row of numbers in a batch
    label_of: array[int]
    guess_of: array[int]
    word_numbers: array[float]
    #: by word: how probable its label is among those of the answer
    marginals: array[float]
    #: runs of one label: where they begin, and their labels
    run_count: int
    run_starts: array[int]
    run_labels: array[int]
    #: the languages of the answer and the unknown scripts, the main one first
    ranked_count: int
    ranked: array[int]
    #: labels by their share of the letters, the largest first; in a tie in the order of the text
    seen_count: int
    seen: array[int]
    shares: array[float]
    #: by label: whether it is a known language; its letters (`written_size`) and words, while they are counted, and
    #: what they weigh for the main language
    is_known: bytes
    letters: array[int]
    words: array[int]
    weights: array[float]

    def __init__(
        self,
        labels: LabelNumbers,
        near: NearLanguages | None,
        confidence: Confidence | None,
        word_labels: WordLabels,
        main: MainLanguage,
    ) -> None:
        self.near, self.confidence, self.main = near, confidence, main
        self.word_labels, self.numbers, self.is_script = word_labels, labels.numbers, labels.is_script
        self.is_japanese, self.is_kana = labels.is_japanese, labels.is_kana
        self.worth = labels.worth
        self.is_known, count = labels.is_known, len(labels.names)
        self.seen, self.ranked = array("i", bytes(4 * count)), array("i", bytes(4 * count + 4))
        self.letters, self.words = array("q", bytes(8 * count)), array("q", bytes(8 * count))
        self.weights = array("d", bytes(8 * count))
        self.shares, self.of_rank = array("d", bytes(8 * count)), array("i", bytes(4 * count))
        self.reserve(0)

    def apply(self, text: TextRecord, with_words: bool) -> None:
        """Set everything for an answer whose words have labels; the numbers of words only `with_words`.

        There must be space for its tokens.
        """
        self.label_tokens(text)
        self.rank(text)
        labels = self.seen_count
        self.share_out(text)
        if with_words:
            self.measure_words(text)
        if labels > 1:
            self.find_runs(text.codes, text.size, text.tokens, text.token_count, self.label_of)
        else:
            self.run_count = 0
            if text.size:
                self.add_run(0, self.seen[0] if self.seen_count else NONE)

    def reserve(self, tokens: int) -> None:
        """Allocate space for that many tokens, and as many runs (at least one)."""
        self.label_of, self.run_labels = array("i", bytes(4 * tokens)), array("i", bytes(4 * tokens + 4))
        self.guess_of, self.marginals = array("i", bytes(4 * tokens)), array("d", bytes(8 * tokens))
        self.word_labels.reserve(tokens)
        self.run_starts, self.word_numbers = array("q", bytes(8 * tokens + 8)), array("d", bytes(8 * WIDTH * tokens))

    def label_tokens(self, text: TextRecord) -> None:
        """Set the label of every token, and count the letters of each label."""
        width, japanese = text.width, text.unread > 0 and self.has_unread_kana(text)
        self.seen_count = 0
        for k in range(text.language_count):
            self.of_rank[k] = self.label_of_rank(text, k)
        for i in range(text.token_count):
            token, t, label = text.tokens[i], text.word_of[i], NONE
            if t >= 0:
                rank = text.ranks[t]
                label = self.of_rank[rank] if rank >= 0 else self.none_of(text, rank)
            elif token.scored:
                label = self.numbers[width + 1 + token.script]
                if japanese and self.is_japanese[token.script]:
                    label = self.numbers[len(self.numbers) - 2]
            self.label_of[i] = label
            if label != NONE:
                if not self.letters[label]:
                    self.seen[self.seen_count] = label
                    self.seen_count += 1
                self.letters[label] += (token.end - token.start) * self.worth[token.script]
                self.words[label] += 1

    def label_of_rank(self, text: TextRecord, rank: int) -> int:
        """The label of a language of the answer, or of its group of near languages."""
        column, label = text.languages[rank], NONE
        if self.near is not None:
            label = self.near.named[column]
        return self.numbers[column] if label == NONE else label

    def none_of(self, text: TextRecord, rank: int) -> int:
        """The label of words that have no language."""
        is_none = text.verdict == IS_NO_LANGUAGE or rank == NO_WORD
        return self.numbers[len(self.numbers) - 1 if is_none else text.width]

    def has_unread_kana(self, text: TextRecord) -> bool:
        """Whether some word is in Kana and the model lacks that script: then Han is Japanese too."""
        for i in range(text.token_count):
            token = text.tokens[i]
            if self.is_kana[token.script] and token.scored and text.word_of[i] < 0:
                return True
        return False

    def measure_words(self, text: TextRecord) -> None:
        """Set the score of every token's label, its margin over the next best, and its confidence."""
        width = text.width
        if text.word_count:
            text.scores.find_two_best()
        self.word_labels.find_marginals(text, self.marginals)
        for i in range(text.token_count):
            t, score, margin, confidence, guess_score = text.word_of[i], 0.0, 0.0, NAN, NAN
            self.guess_of[i] = NONE
            if t >= 0 and text.ranks[t] >= 0:
                score = text.scores.score_of(t, text.languages[text.ranks[t]])
                if width > 1:
                    other = float(text.scores.two_best[2 * t])
                    if score == other:
                        other = float(text.scores.two_best[2 * t + 1])
                    # A word that no other language can take has nothing to be compared with. Adding zero makes
                    # the zero of two zeros positive, whatever sign a capital weight of 0 has left them.
                    margin = score - other + 0.0 if other > -INFINITY else 0.0
                if text.is_sure and self.confidence is not None:
                    is_first = self.label_of[i] == self.ranked[0]
                    if self.word_labels.is_joint:
                        confidence = self.confidence.word_in_context(self.marginals[t], is_first)
                    else:
                        token = text.tokens[i]
                        confidence = self.confidence.word(margin, token.end - token.start)
            elif t >= 0 and self.word_labels.has_guess(t):
                self.guess_of[i] = self.numbers[self.word_labels.guesses[t]]
                guess_score = self.word_labels.guess_scores[t]
            self.word_numbers[i * WIDTH + WORD_SCORE] = score
            self.word_numbers[i * WIDTH + WORD_MARGIN] = margin
            self.word_numbers[i * WIDTH + WORD_CONFIDENCE] = confidence
            self.word_numbers[i * WIDTH + GUESS_SCORE] = guess_score

    def find_runs(
        self, codes: str, size: int, tokens: Sequence[TokenNumbers], count: int, label_of: MutableSequence[int]
    ) -> None:
        """Find runs of one label that cover the text without gaps.

        Tokens without a language belong to the run before them, or to the first run. Two runs are split after the last
        white space between their words, so that an opening bracket stays with what it opens.
        """
        start, end, last, self.run_count = 0, 0, NONE, 0
        for i in range(count):
            token, label = tokens[i], label_of[i]
            if label == NONE:
                continue
            if last == NONE:
                last = label
            elif last != label:
                cut = token.start
                for place in range(token.start, end, -1):
                    if characters.is_space(codes, place - 1):
                        cut = place
                        break
                self.add_run(start, last)
                start, last = cut, label
            end = token.end
        if size:
            self.add_run(start, last)

    def add_run(self, start: int, label: int) -> None:
        self.run_starts[self.run_count], self.run_labels[self.run_count] = start, label
        self.run_count += 1

    def rank(self, text: TextRecord) -> None:
        """Sort languages and unknown scripts, the main one first."""
        self.ranked_count = text.language_count
        if self.seen_count > 1:
            self.main.weigh(text)
        for k in range(text.language_count):
            self.ranked[k] = self.of_rank[k]
            if self.seen_count > 1:
                self.weights[self.of_rank[k]] = self.main.weights[k]
            for i in range(k, 0, -1):
                if self.weights[self.ranked[i]] <= self.weights[self.ranked[i - 1]]:
                    break
                self.ranked[i], self.ranked[i - 1] = self.ranked[i - 1], self.ranked[i]
        for k in range(self.seen_count):
            if self.is_script[self.seen[k]]:
                self.insert_scripts()
                break
        if not self.ranked_count:
            self.ranked[0], self.ranked_count = self.none_of(text, OF_NONE) if self.seen_count else NONE, 1

    def insert_scripts(self) -> None:
        """Insert each unknown script before the first language that has less text, the one with the most text first.

        The rules for languages (`max_languages`, `min_chars`) do not apply to scripts, because a script is certain.
        """
        for k in range(self.seen_count):
            if self.is_script[self.seen[k]]:
                label = self.seen[k]
                self.weights[label] = WORD_WEIGHT * self.words[label] + LETTER_WEIGHT * self.letters[label]
        while True:
            script = NONE
            for k in range(self.seen_count):
                label = self.seen[k]
                is_new = self.is_script[label] and not self.is_ranked(label)
                if is_new and (script == NONE or self.weights[label] > self.weights[script]):
                    script = label
            if script == NONE:
                break
            place = 0
            while place < self.ranked_count and self.weights[self.ranked[place]] >= self.weights[script]:
                place += 1
            for k in range(self.ranked_count, place, -1):
                self.ranked[k] = self.ranked[k - 1]
            self.ranked[place] = script
            self.ranked_count += 1

    def is_ranked(self, label: int) -> bool:
        times = 0
        for k in range(self.ranked_count):
            times += self.ranked[k] == label
        return times > 0

    def share_out(self, text: TextRecord) -> None:
        """Compute the share of letters of each label, and the code-mixing index (`result.cmi`).

        Words in no language have no share, as numbers have none.
        """
        total, known, most, seen, letters, count = 0, 0, 0, self.seen, self.letters, self.seen_count
        none, self.seen_count = self.numbers[len(self.numbers) - 1], 0
        for k in range(count):
            if seen[k] == none:
                letters[none] = self.words[none] = 0
            else:
                seen[self.seen_count] = seen[k]
                self.seen_count += 1
        for k in range(self.seen_count):
            total += letters[seen[k]]
            for i in range(k, 0, -1):
                if letters[seen[i]] <= letters[seen[i - 1]]:
                    break
                seen[i], seen[i - 1] = seen[i - 1], seen[i]
        for k in range(self.seen_count):
            self.shares[k] = letters[seen[k]] / float(total)  # without `float` C would divide integers
            if self.is_known[seen[k]]:
                known += self.words[seen[k]]
                most = max(most, self.words[seen[k]])
            letters[seen[k]] = self.words[seen[k]] = 0
            self.weights[seen[k]] = 0.0
        text.numbers[LETTERS] = total
        text.numbers[CODE_MIXING] = 100 * (1 - most / float(known)) if known else NAN
