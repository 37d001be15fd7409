"""What the compiled pipeline sees of making results."""

from mixlid.engine._labelling cimport Labelling
from mixlid.engine._results cimport Draft


cdef object make_result(str text, Draft draft, Labelling labelling, list names)
