/* Template, included by each instruction set: Base64 and its inverse, a vector of digits at a time.
 *
 * Needs of the instruction set: the types `digits` (DIGITS digits, DIGITS / 4 * 3 bytes) and
 *   digits_load       loads DIGITS bytes; the first three quarters count
 *   digits_load_part  loads that many bytes, and nothing beyond them
 *   digits_split      gives each group of six bits a byte of its own
 *   digits_reserved   the mask of those that are 62 or 63, the first digit the lowest bit
 *   digits_spell      turns them into characters; those for 62 and 63 are arguments
 *   digits_store_expanded  stores them with "%2" before each reserved one
 *   digits_decode     the inverse of all; false if there is anything but digits. */
#ifndef BASE64_TEMPLATE_H
#define BASE64_TEMPLATE_H

#include "scalar.h"

enum { BYTES = DIGITS / 4 * 3 };

/* The characters of 62 and 63. Percent-encoded they are "%2B" and "%2F": the last character comes
 * out of the alphabet like all others, and only "%2" has to be put before it. */
INLINE digits spelled(bool percent, digits values) {
    return percent ? digits_spell(values, 'B', 'F') : digits_spell(values, '+', '/');
}

INLINE size_t encode_groups(bool percent, const uint8_t *in, size_t count, size_t readable,
                            uint8_t *output, size_t capacity, size_t *written) {
    /* What one vector becomes at most, and what the last store of it may touch beyond that. */
    const size_t room = percent ? 3 * DIGITS + DIGITS_OVERSHOOT : DIGITS;
    uint8_t *out = output;
    const uint8_t *end = output + capacity;
    size_t i = 0;
    while (count - i >= BYTES && readable - i >= DIGITS && (size_t)(end - out) >= room) {
        digits values = digits_split(digits_load(in + i));
        digits characters = spelled(percent, values);
        uint64_t reserved = percent ? digits_reserved(values) : 0;
        i += BYTES;
        if (reserved == 0) {
            memcpy(out, &characters, DIGITS);
            out += DIGITS;
        } else {
            out = digits_store_expanded(out, characters, reserved);
        }
    }
    /* Whole groups that fill no vector, or behind which nothing may be read. */
    while (percent && count - i >= 3 && (size_t)(end - out) >= room) {
        size_t part = count - i < BYTES ? (count - i) / 3 * 3 : BYTES;
        digits values = digits_split(digits_load_part(in + i, part));
        uint64_t reserved = digits_reserved(values);
        digits_store_expanded(out, spelled(true, values), reserved);
        i += part;
        out += part / 3 * 4 + 2 * (size_t)__builtin_popcountll(reserved);
    }
    i += scalar_encode_groups(percent, in + i, count - i, &out, end);
    *written = (size_t)(out - output);
    return i;
}

static size_t decode_base64(const uint8_t *in, size_t count, uint8_t *out) {
    size_t i = 0;
    /* A vector of DIGITS bytes is stored, so that there must be more digits after these. */
    while (count - i >= DIGITS + DIGITS / 2 && digits_decode(in + i, out)) {
        i += DIGITS;
        out += BYTES;
    }
    return i + scalar_decode_groups(in + i, count - i, out);
}

#endif
