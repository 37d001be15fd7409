"""What the compiled pipeline sees of making results."""

cimport cython
from libc.stdint cimport int8_t

from mixlid.engine._batch cimport Batch
from mixlid.engine._desk cimport Decided


@cython.final
cdef class KeptDecision:
    """What was decided on a text, from which its words and spans are made when somebody asks: `mixlid.result.Later`."""

    #: the pipeline that decided
    cdef object owner
    cdef tuple words, spans
    cdef Decided decided
    #: by word that the model can read
    cdef int8_t* ranks


cdef object make_result(str text, Batch batch, Py_ssize_t i, str solver, object owner)
cdef tuple make_words(str text, Batch batch, Py_ssize_t i)
cdef tuple make_spans(str text, Batch batch, Py_ssize_t i)
