"""From a text to its result: the compiled and the NumPy pipeline, building results, threads and processes."""
