"""Identifying large files: which input goes to which output (`plan`), the work on a chunk (`chunk_worker`), `run`."""
