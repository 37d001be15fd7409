"""How sure an answer is, for `_pipeline.pyx`: the formulas of `confidence.py`, operation by operation."""

cdef struct Curve:
    double languages[3]
    double language[3]
    double word[5]


cdef struct Curves:
    bint there
    double unit
    double word_unit
    Curve one
    Curve several


#: What is known of one answer.
cdef struct Judgement:
    bint there
    double languages
    double language
    const Curve* curve
    double word_unit
    double features[2]


cdef int read_calibration(Curves* curves, calibration) except -1:
    curves.there = calibration is not None
    if curves.there:
        curves.unit, curves.word_unit = calibration.unit, calibration.word_unit
        read_curve(&curves.one, calibration.one)
        read_curve(&curves.several, calibration.several)
    return 0


cdef int read_curve(Curve* curve, given) except -1:
    for i in range(3):
        curve.languages[i], curve.language[i] = given.languages[i], given.language[i]
    for i in range(5):
        curve.word[i] = given.word[i]
    return 0


cdef double logistic(const double* curve, const double* features, int size) noexcept nogil:
    cdef double value = 0.0
    cdef int i
    for i in range(size):
        value += curve[i + 1] * features[i]
    value = curve[0] + value
    value = 500.0 if value > 500.0 else value
    return 1.0 / (1.0 + exp(-(-500.0 if value < -500.0 else value)))


cdef Judgement judge(const Curves* curves, double margin, int64_t characters, int languages) noexcept nogil:
    cdef Judgement found
    found.there, found.word_unit = True, curves.word_unit
    found.curve = &curves.one if languages < 2 else &curves.several
    found.features[0] = sqrt(margin / curves.unit)
    found.features[1] = log(<double>max(characters, 1))
    found.languages = logistic(found.curve.languages, found.features, 2)
    found.language = logistic(found.curve.language, found.features, 2)
    return found


cdef double judge_word(const Judgement* found, double margin, int64_t characters) noexcept nogil:
    cdef double features[4]
    features[0], features[1] = asinh(margin / found.word_unit), log(<double>max(characters, 1))
    features[2], features[3] = found.features[0], found.features[1]
    return logistic(found.curve.word, features, 4)
