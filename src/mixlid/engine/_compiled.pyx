"""The pipeline of `plain_pipeline.py`, compiled: texts go to workers, and come back as rows of a batch."""

include "memory.pxi"  # room in memory, and objects without their constructors
include "bounds.pxi"  # sums over words for all labels, in floats
include "label_loops.pxi"  # what is known of all labels, in floats
include "label_bounds.pxi"  # what labels can add to an answer at most
include "shortlist.pxi"  # which labels may be in the answer
include "script_words.pxi"  # words of a text in several scripts
include "word_scores.pxi"  # scores of words, when somebody needs them
include "scoring.pxi"  # the words of a text and their scores
include "compiled_kernel.pxi"  # what stages ask for
include "batch_builder.pxi"  # a batch of answers
include "pipeline_worker.pxi"  # one text after the other, for one thread
include "compiled_pipeline.pxi"  # what Python calls
