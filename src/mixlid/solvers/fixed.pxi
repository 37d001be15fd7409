"""Settling one ranked tuple: what `fixed` does, with tighter bounds before the dynamic programme."""

from libc.math cimport INFINITY
from libc.stdint cimport int64_t, uint8_t


from dataclasses import replace

import numpy as np

from mixlid.solvers.budget import Budget, BudgetSpentError
from mixlid.solvers.fixed import best_assignment

cdef enum:
    #: Characters that the bound on C3 looks at: more would cost more to bound than to settle.
    MOST_COUNTED = 256
    #: What the value of a word at a rank costs (`budget.py`).
    OPTION_STEPS = 4


cdef int offer(Search s, int size) except -1 nogil:
    """Settle one ranked tuple (`fixed.best_assignment`), and keep it if it is one of the best two."""
    cdef const double* row = s.row(s.prefix[0])
    cdef double* relaxed = s.relaxed
    cdef int* ranks = s.ranks
    cdef double option, value, paid, loss, weight = s.weights[0]
    cdef Py_ssize_t t
    cdef int64_t switches = 0
    cdef int k, found = 0
    cdef bint enough = True
    s.programme.left -= (size + 1) * s.T
    if s.programme.left < 0:
        return s.exhaust()
    for t in range(s.T):
        option = row[t] * weight
        relaxed[t] = option if option > 0.0 else 0.0
        ranks[t] = 0 if option > 0.0 else -1
    for k in range(1, size):
        row, weight = s.row(s.prefix[k]), s.weights[k]
        for t in range(s.T):
            option = row[t] * weight
            if option > relaxed[t]:
                relaxed[t], ranks[t] = option, k
    if s.force_top:
        row = s.row(s.prefix[0])
        for t in range(s.T):
            if s.top[s.prefix[0] * s.T + t]:
                s.relaxed[t], s.ranks[t] = row[t] * s.weights[0], 0
    for k in range(size):
        s.losses[k] = s.penalties[s.prefix[k]]
        s.have[k] = 0
    paid = pairwise(s.losses, size)
    value = pairwise(s.relaxed, s.T) - paid
    if value <= s.limit:
        return 0
    if s.asks_python:
        return settle_in_python(s, size)
    if s.one_word_is_enough:  # for each language, and there may be any number of switches
        for t in range(s.T):
            found |= 1 << (ranks[t] + 1)
        for k in range(size):
            s.have[k] = (found >> k + 1) & 1
    else:
        for t in range(s.T):
            if ranks[t] >= 0:
                s.have[ranks[t]] += s.chars[t]
                switches += t > 0 and ranks[t] != ranks[t - 1]
    for k in range(size):
        enough = enough and s.have[k] >= s.needed
    if enough and switches <= s.max_switches:
        keep(s, value, size)
        return 0
    loss = 0.0
    for k in range(size):  # no word can make up for two, so the losses add up
        if s.have[k] < s.needed:
            loss += shortfall(s, k, s.prefix[k], s.relaxed, value - s.limit)
    if value - loss <= s.limit:
        return 0
    return settle(s, size, paid)


cdef double option(Search s, int rank, Py_ssize_t t) noexcept nogil:
    """What word t is worth at a rank; -inf where a rule forbids it."""
    if s.force_top and rank != 0 and s.top[s.prefix[0] * s.T + t]:
        return -INFINITY
    return 0.0 if rank < 0 else s.row(s.prefix[rank])[t] * s.weights[rank]


