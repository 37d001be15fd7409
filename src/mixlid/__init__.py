"""mixlid: every language in a sentence, and which words are in which."""

__version__ = "0.1.0"
