"""Whether a word is a known name of people or brands: such a word says little about the language around it.

The package has the CRC-32 of each name, in ascending order: 4 bytes per name and no text. One in forty thousand other
words is a false positive. `mixlid_lab.resources.word_files` makes the file.
"""

from __future__ import annotations

import zlib
from array import array
from bisect import bisect_left
from functools import cache

from mixlid.text.data_files import read_numbers

FILE = "names.crc32"
#: Languages that write every noun with a capital letter, which is then no sign of a name: German, Luxembourgish, Low
#: German, Swiss German.
CAPITAL_NOUNS = frozenset({"deu", "ltz", "nds", "gsw"})


def is_name(word: str) -> bool:
    """Whether a word, in whatever case, is a name or a part of one."""
    known, number = numbers(), fingerprint(word)
    place = bisect_left(known, number)
    return place < len(known) and known[place] == number


def fingerprint(word: str) -> int:
    return zlib.crc32(word.casefold().encode("utf-8", "surrogatepass"))


@cache
def numbers() -> array[int]:
    """The numbers of all names, in ascending order."""
    return read_numbers(FILE)
