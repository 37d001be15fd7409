"""An adapter: labels of a list of texts."""

from __future__ import annotations

import mixlid


def identify(texts: list[str]) -> list[tuple[str, ...]]:
    return [answer.labels for answer in mixlid.load().identify_many(texts)]
