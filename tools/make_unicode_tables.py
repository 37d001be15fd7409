"""Write src/mixlid/text/unicode_tables.py: which code points are letters, digits or emoji, and their scripts.

Run it when a new Unicode version matters: `pip install fonttools regex`, then `python tools/make_unicode_tables.py >
src/mixlid/text/unicode_tables.py`.

With fixed tables, instead of the running interpreter's own, every version of Python gives the same words.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

import regex
from fontTools import unicodedata as ucd

LETTER = regex.compile(r"\p{L}")
MARK = regex.compile(r"\p{M}")
DIGIT = regex.compile(r"\p{N}")
PICTOGRAPH = regex.compile(r"[\p{Extended_Pictographic}\p{Regional_Indicator}--[©®™]]", regex.V1)
UNSCRIPTED = {"Zyyy", "Zinh", "Zzzz"}


def runs(keep: Callable[[str], bool]) -> Iterator[tuple[int, int]]:
    """Inclusive ranges of code points for which `keep` is true."""
    start = None
    for code in range(sys.maxunicode + 2):
        inside = code <= sys.maxunicode and keep(chr(code))
        if inside and start is None:
            start = code
        elif not inside and start is not None:
            yield start, code - 1
            start = None


def script_starts() -> Iterator[tuple[int, str]]:
    """Where the script changes among letters: what lies between two letters of a script is never looked up."""
    previous = ""
    for code in range(sys.maxunicode + 1):
        if LETTER.match(chr(code)):
            script = ucd.script(chr(code))
            script = "" if script in UNSCRIPTED else script
            if script != previous:
                yield code, script
                previous = script


def packed(name: str, what: str, ranges: Iterator[tuple[int, int]]) -> str:
    text = " ".join(f"{a:x}-{b:x}" if a != b else f"{a:x}" for a, b in ranges)
    return f"#: {what}\n{name} = (\n" + wrapped(text) + ")\n"


def wrapped(text: str, width: int = 100) -> str:
    lines, line = [], ""
    for item in text.split(" "):
        if len(line) + len(item) + 1 > width:
            lines.append(line)
            line = ""
        line += item + " "
    lines.append(line.rstrip())
    return "".join(f'    "{line}"\n' for line in lines)


def main() -> None:
    print('"""Unicode facts as hexadecimal ranges; written by tools/make_unicode_tables.py, not by hand."""\n')
    print(packed("LETTERS", "letters (L)", runs(lambda c: bool(LETTER.match(c)))))
    print(packed("MARKS", "combining marks (M)", runs(lambda c: bool(MARK.match(c)))))
    print(packed("DIGITS", "numbers of any kind (N)", runs(lambda c: bool(DIGIT.match(c)))))
    print(packed("PICTOGRAPHS", "emoji and flags", runs(lambda c: bool(PICTOGRAPH.match(c)))))
    starts = " ".join(f"{code:x}:{script}" for code, script in script_starts())
    print("#: first letter of each run in one script (ISO 15924); empty where letters belong to no script")
    print("SCRIPT_STARTS = (\n" + wrapped(starts) + ")")


if __name__ == "__main__":
    main()
