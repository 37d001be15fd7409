"""The function words of each label, for which its most frequent words stand.

The package has the upper half of the hash of each label and word, in ascending order, and no text.
`mixlid_lab.resources.word_files` makes the file.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import cache
from itertools import islice

from mixlid.text.data_files import read_numbers
from mixlid.text.frequent_words import salt_of
from mixlid.text.word_hashes import hash_word

FILE, LOANWORDS_FILE = "function_words.u32", "loanwords.u32"
#: How many of a label's most frequent words are taken for function words.
WORDS = 60


def hashes_of(label: str, words: Iterable[str]) -> set[int]:
    """Those of a label's words, the most frequent first; words with combining marks have none."""
    salt = salt_of(label)
    return {hash_word(salt, word, 0, len(word)) >> 32 for word in islice(words, WORDS)} - {0}


@cache
def function_words(added: tuple[tuple[str, str], ...] = ()) -> array[int]:
    """The hashes of mixlid's labels and of `added` ones, each with its frequent words, in ascending order."""
    made = read_numbers(FILE)
    if added:
        made = array("I", sorted({*made}.union(*(hashes_of(label, words.split()) for label, words in added))))
    return made


@cache
def loanwords() -> array[int]:
    """The hashes of words that a label has taken from another language, in ascending order."""
    return read_numbers(LOANWORDS_FILE)
