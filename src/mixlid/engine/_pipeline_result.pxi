"""The answer as a `Result`, for `_pipeline.pyx`: what `report.py` does."""

cdef extern from *:
    """
    /* A named tuple of `type` with the items of a plain one. Since 3.14 tuples hold a hash, which only tuple's own
       constructor sets. */
    static PyObject *mixlid_named(PyObject *type, PyObject *items) {
    #if PY_VERSION_HEX < 0x030E0000 && !defined(PYPY_VERSION)
        Py_ssize_t size = PyTuple_GET_SIZE(items), i;
        PyObject *made = ((PyTypeObject *)type)->tp_alloc((PyTypeObject *)type, size);
        if (made != NULL)
            for (i = 0; i < size; i++) {
                PyObject *item = PyTuple_GET_ITEM(items, i);
                Py_INCREF(item);
                PyTuple_SET_ITEM(made, i, item);
            }
        return made;
    #else
        PyObject *made, *arguments = PyTuple_Pack(1, items);
        if (arguments == NULL)
            return NULL;
        made = PyTuple_Type.tp_new((PyTypeObject *)type, arguments, NULL);
        Py_DECREF(arguments);
        return made;
    #endif
    }
    """
    object mixlid_named(object type, tuple items)

cdef extern from "Python.h":
    str PyUnicode_Substring(object text, Py_ssize_t start, Py_ssize_t end)
    int PyObject_GenericSetAttr(object owner, object name, object value) except -1

cdef enum:
    NONE = -1
    #: More labels than a text can have: five languages, `und`, and one for each script.
    MOST_LABELS = 320

cdef object new_result = object.__new__
cdef tuple kinds = KINDS
cdef tuple only_unknown = (UNKNOWN,)
cdef tuple no_language = (NO_LANGUAGE,)


#: Letters by label, in the order in which labels appear.
cdef struct Letters:
    int count
    int64_t total
    int labels[MOST_LABELS]
    int64_t sizes[MOST_LABELS]


cdef object build_result(Desk desk, str text):
    cdef Search search = desk.search
    cdef Pipeline owner = desk.owner
    cdef Answer* best = &search.answers[search.order[0]]
    cdef Judgement sure
    cdef Letters letters
    cdef double objective = 0.0, margin = 0.0
    cdef bint has_margin = False
    cdef int64_t characters = 0
    cdef Py_ssize_t t
    cdef int languages = 0, k
    sure.there = False
    if desk.words:
        objective, languages = search.value_of(best), best.size
        if search.count > 1 and not desk.fallback:
            has_margin = True
            margin = objective - search.value_of(&search.answers[search.order[1]])
            margin = 0.0 if 0.0 > margin else margin
        if owner.sure.there and (desk.fallback or has_margin):
            for t in range(desk.words):
                characters += desk.lengths[t]
            sure = judge(&owner.sure, margin, characters, languages)
    letters.count, letters.total = 0, 0
    words = label_words(desk, text, best, &sure, &letters)
    spans = tile(desk, text)
    chosen = [owner.labels[best.languages[k]] for k in range(languages)]
    result = new_result(Result)
    PyObject_GenericSetAttr(result, "text", text)
    PyObject_GenericSetAttr(result, "languages", ranked(owner, chosen, &letters))
    PyObject_GenericSetAttr(result, "words", words)
    PyObject_GenericSetAttr(result, "spans", spans)
    PyObject_GenericSetAttr(result, "proportions", proportions(owner, &letters))
    PyObject_GenericSetAttr(result, "objective", objective)
    PyObject_GenericSetAttr(result, "margin", margin if has_margin else None)
    PyObject_GenericSetAttr(result, "optimal", not desk.fallback)
    PyObject_GenericSetAttr(result, "fallback", True if desk.fallback else False)
    PyObject_GenericSetAttr(result, "solver", "exact")
    PyObject_GenericSetAttr(result, "confidence", sure.languages if sure.there else None)
    PyObject_GenericSetAttr(result, "language_score", sure.language if sure.there else None)
    return result


