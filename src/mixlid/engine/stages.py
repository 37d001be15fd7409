"""The stages from the tokens of a text to its answer, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mixlid.engine.confidence import Confidence
from mixlid.engine.decide import Decide
from mixlid.engine.evidence import Evidence
from mixlid.engine.find_words import FindWords
from mixlid.engine.labelling import Labelling
from mixlid.engine.main_language import MainLanguage, main_language_of
from mixlid.engine.near_languages import NearLanguages
from mixlid.engine.reject_unknown import RejectUnknown
from mixlid.engine.short_texts import MOST_WORDS, CommonLanguages
from mixlid.engine.text_record import (
    CONFIDENCE,
    EVIDENCE,
    FALLBACK,
    GAP,
    IS_UNKNOWN,
    LANGUAGE_SCORE,
    MARGIN,
    NAN,
    OBJECTIVE,
    OF_NONE,
    OPTIMAL,
    STANDS,
)  # fmt: skip
from mixlid.engine.unknown_signs import UnknownSigns
from mixlid.engine.word_labels import WordLabels
from mixlid.engine.word_policies import WordPolicies

if TYPE_CHECKING:
    from mixlid.engine.pipeline_config import PipelineConfig
    from mixlid.engine.text_record import Kernel, TextRecord
    from mixlid.settings import Settings


class Stages:
    """What is done with one text after the other; stages that the settings do not ask for are None."""

    find_words: FindWords
    kernel: Kernel
    decide: Decide
    confidence: Confidence | None
    common: CommonLanguages | None
    reject_unknown: RejectUnknown | None
    #: by label: whether an answer may have it; None if it may have any
    allowed: bytes | None
    near: NearLanguages | None
    word_labels: WordLabels
    #: None without a decision
    policies: WordPolicies | None
    labelling: Labelling
    #: reduces answers to their main language; None if they may have several
    main: MainLanguage | None

    def __init__(self, config: PipelineConfig, kernel: Kernel, settings: Settings) -> None:
        """`settings` are those of the config, in the form that the kernel's stages read."""
        labels, numbers, scopes = config.labels.of_model, config.short_text_numbers(), config.scopes()
        self.kernel, self.allowed = kernel, config.allowed
        self.find_words = FindWords(config.labels.readable, settings)
        self.confidence = None if config.calibration is None else Confidence(config.calibration)
        self.common, self.reject_unknown, self.near, evidence = None, None, None, None
        main = main_language_of(labels, config.likes(), config.model)
        self.policies = None
        if config.decision is not None:
            self.policies = WordPolicies(settings, main)
            evidence = Evidence(config.decision, labels, config.likes(), settings, main, self.policies)
        # Taking words from an answer could break a rule, so under rules one language is searched for from the start.
        most = 1 if settings.main_only and scopes else settings.max_languages
        self.decide = Decide(kernel, most, evidence, config.least_evidence)
        if config.settings.short_price and "word" not in scopes:
            self.common = CommonLanguages(settings, labels, config.language_prices(), numbers)
        if config.unknown_detector is not None:
            signs = UnknownSigns(config.unknown_detector, labels, main.frequent_words)
            rejects_names = bool(config.settings.short_price)
            self.reject_unknown = RejectUnknown(settings, signs, self.confidence, rejects_names, not scopes)
        if config.tells_near():
            self.near = NearLanguages(settings, self.confidence, *config.near_arguments())
        self.word_labels = WordLabels(self.near, config.allowed, *config.word_label_arguments())
        self.main = main if settings.main_only else None
        self.labelling = Labelling(config.labels, self.near, self.confidence, self.word_labels, main)

    def reserve(self, text: TextRecord, tokens: int, words: int) -> None:
        """Make room for a text; where there is too little, what was there is lost."""
        if tokens > text.token_capacity:
            self.labelling.reserve(tokens)
        text.reserve(tokens, words)

    def identify(self, text: TextRecord) -> None:
        """Find the answer for a text that has tokens and room."""
        self.find_words.apply(text)
        if text.word_count:
            self.kernel.score(text)
        self.decide.apply(text)
        find_margin(text, self.confidence)
        if self.common is not None and text.language_count == 1 and text.word_count <= MOST_WORDS:
            self.common.apply(text)
        if self.reject_unknown is not None and text.language_count:
            self.reject_unknown.apply(text)
        if self.allowed is not None and text.language_count:
            restrict(text, self.allowed)
        if self.near is not None:
            self.near.apply(text)
        if text.is_sure and self.confidence is not None and text.has_gap and text.gap > 0.0:
            self.confidence.limit()
        if self.policies is not None and text.language_count > 1:
            self.policies.apply(text, self.word_labels)
            if self.confidence is not None:
                self.confidence.count = text.language_count
        if self.main is not None:
            self.leave_main(text, self.main)
        fill_numbers(text, self.confidence)

    def leave_main(self, text: TextRecord, main: MainLanguage) -> None:
        """Let the answer have its main language alone; it is right if that is."""
        if text.language_count > 1:
            self.word_labels.apply(text)
            main.leave_main(text)
        if text.is_sure and self.confidence is not None:
            self.confidence.languages = self.confidence.language

    def label(self, text: TextRecord, with_words: bool) -> None:
        """Derive the labels of tokens and what is counted by label; the numbers of words only `with_words`."""
        self.word_labels.apply(text)
        self.labelling.apply(text, with_words)
        if self.main is not None:  # which may be an unknown script
            self.labelling.ranked_count = 1


