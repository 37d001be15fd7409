"""`words.py` and `names.py` for texts that are code points; what is rare or difficult is left to them."""

include "char_tables.pxi"  # facts by code point
include "codes.pxi"  # a text as code points
include "special_tokens.pxi"  # addresses, users, hashtags, pictures and faces
include "markup_signs.pxi"  # whether a text may have markup
include "token_ends.pxi"  # words and numbers
include "tokens.pxi"  # its tokens
include "word_form.pxi"  # words in the form that models know
include "names.pxi"  # whether a word is a name
