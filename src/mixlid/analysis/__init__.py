"""Corpora whose words have languages: reading them, comparing two, looking at switches."""
