"""The search of `exact`, compiled: the same tuples in the same order, without an object for every step.

Read `exact.py` and `fixed.py` first: the files below say only what differs from them.

With the same order of sums and of visits the answers are the same to the last bit, whatever is tied. Bounds may differ,
since a tuple that a bound drops would not have been kept anyway, and so no order may depend on one; here they are those
that are cheap one language at a time. A word that C5 gives to the first language has a `base` of infinity, so no other
language gains from it.
"""

include "sums.pxi"  # sums in NumPy's order, heaps
include "dynamic_programme.pxi"  # the dynamic programme, where the free choice breaks a rule
include "search_state.pxi"  # the problem as plain arrays, and what they say of each language on its own
include "best_two.pxi"  # keeping the best two answers
include "fixed.pxi"  # the best assignment for one ranked tuple
include "few_languages.pxi"  # few languages, of which all answers are compared
include "search.pxi"  # the branching: which ranked tuples are looked at, and in which order
