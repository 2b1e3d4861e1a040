/* Template, included by each instruction set: well-formedness of UTF-8 by three table look-ups a byte:
 * John Keiser and Daniel Lemire, "Validating UTF-8 In Less Than One Instruction Per Byte" (2021).
 *
 * Each kind of error is one bit. What the byte before (its two halves) and this byte (its high
 * half) allow is looked up in three tables of 16 entries; a bit that all three set is an error. A
 * continuation byte two or three places after a lead byte is the one thing that two bytes do
 * not tell: there the "two continuations" bit must be set, and elsewhere not.
 *
 * Needs of the instruction set: the type `vector` (VECTOR_BYTES bytes), vector_lookup and
 * vector_is_zero; block_load, block_high, block_or. */
#ifndef UTF8_TEMPLATE_H
#define UTF8_TEMPLATE_H

#include "scalar.h"

enum {
    TOO_SHORT = 1 << 0,  /* 11______ 0_______, 11______ 11______ */
    TOO_LONG = 1 << 1,   /* 0_______ 10______ */
    OVERLONG_3 = 1 << 2, /* 11100000 100_____ */
    TOO_LARGE = 1 << 3,  /* 11110100 1001____, 11110100 101_____, 11110101 and above */
    SURROGATE = 1 << 4,  /* 11101101 101_____ */
    OVERLONG_2 = 1 << 5, /* 1100000_ 10______ */
    /* 11110101 1000____ and above, and 11110000 1000____: no bytes are both. */
    TOO_LARGE_1000 = 1 << 6,
    OVERLONG_4 = 1 << 6,
    TWO_CONTINUATIONS = 1 << 7, /* 10______ 10______ */
    ANY_LOW = TOO_SHORT | TOO_LONG | TWO_CONTINUATIONS,
    ANY_LARGE = ANY_LOW | TOO_LARGE | TOO_LARGE_1000,
    ANY_CONTINUATION = TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS,
};

/* clang-format off */
static const uint8_t before_high[16] = {
    TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG,
    TWO_CONTINUATIONS, TWO_CONTINUATIONS, TWO_CONTINUATIONS, TWO_CONTINUATIONS,
    TOO_SHORT | OVERLONG_2, TOO_SHORT, TOO_SHORT | OVERLONG_3 | SURROGATE,
    TOO_SHORT | TOO_LARGE | TOO_LARGE_1000 | OVERLONG_4};

static const uint8_t before_low[16] = {
    ANY_LOW | OVERLONG_3 | OVERLONG_2 | OVERLONG_4, ANY_LOW | OVERLONG_2, ANY_LOW, ANY_LOW,
    ANY_LOW | TOO_LARGE, ANY_LARGE, ANY_LARGE, ANY_LARGE, ANY_LARGE, ANY_LARGE, ANY_LARGE,
    ANY_LARGE, ANY_LARGE, ANY_LARGE | SURROGATE, ANY_LARGE, ANY_LARGE};

static const uint8_t this_high[16] = {
    TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT,
    ANY_CONTINUATION | OVERLONG_3 | TOO_LARGE_1000 | OVERLONG_4,
    ANY_CONTINUATION | OVERLONG_3 | TOO_LARGE, ANY_CONTINUATION | SURROGATE | TOO_LARGE,
    ANY_CONTINUATION | SURROGATE | TOO_LARGE, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT};
/* clang-format on */

INLINE vector vector_load(const uint8_t *p) {
    vector v;
    memcpy(&v, p, sizeof v);
    return v;
}

/* Whether the bytes of a vector fit to each other and to the three before it, which are loaded
 * again at three offsets: that is cheaper than to shift two vectors into each other. */
INLINE vector errors(const uint8_t *in) {
    vector now = vector_load(in), before = vector_load(in - 1);
    vector allowed = vector_lookup(before_high, before >> 4)
        & vector_lookup(before_low, before & 0x0F) & vector_lookup(this_high, now >> 4);
    /* The high bit is set two places after 1110____ and above, three after 11110___. */
    const vector none = {0};
    vector third = __builtin_elementwise_sub_sat(vector_load(in - 2), none + (0xE0 - 0x80));
    vector fourth = __builtin_elementwise_sub_sat(vector_load(in - 3), none + (0xF0 - 0x80));
    return allowed ^ ((third | fourth) & 0x80);
}

/* Where the character that may reach over `i` begins. */
INLINE size_t character_start(const uint8_t *in, size_t i) {
    size_t start = i;
    while (start > 0 && i - start < 3 && is_continuation(in[start - 1])) start--;
    return start > 0 && in[start - 1] >= 0xC0 ? start - 1 : i;
}

static size_t well_formed_prefix(const uint8_t *in, size_t count) {
    size_t i = 0;
    while (count - i >= 256) {
        block all = block_or(block_or(block_load(in + i), block_load(in + i + 64)),
                             block_or(block_load(in + i + 128), block_load(in + i + 192)));
        if (block_high(all)) break;
        i += 256;
    }
    /* The vectors need three bytes before them. */
    while (i < 3 && i < count) {
        size_t length = character_length(in + i, count - i);
        if (length == 0) return i;
        i += length;
    }
    bool afterASCII = i > 0 && in[i - 1] < 0x80;
    while (count - i >= 64) {
        if (block_high(block_load(in + i)) == 0 && afterASCII) {
            i += 64;
            continue;
        }
        vector wrong = errors(in + i);
        for (size_t j = VECTOR_BYTES; j < 64; j += VECTOR_BYTES) {
            wrong |= errors(in + i + j);
        }
        if (!vector_is_zero(wrong)) break;
        i += 64;
        afterASCII = in[i - 1] < 0x80;
    }
    /* The last block once more where it is ASCII, whatever part of it is done already. */
    if (count >= 64 && count - i < 64 && afterASCII
        && block_high(block_load(in + count - 64)) == 0) {
        return count;
    }
    /* The rest, or the block that has the error in it, character by character. */
    return scalar_well_formed_prefix(in, count, character_start(in, i));
}

#endif
