"""Keeping the best two answers: what `best_two` does, with ranks and languages in plain arrays."""

from libc.math cimport fabs
from libc.string cimport memcpy


from mixlid.solvers.problem import Assignment

#: As in `best_two`.
TOLERANCE = 1e-11


cdef void keep(Search s, double value, int size) noexcept nogil:
    """Put `prefix` and `ranks` among the best two answers with different language sets, if they belong there."""
    cdef int slot = 0, place, same = -1, count = 0, i
    cdef int[3] order = [0, 0, 0]
    cdef Answer* new
    if s.stops:
        s.count, s.limit = 1, INFINITY
        return
    for place in range(s.count):
        if same_set(s, &s.answers[s.order[place]], size):
            same = place
    if same >= 0 and s.answers[s.order[same]].value >= value:
        return
    while slot == s.order[0] or (s.count > 1 and slot == s.order[1]):
        slot += 1
    new = &s.answers[slot]
    new.value, new.size = value, size
    write(s, new)
    for place in range(s.count):
        if place != same:
            order[count] = s.order[place]
            count += 1
    order[count] = slot
    count += 1
    for place in range(1, count):  # by value, then by rule
        for i in range(place, 0, -1):
            if better(s, order[i], order[i - 1]):
                order[i], order[i - 1] = order[i - 1], order[i]
    for place in range(1, count):  # equal values are settled by rule, not by the last bit of a sum
        value = s.answers[order[0]].value
        if value - s.answers[order[place]].value <= TOLERANCE * (1.0 + fabs(value)):
            if simpler(s, order[place], order[0]):
                slot = order[place]
                for i in range(place, 0, -1):
                    order[i] = order[i - 1]
                order[0] = slot
    s.count = min(count, 2)
    s.order[0], s.order[1] = order[0], order[1]
    if s.count > 1:
        value = s.answers[order[1]].value
        s.limit = value + TOLERANCE * (1.0 + fabs(value))


cdef bint same_set(Search s, Answer* known, int size) noexcept nogil:
    cdef int i, j, shared = 0
    if known.size != size:
        return False
    for i in range(size):
        for j in range(size):
            shared += known.languages[i] == s.prefix[j]
    return shared == size


cdef bint better(Search s, int one, int other) noexcept nogil:
    if s.answers[one].value != s.answers[other].value:
        return s.answers[one].value > s.answers[other].value
    return simpler(s, one, other)


cdef bint simpler(Search s, int one, int other) noexcept nogil:
    """Fewer languages, then earlier labels."""
    cdef int k
    if s.answers[one].size != s.answers[other].size:
        return s.answers[one].size < s.answers[other].size
    for k in range(s.answers[one].size):
        if s.answers[one].languages[k] != s.answers[other].languages[k]:
            return s.answers[one].languages[k] < s.answers[other].languages[k]
    return False


cdef void write(Search s, Answer* new) noexcept nogil:
    """Copy the answer; ranks of equal weight by total score, then by label."""
    cdef int k, i, rank
    cdef Py_ssize_t t, taken
    cdef double* totals = s.levels[0].base  # the root has no use for it
    cdef int* old = s.movable
    cdef bint is_free = False
    for k in range(1, new.size):
        is_free = is_free or s.weights[k] == s.weights[k - 1]
    if not is_free:  # then the ranks stay as they are
        memcpy(new.languages, s.prefix, new.size * sizeof(int))
        memcpy(new.ranks, s.ranks, s.T * sizeof(int))
        return
    for k in range(new.size):
        old[k], taken = k, 0
        for t in range(s.T):
            if s.ranks[t] == k:
                s.losses[taken] = s.raw[t * s.L + s.prefix[k]]
                taken += 1
        totals[k] = pairwise(s.losses, taken)
    for k in range(1, new.size):
        for i in range(k, (1 if s.force_top else 0), -1):
            if s.weights[old[i]] == s.weights[old[i - 1]] and (
                totals[old[i]] > totals[old[i - 1]]
                or (totals[old[i]] == totals[old[i - 1]] and s.prefix[old[i]] < s.prefix[old[i - 1]])
            ):
                old[i], old[i - 1] = old[i - 1], old[i]
    for k in range(new.size):
        new.languages[k] = s.prefix[old[k]]
        s.have[old[k]] = k
    for t in range(s.T):
        rank = s.ranks[t]
        new.ranks[t] = <int>s.have[rank] if rank >= 0 else -1


cdef object answer_at(Search s, int place):
    """One of the best two, with its value."""
    cdef Answer* kept = &s.answers[s.order[place]]
    ranks = tuple([kept.ranks[t] for t in range(s.T)])
    return s.value_of(kept), Assignment(tuple([kept.languages[k] for k in range(kept.size)]), ranks)
