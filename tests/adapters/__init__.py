"""A package, so that its conftest.py is not confused with the one above it."""
