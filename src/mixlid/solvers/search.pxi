"""The branching: which ranked tuples are looked at, and in which order."""


from libc.math cimport INFINITY, NAN
from libc.stdint cimport int64_t, uint8_t


import numpy as np

CLEARLY = 1e-9
#: What sums in different orders may differ by, as a share of them.
cdef double ROUNDING = 1e-12


def search(problem):
    """The best two answers with different language sets (or the only one), as (`problem.value`, assignment); the gap."""
    cdef Search s = Search(problem)
    cdef const double[:, ::1] scores = np.ascontiguousarray(np.asarray(problem.scores, dtype=np.float64).T)
    cdef const int64_t[::1] lengths = np.ascontiguousarray(problem.lengths, dtype=np.int64)
    s.load(
        lengths.shape[0], &scores[0, 0] if scores.size else NULL, &lengths[0] if lengths.shape[0] else NULL,
        s.most_languages, NULL, 0,
    )
    s.problem = problem
    with nogil:
        run(s)
    return [answer_at(s, place) for place in range(s.count)], gap(s) if s.exhausted else None


cdef int run(Search s) except -1 nogil:
    """Find the best two answers."""
    begin_with_none(s)
    if is_few(s) and try_all(s):
        return 0
    s.read_scores()
    return begin_with_each(s)


cdef void begin_with_none(Search s) noexcept nogil:
    """The answer without a language is the best so far."""
    cdef Py_ssize_t t
    s.answers[0].value, s.answers[0].size = 0.0, 0
    for t in range(s.T):
        s.answers[0].ranks[t] = -1
    s.order[0], s.count, s.limit, s.stops, s.has_values = 0, 1, -INFINITY, False, False


cdef bint has_better(Search s, double least) except -1 nogil:
    """Whether some answer is worth more than this, which is not below 0 and what the best with one language fewer is worth.

    What the best two are is not known then. In doubt it is True: `least` may have been added up in another order.
    """
    s.count, s.limit, s.stops = 0, least + (TOLERANCE - ROUNDING) * (1.0 + least), True
    s.read_scores()
    begin_with_each(s)
    return s.count > 0 or s.exhausted


cdef int begin_with_each(Search s) except -1 nogil:
    """Begin with each language in turn, the best on its own first."""
    cdef Py_ssize_t l, best = 0, size = 0
    cdef Level* root = &s.levels[0]
    if not s.depth:
        return 0
    root.count, root.most = s.L, 0.0
    for l in range(s.L):
        root.rows[l] = l
        if s.depth > 1:
            root.hopes[l] = s.weights[1] * s.gains[l] - s.penalties[l]
            root.most = max(root.most, root.hopes[l])
        if s.alone[l] > s.alone[best]:
            best = l
    begin_with(s, best)
    # The others are put in order only now, when most of them are out.
    for l in range(s.L):
        if l != best and first_bound(s, l) > s.limit:
            s.first_keys[size], s.firsts[size] = -s.alone[l], l
            size += 1
    heapify(s.first_keys, s.firsts, size)
    while size:
        l = s.firsts[0]
        pop(s.first_keys, s.firsts, size)
        size -= 1
        if first_bound(s, l) > s.limit:
            begin_with(s, l)
    return 0


cdef double best_alone(Search s) noexcept nogil:
    """The value of the best answer of one language, after a search; NaN if another has to tell.

    It has to unless words are free to take any language, and one is clearly better than others and than none.
    """
    cdef double value, gained = 0.0, most = 0.0, second = 0.0
    cdef Py_ssize_t l, t, best = -1
    if s.is_by_word or not s.one_word_is_enough:
        return NAN
    for l in range(s.L):
        if s.alone[l] > most:
            best, most, second = l, s.alone[l], most
        elif s.alone[l] > second:
            second = s.alone[l]
    if not most - second > CLEARLY * (1.0 + most):
        return NAN
    for t in range(s.T):  # as `value_of` does
        value = s.weights[0] * scaled_at(s, t * s.L + best)
        if value > 0.0:
            gained += value
    return gained - s.penalties[best]


cdef double first_bound(Search s, Py_ssize_t first) noexcept nogil:
    """What an answer that begins with this language can be worth at most."""
    cdef double bound = s.alone[first], shares = 0.0
    cdef int k, places = s.depth - 1
    if not places:
        return bound
    bound += places * s.levels[0].most
    if not s.force_top:  # it has the largest total score, as in `exact`
        for k in range(s.depth):
            shares += s.weights[k]
        bound = min(bound, shares * s.gains[first] - s.penalties[first] - dues(s, places))
    return max(bound, s.alone[first])


cdef double dues(Search s, int places) noexcept nogil:
    """The least that one or more of `places` further languages cost."""
    return s.cheapest if s.cheapest >= 0 else places * s.cheapest


cdef double gap(Search s) noexcept nogil:
    """How much better an answer could be than the best so far: `_Search.ideal` less its value."""
    cdef Py_ssize_t t
    cdef double most
    for t in range(s.T):
        s.losses[t] = 0.0
    most = gain(s.best, s.losses, s.weights[0], s.T) - dues(s, s.depth)
    return max(max(most, 0.0) - s.answers[s.order[0]].value, 0.0)


