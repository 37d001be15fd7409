"""Words that the cache does not have: their features, and the rows of these, which are found before they are needed.

Rows are at random places of a large table, so most of the time to add them up is waiting for them. They are known a text
ahead (`Scorer.prefetch_found`), and prefetched one by one while those of the text before are added up.
"""

from libc.math cimport sqrt
from libc.stdint cimport int64_t, uint8_t, uint32_t
from libc.stdlib cimport free, realloc

from mixlid.models._lanes cimport mixlid_prefetch_rows, mixlid_find_rows, mixlid_sum_rows
from mixlid.models._word_keys cimport mixlid_key, mixlid_same_key
from mixlid.text._compiled cimport WordForm, no_memory

cdef enum:
    LONGEST_WORD = 65536  # as in `vocabulary.py`
    #: That many int8 rows cannot overflow an int16.
    MOST_NARROW = 256


cdef void forget_words(MissedWords* missed) noexcept nogil:
    missed.count = missed.found = missed.asked = missed.features.size = 0


cdef int add_word(
    Scorer s, WordForm form, MissedWords* missed, const Py_UCS4* codes, Py_ssize_t start, Py_ssize_t end,
    const mixlid_key* key, Py_ssize_t item,
) except -1 nogil:
    """Put a word of a text there with its features, of which it is not known yet which have rows."""
    cdef Missed* word
    cdef int64_t own = -1
    cdef bint has_ngrams
    if missed.count == missed.capacity:
        word = <Missed*>realloc(missed.words, (2 * missed.capacity + MOST_AHEAD) * sizeof(Missed))
        if word == NULL:
            return no_memory()
        missed.words, missed.capacity = word, 2 * missed.capacity + MOST_AHEAD
    word = &missed.words[missed.count]
    missed.count += 1
    word.item, word.start, word.key, word.begin = item, start, key[0], missed.features.size
    if s.owner.normalises:
        form.normalise(codes + start, end - start)
    else:
        form.take(codes + start, min(end - start, <Py_ssize_t>LONGEST_WORD))
    form.size = min(form.size, <Py_ssize_t>LONGEST_WORD)
    has_ngrams = form.size > 0
    if has_ngrams and (s.table.nwords or form.codes[0] == c"<" or form.codes[0] == c"_"):
        has_ngrams = look_up(s, &own)
        if own >= 0:
            put_feature(s.table, <uint32_t>own, &missed.features)
    if has_ngrams:
        reserve_letters(s, 4 * form.size + 3 + MIXLID_AT_A_TIME)
        end = write_utf8(form.codes, form.size, s.letters)
        list_ngrams(s.table, s.letters, end, form.size + 2, &missed.features)
    word.end = missed.features.size
    return 0


cdef bint look_up(Scorer s, int64_t* own) except -1 with gil:
    """Set the id of the word in the model's vocabulary, if it is there; whether it has n-grams, as all but a few have."""
    word = PyUnicode_FromKindAndData(4, s.form.codes, s.form.size)
    own[0] = s.owner.vocabulary.own(word)
    return s.owner.vocabulary.has_ngrams(word)


cdef int reserve_letters(Scorer s, Py_ssize_t size) except -1 nogil:
    cdef void* block
    if size > s.letters_capacity:
        block = realloc(s.letters, 2 * size)
        if block == NULL:
            return no_memory()
        s.letters, s.letters_capacity = <uint8_t*>block, 2 * size
    return 0


cdef void find_rows(const Table* table, MissedWords* missed, Py_ssize_t first) noexcept nogil:
    """Rows in place of the features of words from `first` on, one word's after the other's, without features that have none."""
    cdef Py_ssize_t i, count
    cdef Missed* word
    for i in range(first, missed.count):
        word = &missed.words[i]
        count = mixlid_find_rows(
            table.blocks, missed.features.ids + word.begin, word.end - word.begin, missed.features.ids + missed.found
        )
        word.counted = word.end - word.begin
        word.begin, word.end = missed.found, missed.found + count
        missed.found += count


cdef inline double divisor(const Table* table, Py_ssize_t features) noexcept nogil:
    """What the sums over that many features are divided by."""
    return sqrt(<double>max(features, 1)) if table.by_root else 1.0


cdef void prefetch_rows(const Table* table, MissedWords* missed, Py_ssize_t end) noexcept nogil:
    """Prefetch rows up to this one, as far as that has not been done."""
    if missed.asked < end:
        mixlid_prefetch_rows(table.rows, table.width, missed.features.ids + missed.asked, end - missed.asked)
        missed.asked = end


cdef int sum_rows(
    const Table* table, MissedWords* missed, const Missed* word, int16_t* sums, MissedWords* later
) except -1 nogil:
    """The sum of a word's rows, while others are asked for: those of the words after it, or else of a later text."""
    cdef Py_ssize_t count = word.end - word.begin, asked
    prefetch_rows(table, missed, word.end)
    if missed.asked < missed.found:
        later = missed
    asked = min(count, later.found - later.asked)
    mixlid_sum_rows(
        table.rows, table.width, missed.features.ids + word.begin, count, sums,
        later.features.ids + later.asked, asked,
    )
    later.asked += asked
    return 0
