"""Large files through an identifier: what goes where (`plan`), the work on a chunk (`chunk_worker`), and `run`."""
