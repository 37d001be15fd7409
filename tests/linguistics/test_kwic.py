"""Concordances."""

from __future__ import annotations

import pytest

from mixlid.io.labelled import Token
from mixlid.linguistics.corpus import Utterance
from mixlid.linguistics.kwic import Query, concordance

TEXT = "yarınki team meeting için hazır, okay?"
PLACES = [("yarınki", "tur"), ("team", "eng"), ("meeting", "eng"), ("için", "tur"), ("hazır", "tur"), ("okay", "eng")]
ONE = Utterance(
    TEXT,
    tuple(Token(word, TEXT.index(word), TEXT.index(word) + len(word), code) for word, code in PLACES),
    "talk.cha",
    7,
    {"speaker": "AYS"},
    was_labelled=True,
)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (Query(switch=("tur", "eng")), ["team meeting", "okay"]),
        (Query(switch=("eng", None)), ["için hazır"]),
        (Query(switch=(None, None)), ["team meeting", "için hazır", "okay"]),
        (Query(language="eng"), ["team meeting", "okay"]),
        (Query(word="MEET*"), ["meeting"]),
        (Query(word="*a*", language="eng"), ["team", "okay"]),
        (Query(switch=(None, "eng"), word="*"), ["team", "okay"]),
        (Query(word="hazırlık"), []),
    ],
)
def test_what_is_found(query: Query, found: list[str]) -> None:
    hits = list(concordance([ONE], query))
    assert [hit.match for hit in hits] == found
    assert all(hit.before + hit.match + hit.after == TEXT for hit in hits)
    assert all((hit.file, hit.line, hit.speaker) == ("talk.cha", 7, "AYS") for hit in hits)


def test_context() -> None:
    (hit, _) = concordance([ONE], Query(switch=("tur", "eng")), width=5)
    assert (hit.language_before, hit.language, hit.before, hit.after) == ("tur", "eng", "ınki ", " için")
