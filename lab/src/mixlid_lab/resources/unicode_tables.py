"""Write src/mixlid/data/unicode.json: which code points are letters, digits or emoji, and their scripts.

Run it when a new Unicode version matters: `pip install fonttools regex`, then `python -m
mixlid_lab.resources.unicode_tables`. With fixed tables, instead of the running
interpreter's own, every version of Python gives the same words.
"""

from __future__ import annotations

import json
import sys
from itertools import groupby

from mixlid.text import data_files

TARGET = data_files.FOLDER / "unicode.json"
#: By name of the table the code points in it: letters, combining marks, numbers of any kind, emoji and flags.
_KINDS = {
    "letters": r"\p{L}",
    "marks": r"\p{M}",
    "digits": r"\p{N}",
    "pictographs": r"[\p{Extended_Pictographic}\p{Regional_Indicator}--[©®™]]",
}


def main() -> None:
    import regex
    from fontTools import unicodedata as ucd

    tables = {"about": json.loads(TARGET.read_text("utf-8"))["about"]}
    everything = range(sys.maxunicode + 1)
    for name, pattern in _KINDS.items():
        inside = regex.compile(pattern, regex.V1).match
        ranges = []
        for is_inside, run in groupby(everything, lambda code: bool(inside(chr(code)))):  # noqa: B023
            if is_inside:
                first, *rest = run
                ranges.append(f"{first:x}-{rest[-1]:x}" if rest else f"{first:x}")
        tables[name] = " ".join(ranges)
    # What lies between two letters of a script is never looked up, so only the first letter of each run is needed.
    scripts = ((code, ucd.script(chr(code))) for code in everything if regex.match(r"\p{L}", chr(code)))
    starts, previous = [], ""
    for code, script in scripts:
        own = "" if script in {"Zyyy", "Zinh", "Zzzz"} else script
        if own != previous:
            starts.append(f"{code:x}:{own}")
        previous = own
    tables["script_starts"] = " ".join(starts)
    TARGET.write_text(json.dumps(tables, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
