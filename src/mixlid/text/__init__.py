"""Text as mixlid sees it: words with their places, sentences, scripts, and the codes and names of languages."""
