cdef int MOST_LANGUAGES, MOST_STATES, MOST_STEPS


@cython.final
cdef class LabelChain:
    cdef Py_ssize_t count, capacity
    cdef int languages, states, steps
    cdef bint has_sets
    cdef double[::1] scores, costs, marginals, forward, backward, earlier
    cdef int[::1] labels, language_of, is_last, sources, targets, switches, numbers

    cdef int reserve(self, Py_ssize_t words, Py_ssize_t states) except -1 with gil
    cdef int begin(self, Py_ssize_t words, int languages) except -1 nogil
    cdef int reserve_score(self, Py_ssize_t scores) except -1 with gil
    @cython.locals(sets=int, found=int, k=int, other=int)
    cdef int make_states(self, bint with_sets) except -1 nogil
    cdef void add_step(self, int before, int other, int found, int language, bint with_sets) noexcept nogil
    cdef bint find_labels(self) except -1 nogil
    @cython.locals(found=int, i=Py_ssize_t)
    cdef bint has_all(self) noexcept nogil
    @cython.locals(most=double, last=int, i=Py_ssize_t, state=int, value=double)
    cdef bint find_best(self) except -1 nogil
    @cython.locals(here=Py_ssize_t, before=Py_ssize_t, cost=double, k=int, other=int, most=double)
    cdef void step_between_languages(self, Py_ssize_t i) noexcept nogil
    @cython.locals(
        here=Py_ssize_t, before=Py_ssize_t, state=int, step=int, value=double, cost=double, target=int,
    )
    cdef void step_with_sets(self, Py_ssize_t i) noexcept nogil
    @cython.locals(source=int, most=double, before=Py_ssize_t, step=int, value=double, other=int)
    cdef int best_source(self, Py_ssize_t i, int state) noexcept nogil
    @cython.locals(state=int, k=int)
    cdef void set_first(self, double impossible) noexcept nogil
    @cython.locals(
        i=Py_ssize_t, here=Py_ssize_t, before=Py_ssize_t, total=double, own=double, state=int, step=int, value=double,
    )
    cdef int find_marginals(self, double log_odds) except -1 nogil
    @cython.locals(total=double, state=int, step=int, value=double)
    cdef void step_back(self, Py_ssize_t i) noexcept nogil
    @cython.locals(value=double)
    cdef double factor(self, Py_ssize_t i, int step) noexcept nogil
    @cython.locals(first=Py_ssize_t, most=double, k=int)
    cdef void take_exponentials(self, Py_ssize_t i, double log_odds) noexcept nogil
