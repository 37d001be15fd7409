"""The verbs of the command line, one module each: `add_arguments` says what a verb takes, `run` does it."""
