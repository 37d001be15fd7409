"""Numbers that were fitted on data for one model, which its file has under `fitted`; every number has a default.

A default is neutral where the right number depends on a model's labels or on the scale of its scores, so that nobody's
model inherits what was fitted for another. Shares and numbers in typical margins hold for any model.
`mixlid.models.loading.with_header` writes them; `docs/development.md` says which command fits which section.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class ShortTextNumbers:
    """Texts of one or two words, on the scale of scores; chosen by `tests/data/short_texts.txt`."""

    #: what a language costs for each step of its rareness in its script, where `short_price` is used
    rare: float = 0.0
    #: what a language in Latin letters costs in a text of hardly any letters, if it is not English
    not_english: float = 0.0


@dataclass(frozen=True, slots=True)
class WordLabelNumbers:
    """Labels of words in their sentence, on the scale of scores; `mixlid_lab.tuning.word_labels` fits them."""

    #: by how much of `switch_price` a switch gets cheaper if the word before is e times as long, and the word after
    longer_before: float = 0.0
    longer_after: float = 0.0
    #: by how much of it after punctuation
    after_punctuation: float = 0.0
    #: what differences of scores are multiplied by to be log odds
    log_odds: float = 1.0
    #: the log odds that the best language outside the answer is that of a word: a constant, by how much its score is
    #: above the best inside, the price of the language, the best score inside, the logarithm of the word's length
    guess_constant: float = -100.0
    guess_lead: float = 0.0
    guess_price: float = 0.0
    guess_score: float = 0.0
    guess_length: float = 0.0
    #: what is taken off the log odds of a run of words, which is chosen from many
    run_margin: float = 0.0
    #: a word is only looked for outside if it scores less than this in every language of the answer
    doubtful_score: float = 0.0
    #: a language with this price is too rare to be looked for
    rare_price: float = 0.0
    #: words hardly score more than this
    high_score: float = 0.0
    #: what stands for the score of a word in no language
    least_score: float = 0.0


@dataclass(frozen=True, slots=True)
class NearNumbers:
    """The log odds of members of a group of near languages; `mixlid_lab.tuning.near_languages` fits them.

    For n words whose scores add up to s they are weight · (s / √n − price) − deficit · d + √n · offset, with the price
    of the language and d, by how much the score of a word is at most below that of the member which is best for it: a
    word that only one of them has counts for more than many that all have.
    """

    weight: float = 1.0
    deficit: float = 0.0
    #: by label
    offsets: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DocumentNumbers:
    """Shares of a document that a language needs; `docs/bulk.md` shows the effect of each.

    A mixed document has whole sentences of each language, or words of one throughout. A few scattered words are names
    and errors, and near languages are confused with each other, so these need a larger share, unless a smaller one is
    set.
    """

    #: one whose words are inserted, and one that is near another; with whole sentences it needs the option `min_share`
    inserted_share: float = 0.12
    near_share: float = 0.3
    #: a sentence is in a language that has at least this share of it
    whole: float = 0.8


@dataclass(frozen=True, slots=True)
class PriorNumbers:
    """How much a prior counts; chosen on development data (`docs/adaptation.md`)."""

    #: price of a language that a corpus lacks, in typical margins of words and for a text of ten words
    absence: float = 1.5
    #: how much of its price beyond that of the cheapest language one with at least the share `enough` loses
    relief: float = 0.5
    enough: float = 0.1
    #: the smallest share of text in other languages that is assumed
    rarest: float = 0.02
    #: the most that is added to the sum of evidence for a further language
    most_offset: float = 1.0
    #: price of a language that a restriction excludes, in the same units as `absence`
    outside: float = 6.0
    #: a restriction to at most this many languages means that they are expected: each loses this much of its price
    few: int = 10
    expected: float = 0.75


@dataclass(frozen=True, slots=True)
class Fitted:
    """All of them."""

    #: settings that the preset `default` has, unless the model's own preset says otherwise
    default: Mapping[str, float] = field(default_factory=dict)
    short_texts: ShortTextNumbers = field(default_factory=ShortTextNumbers)
    word_labels: WordLabelNumbers = field(default_factory=WordLabelNumbers)
    #: by name of the group (`mixlid.text.groups`); `*` for those that there is no comparable text of
    near: Mapping[str, NearNumbers] = field(default_factory=dict)
    documents: DocumentNumbers = field(default_factory=DocumentNumbers)
    prior: PriorNumbers = field(default_factory=PriorNumbers)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return asdict(self)

    def near_numbers(self, group: str) -> NearNumbers:
        return self.near.get(group) or self.near.get("*") or NearNumbers()


def with_default(presets: Mapping[str, Any], fitted: Fitted) -> Mapping[str, Any]:
    """A model's presets, where `default` has the settings that were fitted for it."""
    if not fitted.default or "default" not in presets:
        return presets
    return {**presets, "default": {**fitted.default, **presets["default"]}}


NEUTRAL = Fitted()
