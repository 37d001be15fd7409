"""`words.py` and `names.py` for texts that are code points; what is rare or difficult is left to them."""

include "char_tables.pxi"  # facts by code point
include "codes.pxi"  # a text as code points
include "tokens.pxi"  # its tokens
include "word_form.pxi"  # words in the form that models know
include "names.pxi"  # whether a word is a name
