"""Numbers with four significant digits as text (`digits.py`), without calling Python for those usual in answers."""

cdef extern from *:
    """
    #include <math.h>
    #include <stdint.h>
    #include <string.h>

    static const char mixlid_pairs[] =
        "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051"
        "525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";

    /* Write the digits of a number, at least one; return how many. */
    static inline int mixlid_digits(uint64_t value, char *out) {
        char last[20];
        int place = 20;
        while (value >= 100) {
            memcpy(last + (place -= 2), mixlid_pairs + 2 * (value % 100), 2);
            value /= 100;
        }
        if (value >= 10) memcpy(last + (place -= 2), mixlid_pairs + 2 * value, 2);
        else last[--place] = (char)('0' + value);
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

    /* The same for most shares and scores: four digits after the point. */
    static inline int mixlid_share(double value, char *out) {
        double scaled = value * 1e4;
        int digits = (int)scaled, size = 6;
        if (fabs(scaled - digits - 0.5) < 1e-6) return 0;
        digits += scaled - digits > 0.5;
        memcpy(out, "0.", 2);
        memcpy(out + 2, mixlid_pairs + 2 * (digits / 100), 2);
        memcpy(out + 4, mixlid_pairs + 2 * (digits % 100), 2);
        while (out[size - 1] == '0') size--;
        return size;
    }

    /* With four digits as `%.4g`; `point` adds ".0" to integers. 0 if Python has to do it. */
    static int mixlid_short(double value, int point, char *out) {
        static const double tens[8] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7};
        double scaled, rounded;
        int places = 0;
        if (value >= 0.1 && value < 0.9998) return mixlid_share(value, out);
        if (value == 1.0) {
            memcpy(out, "1.0", 3);
            return point ? 3 : 1;
        }
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
