# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: freethreading_compatible=True
"""The search of `exact`, compiled: the same tuples in the same order, without an object for every step.

Read `exact.py` and `fixed.py` first: these files say only what differs from them.

    _search.pyx            the problem as plain arrays, and what they say of each language on its own
    _search_visit.pxi      the branching
    _search_offer.pxi      settling one ranked tuple
    _search_programme.pxi  the dynamic programme, where the free choice breaks a rule
    _search_keep.pxi       the best two answers
    _search_sums.pxi       sums in NumPy's order, heaps

With the same order of sums and of visits the answers are the same to the last bit, whatever is tied. Bounds may differ,
since a tuple that a bound drops would not have been kept anyway; here they are those that are cheap one language at a
time.
"""

cimport cython
from libc.math cimport INFINITY, fabs
from libc.stdint cimport int64_t, uint8_t
from libc.stdlib cimport calloc, free, malloc, realloc

import numpy as np

from mixlid.assign.fixed import best_assignment
from mixlid.assign.problem import Assignment

#: As in `exact`.
cdef double TOLERANCE = 1e-11

#: Words that are read together, so that scores in either memory order stay in the cache.
cdef enum:
    BLOCK = 64

#: Characters that the bound on C3 looks at: more would cost more to bound than to settle.
cdef enum:
    MOST_COUNTED = 256


def search(problem):
    """The best two answers with different language sets (or the only one), as (`problem.value`, assignment)."""
    cdef Search s = Search(problem)
    with nogil:
        s.prepare()
        run(s)
    return [s.answer(place) for place in range(s.count)]


include "_search_sums.pxi"
include "_search_programme.pxi"


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
    #: by language: gain in a free choice less penalty; what it may add here or below, and the most of that
    double* lifts
    double* hopes
    double most
    #: minus the net gain of each of `rows`: a heap
    double* keys


