"""The best two answers of at most two languages where there are few to choose from: all of them are compared.

That is most texts, since bounds leave a handful of labels. What branching saves is less than it costs then: every step of
it depends on the last. Values are compared in an order of sums that suits the processor, so only clear differences count;
where two answers are about equal, or a rule has to settle more than one word, the search is asked. What is kept of the
best two is written as `offer` and `keep` do it, and has the same bits.
"""

from libc.math cimport INFINITY, fabs

cimport mixlid.text._processor  # for what its C defines

cdef extern from *:
    """
    #ifndef MIXLID_FEW_LANGUAGES
    #define MIXLID_FEW_LANGUAGES
    #include <stddef.h>
    /* Languages of which all answers are compared; as many more scores may be read after the last. */
    #define MIXLID_MOST_FEW 8
    /* By language: what it gains alone, Σ max(0, x), and from how many words. By first language and other one: what that adds,
       Σ max(0, weight · x − base), where base is what the first has of a word; the largest of these differences; and the most
       that the first keeps of a word. */
    typedef struct {
        double gains[MIXLID_MOST_FEW], counts[MIXLID_MOST_FEW];
        double added[MIXLID_MOST_FEW][MIXLID_MOST_FEW], most[MIXLID_MOST_FEW][MIXLID_MOST_FEW];
        double kept[MIXLID_MOST_FEW][MIXLID_MOST_FEW];
    } mixlid_few;
    #ifdef MIXLID_TWICE
    /* For four languages from `begin` on. Up to three more scores are read after the last of a word. */
    MIXLID_AVX2 static void mixlid_compare_four(
        const double *scores, ptrdiff_t words, int labels, int begin, int pairs, double weight, mixlid_few *few) {
        const __m256d zero = _mm256_setzero_pd(), one = _mm256_set1_pd(1.0), times = _mm256_set1_pd(weight);
        __m256d gains = zero, counts = zero;
        ptrdiff_t t;
        int first;
        for (t = 0; t < words; t++) {
            __m256d x = _mm256_loadu_pd(scores + t * labels + begin);
            gains = _mm256_add_pd(gains, _mm256_max_pd(x, zero));
            counts = _mm256_add_pd(counts, _mm256_and_pd(_mm256_cmp_pd(x, zero, _CMP_GT_OQ), one));
        }
        _mm256_storeu_pd(few->gains + begin, gains);
        _mm256_storeu_pd(few->counts + begin, counts);
        for (first = 0; pairs && first < labels; first++) {
            __m256d added = zero, kept = zero, most = _mm256_set1_pd(-1e300);
            for (t = 0; t < words; t++) {
                const double *word = scores + t * labels;
                __m256d base = _mm256_max_pd(_mm256_broadcast_sd(word + first), zero);
                __m256d more = _mm256_sub_pd(_mm256_mul_pd(_mm256_loadu_pd(word + begin), times), base);
                added = _mm256_add_pd(added, _mm256_max_pd(more, zero));
                most = _mm256_max_pd(more, most);
                kept = _mm256_max_pd(_mm256_andnot_pd(_mm256_cmp_pd(more, zero, _CMP_GT_OQ), base), kept);
            }
            _mm256_storeu_pd(few->added[first] + begin, added);
            _mm256_storeu_pd(few->most[first] + begin, most);
            _mm256_storeu_pd(few->kept[first] + begin, kept);
        }
    }
    #endif
    /* Set all of it, `pairs` or only single languages; 0 where the processor cannot. */
    static int mixlid_compare_few(
        const double *scores, ptrdiff_t words, int labels, int pairs, double weight, mixlid_few *few) {
    #ifdef MIXLID_TWICE
        int begin;
        if (!mixlid_is_wide()) return 0;
        for (begin = 0; begin < labels; begin += 4)
            mixlid_compare_four(scores, words, labels, begin, pairs, weight, few);
        return 1;
    #else
        (void)scores, (void)words, (void)labels, (void)pairs, (void)weight, (void)few;
        return 0;
    #endif
    }
    #endif
    """
    enum:
        MOST_FEW "MIXLID_MOST_FEW"
    ctypedef struct mixlid_few:
        double gains[MOST_FEW]
        double counts[MOST_FEW]
        double added[MOST_FEW][MOST_FEW]
        double most[MOST_FEW][MOST_FEW]
        double kept[MOST_FEW][MOST_FEW]
    bint mixlid_compare_few(
        const double* scores, Py_ssize_t words, int labels, bint pairs, double weight, mixlid_few* few
    ) noexcept nogil

cdef enum:
    #: Sets of at most two of them, none included.
    MOST_SETS_OF_FEW = 1 + MOST_FEW + MOST_FEW * (MOST_FEW - 1) // 2


#: A set of languages in its better order: what it is worth at most, whether that is reached, how much less the other order
#: is worth; -1 for no language.
cdef struct FewSet:
    double value
    double lead
    int first
    int second
    bint is_reached


