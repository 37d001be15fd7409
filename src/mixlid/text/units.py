"""Text written without spaces, cut into units about as long as words, without a dictionary.

Where the cuts fall matters little to a model that was trained on the same cuts. But there must be enough of them, since
words are counted: "我今天有個 meeting 要開" should not be one word of Chinese and one of English. Han is cut after two
characters, the length of most Chinese words, other scripts after four letters, and never before a mark that belongs to
the letter before it. Left out: real segmentation, which needs a dictionary for each language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

#: Letters of a unit, by script.
UNIT_LETTERS = {"Hani": 2, "Bopo": 4, "Hira": 4, "Kana": 4, "Thai": 4, "Laoo": 4, "Khmr": 4, "Mymr": 4}


def unit_ends(text: str, start: int, end: int, script: str, letter_script: Callable[[str], str]) -> Iterator[int]:
    """Where the units of a run in one script end; the last one may be shorter."""
    letters, most = 0, UNIT_LETTERS[script]
    for place in range(start, end):
        if letter_script(text[place]):
            if letters == most:
                yield place
                letters = 0
            letters += 1
    yield end
