"""What the compiled pipeline sees of making results."""

from mixlid.engine._batch cimport Batch


cdef object make_result(str text, Batch batch, Py_ssize_t i, str solver)
