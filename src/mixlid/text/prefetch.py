"""Prefetching from memory, which only compiled code can do (`_prefetch.pxd`)."""

from __future__ import annotations


def prefetch_at(values: bytes | memoryview, place: int) -> None:
    """Do nothing: in Python, a prefetch would take as long as reading."""
