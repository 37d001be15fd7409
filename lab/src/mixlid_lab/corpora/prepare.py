"""The paper's preparation of corpora: cleaning sentences, choosing them, and splitting development from test data.

Emoji, URLs, @names, quotation marks, fillers (words that begin with `%`) and language tags (`:fr`) are removed.
Sentences of 20 to 200 characters without spaces are kept if they have a word in each language of the pair. FLORES is
clean and stays as it is, except that its 500 shortest sentences are taken and Devanagari is romanised. Emoticons such
as `:)` are not emoji and stay. A token without a letter or digit is in no language, whatever its tag.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Literal

from mixlid.adapt.labelled import Sample
from mixlid.text.language_codes import TWO_LETTER
from mixlid.text.words import tokenize
from mixlid_lab.corpora.reading import NOT_LANGUAGES, OTHER, RawSentence
from mixlid_lab.romanisation import ROMANISED, has_devanagari, load_uroman

SHORTEST, LONGEST = 20, 200
#: Sentences of each pair in the paper's development set, and of each language in its monolingual part.
DEVELOPMENT, SHORTEST_OF_FLORES = 100, 500

#: Quotation marks, and variation selectors that may remain when an emoji is removed. Single quotation marks are also
#: apostrophes, so they are removed only where a token has nothing else.
_NO_PART_OF_WORDS = str.maketrans("", "", '"“”„‟«»‹›＂〝〞「」『』\ufe0e\ufe0f')
_SINGLE_QUOTATION_MARKS = "'’‘‚‛`´"
#: `%hmm`, also with punctuation around it; but not a lone per cent sign.
_FILLER = re.compile(r"[^\w%]*%\W*\w.*")
#: `:fra` or `:fr`, also in capitals, with punctuation around it, and with a semicolon, which is on the same key
_CODES = "|".join(sorted({*TWO_LETTER, *TWO_LETTER.values()}))
_LANGUAGE_TAG = re.compile(rf"[^\w:;]*[:;](?:{_CODES})\W*", re.IGNORECASE)

Reason = Literal["empty", "no_language", "one_language", "too_short", "too_long", "duplicate", "not_shortest"]


@dataclass(frozen=True, slots=True)
class Removed:
    """How many sentences were removed, each counted under the first reason that applied."""

    #: Nothing was left of it.
    empty: int = 0
    #: No word in a language of the pair.
    no_language: int = 0
    #: Words in only one language of the pair (unless monolingual data are wanted).
    one_language: int = 0
    too_short: int = 0
    too_long: int = 0
    #: The text occurred before.
    duplicate: int = 0
    #: Not among the shortest of its language.
    not_shortest: int = 0

    @property
    def total(self) -> int:
        return sum(getattr(self, item.name) for item in fields(self))

    def __add__(self, other: Removed) -> Removed:
        return Removed(*(getattr(self, item.name) + getattr(other, item.name) for item in fields(self)))

    def __str__(self) -> str:
        limits = {"too_short": f" (under {SHORTEST} characters)", "too_long": f" (over {LONGEST} characters)"}
        counts = (
            (item.name.replace("_", " ") + limits.get(item.name, ""), getattr(self, item.name)) for item in fields(self)
        )
        return ", ".join(f"{name} {count}" for name, count in counts if count) or "none"


@dataclass(frozen=True, slots=True)
class PreparedCorpus:
    """The code-switched and the monolingual sentences that are left of a corpus, in its order."""

    mixed: tuple[Sample, ...]
    mono: tuple[Sample, ...]
    removed: Removed


def clean(tokens: Sequence[str], tags: Sequence[str] = ()) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The tokens (and their tags, if any) without what the paper removes; empty tokens are dropped.

    A token may have a space inside ("a lot"). Clean plain text with `clean(text.split())`.
    """
    cleaned = [clean_token(token) for token in tokens]
    kept = [place for place, token in enumerate(cleaned) if token]
    return tuple(cleaned[place] for place in kept), tuple(tags[place] for place in kept) if tags else ()


def clean_token(token: str) -> str:
    """What is left of a token; empty if it was a URL, an emoji, …"""
    if _FILLER.fullmatch(token) or _LANGUAGE_TAG.fullmatch(token):
        return ""
    parts = []
    place = 0
    for piece in tokenize(token):
        # An emoji of ASCII characters is an emoticon.
        if piece.kind in ("url", "user") or (piece.kind == "emoji" and not token[piece.start : piece.end].isascii()):
            parts.append(token[place : piece.start])
            place = piece.end
    left = " ".join("".join([*parts, token[place:]]).translate(_NO_PART_OF_WORDS).split())
    visible = any(unicodedata.category(character)[0] not in "CM" for character in left)
    return left if visible and left.strip(_SINGLE_QUOTATION_MARKS) else ""


def length(text: str) -> int:
    """The number of characters without white space."""
    return sum(map(len, text.split()))


