"""What compiled parts see of names."""


cdef bint is_known_name(const Py_UCS4* word, Py_ssize_t size) except -1 nogil
