"""The n-grams of a word and the sums of their rows, for `_rows.pyx`; `ngrams.py` is the definition."""

cdef enum:
    #: So many int8 rows cannot overflow an int16.
    MOST_NARROW = 256


cdef Py_ssize_t write_utf8(const Py_UCS4* word, Py_ssize_t size, uint8_t* out, Py_ssize_t place) noexcept nogil:
    """`<word>` in UTF-8, surrogates like any other; where it ends."""
    cdef Py_ssize_t i
    cdef uint32_t code
    out[place] = c"<"
    place += 1
    for i in range(size):
        code = <uint32_t>word[i]
        if code < 0x80:
            out[place] = <uint8_t>code
            place += 1
            continue
        if code < 0x800:
            out[place] = <uint8_t>(0xC0 | (code >> 6))
        else:
            if code < 0x10000:
                out[place] = <uint8_t>(0xE0 | (code >> 12))
            else:
                out[place] = <uint8_t>(0xF0 | (code >> 18))
                place += 1
                out[place] = <uint8_t>(0x80 | ((code >> 12) & 0x3F))
            place += 1
            out[place] = <uint8_t>(0x80 | ((code >> 6) & 0x3F))
        out[place + 1] = <uint8_t>(0x80 | (code & 0x3F))
        place += 2
    out[place] = c">"
    return place + 1


cdef inline uint32_t extend(uint32_t value, uint8_t byte) noexcept nogil:
    """One more byte, widened as a signed char."""
    return (value ^ <uint32_t>(<int32_t>(<int8_t>byte))) * <uint32_t>16777619


cdef int add_up_words(Scorer s) except -1 nogil:
    """The scores of the words that were missed, a few at a time.

    Features first, then their rows, then the sums: each pass asks the memory for what the next one will read.
    """
    cdef Py_ssize_t start = 0, end, i
    while start < s.missed_count:
        end = min(start + GROUP, s.missed_count)
        s.found_size = 0
        for i in range(start, end):
            list_features(s, &s.missed[i])
        for i in range(start, end):
            find_rows(s, &s.missed[i])
        for i in range(start, end):
            finish(s, &s.missed[i])
        start = end
    return 0


cdef int list_features(Scorer s, Missed* word) except -1 nogil:
    """Put the ids of a word's features into `found`."""
    cdef const uint8_t* letters = s.letters
    cdef const Table* table = s.table
    cdef Py_ssize_t first = word.begin, last, end = word.end, n, size = 0
    cdef Py_ssize_t minn = table.minn, maxn = table.maxn if word.has_ngrams else 0
    cdef uint32_t value
    word.rows_begin = s.found_size
    if word.own >= 0:
        put_feature(s, <uint32_t>word.own)
    while first < end:
        value, n, last = <uint32_t>2166136261, 0, first
        size += 1
        while n < maxn and last < end:
            value = extend(value, letters[last])
            last += 1
            while last < end and letters[last] & 0xC0 == 0x80:
                value = extend(value, letters[last])
                last += 1
            n += 1
            if n > 1:
                if n >= minn:
                    put_feature(s, feature_of(table, value))
            elif minn <= 1 and word.begin < first < end - 1:  # the bare borders are no features
                put_feature(s, feature_of(table, value))
        first += 1
        while first < end and letters[first] & 0xC0 == 0x80:
            first += 1
    if table.whole_word and word.has_ngrams and size > table.maxn:
        value = <uint32_t>2166136261
        for last in range(word.begin, end):
            value = extend(value, letters[last])
        put_feature(s, feature_of(table, value))
    word.rows_end = s.found_size
    return 0


cdef inline uint32_t feature_of(const Table* table, uint32_t value) noexcept nogil:
    return <uint32_t>table.nwords + (value & table.mask if table.mask else value % table.buckets)


cdef inline int put_feature(Scorer s, uint32_t feature) except -1 nogil:
    cdef void* block
    mixlid_prefetch(s.table.blocks + (feature >> 6))
    if s.found_size == s.found_room:
        block = realloc(s.found, (2 * s.found_room + 1024) * sizeof(uint32_t))
        if block == NULL:
            with gil:
                raise MemoryError
        s.found, s.found_room = <uint32_t*>block, 2 * s.found_room + 1024
    s.found[s.found_size] = feature
    s.found_size += 1
    return 0


cdef void find_rows(Scorer s, Missed* word) noexcept nogil:
    """Rows in place of features; those that have none are dropped."""
    cdef const Table* table = s.table
    cdef Py_ssize_t i, l, count = word.rows_end - word.rows_begin, there = word.rows_begin
    cdef const int8_t* values
    cdef int64_t row
    for i in range(word.rows_begin, word.rows_end):
        row = row_of(table, s.found[i])
        if row >= 0:
            values = table.rows + row * table.width
            for l in range(0, table.width - 1, 64):
                mixlid_prefetch(values + l)
            mixlid_prefetch(values + table.width - 1)
            s.found[there] = <uint32_t>row
            there += 1
    word.rows_end = there
    if table.skips_absent:
        count = there - word.rows_begin
    word.divisor = sqrt(<double>max(count, 1)) if table.by_root else 1.0


