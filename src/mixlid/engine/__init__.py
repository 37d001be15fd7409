"""From a text to its result: the compiled way and the general one, building results, and work in processes."""
