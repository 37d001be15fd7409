"""The picture on the first page shows the answers of the model that ships."""

from __future__ import annotations

from answer_picture import PICTURE, picture


def test_it_is_up_to_date() -> None:
    """If not: python tools/answer_picture.py"""
    assert PICTURE.read_text(encoding="utf-8") == picture()
