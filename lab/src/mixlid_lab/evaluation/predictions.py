"""A system's answers to labelled sentences. All tables are made from them, and `saved.py` keeps them.

The language codes of other tools and models are converted to those of the evaluation data (ISO 639-3).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from mixlid.adapt.labelled import Sample
from mixlid.errors import LabelError
from mixlid.identifier import Identifier
from mixlid.results.result import NO_LANGUAGE, UNKNOWN, Result
from mixlid.text.groups import GROUPS
from mixlid.text.labels import split
from mixlid.text.language_codes import TWO_LETTER

#: The codes of a group's members by its code, in any script; a code that is also a member's means that member.
_MEMBER_CODES: dict[str, frozenset[str]] = {}
for _group_label, *_labels in ((group.label, *group.labels) for group in GROUPS.values()):
    _code, *_members = (label.partition("_")[0] for label in (_group_label, *_labels))
    if _code not in _members:
        _MEMBER_CODES[_code] = _MEMBER_CODES.get(_code, frozenset()) | frozenset(_members)


def right_code(answer: str, right: Iterable[str]) -> str:
    """The language (ISO 639-3) that an answer counts as: a group counts as its member among the right ones."""
    members = _MEMBER_CODES.get(answer, frozenset())
    return next((code for code in right if code in members), answer)


def _pairs(text: str) -> dict[str, str]:
    return dict(pair.split("=") for pair in text.split())


#: Many tools name a macrolanguage (`est`, or `et` in two letters) where the data, like FLORES, name the member that
#: their sentences are in (`ekk`). Both mean the same sentences, so a peer's answer is read as that member. If a
#: macrolanguage is wider than the member (`nor` includes Nynorsk), it is read as the member with the most text. Groups
#: that the data do not split, such as `srd` and `hbs`, stay as they are.
MEMBER = _pairs(
    "aka=twi ara=arb aym=ayr aze=azj bik=bcl din=dik est=ekk fas=pes ful=fuv grn=gug kau=knc kon=kng kur=kmr lav=lvs "
    "mlg=plt mon=khk msa=zsm nep=npi nor=nob ori=ory orm=gaz pus=pbt que=quy sqi=als swa=swh tgl=fil uzb=uzn yid=ydd "
    "zho=cmn"
)

#: Codes that were withdrawn or were never ISO's. `bh` is Bihari, whose text is Bhojpuri. CLD2's answers `xx…` (a script
#: without a language), `xxx` and `zz…` (Pig Latin and other jokes) are never right.
ODD = _pairs(
    "bh=bho in=ind iw=heb ji=ydd jw=jav mo=ron sr-me=cnr "
    f"un={UNKNOWN} unknown={UNKNOWN} xx={UNKNOWN} xxx={UNKNOWN} zzb={UNKNOWN} zze={UNKNOWN} zzh={UNKNOWN} zzp={UNKNOWN}"
)


def iso639_3(code: str) -> str:
    """`tr`, `tur`, `tur_Latn`, `zh-cn`, … as the code that the data use; `und` for codes that mean no language."""
    full = code.strip().lower().replace("_", "-")
    language = full.partition("-")[0]
    if odd := ODD.get(full) or ODD.get(language):
        return odd
    long = TWO_LETTER.get(language, language)
    if not re.fullmatch("[a-z]{3}", long):
        raise LabelError(f"{code!r} is not a language code: expected ISO 639-1 or 639-3, such as tr, tur or tur_Latn")
    return MEMBER.get(long, long)


@lru_cache(4096)
def language_code(label: str) -> str:
    """The code of a model's label: the part before the script, in three letters (`eng` for lid.176's `en`)."""
    language = split(label)[0]
    return iso639_3(language) if len(language) == 2 else language


class FoundWord(NamedTuple):
    """A stretch of the text (code points, half-open) and its language, an ISO 639-3 code."""

    start: int
    end: int
    language: str


@dataclass(frozen=True, slots=True)
class Prediction:
    """A sentence, the right answer and a system's answer, both as ISO 639-3 codes."""

    sample: Sample
    #: Ranked, the dominant language first. `und` and `zxx` may be among them and are never right.
    languages: tuple[str, ...]
    #: Only words with a language; the others were left unassigned. None: the system does not label words.
    words: tuple[FoundWord, ...] | None = None
    confidence: float | None = None

    @property
    def found(self) -> frozenset[str]:
        return frozenset(self.languages)

    @property
    def is_right(self) -> bool:
        """Whether the set of languages is exactly right."""
        return self.found == self.sample.languages

    @classmethod
    def of(cls, sample: Sample, result: Result) -> Prediction:
        """The prediction of a `Result`; a group of near languages is right for each of them."""
        right = sorted(sample.languages)
        code = {label: right_code(language_code(label), right) for label in {*result.labels, *result.proportions}}
        words = tuple(
            FoundWord(word.start, word.end, code[word.label])
            for word in result.words
            if language_code(word.label) not in (UNKNOWN, NO_LANGUAGE)
        )
        languages = tuple(dict.fromkeys(code[label] for label in result.labels))
        return cls(sample, languages, words, result.confidence)


def answers_of(identifier: Identifier, samples: Iterable[Sample]) -> list[Prediction]:
    """An identifier's prediction for each sentence."""
    return [Prediction.of(sample, identifier.identify(sample.text)) for sample in samples]
