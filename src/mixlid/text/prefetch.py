"""Asking the memory for what will be read soon, which only compiled parts can (`_prefetch.pxd`)."""

from __future__ import annotations


def ask_for(values: bytes | memoryview, place: int) -> None:
    """Nothing: by the time that Python has asked, it could have read."""
