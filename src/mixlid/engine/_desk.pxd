"""What the compiled pipeline sees of a desk."""

cimport cython

from mixlid.assign._search_state cimport Answer, Search
from mixlid.engine._labelling cimport Labelling
from mixlid.engine._results cimport Draft
from mixlid.models._rows cimport Rows
from mixlid.models._scorer cimport Item, Scorer
from mixlid.text._tokens cimport Tokens

cdef enum:
    #: as many as `max_languages` may be
    MOST_LANGUAGES = 5


#: Draft whose arrays are C's, and what its answer says about the text.
@cython.final
cdef class Desk(Draft):
    #: `problem` is the one that a solver in Python was asked for
    cdef object parts, problem
    #: the text, where there is one, and scores that the model need not be asked for
    cdef str text
    cdef object given
    cdef readonly Labelling labelling
    #: whether the tokens of the next text are there already
    cdef bint is_read
    #: whether the search has the scores of this text
    cdef bint is_loaded
    cdef bint is_block
    cdef double certainty
    cdef Tokens reader
    cdef Scorer scorer
    cdef Search search
    #: how many tokens and words there is room for
    cdef Py_ssize_t token_room, word_room
    cdef Item* items
    cdef double* own_scores
    cdef double* own_two_best
    #: what is taken off every word's score, by label, if anything is
    cdef const double[::1] prices
    cdef bint has_prices
    cdef double short_price
    #: for answers of solvers in Python, and for one that was set aside
    cdef int* own_languages
    cdef int* own_ranks
    cdef double aside_second
    cdef bint aside_has_second, aside_optimal
    cdef int aside_languages[MOST_LANGUAGES]
    cdef int* aside_ranks
    cdef int aside_count

    cdef int make_token_room(self, Py_ssize_t size) except -1
    cdef int make_word_room(self, Py_ssize_t size) except -1
    cdef void adjust(self) noexcept nogil
    cdef int take_scores(self, const double[:, :] scores) except -1
    cdef int take_answer(self, Answer* answer) except -1
    cdef int take_solution(self, object solution) except -1
    cdef list spans(self)