cdef tuple label_words(Desk desk, str text, const Answer* best, const Judgement* sure, Letters* letters):
    """All words; `desk.places` then has the label of each token."""
    cdef Pipeline owner = desk.owner
    cdef Py_ssize_t i, t, L = desk.labels
    cdef int label, rank
    cdef double score, margin
    cdef Token* token
    cdef list words = []
    for i in range(desk.tokens.count):
        token, t = &desk.tokens.items[i], desk.places[i]
        label, score, margin = NONE, 0.0, 0.0
        confidence = None
        if t >= 0:
            rank, label = best.ranks[t], <int>L
            if rank >= 0:
                label = best.languages[rank]
                score = desk.scores[t * L + label]
                if L > 1:
                    margin = score - (desk.two_best[2 * t + 1] if score == desk.two_best[2 * t] else desk.two_best[2 * t])
                if sure.there:
                    confidence = judge_word(sure, margin, token.end - token.start)
        elif token.scored:
            label = <int>L + 1 + token.script
        desk.places[i] = label
        if label != NONE:
            count_letters(letters, label, token.end - token.start)
        words.append(
            mixlid_named(
                Word,
                (
                    PyUnicode_Substring(text, token.start, token.end),
                    token.start,
                    token.end,
                    NO_LANGUAGE if label == NONE else owner.names[label],
                    score,
                    margin,
                    kinds[token.kind],
                    confidence,
                ),
            )
        )
    return tuple(words)


cdef void count_letters(Letters* letters, int label, int64_t size) noexcept nogil:
    cdef int i
    letters.total += size
    for i in range(letters.count):
        if letters.labels[i] == label:
            letters.sizes[i] += size
            return
    letters.labels[letters.count], letters.sizes[letters.count] = label, size
    letters.count += 1


cdef tuple ranked(Pipeline owner, list chosen, const Letters* letters):
    """The languages in order; only where there are scripts that could not be read is there anything to work out."""
    cdef int i
    for i in range(letters.count):
        if letters.labels[i] > <int>len(owner.labels):
            chars = {owner.names[letters.labels[i]]: letters.sizes[i] for i in range(letters.count)}
            return rank_languages(chosen, chars)
    if chosen:
        return tuple(chosen)
    return only_unknown if letters.count else no_language


cdef dict proportions(Pipeline owner, Letters* letters):
    """The largest share first, in the order of the text among equals."""
    cdef int i, k
    for i in range(1, letters.count):
        for k in range(i, 0, -1):
            if letters.sizes[k] > letters.sizes[k - 1]:
                letters.sizes[k], letters.sizes[k - 1] = letters.sizes[k - 1], letters.sizes[k]
                letters.labels[k], letters.labels[k - 1] = letters.labels[k - 1], letters.labels[k]
    return {
        owner.names[letters.labels[i]]: <double>letters.sizes[i] / <double>letters.total for i in range(letters.count)
    }


cdef tuple tile(Desk desk, str text):
    """`report.tile`, by labels as numbers."""
    cdef Py_ssize_t i, start = 0, end = 0, cut, place, size = desk.tokens.size
    cdef int label, last = NONE
    cdef Token* token
    cdef list spans = []
    if not size:
        return ()
    for i in range(desk.tokens.count):
        token, label = &desk.tokens.items[i], desk.places[i]
        if label == NONE:
            continue
        if last == NONE:
            last = label
        elif last != label:
            cut = token.start
            for place in range(token.start, end, -1):
                if Py_UNICODE_ISSPACE(desk.tokens.codes[place - 1]):
                    cut = place
                    break
            spans.append(mixlid_named(Span, (start, cut, desk.owner.names[last])))
            start, last = cut, label
        end = token.end
    spans.append(mixlid_named(Span, (start, size, NO_LANGUAGE if last == NONE else desk.owner.names[last])))
    return tuple(spans)
