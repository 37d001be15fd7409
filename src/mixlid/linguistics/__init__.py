"""Corpora with languages by word: reading, comparing, concordances and reports."""
