"""Text written without spaces, split into units about as long as words, without a dictionary.

Where it is split matters little to a model that was trained with the same splits. But there must be enough units, since
words are counted: "我今天有個 meeting 要開" should not be one word of Chinese and one of English. Han is split after
two characters, the length of most Chinese words, other scripts after four letters, and never before a combining mark.
Real segmentation would need a dictionary for each language.
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
