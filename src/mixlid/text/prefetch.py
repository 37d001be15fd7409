"""Prefetching from memory, which only compiled code can do (`_prefetch.pxd`)."""

from __future__ import annotations


def ask_for(values: bytes | memoryview, place: int) -> None:
    """Does nothing: in Python, asking takes as long as reading."""
