"""Make `src/mixlid/data/names.crc32` from a gazetteer: `python tools/make_names.py NAMES.tsv.xz`.

Each line of the gazetteer has a kind, a source and a name. Given names and surnames are split at spaces and hyphens;
brands of several words are left out, since their words are mostly ordinary ones.
"""

from __future__ import annotations

import argparse
import lzma
import re
from pathlib import Path

import numpy as np

from mixlid.text.names import FILE, fingerprint

TARGET = Path(__file__).parent.parent / "src" / "mixlid" / "data" / FILE


def words(line: str) -> list[str]:
    """The words of a line that are names by themselves."""
    kind, _, name = line.rstrip("\n").split("\t")
    parts = [name] if kind == "brand" else re.split(r"[\s\-]+", name)
    return [part for part in parts if len(part) > 1 and part.replace("'", "").replace("’", "").isalpha()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", type=Path, metavar="NAMES.tsv.xz")
    parser.add_argument("-o", "--output", type=Path, default=TARGET)
    args = parser.parse_args()
    with lzma.open(args.names, "rt", encoding="utf-8") as file:
        found = {word.casefold() for line in file for word in words(line)}
    numbers = np.array(sorted({fingerprint(word) for word in found}), dtype="<u4")
    args.output.write_bytes(numbers.tobytes())
    print(f"{args.output}: {len(numbers):,} names")


if __name__ == "__main__":
    main()
