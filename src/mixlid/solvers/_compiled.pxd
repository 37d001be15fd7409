"""What the engine sees of the compiled search: one `Search` for many problems of the same rules."""

cimport cython
from libc.stdint cimport int64_t, uint8_t


cdef struct State:
    double value
    int64_t code
    #: characters that its languages still lack in all
    int64_t lack


cdef struct Programme:
    Py_ssize_t words
    const int64_t* chars
    int64_t needed
    #: S, or -1 for no rule
    int64_t max_switches
    #: value of each word without a language, then at each rank; -inf where a rule forbids it
    double* options
    #: what the words from here on are worth in a free choice, and their characters
    double* hope
    int64_t* chars_left
    State* states
    State* reached
    Py_ssize_t capacity
    #: by code: 1 + its place in `reached`, or 0
    int* place
    int64_t codes
    #: for each state reached, word by word: (place of the state before) · (ranks + 1) + rank + 1
    int* history
    Py_ssize_t history_capacity
    Py_ssize_t* starts
    #: steps that are left (`budget.py`)
    int64_t left
    #: how many words there is room for
    Py_ssize_t word_capacity

cdef enum:
    #: Scores of no more words than this are divided by T^γ beforehand.
    HALVED = 128
    #: pieces of memory
    MOST_PARTITIONS = 8


cdef struct Answer:
    double value
    int size
    int* languages
    int* ranks


#: A node: the value of each word so far, and the languages that may follow.
cdef struct Level:
    double* base
    int* rows
    Py_ssize_t count
    #: by language: gain in a free choice less penalty; less what C0 and C3 take away; what it may add here or below, and
    #: the most of that
    double* lifts
    double* nets
    double* hopes
    double most
    #: minus the lift of each of `rows`: a heap
    double* keys


@cython.final
cdef class Search:
    cdef object problem, make_problem
    cdef const double* raw
    cdef const int64_t* chars
    #: `L` is how many labels this problem has
    cdef Py_ssize_t L, all_labels, T, words_capacity, most_languages, only_top, force_top
    #: whether a rule says which languages a word may have: scores alone then say too much
    cdef bint is_by_word
    #: whether any one word is enough for a language: no rule is about all words of a language, or their sequence
    cdef bint one_word_is_enough
    #: whether a rule is in force that this search does not know: tuples are then settled in Python
    cdef bint asks_python
    cdef int64_t needed, max_switches, most_switches
    cdef int depth, count
    cdef double exponent, scale, cheapest
    #: the value that a new answer must exceed; whether the first that does is enough
    cdef double limit
    cdef bint stops
    #: millions of steps that the search may take (`budget.py`); those left are in `programme`
    cdef int64_t budget
    cdef bint exhausted
    #: whether `read_scores` has been called for this problem, and whether the values of answers are those of `value_of`
    cdef bint is_read, has_values
    cdef void* blocks[MOST_PARTITIONS]
    cdef int taken
    #: by word and language, as the scores came: C / T^γ; for few words, since it is quickly had from `raw`
    cdef const double* scaled
    cdef double* own_scaled
    #: by language and word: the same (-inf where C4 forbids it), for the languages that were asked for
    cdef double* rows
    cdef uint8_t* has_row
    #: by language and word: membership of the M best
    cdef uint8_t* top
    #: by language: those of this problem, of all labels, and room for those of some
    cdef double* penalties
    cdef double* all_penalties
    cdef double* some_penalties
    #: what it would have if it could take every word it gains from
    cdef double* gains
    cdef double* alone
    cdef int* firsts
    cdef double* first_keys
    cdef uint8_t* barred
    #: whether C5 makes a word take it at a loss
    cdef uint8_t* suffers
    #: by word
    cdef double* best
    cdef double* relaxed
    cdef double* losses
    cdef int* ranks
    cdef int* movable
    #: by rank
    cdef double* all_weights
    cdef double* weights
    cdef uint8_t* alike
    cdef int* prefix
    cdef int64_t* have
    #: by the number of languages in the prefix
    cdef Level* levels
    #: the M best scores of a word, and minus their languages: a heap
    cdef double* top_scores
    cdef int* top_items
    #: room for three answers, and which of them are the best and the second best
    cdef Answer answers[3]
    cdef int order[2]
    cdef Programme programme

    cdef int load(
        self, Py_ssize_t words, const double* raw, const int64_t* chars, Py_ssize_t most, const int* labels, int count
    ) except -1 nogil
    cdef void set_depth(self, Py_ssize_t most) noexcept nogil
    cdef double value_of(self, const Answer* answer) noexcept nogil
    cdef int best_single(self) noexcept nogil
    cdef int exhaust(self) noexcept nogil

    cdef void* capacity(self, size_t size, Py_ssize_t number) except NULL nogil
    cdef int allocate(self, Py_ssize_t words) except -1 nogil
    cdef void release(self) noexcept nogil
    cdef void read_scores(self) noexcept nogil
    cdef void read_top(self) noexcept nogil
    cdef const double* row(self, Py_ssize_t language) noexcept nogil
    cdef void write_row(self, Py_ssize_t language, double* row) noexcept nogil


#: Values that differ by no more than this, and by this share, are equal.
cdef double TOLERANCE
#: What differs by more is clearly better, whatever the rules for equal values say.
cdef double CLEARLY
cdef int run(Search s) except -1 nogil
cdef double best_alone(Search s) noexcept nogil
cdef double gap(Search s) noexcept nogil
cdef bint has_better(Search s, double least) except -1 nogil
