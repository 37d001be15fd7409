"""What the compiled pipeline sees of a desk."""

cimport cython

from mixlid.assign._compiled cimport Answer, Search
from mixlid.engine._labelling cimport Labelling
from mixlid.engine._results cimport Draft
from mixlid.engine._word_scores cimport WordScores
from mixlid.models._compiled cimport Item, Rows
from mixlid.text._compiled cimport Tokens

cdef enum:
    #: as many as `max_languages` may be
    MOST_LANGUAGES = 5


#: Draft whose arrays are C's, and what its answer says about the text.
@cython.final
cdef class Desk(Draft):
    #: `problem` is the one that a solver in Python was asked for
    cdef object parts, problem
    #: scores that the model need not be asked for
    cdef object given
    #: by number of a label
    cdef list names
    cdef readonly Labelling labelling
    #: whether the search has the scores of this text, of some labels alone
    cdef bint is_loaded, is_listed
    cdef bint is_block, has_floors
    cdef Tokens reader
    cdef WordScores words
    cdef Search search
    #: by number of a label: its number outside
    cdef int[::1] outer
    #: how many tokens and words there is room for
    cdef Py_ssize_t token_room, word_room
    cdef Item* items
    #: the languages of an answer from a shortlist
    cdef int listed_languages[MOST_LANGUAGES]
    #: for answers of solvers in Python, and for one that was set aside
    cdef int* own_languages
    cdef int* own_ranks
    #: by word: `Problem.floors`, where the parts have them
    cdef double* floors
    cdef double aside_second
    cdef bint aside_has_second, aside_optimal
    cdef int aside_languages[MOST_LANGUAGES]
    cdef int* aside_ranks
    cdef int aside_count

    cdef void expect(self, Tokens reader) noexcept nogil
    cdef int make_token_room(self, Py_ssize_t size) except -1 nogil
    cdef int make_word_room(self, Py_ssize_t size) except -1 nogil
    cdef void expect_words(self, int language) noexcept nogil
    cdef int ask_model(self) except -1 with gil
    cdef int take_scores(self, object scores, Py_ssize_t count, Py_ssize_t first, object others) except -1
    cdef int weigh_floors(self) except -1 with gil
    cdef int ask_solver(self, int most_languages) except -1 with gil
    cdef int ask_best_single(self) except -1 with gil
    cdef int take_answer(self, Answer* answer) except -1 nogil
    cdef int take_solution(self, object solution) except -1
    cdef str part(self, Py_ssize_t word)
    cdef list spans(self)