cdef bint is_few(Search s) noexcept nogil:
    """Whether all answers can be compared: words are free to take any language, and each language needs one word."""
    return (
        s.L <= MOST_FEW and 0 < s.depth <= 2 and s.scaled == s.own_scaled and s.one_word_is_enough
        and not s.is_by_word and s.weights[0] == 1.0 and (s.depth < 2 or s.weights[1] > 0.0)
    )


cdef bint try_all(Search s) noexcept nogil:
    """Keep the best two answers; False if the search has to tell.

    It has to where both ranks have the same weight, since the order of two languages is a matter of rules then.
    """
    cdef FewSet sets[MOST_SETS_OF_FEW]
    cdef double best = -INFINITY, second = -INFINITY, third = -INFINITY, value, clear
    cdef int count, i, one = 0, other = 0
    if s.depth > 1 and s.weights[1] == 1.0:
        return False
    count = list_sets(s, sets)
    for i in range(count):
        value = sets[i].value
        third = max(third, min(value, second))
        second = max(second, min(value, best))
        best = max(best, value)
    clear = CLEARLY * (1.0 + best)
    if not (best > clear and best - second > clear and second - third > clear):
        return False
    for i in range(count):
        one = i if sets[i].value == best else one
        other = i if sets[i].value == second else other
    if not (sets[one].is_reached and sets[other].is_reached and min(sets[one].lead, sets[other].lead) > clear):
        return False
    # The answer without a language has place 0.
    if not keep_set(s, &sets[one], &s.answers[1]):
        return False
    if sets[other].first >= 0 and not keep_set(s, &sets[other], &s.answers[2]):
        return False
    s.count, s.has_values, s.order[0], s.order[1] = 2, True, 1, 0 if sets[other].first < 0 else 2
    return True


cdef bint keep_set(Search s, const FewSet* languages, Answer* answer) noexcept nogil:
    """Write the answer of these languages, with its value as `value_of` has it; False if the search has to tell."""
    cdef const double* scores = s.scaled + languages.first
    cdef Py_ssize_t t, moved = -1, apart = languages.second - languages.first
    cdef double weight = s.weights[1] if languages.second >= 0 else 0.0, one, other, now, after = -INFINITY
    cdef double gained = 0.0
    cdef int takes, found = 0
    answer.size, answer.languages[0] = 1, languages.first
    if languages.second < 0:
        for t in range(s.T):
            one = scores[t * s.L]
            takes = one > 0.0
            gained += one if takes else 0.0
            answer.ranks[t] = takes - 1
        answer.value = gained - s.penalties[languages.first]
        return True
    answer.size, answer.languages[1] = 2, languages.second
    for t in range(s.T):
        one, other = above(scores[t * s.L]), weight * scores[t * s.L + apart]
        takes = other > one
        found |= takes
        answer.ranks[t] = 1 if takes else (one > 0.0) - 1
        one = other if takes else one
        now, after = gained + other, after + one  # as in `move_one`
        moved = t if now >= after else moved
        after = now if now >= after else after
        gained += one
    if not found:
        if has_zero(s, languages.first) or has_zero(s, languages.second):
            return False
        answer.ranks[moved], gained = 1, 0.0
        for t in range(s.T):
            gained += weight * scores[t * s.L + apart] if t == moved else above(scores[t * s.L])
    answer.value = gained - (s.penalties[languages.first] + s.penalties[languages.second])
    return True


cdef int list_sets(Search s, FewSet* sets) noexcept nogil:
    """All sets of at most two languages, and how many there are, 0 where the processor cannot.

    What single languages gain is set on the way.
    """
    cdef mixlid_few few
    cdef FewSet* made = &sets[1]
    cdef int first, second, labels = <int>s.L
    cdef double one, other, price
    if not mixlid_compare_few(s.scaled, s.T, labels, s.depth > 1, s.weights[s.depth - 1], &few):
        return 0
    sets[0].value, sets[0].lead, sets[0].first, sets[0].second, sets[0].is_reached = 0.0, INFINITY, -1, -1, True
    for first in range(labels):
        s.gains[first], s.alone[first] = few.gains[first], few.gains[first] - s.penalties[first]
        made.value, made.lead, made.first, made.second = s.alone[first], INFINITY, first, -1
        made.is_reached = few.counts[first] > 0.0
        made += 1
    for first in range(labels if s.depth > 1 else 0):
        for second in range(first + 1, labels):
            price = s.penalties[first] + s.penalties[second]
            # A language without a word takes the one that loses least.
            one = few.gains[first] + few.added[first][second] + min(few.most[first][second], 0.0)
            other = few.gains[second] + few.added[second][first] + min(few.most[second][first], 0.0)
            made.value, made.lead = max(one, other) - price, fabs(one - other)
            made.first = first if one > other else second
            made.second = first + second - made.first
            # The first keeps a word, whether the second has some by itself or takes one.
            if few.most[made.first][made.second] > 0.0:
                made.is_reached = few.kept[made.first][made.second] > 0.0
            else:
                made.is_reached = few.counts[made.first] > 1.0
            made += 1
    return <int>(made - sets)
