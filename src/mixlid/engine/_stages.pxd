"""C types of the stages, each of which has those of its own file; `setup.py` makes one module of them."""

cimport cython
from libc cimport math
from libc.stdint cimport int64_t, uint32_t, uint64_t

cimport mixlid.text._characters as characters
from mixlid.text._compiled cimport Token
from mixlid.text._frequent_words cimport FrequentWords

include "text_record.pxd"
include "confidence.pxd"
include "word_set.pxd"
include "main_language.pxd"
include "find_words.pxd"
include "short_texts.pxd"
include "unknown_signs.pxd"
include "reject_unknown.pxd"
include "near_languages.pxd"
include "label_chain.pxd"
include "word_labels.pxd"
include "word_policies.pxd"
include "evidence.pxd"
include "decide.pxd"
include "labelling.pxd"
include "stages.pxd"
