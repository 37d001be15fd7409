"""Text: words with their offsets, sentences, scripts, and the codes and names of languages."""
