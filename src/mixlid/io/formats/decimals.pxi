"""Numbers with four significant digits as text (`cells.py`), without calling Python for those usual in answers."""

cdef extern from *:
    """
    #include <math.h>
    #include <stdint.h>
    #include <string.h>

    /* Write the digits of a number, at least one; return how many. */
    static inline int mixlid_digits(uint64_t value, char *out) {
        char last[20];
        int place = 20;
        do last[--place] = (char)('0' + value % 10);
        while (value /= 10);
        memcpy(out, last + place, 20 - place);
        return 20 - place;
    }

    /* digits·10^-places, of which the last digit is not 0 unless there are no places; `point` adds ".0" to integers. */
    static inline int mixlid_fixed(uint64_t digits, int places, int point, char *out) {
        char text[20];
        int size, before;
        while (places > 0 && digits % 10 == 0) {
            digits /= 10;
            places--;
        }
        size = mixlid_digits(digits, text);
        before = size - places;
        if (places == 0) {
            memcpy(out, text, size);
            if (point) memcpy(out + size, ".0", 2);
            return size + 2 * (point != 0);
        }
        if (before > 0) {
            memcpy(out, text, before);
            out[before] = '.';
            memcpy(out + before + 1, text + before, places);
            return size + 1;
        }
        out[0] = '0';
        out[1] = '.';
        memset(out + 2, '0', -before);
        memcpy(out + 2 - before, text, size);
        return 2 - before + size;
    }

    /* With four digits as `%.4g`; `point` adds ".0" to integers. 0 if Python has to do it. */
    static int mixlid_short(double value, int point, char *out) {
        static const double tens[8] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7};
        double scaled, rounded;
        int places = 0;
        if (value == 0.0 && !signbit(value)) {
            return mixlid_fixed(0, 0, point, out);
        }
        if (!(value >= 1e-4 && value < 9999.0)) return 0;
        while (places < 7 && value * tens[places] < 1000.0) places++;
        scaled = value * tens[places];
        rounded = floor(scaled + 0.5);
        /* Too close to a tie, or to another number of digits, for a rounded product to be certain. */
        if (fabs(scaled - floor(scaled) - 0.5) < 1e-6 || scaled < 1000.0 || scaled >= 9999.0) return 0;
        return mixlid_fixed((uint64_t)rounded, places, point, out);
    }
    """
    int mixlid_short(double value, bint point, char* out) noexcept nogil