cdef double shortfall(Search s, int rank, int language, const double* base, double bearable) noexcept nogil:
    """What it costs at least that a language has enough characters, when each word has its value in `base`.

    As in `fixed.least_loss`, words move by their loss for each character, the last of them in part; but if one has
    to move at all, then one whole word does. Any number above `bearable` is as good as another.
    """
    cdef const double* row = s.row(language)
    cdef const uint8_t* forced = s.top + s.prefix[0] * s.T if s.force_top else NULL
    cdef double weight = s.weights[rank], loss, total = 0.0, least = INFINITY
    cdef int64_t missing = s.needed, there = 0, covered = 0
    cdef Py_ssize_t t, i, place, size = 0, count = 0
    s.programme.left -= s.T
    for t in range(s.T):
        loss = base[t] - weight * row[t]
        if forced != NULL and forced[t]:
            loss = INFINITY if rank else 0.0
        if loss <= 0.0:
            missing -= s.chars[t]
            if missing <= 0:
                return 0.0
        elif loss < INFINITY:
            s.losses[size], s.movable[size] = loss, t
            least = min(least, loss)
            there += s.chars[t]
            size += 1
    if there < missing:
        return INFINITY
    if missing == 1 or least > bearable:
        return least
    # The cheapest words that cover what is missing, in order, at the front of the two arrays.
    missing = min(missing, <int64_t>MOST_COUNTED)
    for i in range(size):
        t = s.movable[i]
        loss = s.losses[i] / s.chars[t]
        if covered >= missing and loss >= s.losses[count - 1]:
            continue
        place = count
        while place > 0 and s.losses[place - 1] > loss:
            s.losses[place], s.movable[place] = s.losses[place - 1], s.movable[place - 1]
            place -= 1
        s.losses[place], s.movable[place] = loss, t
        s.programme.left -= count - place
        covered += s.chars[t]
        count += 1
        while covered - s.chars[s.movable[count - 1]] >= missing:
            count -= 1
            covered -= s.chars[s.movable[count]]
    for i in range(count):
        total += s.losses[i] * min(missing, s.chars[s.movable[i]])
        missing -= s.chars[s.movable[i]]
    return max(total, least)


cdef bint has_zero(Search s, int language) noexcept nogil:
    """Whether a language is worth just nothing for some word."""
    cdef const double* row = s.row(language)
    cdef Py_ssize_t t
    cdef bint found = False
    for t in range(s.T):
        found |= row[t] == 0.0
    return found


cdef int settle(Search s, int size, double paid) except -1 nogil:
    """The dynamic programme, for the few tuples whose free choice breaks C0, C3 or C6 and that may yet be good."""
    cdef Programme* p = &s.programme
    cdef Py_ssize_t t
    cdef int rank, outcome = -1
    cdef double value = 0.0
    p.left -= OPTION_STEPS * (size + 1) * s.T
    if allocate_programme(p, s.most_languages):
        p.hope[s.T], p.chars_left[s.T] = 0.0, 0
        for t in range(s.T - 1, -1, -1):
            p.hope[t] = p.hope[t + 1] + s.relaxed[t]
            p.chars_left[t] = p.chars_left[t + 1] + s.chars[t]
            for rank in range(-1, size):
                p.options[(rank + 1) * s.T + t] = option(s, rank, t)
        outcome = run_programme(p, size, s.limit + paid, s.ranks, &value)
    if p.left < 0:
        return s.exhaust()
    if outcome > 0:
        keep(s, value - paid, size)
    if outcome < 0 and s.L < s.all_labels:
        return s.exhaust()  # who left labels out asks again with all of them
    return 0 if outcome >= 0 else settle_in_python(s, size)


cdef int settle_in_python(Search s, int size) except -1 with gil:
    """The same where it has too many states for tables: dictionaries hold only those that matter."""
    cdef Py_ssize_t t
    if s.problem is None:
        # Copies, since the problem may outlive what it was made of.
        scores = np.frombuffer((<const char*>s.raw)[: s.T * s.L * sizeof(double)]).reshape(s.T, s.L)
        lengths = np.frombuffer((<const char*>s.chars)[: s.T * sizeof(int64_t)], dtype=np.int64)
        s.problem = s.make_problem(scores, lengths)
    budget = Budget.of(s.problem)
    budget.left = s.programme.left
    try:
        result = best_assignment(s.problem, tuple([s.prefix[k] for k in range(size)]), s.limit, budget)
    except BudgetSpentError:
        return s.exhaust()
    s.programme.left = budget.left
    if result is not None:
        value, assignment = result
        for t, rank in enumerate(assignment.ranks):
            s.ranks[t] = rank
        keep(s, value, size)
    return 0