cdef int begin_with(Search s, Py_ssize_t first) except -1 nogil:
    """Visit the prefix of this one language, unless an ideal rest could not lift it enough."""
    cdef Py_ssize_t t
    cdef const double* row
    cdef const uint8_t* forced = s.top + first * s.T if s.force_top else NULL
    cdef double* base
    cdef double debt = 0.0, most = s.alone[first]
    s.prefix[0] = first
    if s.depth > 1:
        row = s.row(first)
        base = s.levels[1].base
        for t in range(s.T):
            base[t] = above(s.weights[0] * row[t])
        if forced != NULL:
            for t in range(s.T):
                if forced[t]:
                    base[t] = INFINITY
        most += above(gain(s.best, base, s.weights[1], s.T) - dues(s, s.depth - 1))
        if most <= s.limit:
            return 0
        if s.needed > 1 or s.alone[first] + s.penalties[first] <= 0.0:
            debt = shortfall(s, 0, first, base, most - s.limit)
    s.barred[first] = 1
    visit(s, 1, s.alone[first], debt)
    s.barred[first] = s.alike[0]
    return 0


cdef int visit(Search s, int size, double value, double debt) except -1 nogil:
    """Try the prefix as an answer, then its continuations that may still beat the second best.

    `value` is that of the free choice; C0 and C3 take at least `debt` away from it.
    """
    cdef int places = s.depth - size, language
    cdef Level* node
    cdef double* base
    cdef const double* row
    cdef double weight, ideal, company, lift, net, rest
    cdef Py_ssize_t i, t, waiting
    s.programme.left -= s.T + s.levels[size - 1].count  # its words, and the languages that may follow
    if s.programme.left < 0:
        return s.exhaust()
    if value - debt > s.limit:
        offer(s, size)
    if not places:
        return 0
    node, weight = &s.levels[size], s.weights[size]
    ideal = gain(s.best, node.base, weight, s.T)
    if value - debt + ideal - dues(s, places) <= s.limit:
        return 0
    gather(s, size, value - debt)
    heapify(node.keys, node.rows, node.count)
    company = (places - 1) * node.most
    waiting = node.count
    while waiting:
        language, lift = node.rows[0], -node.keys[0]
        if value - debt + lift + company <= s.limit:
            break
        pop(node.keys, node.rows, waiting)
        waiting -= 1
        net = node.nets[language]
        # Where all further ranks weigh the same, {b, c} is visited as (b, c) only, the larger gain first.
        if s.alike[size]:
            company = (places - 1) * min(node.most, above(-node.keys[0])) if waiting else 0.0
        rest = ideal - lift - s.penalties[language] - dues(s, places - 1)
        if value - debt + net + min(company, above(rest)) <= s.limit:
            continue
        s.prefix[size] = language
        if places == 1:
            offer(s, size + 1)
            continue
        base, row = s.levels[size + 1].base, s.row(language)
        for t in range(s.T):
            base[t] = node.base[t] + above(weight * row[t] - node.base[t])
        s.barred[language] = 1
        visit(s, size + 1, value + lift, debt + lift - net)
        s.barred[language] = s.alike[size]
    for i in range(node.count):
        s.barred[node.rows[i]] = 0
    return 0


cdef void gather(Search s, int size, double value) noexcept nogil:
    """The languages that may follow the prefix, as `value` and what they add may still beat the second best."""
    cdef int places = s.depth - size, language
    cdef Level* node = &s.levels[size]
    cdef Level* parent = &s.levels[size - 1]
    cdef double lift, net, hope, price, most = 0.0, company = (places - 1) * parent.most
    cdef Py_ssize_t i, count = 0
    for i in range(parent.count):
        # A language adds no more here than one node above; most are out before their words are looked at.
        language = parent.rows[i]
        if value + parent.hopes[language] + company <= s.limit or s.barred[language]:
            continue
        lift = gain(s.row(language), node.base, s.weights[size], s.T)
        s.programme.left -= s.T
        lift -= s.penalties[language]
        if value + lift + company > s.limit:
            node.rows[count], node.lifts[language] = language, lift
            most = max(most, lift)
            count += 1
    company = (places - 1) * most
    node.count, node.most = 0, 0.0
    for i in range(count):
        language = node.rows[i]
        lift, price = node.lifts[language], s.penalties[language]
        if value + lift + company <= s.limit:
            continue
        net = lift
        if s.needed > 1 or lift + price <= 0.0:
            net -= shortfall(s, size, language, node.base, value + lift + company - s.limit)
        # A smaller weight may make a loss smaller, but never a gain larger.
        hope = above(net + price) - price
        if net > -INFINITY and value + hope + company > s.limit:
            node.rows[node.count], node.keys[node.count] = language, -lift
            node.nets[language], node.hopes[language] = net, hope
            node.most = max(node.most, hope)
            node.count += 1
