"""What a model says of labels that were added to it (`mixlid model add`); of all others mixlid itself knows this."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from mixlid.models.fitted import NEUTRAL, Fitted
from mixlid.models.restricted import full_model
from mixlid.text.frequent_words import FrequentWords, read_bits
from mixlid.text.function_words import function_words
from mixlid.text.groups import GROUPS, group_of
from mixlid.text.word_hashes import PROBES, bit_of

if TYPE_CHECKING:
    from mixlid.models.interface import Model


@dataclass(frozen=True, slots=True)
class AddedLabel:
    """A label that was added."""

    #: the name in English; empty if none was given
    name: str
    #: the label that is most like it: it is taken to be spoken in the same places, and to have capitals where that has
    like: str
    #: the group of near languages that it belongs to; empty if it is told apart from all others
    group: str
    #: its frequent words, the commonest first, with spaces between
    words: str

    def __post_init__(self) -> None:
        if self.group and self.group not in GROUPS:
            raise ValueError(f"an added label is in the group {self.group!r}, which does not exist")


def added_labels(model: Model) -> Mapping[str, AddedLabel]:
    """The labels that were added to a model, or to the one of which it has some labels."""
    found: Mapping[str, AddedLabel] = getattr(full_model(model), "added", {})
    return found


def frequent_bits(model: Model) -> memoryview | None:
    """The frequent words of mixlid and of a model's added labels; None if mixlid's are all."""
    added = _added_words(model)
    return bits_with(added) if added else None


def function_words_of(model: Model) -> array[int]:
    """The hashes of the function words of mixlid and of a model's added labels."""
    return function_words(_added_words(model))


def _added_words(model: Model) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((label, about.words) for label, about in added_labels(model).items() if about.words))


def fitted_for(model: Model) -> Fitted:
    """The numbers that were fitted for a model, or for the one of which it has some labels."""
    found: Fitted = getattr(full_model(model), "fitted", NEUTRAL)
    return found


def group_in(model: Model, label: str) -> str:
    """The name of a label's group of near languages in this model; the label itself if it is in none."""
    about = added_labels(model).get(label)
    return about.group if about is not None and about.group else group_of(label)


def set_bits(bits: bytearray, label: str, words: Iterable[str]) -> int:
    """Note the frequent words of a label; how many there are. Words with marks of their own are left out."""
    known, count = FrequentWords([label], b""), 0
    for word in words:
        if value := known.hash_of(0, word, 0, len(word)):
            count += 1
            for probe in range(PROBES):
                bit = bit_of(value, probe)
                bits[bit >> 3] |= 1 << (bit & 7)
    return count


@lru_cache(4)
def bits_with(words: tuple[tuple[str, str], ...]) -> memoryview:
    """Those of mixlid, with further words: for each label some with spaces between."""
    bits = bytearray(read_bits())
    for label, listed in words:
        set_bits(bits, label, listed.split())
    return memoryview(bytes(bits))
