"""What the search sees of the dynamic programme."""

from libc.stdint cimport int64_t


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
    Py_ssize_t room
    #: by code: 1 + its place in `reached`, or 0
    int* place
    int64_t codes
    #: for each state reached, word by word: (place of the state before) · (ranks + 1) + rank + 1
    int* history
    Py_ssize_t history_room
    Py_ssize_t* starts
    #: steps that are left (`budget.py`)
    int64_t left
    #: how many words there is room for
    Py_ssize_t word_room


cdef void free_programme(Programme* p) noexcept nogil
cdef void forget_programme(Programme* p) noexcept nogil
cdef bint allocate_programme(Programme* p, Py_ssize_t ranks) noexcept nogil
cdef int run_programme(Programme* p, int size, double worth, int* ranks, double* value) noexcept nogil
