"""`PairPrices` as plain arrays. Few pairs have a price of their own, so those of one label are looked through one by one."""

from libc.math cimport INFINITY
from libc.stdlib cimport free, malloc


cdef class PairTable:
    """What two languages cost in one answer."""

    def __cinit__(self, pairs, Py_ssize_t labels):
        cdef Py_ssize_t size = 2 * len(pairs.exceptions), place = 0, l
        self.usual = pairs.usual
        self.starts = <Py_ssize_t*>malloc((labels + 1) * sizeof(Py_ssize_t))
        self.others = <int*>malloc((size + 1) * sizeof(int))
        self.prices = <double*>malloc((size + labels + 1) * sizeof(double))
        if self.starts == NULL or self.others == NULL or self.prices == NULL:
            raise MemoryError
        self.least = self.prices + size
        for l in range(labels):
            own = pairs.by_language.get(l, {})
            self.starts[l] = place
            self.least[l] = min(own.values(), default=self.usual)
            if len(own) < labels - 1:
                self.least[l] = min(self.least[l], self.usual)
            for other, price in own.items():
                self.others[place], self.prices[place] = other, price
                place += 1
        self.starts[labels] = place

    def __dealloc__(self):
        free(self.starts)
        free(self.others)
        free(self.prices)

    cdef double of(self, int one, int other) noexcept nogil:
        """What two languages cost."""
        cdef Py_ssize_t place
        if self.listed != NULL:
            one, other = self.listed[one], self.listed[other]
        for place in range(self.starts[one], self.starts[one + 1]):
            if self.others[place] == other:
                return self.prices[place]
        return self.usual

    cdef double least_of(self, Py_ssize_t language) noexcept nogil:
        """The least that any other language costs beside this one."""
        return self.least[language if self.listed == NULL else self.listed[language]]

    cdef double add_row(self, int language, Py_ssize_t count, const double* before, double* after) noexcept nogil:
        """Set what each language costs `after` this one is there too; the least of that."""
        cdef Py_ssize_t l, place
        cdef double least = INFINITY
        for l in range(count):
            after[l] = before[l] + (self.usual if self.listed == NULL else self.of(language, <int>l))
        if self.listed == NULL:
            for place in range(self.starts[language], self.starts[language + 1]):
                l = self.others[place]
                after[l] = before[l] + self.prices[place]
        for l in range(count):
            least = min(least, after[l])
        return least

    cdef double total(self, const int* languages, int size) noexcept nogil:
        """What all pairs of these languages cost, in the order of `PairPrices.total`."""
        cdef double total = 0.0
        cdef int i, j
        for i in range(size):
            for j in range(i + 1, size):
                total += self.of(languages[i], languages[j])
        return total
