"""Identifying large files: which inputs go to which outputs (`plan`), work on a chunk (`chunk_worker`), the `run`."""
