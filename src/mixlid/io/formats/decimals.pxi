"""Numbers as text, for those that answers have: what `repr` and `%.4g` write, without asking Python.

The shortest decimal that is read back as the same number: v = c·2^q, and every decimal between the middles to its
neighbours is read as v. Among the multiples of 10^-n there, with n such that there are at least one and at most ten, a
multiple of 10^(1-n) is the shortest if there is one, and otherwise the nearest is. For numbers from 0.0001 on all of
this is exact in integers of 128 bits. Any other number, and any other compiler's, is left to Python.
"""

cdef extern from *:
    """
    #include <math.h>
    #include <stdint.h>
    #include <string.h>

    /* The digits of a number, at least one; how many there are. */
    static inline int mixlid_digits(uint64_t value, char *out) {
        static const char pairs[] =
            "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051"
            "525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";
        char last[20];
        int place = 20;
        while (value >= 100) {
            memcpy(last + (place -= 2), pairs + 2 * (value % 100), 2);
            value /= 100;
        }
        if (value >= 10) memcpy(last + (place -= 2), pairs + 2 * value, 2);
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

    /* As `repr` writes it, in at most 32 characters; 0 if Python has to be asked. */
    static int mixlid_repr(double value, char *out) {
    #ifdef __SIZEOF_INT128__
        static const uint64_t fives[21] = {
            1u, 5u, 25u, 125u, 625u, 3125u, 15625u, 78125u, 390625u, 1953125u, 9765625u, 48828125u, 244140625u,
            1220703125u, 6103515625u, 30517578125u, 152587890625u, 762939453125u, 3814697265625u, 19073486328125u,
            95367431640625u
        };
        uint64_t bits, c, floor, ten;
        unsigned __int128 middle, low, high, unit;
        int q, n, shift, is_even, lower, upper;
        if (value == 1.0 || (value == 0.0 && !signbit(value))) {
            memcpy(out, value == 1.0 ? "1.0" : "0.0", 3);
            return 3;
        }
        if (!(value >= 1e-4 && value < 1e15)) return 0;
        memcpy(&bits, &value, 8);
        c = bits & 0xFFFFFFFFFFFFFu;
        if (c == 0) return 0;  /* a power of two, whose neighbours are not equally far */
        c |= (uint64_t)1 << 52;
        q = (int)(bits >> 52) - 1075;
        n = -((q * 315653) >> 20);  /* log10 of 2^q, rounded down */
        shift = 2 - q - n;
        if (n < 0 || n > 20 || shift < 2) return 0;
        is_even = !(c & 1);
        middle = (unsigned __int128)(4 * c) * fives[n];
        low = middle - 2 * fives[n];
        high = middle + 2 * fives[n];
        unit = (unsigned __int128)1 << shift;
    #define MIXLID_WITHIN(x) ((x) > low ? ((x) < high || ((x) == high && is_even)) : (x) == low && is_even)
        floor = (uint64_t)(middle >> shift);
        ten = floor / 10 * 10;
        lower = MIXLID_WITHIN(ten * unit);
        upper = MIXLID_WITHIN((ten + 10) * unit);
        if (lower || upper) return lower && upper ? 0 : mixlid_fixed(lower ? ten : ten + 10, n, 1, out);
        lower = MIXLID_WITHIN(floor * unit);
        upper = MIXLID_WITHIN((floor + 1) * unit);
        if (lower && upper) {
            unsigned __int128 below = middle - floor * unit, over = (floor + 1) * unit - middle;
            upper = over < below || (over == below && (floor & 1));
        } else if (!lower && !upper) {
            return 0;
        }
    #undef MIXLID_WITHIN
        return mixlid_fixed(upper ? floor + 1 : floor, n, 1, out);
    #else
        return 0;
    #endif
    }

    /* With four digits, as `%.4g` writes it; 0 if Python has to be asked. */
    static int mixlid_short(double value, char *out) {
        static const double tens[8] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7};
        double scaled, rounded;
        int places = 0;
        if (value == 0.0 && !signbit(value)) {
            out[0] = '0';
            return 1;
        }
        if (!(value >= 1e-4 && value < 9999.0)) return 0;
        while (places < 7 && value * tens[places] < 1000.0) places++;
        scaled = value * tens[places];
        rounded = floor(scaled + 0.5);
        /* Too near to the middle, or to where another digit begins, to be sure of a product that was rounded. */
        if (fabs(scaled - floor(scaled) - 0.5) < 1e-6 || scaled < 1000.0 || scaled >= 9999.0) return 0;
        return mixlid_fixed((uint64_t)rounded, places, 0, out);
    }
    """
    int mixlid_repr(double value, char* out) noexcept nogil
    int mixlid_short(double value, char* out) noexcept nogil
