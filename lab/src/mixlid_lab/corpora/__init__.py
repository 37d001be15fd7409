"""Readers for code-switching corpora in the formats they are published in; `reading` is what they share."""