@cython.final
cdef class Search:
    cdef object problem
    cdef const double[:, :] raw
    cdef const int64_t[::1] lengths
    cdef const int64_t* chars
    cdef Py_ssize_t L, T, only_top, force_top
    cdef int64_t needed, max_switches
    cdef int depth, count
    cdef double scale, cheapest, best_alone
    #: how many of the root's rows are in order, at their end; -1 before the first language has been tried
    cdef Py_ssize_t pool_ordered
    #: the value that a new answer must exceed
    cdef double limit
    cdef void* blocks[16]
    cdef int taken
    #: by language and word: C / T^γ (-inf where C4 forbids it); membership of the M best
    cdef double* scores
    cdef bint own_scores
    cdef uint8_t* top
    #: by language
    cdef double* penalties
    cdef double* whole
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
    cdef double* weights
    cdef uint8_t* alike
    cdef int* prefix
    cdef int64_t* have
    #: by the number of languages in the prefix
    cdef Level* levels
    #: the M best scores of each word of a block, and minus their languages: heaps
    cdef double* top_scores
    cdef int* top_items
    #: room for three answers, and which of them are the best and the second best
    cdef Answer answers[3]
    cdef int order[2]
    cdef Programme programme

    def __cinit__(self, problem):
        self.problem = problem
        self.raw = np.asarray(problem.scores, dtype=np.float64)
        self.lengths = np.ascontiguousarray(problem.lengths, dtype=np.int64)
        self.L, self.T = self.raw.shape[0], self.raw.shape[1]
        self.chars = &self.lengths[0] if self.T else NULL
        self.depth = min(problem.max_languages, self.L, self.T)
        self.only_top = 0 if problem.only_top is None else min(problem.only_top, self.L)
        self.force_top = 0 if problem.force_top is None else min(problem.force_top, self.L)
        self.needed = max(problem.min_chars, 1)
        self.max_switches = self.T if problem.max_switches is None else min(problem.max_switches, self.T)
        self.scale = float(self.T) ** problem.length_exponent if self.T else 1.0
        self.programme.words, self.programme.chars, self.programme.needed = self.T, self.chars, self.needed
        self.programme.max_switches = -1 if problem.max_switches is None else self.max_switches
        self.allocate()
        self.read_weights(problem.rank_weights)
        self.read_penalties(problem)

    def __dealloc__(self):
        while self.taken:
            self.taken -= 1
            free(self.blocks[self.taken])
        free_programme(&self.programme)

    cdef void* room(self, size_t size, Py_ssize_t number) except NULL:
        """Room for so many items; bytes are zero."""
        cdef void* block = calloc(number + 1, 1) if size == 1 else malloc(size * (number + 1))
        if block == NULL:
            raise MemoryError
        self.blocks[self.taken] = block
        self.taken += 1
        return block

    cdef int allocate(self) except -1:
        cdef Py_ssize_t L = self.L, T = self.T, depth = self.depth, k
        cdef double* numbers = <double*>self.room(sizeof(double), (4 + 3 * depth) * L + (3 + depth) * T + depth)
        cdef int* indices = <int*>self.room(sizeof(int), (1 + depth) * L + 5 * T + 4 * depth)
        cdef uint8_t* flags = <uint8_t*>self.room(1, 2 * L + depth)
        self.levels = <Level*>self.room(sizeof(Level), depth)
        self.have = <int64_t*>self.room(sizeof(int64_t), depth)
        self.barred, self.suffers, self.alike = flags, flags + L, flags + 2 * L
        self.penalties, self.whole, self.alone = numbers, numbers + L, numbers + 2 * L
        self.first_keys = numbers + 3 * L
        numbers += 4 * L
        self.best, self.relaxed, self.losses = numbers, numbers + T, numbers + 2 * T
        self.weights = numbers + 3 * T
        numbers += 3 * T + depth
        self.ranks, self.movable, self.prefix = indices, indices + T, indices + 2 * T
        indices += 2 * T + depth
        for k in range(3):
            self.answers[k].ranks, self.answers[k].languages = indices, indices + T
            indices += T + depth
        self.firsts = indices
        indices += L
        for k in range(depth):  # what the deepest need is not touched, and so not paid for, unless they are reached
            self.levels[k].lifts, self.levels[k].hopes, self.levels[k].keys = numbers, numbers + L, numbers + 2 * L
            self.levels[k].base, self.levels[k].rows = numbers + 3 * L, indices
            numbers += 3 * L + T
            indices += L
        if self.only_top or self.force_top:
            self.top = <uint8_t*>self.room(1, L * T)
            k = min(T, <Py_ssize_t>BLOCK) * (self.only_top or self.force_top)
            self.top_scores = <double*>self.room(sizeof(double), k)
            self.top_items = <int*>self.room(sizeof(int), k)
        in_rows = self.raw.strides[1] == sizeof(double) and self.raw.strides[0] == <Py_ssize_t>sizeof(double) * T
        self.own_scores = self.scale != 1.0 or self.only_top or not in_rows
        if self.own_scores:
            self.scores = <double*>self.room(sizeof(double), L * T)
        elif L * T:
            self.scores = <double*>&self.raw[0, 0]
        return 0

    cdef int read_weights(self, given) except -1:
        cdef int k
        for k in range(self.depth):
            self.weights[k] = given[min(k, len(given) - 1)]
        for k in range(self.depth - 2, -1, -1):
            self.alike[k] = self.weights[k] == self.weights[k + 1] and (k == self.depth - 2 or self.alike[k + 1])
        if self.force_top and self.depth:
            self.alike[0] = False
        return 0

    cdef int read_penalties(self, problem) except -1:
        cdef double same = 0.0
        cdef const double[:] each = None
        cdef Py_ssize_t l
        if isinstance(problem.penalty, float):
            same = problem.penalty
        else:
            each = problem.penalties
        self.cheapest = INFINITY
        for l in range(self.L):
            self.penalties[l] = same if each is None else each[l]
            self.cheapest = min(self.cheapest, self.penalties[l])
        return 0

    cdef void prepare(self) noexcept nogil:
        """The scaled scores, the M best, and what they say of each language and each word on its own."""
        cdef Py_ssize_t start = 0, l, t
        cdef double* row
        cdef double value
        while start < self.T:
            self.read_block(start, min(start + BLOCK, self.T))
            start += BLOCK
        for t in range(self.T):
            self.best[t] = -INFINITY
            self.relaxed[t] = 0.0
        for l in range(self.L):
            row = self.scores + l * self.T
            self.whole[l] = gain(row, self.relaxed, 1.0, self.T)
            for t in range(self.T):
                self.best[t] = row[t] if row[t] > self.best[t] else self.best[t]
            if self.suffers[l]:
                for t in range(self.T):
                    value = self.weights[0] * row[t]
                    self.losses[t] = value if self.top[l * self.T + t] else above(value)
                self.alone[l] = pairwise(self.losses, self.T)
            else:
                self.alone[l] = self.whole[l]
                if self.weights[0] != 1.0:
                    self.alone[l] = gain(row, self.relaxed, self.weights[0], self.T)
            self.alone[l] -= self.penalties[l]

    cdef void read_block(self, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
        """Scaled scores and the M best (`Problem.top`) of a few words."""
        cdef Py_ssize_t size = self.only_top or self.force_top, l, t, k
        cdef double* heap
        cdef int* items
        cdef double worst[BLOCK]
        if self.own_scores:
            for l in range(self.L):
                for t in range(start, end):
                    self.scores[l * self.T + t] = self.raw[l, t] / self.scale
        if not size:
            return
        # The M best: a heap for each word, with the worst of them, the latest label among equals, at its top.
        for t in range(start, end):
            heap, items = self.top_scores + (t - start) * size, self.top_items + (t - start) * size
            for l in range(size):
                heap[l], items[l] = self.raw[l, t], -l
            heapify(heap, items, size)
            worst[t - start] = heap[0]
        for l in range(size, self.L):
            for t in range(start, end):
                if self.raw[l, t] > worst[t - start]:
                    heap, items = self.top_scores + (t - start) * size, self.top_items + (t - start) * size
                    heap[0], items[0] = self.raw[l, t], -l
                    sink(heap, items, 0, size)
                    worst[t - start] = heap[0]
        for t in range(start, end):
            for k in range((t - start) * size, (t - start + 1) * size):
                l = -self.top_items[k]
                self.top[l * self.T + t] = 1
                if self.force_top and self.top_scores[k] < 0.0:
                    self.suffers[l] = 1
        if self.only_top:
            for l in range(self.L):
                for t in range(start, end):
                    if not self.top[l * self.T + t]:
                        self.scores[l * self.T + t] = -INFINITY

    def answer(self, int place):
        """One of the best two, with its value: the sum of `Problem.value` in the same order."""
        cdef Answer* found = &self.answers[self.order[place]]
        cdef double gained = 0.0, paid = 0.0
        cdef Py_ssize_t t
        cdef int k
        for t in range(self.T):
            k = found.ranks[t]
            if k >= 0:
                gained += self.weights[k] * self.scores[found.languages[k] * self.T + t]
        for k in range(found.size):
            paid += self.penalties[found.languages[k]]
        languages = tuple([found.languages[k] for k in range(found.size)])
        return gained - paid, Assignment(languages, tuple([found.ranks[t] for t in range(self.T)]))


include "_search_visit.pxi"
include "_search_offer.pxi"
include "_search_keep.pxi"
