"""A format of another package: each line begins with stars, after which comes a text."""

from __future__ import annotations

from collections.abc import Sequence

from mixlid.io.formats import Format


def begins_with_stars(_text: str, lines: Sequence[str]) -> bool:
    return all(line.startswith("***") for line in lines)


STARS = Format(
    "stars",
    "a text after three stars. Out: the languages in place of the stars",
    reader="mixlid_example.stars:StarsReader",
    writer="mixlid_example.stars:stars_writer",
    suffixes=(".stars",),
    sniff=begins_with_stars,
)
