"""The dynamic programme of `fixed`, compiled: the same states in the same order, so the same among equals.

A state is a number made of the characters so far by rank (clipped), the rank of the word before and the switches so
far, the last two only where C6 asks for them.
"""

from libc.stdint cimport int64_t
from libc.stdlib cimport calloc, free, malloc, realloc

cdef enum:
    MOST_RANKS = 23
    MOST_CODES = 8388608  # 2^MOST_RANKS, as in `budget.py`
    STATE_STEPS = 32  # as in `budget.py`


cdef void free_programme(Programme* p) noexcept nogil:
    free(p.options)
    free(p.hope)
    free(p.chars_left)
    free(p.states)
    free(p.reached)
    free(p.place)
    free(p.history)
    free(p.starts)


cdef void forget_programme(Programme* p) noexcept nogil:
    """Give all room back."""
    free_programme(p)
    p.options, p.hope, p.chars_left, p.states, p.reached, p.place, p.history, p.starts = (
        NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
    )
    p.capacity, p.codes, p.history_capacity, p.word_capacity = 0, 0, 0, 0


cdef bint allocate_programme(Programme* p, Py_ssize_t ranks) noexcept nogil:
    """Room for what each word needs; False if there is none."""
    if p.word_capacity < p.words:
        forget_programme(p)
        p.options = <double*>malloc((ranks + 1) * p.words * sizeof(double))
        p.hope = <double*>malloc((p.words + 1) * sizeof(double))
        p.chars_left = <int64_t*>malloc((p.words + 1) * sizeof(int64_t))
        p.starts = <Py_ssize_t*>malloc((p.words + 1) * sizeof(Py_ssize_t))
        if p.options == NULL or p.hope == NULL or p.chars_left == NULL or p.starts == NULL:
            return False
        p.word_capacity = p.words
    return True


cdef bint reserve(Programme* p, Py_ssize_t states, Py_ssize_t steps) noexcept nogil:
    """Room for that many states at a word and steps in all; False if there is none."""
    cdef void* block
    if states > p.capacity:
        for _ in range(2):  # each in turn, so that both can be freed whatever happens
            block = realloc(p.reached, 2 * states * sizeof(State))
            if block == NULL:
                return False
            p.reached = p.states
            p.states = <State*>block
        p.capacity = 2 * states
    if steps > p.history_capacity:
        block = realloc(p.history, 2 * steps * sizeof(int))
        if block == NULL:
            return False
        p.history = <int*>block
        p.history_capacity = 2 * steps
    return True


cdef int run_programme(Programme* p, int size, double worth, int* ranks, double* value) noexcept nogil:
    """1 and the best assignment above `worth`, 0 if there is none, or -1 if there are too many states.

    Also 0, and `left` is negative, if no more steps are left.
    """
    cdef int64_t unit[MOST_RANKS + 1]
    cdef int64_t radix, counts, tail = 1, code, new, lack, more, last = 0, count = 0
    cdef Py_ssize_t t, i, known = 1, reached, steps = 0
    cdef int rank, where
    cdef double total
    cdef State* state
    cdef bint is_plain = p.needed == 1 and p.max_switches < 0
    if p.needed > MOST_CODES or p.max_switches > MOST_CODES:
        return -1
    radix, counts = p.needed + 1, p.max_switches + 1
    if p.max_switches >= 0:
        tail = (size + 2) * counts
    unit[0] = tail
    for rank in range(size):
        if rank >= MOST_RANKS or unit[rank] > MOST_CODES // radix:
            return -1
        unit[rank + 1] = unit[rank] * radix
    if unit[size] > p.codes:
        free(p.place)
        p.place = <int*>calloc(unit[size], sizeof(int))
        p.codes = 0 if p.place == NULL else unit[size]
    if p.place == NULL or not reserve(p, 1, 1):
        return -1
    p.states[0].value, p.states[0].code, p.states[0].lack = 0.0, 0, p.needed * size
    for t in range(p.words):
        p.left -= STATE_STEPS * known * (size + 1)
        if p.left < 0:
            return 0
        if not reserve(p, known * (size + 1), steps + known * (size + 1)):
            return -1
        p.starts[t] = steps
        reached = 0
        for i in range(known):
            state = &p.states[i]
            code = state.code
            if tail > 1:  # -2: no word before, so the first word is not a switch
                last, count = code // counts % (size + 2) - 2, code % counts
            for rank in range(-1, size):
                total = state.value + p.options[(rank + 1) * p.words + t]
                if total + p.hope[t + 1] <= worth:
                    continue
                new, lack, more = code, state.lack, count
                if rank >= 0:
                    if is_plain:  # the same without divisions: whether a rank has a word is one bit
                        new = 0 if code & unit[rank] or p.chars[t] < 1 else 1
                    else:
                        new = min(p.chars[t], p.needed - code // unit[rank] % radix)
                    lack -= new
                    new = code + new * unit[rank]
                    more += last != rank and last != -2
                    if tail > 1 and more >= counts:
                        continue
                if lack > p.chars_left[t + 1]:
                    continue
                if tail > 1:
                    new += (rank + 2) * counts + more - code % tail
                where = p.place[new] - 1
                if where < 0:
                    where = reached
                    reached += 1
                    p.place[new] = reached
                elif total <= p.reached[where].value:
                    continue
                p.reached[where].value, p.reached[where].code, p.reached[where].lack = total, new, lack
                p.history[steps + where] = i * (size + 1) + rank + 1
        for i in range(reached):
            p.place[p.reached[i].code] = 0
        p.states, p.reached = p.reached, p.states
        steps += reached
        known = reached
        if not known:
            return 0
    where = 0
    for i in range(known):
        if p.states[i].value > p.states[where].value:
            where = i
    value[0] = p.states[where].value
    for t in range(p.words - 1, -1, -1):
        rank = p.history[p.starts[t] + where] % (size + 1) - 1
        where = p.history[p.starts[t] + where] // (size + 1)
        ranks[t] = rank
    return 1