def prepare_pair(sentences: Iterable[RawSentence], pair: Sequence[str], *, keep_mono: bool = False) -> PreparedCorpus:
    """The sentences that have both languages and, if wanted, those that have only one language of the pair.

    Words in other languages become `other`. If a corpus labels sentences and not words, the sentence's label decides.
    """
    kept: list[Sample] = []
    removed: Counter[str] = Counter()
    seen: set[str] = set()
    for sentence in sentences:
        sample = _sample(sentence, frozenset(pair))
        reason = _why_removed(sample, keep_mono) or ("duplicate" if sample.text in seen else None)
        if reason:
            removed[reason] += 1
        else:
            seen.add(sample.text)
            kept.append(sample)
    return PreparedCorpus(
        tuple(sample for sample in kept if sample.is_mixed),
        tuple(sample for sample in kept if not sample.is_mixed),
        Removed(**removed),
    )


def _sample(sentence: RawSentence, pair: frozenset[str]) -> Sample:
    tokens, tags = clean(sentence.tokens, sentence.tags)
    tags = tuple(
        tag if tag in NOT_LANGUAGES or (tag in pair and any(map(str.isalnum, token))) else OTHER
        for token, tag in zip(tokens, tags, strict=bool(tags))
    )
    languages = pair & set(tags) if sentence.tags else pair & sentence.languages
    return Sample(" ".join(tokens), languages, tokens if tags else (), tags, "", sentence.silver, sentence.silver_words)


def _why_removed(sample: Sample, keep_mono: bool) -> Reason | None:
    """The reason to remove a sentence, or None."""
    if not sample.text:
        return "empty"
    if not sample.languages:
        return "no_language"
    if not sample.is_mixed and not keep_mono:
        return "one_language"
    if length(sample.text) < SHORTEST:
        return "too_short"
    return "too_long" if length(sample.text) > LONGEST else None


def prepare_monolingual(sentences: Sequence[RawSentence], shortest_of_each: int | None = None) -> PreparedCorpus:
    """Monolingual sentences; texts stay as they are, except that Hindi and Nepali are romanised."""
    different = _different(sentences)
    kept = different if shortest_of_each is None else shortest(different, shortest_of_each)
    removed = Removed(duplicate=len(sentences) - len(different), not_shortest=len(different) - len(kept))
    return PreparedCorpus((), tuple(map(romanised, kept)), removed)


def draw_monolingual(
    sentences: Sequence[RawSentence],
    development: Callable[[str], int],
    seed: int = 0,
    shortest_of_each: int | None = None,
) -> tuple[tuple[Sample, ...], tuple[Sample, ...], Removed]:
    """Sentences for development, `development(language)` of each, and for testing; no text is in both.

    The rest is for testing; or, with `shortest_of_each`, the shortest of each language are, and development sentences
    are drawn from the others.
    """
    different = _different(sentences)
    short = different if shortest_of_each is None else shortest(different, shortest_of_each)
    test = tuple(map(romanised, short))
    pool = test
    if shortest_of_each is not None:
        texts = {sample.text for sample in test}
        pool = tuple(sample for sample in map(romanised, different) if sample.text not in texts)
    halves = [split_dev_test(own, development(next(iter(own[0].languages))), seed) for own in by_language(pool)]
    dev = tuple(sample for half in halves for sample in half[0])
    if shortest_of_each is None:
        test = tuple(sample for half in halves for sample in half[1])
    unused = len(different) - len(dev) - len(test)
    return dev, test, Removed(duplicate=len(sentences) - len(different), not_shortest=unused)


def _different(sentences: Sequence[RawSentence]) -> list[Sample]:
    """Each text of a language once."""
    once = {(" ".join(sentence.tokens), sentence.languages): None for sentence in sentences}
    return [Sample(text, languages) for text, languages in once]


def shortest(samples: Sequence[Sample], count: int = SHORTEST_OF_FLORES) -> list[Sample]:
    """The `count` shortest sentences of each language, in their order; of equally long ones, the earlier."""
    ranked = sorted(range(len(samples)), key=lambda place: (length(samples[place].text), place))
    taken: Counter[frozenset[str]] = Counter()
    chosen = []
    for place in ranked:
        languages = samples[place].languages
        if taken[languages] < count:
            taken[languages] += 1
            chosen.append(place)
    return [samples[place] for place in sorted(chosen)]


def by_language(samples: Iterable[Sample]) -> list[list[Sample]]:
    """Samples in groups with the same languages."""
    groups: dict[frozenset[str], list[Sample]] = {}
    for sample in samples:
        groups.setdefault(sample.languages, []).append(sample)
    return list(groups.values())


def romanised(sample: Sample) -> Sample:
    """The sample, in Latin letters if it is Hindi or Nepali in Devanagari."""
    if not sample.languages <= ROMANISED or not has_devanagari(sample.text):
        return sample
    return Sample(load_uroman()(sample.text), sample.languages)


def split_dev_test(
    samples: Sequence[Sample], count: int = DEVELOPMENT, seed: int = 0
) -> tuple[tuple[Sample, ...], tuple[Sample, ...]]:
    """`count` sentences for development and the rest for testing, both in their order.

    Sentences are drawn by a hash of their text, so the draw is the same on every machine and every version of Python,
    and does not depend on the order of the files.
    """
    ranked = sorted(samples, key=lambda sample: hashlib.sha256(f"{seed}\n{sample.text}".encode()).digest())
    drawn = {sample.text for sample in ranked[:count]}
    return (
        tuple(sample for sample in samples if sample.text in drawn),
        tuple(sample for sample in samples if sample.text not in drawn),
    )
