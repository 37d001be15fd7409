"""Write src/mixlid/text/unicode_tables.py: which code points are letters, digits or emoji, and their scripts.

Run it when a new Unicode version matters: `pip install fonttools regex`, then `python -m
mixlid_lab.resources.unicode_tables > src/mixlid/text/unicode_tables.py`. With fixed tables, instead of the running
interpreter's own, every version of Python gives the same words.
"""

from __future__ import annotations

import re
import sys
from itertools import groupby
from textwrap import wrap

#: By name of the table: what it has, and the code points in it.
_KINDS = {
    "LETTERS": ("letters (L)", r"\p{L}"),
    "MARKS": ("combining marks (M)", r"\p{M}"),
    "DIGITS": ("numbers of any kind (N)", r"\p{N}"),
    "PICTOGRAPHS": ("emoji and flags", r"[\p{Extended_Pictographic}\p{Regional_Indicator}--[©®™]]"),
}


def main() -> None:
    import regex
    from fontTools import unicodedata as ucd

    print('"""Unicode facts as hexadecimal ranges; written by mixlid_lab.resources.unicode_tables, not by hand."""\n')
    everything = range(sys.maxunicode + 1)
    for name, (what, pattern) in _KINDS.items():
        inside = regex.compile(pattern, regex.V1).match
        ranges = []
        for is_inside, run in groupby(everything, lambda code: bool(inside(chr(code)))):  # noqa: B023
            if is_inside:
                first, *rest = run
                ranges.append(f"{first:x}-{rest[-1]:x}" if rest else f"{first:x}")
        print(f"#: {what}\n{name} = (\n{_wrapped(ranges)})\n")
    # What lies between two letters of a script is never looked up, so only the first letter of each run is needed.
    scripts = ((code, ucd.script(chr(code))) for code in everything if regex.match(r"\p{L}", chr(code)))
    starts, previous = [], ""
    for code, script in scripts:
        own = "" if script in {"Zyyy", "Zinh", "Zzzz"} else script
        if own != previous:
            starts.append(f"{code:x}:{own}")
        previous = own
    print("#: first letter of each run in one script (ISO 15924); empty where letters belong to no script")
    print(f"SCRIPT_STARTS = (\n{_wrapped(starts)})")


def _wrapped(items: list[str]) -> str:
    lines = wrap(" ".join(items), 99, break_on_hyphens=False)
    text = "".join(f'    "{line} "\n' for line in lines)
    return re.sub(r' "\n$', '"\n', text)


if __name__ == "__main__":
    main()
