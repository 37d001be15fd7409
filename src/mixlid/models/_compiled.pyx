"""The word scores of a table with int8 rows, compiled: what `TableModel.numpy_scores` does.

Sums of integers do not depend on their order, and what follows is done in the order of the NumPy code, so scores are
the same to the last bit.
"""

include "word_cache.pxi"  # sums of words that came before
include "rows.pxi"  # rows by feature id
include "features.pxi"  # the features of a word
include "missed_words.pxi"  # the rows of words that are not remembered
include "scorer.pxi"  # the words of a sentence
