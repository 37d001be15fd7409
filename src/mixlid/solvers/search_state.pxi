"""The problem as plain arrays, and what they say of each language on its own: what the compiled search works on."""

from cpython.pyport cimport PY_SSIZE_T_MAX
from libc.math cimport INFINITY, pow
from libc.stdint cimport int64_t, uint8_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

#: The rules that this search applies itself.
cdef object COMPILED_RULES = {"min_chars", "only_top", "force_top", "max_switches"}

cdef enum:
    #: Room that is made, and kept, for the next problem.
    KEPT_WORDS = 64
    KEPT_CODES = 65536
    LOOKS = 40  # as in `budget.py`
    #: Languages that have a bit each in an integer (`offer`).
    MOST_MARKED = 30


cdef inline double scaled_at(Search s, Py_ssize_t place) noexcept nogil:
    """C / T^γ."""
    return s.scaled[place] if s.scaled != NULL else s.raw[place] / s.scale


cdef class Search:
    """The rules of a problem, and room for the scores and lengths of one after the other."""

    def __cinit__(self, problem, make_problem=None):
        """Rules are those of `problem`; `make_problem(scores[t, l], lengths)` is asked where Python has to help."""
        cdef Py_ssize_t l
        penalties, given = problem.penalties.tolist(), problem.rank_weights
        self.make_problem, self.L, self.all_labels = make_problem, problem.label_count, problem.label_count
        self.most_languages = min(problem.max_languages, self.L)
        rules, scopes = problem.in_force, problem.scopes
        self.is_by_word = "word" in scopes
        self.one_word_is_enough = scopes <= {"word"} and self.most_languages <= MOST_MARKED
        self.asks_python = not rules.keys() <= COMPILED_RULES
        self.only_top = min(problem.only_top, self.L) if "only_top" in rules else 0
        self.force_top = min(problem.force_top, self.L) if "force_top" in rules else 0
        self.most_switches = problem.max_switches if "max_switches" in rules else -1
        self.needed = 1 if self.one_word_is_enough else max(problem.min_chars, 1)
        self.exponent = problem.length_exponent
        self.budget = problem.search_budget
        self.programme.needed = self.needed
        self.all_penalties = <double*>malloc((2 * self.L + self.most_languages + 1) * sizeof(double))
        if self.all_penalties == NULL:
            raise MemoryError
        self.penalties, self.some_penalties = self.all_penalties, self.all_penalties + self.L
        self.all_weights = self.some_penalties + self.L
        self.cheapest = INFINITY
        for l in range(self.L):
            self.all_penalties[l] = penalties[l]
            self.cheapest = min(self.cheapest, self.penalties[l])
        for l in range(self.most_languages):
            self.all_weights[l] = given[min(l, len(given) - 1)]
        self.words_capacity = -1

    def __dealloc__(self):
        self.release()
        free(self.all_penalties)
        free_programme(&self.programme)

    cdef void release(self) noexcept nogil:
        while self.taken:
            self.taken -= 1
            free(self.blocks[self.taken])
        self.words_capacity = -1

    cdef void* capacity(self, size_t size, Py_ssize_t number) except NULL nogil:
        """Room for that many items; bytes are zero."""
        cdef void* block = NULL
        if self.taken < MOST_PARTITIONS:
            block = calloc(number + 1, 1) if size == 1 else malloc(size * (number + 1))
        if block == NULL:
            self.release()
            with gil:
                raise MemoryError
        self.blocks[self.taken] = block
        self.taken += 1
        return block

    cdef int allocate(self, Py_ssize_t words) except -1 nogil:
        cdef Py_ssize_t L = self.all_labels, T = words, depth = self.most_languages, size = self.only_top or self.force_top, k
        self.release()
        # More than all of the sizes below; numbers with a point do not overflow.
        if 64.0 * (depth + 4.0) * (L + T + size + 1.0) + 32.0 * L * T > <double>PY_SSIZE_T_MAX:
            with gil:
                raise MemoryError
        cdef double* numbers = <double*>self.capacity(sizeof(double), (3 + 4 * depth) * L + (3 + depth) * T + depth + size)
        cdef int* indices = <int*>self.capacity(sizeof(int), (1 + depth) * L + 5 * T + 4 * depth + size)
        cdef uint8_t* flags = <uint8_t*>self.capacity(1, 3 * L + depth)
        self.levels = <Level*>self.capacity(sizeof(Level), depth)
        self.have = <int64_t*>self.capacity(sizeof(int64_t), depth)
        self.barred, self.suffers, self.has_row, self.alike = flags, flags + L, flags + 2 * L, flags + 3 * L
        self.gains, self.alone, self.first_keys = numbers, numbers + L, numbers + 2 * L
        numbers += 3 * L
        self.best, self.relaxed, self.losses = numbers, numbers + T, numbers + 2 * T
        self.weights, self.top_scores = numbers + 3 * T, numbers + 3 * T + depth
        numbers += 3 * T + depth + size
        self.ranks, self.movable, self.prefix = indices, indices + T, indices + 2 * T
        indices += 2 * T + depth
        for k in range(3):
            self.answers[k].ranks, self.answers[k].languages = indices, indices + T
            indices += T + depth
        self.firsts, self.top_items = indices, indices + L
        indices += L + size
        for k in range(depth):  # what the deepest need is not touched, and so not paid for, unless they are reached
            self.levels[k].lifts, self.levels[k].hopes, self.levels[k].keys = numbers, numbers + L, numbers + 2 * L
            self.levels[k].nets, self.levels[k].base, self.levels[k].rows = numbers + 3 * L, numbers + 4 * L, indices
            numbers += 4 * L + T
            indices += L
        self.rows = <double*>self.capacity(sizeof(double), L * T)
        self.own_scaled = <double*>self.capacity(sizeof(double), L * min(T, <Py_ssize_t>HALVED) + MOST_FEW)
        self.top = <uint8_t*>self.capacity(1, L * T if size else 0)
        self.words_capacity = words
        return 0

    cdef int load(
        self, Py_ssize_t words, const double* raw, const int64_t* chars, Py_ssize_t most, const int* labels, int count
    ) except -1 nogil:
        """Take up a problem: scores [t, l] and lengths, which must stay until it is solved, and how many languages.

        Scores are for all labels or, where no other can be in the best two answers, for `count` labels in their order.
        """
        cdef Py_ssize_t place
        self.L, self.penalties = self.all_labels, self.all_penalties
        if labels != NULL:
            self.L, self.penalties = count, self.some_penalties
            for place in range(count):
                self.some_penalties[place] = self.all_penalties[labels[place]]
        if words > self.words_capacity:
            self.allocate(max(words, min(2 * words, <Py_ssize_t>KEPT_WORDS)))
        if self.programme.codes > KEPT_CODES:
            forget_programme(&self.programme)
        if self.problem is not None:
            with gil:
                self.problem = None
        self.T, self.raw, self.chars = words, raw, chars
        self.max_switches = words if self.most_switches < 0 else min(self.most_switches, <int64_t>words)
        self.scale = pow(<double>words, self.exponent) if words > 1 else 1.0
        self.scaled = raw if self.scale == 1.0 else self.own_scaled if words <= HALVED else NULL
        self.programme.words, self.programme.chars = words, chars
        self.programme.max_switches = -1 if self.most_switches < 0 else self.max_switches
        memset(self.suffers, 0, self.L)
        memset(self.has_row, 0, self.L)
        if self.scaled == self.own_scaled:
            for place in range(self.L * words):
                self.own_scaled[place] = raw[place] / self.scale
        self.is_read = False
        self.set_depth(most)
        return 0

    cdef void set_depth(self, Py_ssize_t most) noexcept nogil:
        """How many languages an answer may have; what was read of the scores holds for any number.

        Every search has all of its steps before it, however many another has taken.
        """
        cdef int k
        self.programme.left, self.exhausted = max(self.budget * 1000000, LOOKS * self.L * self.T), False
        self.depth = min(min(self.most_languages, most), self.T)
        if 0 <= self.most_switches < self.depth:  # a switch leads to every language but the first
            self.depth = self.most_switches + 1
        self.alike[0] = False
        for k in range(self.depth):
            self.weights[k] = self.all_weights[k]
        for k in range(self.depth - 2, -1, -1):
            self.alike[k] = self.weights[k] == self.weights[k + 1] and (k == self.depth - 2 or self.alike[k + 1])
        if self.depth:
            self.alike[self.depth - 1] = False
        if self.force_top:
            self.alike[0] = False
        memset(self.barred, 0, self.L)

    cdef void read_scores(self) noexcept nogil:
        """The M best, and what scores say of each language and each word on its own, if that is still to be done."""
        cdef Py_ssize_t l, t, L = self.L, T = self.T
        cdef const double* row
        cdef double value
        if self.is_read:
            return
        self.is_read = True
        for t in range(T):
            self.best[t] = largest(self.raw + t * L, L) / self.scale  # dividing does not change which is the largest
            self.relaxed[t] = 0.0
        if self.only_top or self.force_top:
            self.read_top()
        if L < FEW:  # of which most are looked at again
            for l in range(L):
                self.gains[l] = gain(self.row(l), self.relaxed, 1.0, T)
        else:
            for l in range(L):  # rows are not kept, since most languages are never looked at again
                self.write_row(l, self.losses)
                self.gains[l] = gain(self.losses, self.relaxed, 1.0, T)
        for l in range(L):
            if self.suffers[l]:
                row = self.row(l)
                for t in range(T):
                    value = self.weights[0] * row[t]
                    self.losses[t] = value if self.top[l * T + t] else above(value)
                self.alone[l] = pairwise(self.losses, T)
            elif T and self.weights[0] != 1.0:
                self.alone[l] = gain(self.row(l), self.relaxed, self.weights[0], T)
            else:
                self.alone[l] = self.gains[l]
            self.alone[l] -= self.penalties[l]

    cdef const double* row(self, Py_ssize_t language) noexcept nogil:
        """C / T^γ of all words for one language, -inf where it has no score or C4 forbids it."""
        cdef double* row = self.rows + language * self.T
        if not self.has_row[language]:
            self.has_row[language] = 1
            self.write_row(language, row)
        return row

    cdef void write_row(self, Py_ssize_t language, double* row) noexcept nogil:
        """The same, for one look at it."""
        cdef Py_ssize_t t
        for t in range(self.T):
            row[t] = scaled_at(self, t * self.L + language)
        if self.only_top:
            for t in range(self.T):
                if not self.top[language * self.T + t]:
                    row[t] = -INFINITY

    cdef void read_top(self) noexcept nogil:
        """The M best of each word (`Problem.top`): a heap with the worst, the latest label among equals, at its top."""
        cdef Py_ssize_t size = self.only_top or self.force_top, l, t, k
        cdef const double* scores
        memset(self.top, 0, self.L * self.T)
        for t in range(self.T):
            scores = self.raw + t * self.L
            for l in range(self.L):
                if l < size:
                    self.top_scores[l], self.top_items[l] = scores[l], -<int>l
                elif scores[l] > self.top_scores[0]:
                    self.top_scores[0], self.top_items[0] = scores[l], -<int>l
                    sink(self.top_scores, self.top_items, 0, size)
                if l == size - 1:
                    heapify(self.top_scores, self.top_items, size)
            for k in range(size):
                if self.top_scores[k] == -INFINITY:  # which it cannot take
                    continue
                l = -self.top_items[k]
                self.top[l * self.T + t] = 1
                if self.force_top and self.top_scores[k] < 0.0:
                    self.suffers[l] = 1

    cdef double value_of(self, const Answer* answer) noexcept nogil:
        """The sum of `Problem.value` in the same order."""
        cdef double gained = 0.0, paid = 0.0
        cdef Py_ssize_t t
        cdef int k
        if self.has_values:
            return answer.value
        for t in range(self.T):
            k = answer.ranks[t]
            if k >= 0:
                gained += self.weights[k] * scaled_at(self, t * self.L + answer.languages[k])
        for k in range(answer.size):
            paid += self.penalties[answer.languages[k]]
        return gained - paid

    cdef int best_single(self) noexcept nogil:
        """`fixed.best_single`."""
        cdef Py_ssize_t l, t
        cdef int best = 0
        cdef int64_t characters, longest = -1
        cdef double total, most = -INFINITY
        for l in range(self.L):
            characters = 0
            for t in range(self.T):
                self.losses[t] = 0.0
                if self.raw[t * self.L + l] > -INFINITY:
                    self.losses[t] = scaled_at(self, t * self.L + l)
                    characters += self.chars[t]
            total = pairwise(self.losses, self.T) - self.penalties[l]
            if characters > longest or (characters == longest and total > most):
                best, longest, most = l, characters, total
        return best

    cdef int exhaust(self) noexcept nogil:
        """Give up: no more answer is good enough, and so nothing is looked at any more."""
        self.exhausted, self.limit = True, INFINITY
        return 0
