"""Room in memory, and objects without their constructors, which would take longer than all else for a short text."""

from cpython.pyport cimport PY_SSIZE_T_MAX
from cpython.ref cimport PyObject
from libc.stdlib cimport free, malloc

from mixlid.text._compiled cimport no_memory

cdef extern from *:
    """
    /* A named tuple of `type`. Since 3.14 tuples hold a hash, which only tuple's own constructor sets. */
    static PyObject *mixlid_named(PyObject *type, PyObject **items, Py_ssize_t size) {
        Py_ssize_t i;
    #if PY_VERSION_HEX < 0x030E0000 && !defined(PYPY_VERSION)
        PyObject *made = ((PyTypeObject *)type)->tp_alloc((PyTypeObject *)type, size);
        if (made != NULL)
            for (i = 0; i < size; i++) {
                Py_INCREF(items[i]);
                PyTuple_SET_ITEM(made, i, items[i]);
            }
    #else
        PyObject *made = NULL, *arguments = NULL, *plain = PyTuple_New(size);
        if (plain != NULL) {
            for (i = 0; i < size; i++) {
                Py_INCREF(items[i]);
                PyTuple_SET_ITEM(plain, i, items[i]);
            }
            arguments = PyTuple_Pack(1, plain);
        }
        if (arguments != NULL)
            made = PyTuple_Type.tp_new((PyTypeObject *)type, arguments, NULL);
        Py_XDECREF(arguments);
        Py_XDECREF(plain);
    #endif
        return made;
    }
    /* An object of `type` with these values of some of its slots, in the order of the slots' descriptors. */
    static PyObject *mixlid_with_slots(PyObject *type, PyObject *slots, PyObject **values) {
        PyObject *made = ((PyTypeObject *)type)->tp_alloc((PyTypeObject *)type, 0);
        Py_ssize_t i;
        for (i = 0; made != NULL && i < PyTuple_GET_SIZE(slots); i++) {
            PyObject *slot = PyTuple_GET_ITEM(slots, i);
            if (Py_TYPE(slot)->tp_descr_set(slot, made, values[i]) < 0) Py_CLEAR(made);
        }
        return made;
    }
    """
    object mixlid_named(object type, PyObject** items, Py_ssize_t size)
    object mixlid_with_slots(object type, tuple slots, PyObject** values)


cdef inline int renew(void** block, Py_ssize_t number, size_t size) except -1 nogil:
    """Other room, for `number` things of this size; what was there is forgotten."""
    free(block[0])
    block[0] = NULL
    if size and <size_t>number > PY_SSIZE_T_MAX // size:
        return no_memory()
    block[0] = malloc(number * size)
    return 0 if block[0] != NULL or not number else no_memory()
