"""Modules that make the data files and tables of names in `mixlid`; each is run with `python -m`."""
