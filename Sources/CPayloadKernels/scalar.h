/* One byte, character or group at a time: the portable kernel, and what the others do with the
 * ends that fill no vector. */
#ifndef SCALAR_H
#define SCALAR_H

#include "CPayloadKernels.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline, unused))

static const uint8_t alphabet[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* --- UTF-8 --- */

INLINE bool is_continuation(uint8_t byte) { return (byte & 0xC0) == 0x80; }

/* The length of the well-formed character at the start, 0 if there is none (The Unicode Standard,
 * table 3-7). */
INLINE size_t character_length(const uint8_t *in, size_t count) {
    uint8_t lead = in[0];
    if (lead < 0x80) return 1;
    size_t length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    if (length == 0 || length > count) return 0;
    uint8_t low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    uint8_t high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (in[1] < low || in[1] > high) return 0;
    for (size_t i = 2; i < length; i++) {
        if (!is_continuation(in[i])) return 0;
    }
    return length;
}

INLINE size_t scalar_well_formed_prefix(const uint8_t *in, size_t count, size_t start) {
    size_t i = start;
    while (i < count) {
        uint64_t word;
        if (count - i >= 8 && (memcpy(&word, in + i, 8), (word & 0x8080808080808080) == 0)) {
            i += 8;
            continue;
        }
        size_t length = character_length(in + i, count - i);
        if (length == 0) break;
        i += length;
    }
    return i;
}

/* --- white space --- */

/* The length of the newline at the start, 0 if there is none: U+000A to U+000D, U+0085, U+2028 and
 * U+2029. */
INLINE size_t newline_length(const uint8_t *in, size_t count) {
    if (in[0] >= 0x0A && in[0] <= 0x0D) return 1;
    if (in[0] == 0xC2) return count > 1 && in[1] == 0x85 ? 2 : 0;
    if (in[0] != 0xE2) return 0;
    return count > 2 && in[1] == 0x80 && (in[2] == 0xA8 || in[2] == 0xA9) ? 3 : 0;
}

INLINE size_t scalar_remove_white_space(const uint8_t *in, size_t count, uint8_t *out) {
    size_t written = 0;
    for (size_t i = 0; i < count; i++) {
        uint8_t byte = in[i];
        out[written] = byte;
        written += !(byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r');
    }
    return written;
}

/* How many of the bytes that are shown ahead of a fold it looks at: at most two, and only where its part
 * ends with a block. */
INLINE size_t usable_ahead(size_t count, size_t ahead) {
    return count % 64 != 0 ? 0 : ahead < 2 ? ahead : 2;
}

/* --- Base64 --- */

/* Writes one digit, with percent-encoding if asked for, and returns where the next one goes. */
INLINE uint8_t *put_digit(uint8_t *out, unsigned value, bool percent) {
    if (!percent || value < 62) {
        *out = alphabet[value];
        return out + 1;
    }
    memcpy(out, value == 62 ? "%2B" : "%2F", 3);
    return out + 3;
}

/* Encodes groups of three while there is room for what the next one becomes. Returns the bytes
 * read. */
INLINE size_t scalar_encode_groups(bool percent, const uint8_t *in, size_t count, uint8_t **output,
                                   const uint8_t *end) {
    uint8_t *out = *output;
    size_t i = 0;
    for (; count - i >= 3; i += 3) {
        unsigned bits = (unsigned)in[i] << 16 | (unsigned)in[i + 1] << 8 | in[i + 2];
        size_t length = 4;
        for (int shift = 0; percent && shift < 24; shift += 6) {
            if ((bits >> shift & 0x3F) >= 62) length += 2;
        }
        if ((size_t)(end - out) < length) break;
        for (int shift = 18; shift >= 0; shift -= 6) {
            out = put_digit(out, bits >> shift & 0x3F, percent);
        }
    }
    *output = out;
    return i;
}

/* The six bits of a digit, 0xFF for a byte that is not one. */
INLINE uint8_t digit_value(uint8_t digit) {
    if (digit >= 'A' && digit <= 'Z') return (uint8_t)(digit - 'A');
    if (digit >= 'a' && digit <= 'z') return (uint8_t)(digit - 'a' + 26);
    if (digit >= '0' && digit <= '9') return (uint8_t)(digit - '0' + 52);
    return digit == '+' ? 62 : digit == '/' ? 63 : 0xFF;
}

/* Decodes groups of four up to the first that is anything else. Returns the digits read. */
INLINE size_t scalar_decode_groups(const uint8_t *in, size_t count, uint8_t *out) {
    size_t i = 0;
    for (; count - i >= 4; i += 4) {
        unsigned a = digit_value(in[i]), b = digit_value(in[i + 1]);
        unsigned c = digit_value(in[i + 2]), d = digit_value(in[i + 3]);
        if ((a | b | c | d) > 63) break;
        *out++ = (uint8_t)(a << 2 | b >> 4);
        *out++ = (uint8_t)(b << 4 | c >> 2);
        *out++ = (uint8_t)(c << 6 | d);
    }
    return i;
}

/* --- percent-encoding --- */

/* The four bits of a hexadecimal digit, above 15 for a byte that is not one. */
INLINE unsigned hexadecimal_value(uint8_t digit) {
    if (digit >= '0' && digit <= '9') return digit - (unsigned)'0';
    unsigned letter = (digit | 0x20U) - 'a';
    return letter < 6 ? letter + 10 : 16;
}

/* The byte that "%XX" at the start stands for, above 255 if that is not what is there. */
INLINE unsigned percent_value(const uint8_t *in, size_t count) {
    if (count < 3) return 256;
    unsigned high = hexadecimal_value(in[1]), low = hexadecimal_value(in[2]);
    return (high | low) > 15 ? 256 : high << 4 | low;
}

#endif
