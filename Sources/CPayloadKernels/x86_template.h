/* Template, included by the SSE4 and the AVX2 kernel: the instructions that both have, on lanes of 16 bytes.
 *
 * Needs of the instruction set: VECTOR_BYTES, the type `wide` of a register and
 *   WIDE   the name of an instruction for such a register
 *   LANES  a register with these 16 bytes in each lane
 *   are_apart  whether no bit is set in both of two registers. */
#ifndef X86_TEMPLATE_H
#define X86_TEMPLATE_H

#include "scalar.h"

/* --- 16 bytes (vectors16_template.h) --- */

typedef __m128i bytes16;

INLINE bytes16 bytes16_load(const uint8_t *p) { return _mm_loadu_si128((const __m128i *)p); }
INLINE bytes16 bytes16_from(uint64_t low, uint64_t high) {
    return _mm_set_epi64x((int64_t)high, (int64_t)low);
}
INLINE void bytes16_store(uint8_t *p, bytes16 v) { _mm_storeu_si128((__m128i *)p, v); }
INLINE void bytes16_store_low(uint8_t *p, bytes16 v) { _mm_storel_epi64((__m128i *)p, v); }
INLINE void bytes16_store_high(uint8_t *p, bytes16 v) {
    _mm_storel_epi64((__m128i *)p, _mm_unpackhi_epi64(v, v));
}
INLINE bytes16 bytes16_shuffle(bytes16 v, bytes16 order) { return _mm_shuffle_epi8(v, order); }
INLINE bytes16 bytes16_drop4(bytes16 v) { return _mm_srli_si128(v, 4); }

/* --- 64 bytes (blocks_template.h) --- */

#include "blocks_template.h"

INLINE uint64_t block_high(block b) {
    uint64_t mask = 0;
    for (int i = 0; i < 64 / VECTOR_BYTES; i++) {
        mask |= (uint64_t)(uint32_t)WIDE(movemask_epi8)((wide)b.v[i]) << (VECTOR_BYTES * i);
    }
    return mask;
}
INLINE uint64_t mask_of(block all_or_nothing) { return block_high(all_or_nothing); }

#include "fold_template.h"

/* --- a vector (utf8_template.h) --- */

INLINE bool vector_is_zero(vector v) { return are_apart((wide)v, (wide)v); }
INLINE vector vector_lookup(const uint8_t table[16], vector indices) {
    wide rows;
    for (size_t i = 0; i < sizeof rows; i += 16) memcpy((uint8_t *)&rows + i, table, 16);
    return (vector)WIDE(shuffle_epi8)(rows, (wide)indices);
}

#include "utf8_template.h"

/* --- digits (base64_template.h) --- */

/* The constants of Wojciech Mula's and Daniel Lemire's "Faster Base64 Encoding and Decoding Using
 * AVX2 Instructions", for each lane of 16 bytes. */

/* Three bytes a b c to b a c b, so that each 16 bits hold two digits next to each other. */
#define SPLIT_ORDER 1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10
/* What to add to a digit's value, by its class: 0 lower case, 1 to 10 figures, 11 and 12 the two
 * that are reserved, 13 upper case. */
#define SPELL_OFFSETS(for62, for63)                                                                \
    'a' - 26, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52,      \
        '0' - 52, '0' - 52, (char)(for62 - 62), (char)(for63 - 63), 'A', 0, 0
/* By the halves of a character: a bit that both set means that it is not a digit. */
#define DECODE_LOW                                                                                 \
    0x15, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x13, 0x1A, 0x1B, 0x1B, 0x1B, 0x1A
#define DECODE_HIGH                                                                                \
    0x10, 0x10, 0x01, 0x02, 0x04, 0x08, 0x04, 0x08, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10
/* What to add to a character, by its high half, one less for "/". */
#define DECODE_OFFSETS 0, 16, 19, 4, -65, -65, -71, -71, 0, 0, 0, 0, 0, 0, 0, 0
/* The three low bytes of each 32 bits, the highest first. */
#define JOIN_ORDER 2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1

enum { DIGITS = VECTOR_BYTES, DIGITS_OVERSHOOT = 4 };

typedef union digits {
    wide all;
    bytes16 lanes[DIGITS / 16];
} digits;

/* Twelve bytes for each lane, and four more that do not count. */
INLINE digits digits_load(const uint8_t *p) {
    digits d;
    for (int i = 0; i < DIGITS / 16; i++) d.lanes[i] = bytes16_load(p + 12 * i);
    return d;
}
INLINE digits digits_load_part(const uint8_t *p, size_t count) {
    uint8_t part[DIGITS] = {0};
    memcpy(part, p, count);
    return digits_load(part);
}

/* A multiplication shifts two digits of 16 bits by two distances at once. */
INLINE digits digits_split(digits d) {
    wide pairs = WIDE(shuffle_epi8)(d.all, LANES(SPLIT_ORDER));
    wide even = WIDE(mulhi_epu16)(pairs & WIDE(set1_epi32)(0x0fc0fc00),
                                  WIDE(set1_epi32)(0x04000040));
    wide odd = WIDE(mullo_epi16)(pairs & WIDE(set1_epi32)(0x003f03f0),
                                 WIDE(set1_epi32)(0x01000010));
    return (digits){even | odd};
}
INLINE uint64_t digits_reserved(digits d) {
    return (uint32_t)WIDE(movemask_epi8)(WIDE(cmpgt_epi8)(d.all, WIDE(set1_epi8)(61)));
}
INLINE digits digits_spell(digits d, char for62, char for63) {
    wide isUpper = WIDE(cmpgt_epi8)(WIDE(set1_epi8)(26), d.all);
    wide kind = WIDE(subs_epu8)(d.all, WIDE(set1_epi8)(51)) | (isUpper & WIDE(set1_epi8)(13));
    wide offsets = WIDE(shuffle_epi8)(LANES(SPELL_OFFSETS(for62, for63)), kind);
    return (digits){WIDE(add_epi8)(d.all, offsets)};
}
INLINE uint8_t *digits_store_expanded(uint8_t *out, digits d, uint64_t reserved) {
    for (int i = 0; i < DIGITS / 16; i++) {
        out = store_expanded16(out, d.lanes[i], (unsigned)(reserved >> (16 * i)) & 0xFFFF);
    }
    return out;
}

INLINE bool digits_decode(const uint8_t *in, uint8_t *out) {
    wide d;
    memcpy(&d, in, sizeof d);
    /* The shuffle looks at the bits 0 to 3 and 7, so that bit 5 may stay. */
    const wide slash = WIDE(set1_epi8)('/');
    wide high = WIDE(srli_epi32)(d, 4) & slash, low = d & slash;
    if (!are_apart(WIDE(shuffle_epi8)(LANES(DECODE_LOW), low),
                   WIDE(shuffle_epi8)(LANES(DECODE_HIGH), high))) {
        return false;
    }
    wide row = WIDE(add_epi8)(WIDE(cmpeq_epi8)(d, slash), high);
    wide values = WIDE(add_epi8)(d, WIDE(shuffle_epi8)(LANES(DECODE_OFFSETS), row));
    wide pairs = WIDE(maddubs_epi16)(values, WIDE(set1_epi32)(0x01400140));
    wide groups = WIDE(madd_epi16)(pairs, WIDE(set1_epi32)(0x00011000));
    digits joined = {WIDE(shuffle_epi8)(groups, LANES(JOIN_ORDER))};
    for (int i = 0; i < DIGITS / 16; i++) bytes16_store(out + 12 * i, joined.lanes[i]);
    return true;
}

#include "base64_template.h"

#endif