cdef int finish(Scorer s, const Missed* word) except -1 nogil:
    """Add up a word's rows, write its scores, and keep the sums."""
    cdef Py_ssize_t begin = word.rows_begin, end, l, width = s.table.width
    cdef Py_ssize_t start = s.items[word.item].start, size = s.items[word.item].end - start
    cdef bint narrow = word.rows_end - begin <= MOST_NARROW
    cdef int32_t two_best[2]
    cdef int16_t* sums
    cdef Slot* slot
    if narrow:
        sum_some(s, begin, word.rows_end)
        find_two_best(s.part, width, two_best)
        write_scores(s, word.item, s.part, NULL, word.divisor, two_best)
        if s.items[word.item].hash and s.cache.acquire():
            slot = s.cache.make(s.codes + start, size, s.items[word.item].hash)
            if slot != NULL:
                slot.divisor, slot.two_best[0], slot.two_best[1] = word.divisor, two_best[0], two_best[1]
                sums = sums_of(slot)
                for l in range(width):
                    sums[l] = s.part[l]
            s.cache.release()
        return 0
    for l in range(width):
        s.totals[l] = 0
    while begin < word.rows_end:
        end = min(begin + MOST_NARROW, word.rows_end)
        sum_some(s, begin, end)
        for l in range(width):
            s.totals[l] += s.part[l]
        begin = end
    two_best[0] = two_best[1] = -2147483648
    for l in range(width):
        if s.totals[l] > two_best[1]:
            two_best[1] = min(s.totals[l], two_best[0])
            two_best[0] = max(s.totals[l], two_best[0])
    write_scores(s, word.item, NULL, s.totals, word.divisor, two_best)
    return 0


cdef void sum_some(Scorer s, Py_ssize_t begin, Py_ssize_t end) noexcept nogil:
    """The sum of at most 256 rows, in `part`."""
    cdef Py_ssize_t l, width = s.table.width
    cdef int16_t* part = s.part
    cdef const int8_t* rows = s.table.rows
    cdef const int8_t* a
    cdef const int8_t* b
    cdef const int8_t* c
    cdef const int8_t* d
    for l in range(width):
        part[l] = 0
    while begin + 4 <= end:
        a, b = rows + <Py_ssize_t>s.found[begin] * width, rows + <Py_ssize_t>s.found[begin + 1] * width
        c, d = rows + <Py_ssize_t>s.found[begin + 2] * width, rows + <Py_ssize_t>s.found[begin + 3] * width
        for l in range(width):
            part[l] += <int16_t>(<int16_t>(a[l] + b[l]) + <int16_t>(c[l] + d[l]))
        begin += 4
    while begin < end:
        a = rows + <Py_ssize_t>s.found[begin] * width
        for l in range(width):
            part[l] += a[l]
        begin += 1


cdef void find_two_best(const int16_t* sums, Py_ssize_t width, int32_t* two_best) noexcept nogil:
    """The largest sum, and the largest but for one; passes without a branch, which compilers make short work of."""
    cdef int16_t best = -32768, second = -32768, other
    cdef int32_t times = 0
    cdef Py_ssize_t l
    for l in range(width):
        best = sums[l] if sums[l] > best else best
    for l in range(width):
        times += sums[l] == best
    for l in range(width):
        other = sums[l] if sums[l] != best else -32768
        second = other if other > second else second
    two_best[0], two_best[1] = best, best if times != 1 else second


cdef void write_scores(
    Scorer s, Py_ssize_t item, const int16_t* narrow, const int32_t* wide, double divisor, const int32_t* two_best
) noexcept nogil:
    """Sums to scores, for the labels that are wanted: times scale, by divisor, times weight, in this order."""
    cdef double* out = s.scores + item * s.labels
    cdef double* best = s.two_best + 2 * item
    cdef double scale = s.table.scale, weight = s.items[item].weight, value
    cdef Py_ssize_t l, labels = s.labels
    if s.columns == NULL:
        if narrow != NULL:
            for l in range(labels):
                out[l] = narrow[l] * scale / divisor
        else:
            for l in range(labels):
                out[l] = wide[l] * scale / divisor
        best[0], best[1] = two_best[0] * scale / divisor, two_best[1] * scale / divisor
    else:
        best[0] = best[1] = -INFINITY
        for l in range(labels):
            value = (narrow[s.columns[l]] if narrow != NULL else wide[s.columns[l]]) * scale / divisor
            out[l] = value
            if value > best[1]:
                if value > best[0]:
                    best[0], best[1] = value, best[0]
                else:
                    best[1] = value
    if weight != 1.0:
        for l in range(labels):
            out[l] = out[l] * weight
        best[0], best[1] = best[0] * weight, best[1] * weight