def find_margin(text: TextRecord, confidence: Confidence | None) -> None:
    """How certain the answer is."""
    # Where a search was cut short, another set of languages may be as good. A solver that does not search for the
    # optimum, and so knows no gap, is compared with the best other set, which may be better than its own.
    is_compared = text.has_second and (text.optimal or not text.has_gap)
    text.margin = max(text.objective - text.second, 0.0) if is_compared else 0.0
    text.is_sure = text.word_count > 0 and (text.fallback or text.has_second) and confidence is not None
    text.verdict = STANDS
    if text.is_sure and confidence is not None:
        letters = 0
        for t in range(text.word_count):
            letters += text.lengths[t]
        evidence = text.evidence if text.weighed else 0.0
        confidence.take(text.margin, letters, text.language_count, text.weighed, evidence, text.word_count)


def restrict(text: TextRecord, allowed: bytes) -> None:
    """Remove the languages that an answer may not have; their words are then in an unknown one.

    If those words have most of the letters, the whole text is in an unknown language.
    """
    count, inside, outside = 0, 0, 0
    for t in range(text.word_count):
        if text.ranks[t] >= 0:
            if allowed[text.languages[text.ranks[t]]]:
                inside += text.lengths[t]
            else:
                outside += text.lengths[t]
    for k in range(text.language_count):
        is_kept = inside > outside and allowed[text.languages[k]] != 0
        for t in range(text.word_count):
            if text.ranks[t] == k:
                text.ranks[t] = count if is_kept else OF_NONE
        if is_kept:
            text.languages[count] = text.languages[k]
            count += 1
    text.language_count = count
    if not count:
        text.verdict, text.fallback = IS_UNKNOWN, False


def fill_numbers(text: TextRecord, confidence: Confidence | None) -> None:
    """Set the row of numbers but for what `labelling.py` adds; NaN for unknown ones."""
    text.numbers[OBJECTIVE] = text.objective
    text.numbers[MARGIN] = text.margin if text.has_second else NAN
    text.numbers[OPTIMAL] = 1.0 if text.optimal else 0.0
    text.numbers[GAP] = text.gap if text.has_gap else NAN
    text.numbers[FALLBACK] = 1.0 if text.fallback else 0.0
    text.numbers[EVIDENCE] = text.second_evidence if text.weighed else NAN
    # Without a word to judge, `zxx` or an unknown script is right.
    text.numbers[CONFIDENCE] = text.numbers[LANGUAGE_SCORE] = NAN if text.word_count else 1.0
    if text.is_sure and confidence is not None:
        text.numbers[CONFIDENCE] = confidence.languages
        text.numbers[LANGUAGE_SCORE] = confidence.language
