/* SSE4 (with SSSE3's shuffle and POPCNT): 16 bytes a vector. */
#include "tables.h"

#if defined(HAS_X86_KERNELS)
#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("sse4.2,popcnt"))), apply_to = function)
#include "x86_template.h"

/* --- 64 bytes (fold_template.h, utf8_template.h) --- */

typedef struct block {
    __m128i v[4];
} block;

#define EACH(expression)                                                                           \
    block result;                                                                                  \
    for (int i = 0; i < 4; i++) result.v[i] = expression;                                          \
    return result

INLINE block block_load(const uint8_t *p) { EACH(bytes16_load(p + 16 * i)); }
INLINE void block_store(uint8_t *p, block b) {
    for (int i = 0; i < 4; i++) bytes16_store(p + 16 * i, b.v[i]);
}
INLINE block block_or(block a, block b) { EACH(_mm_or_si128(a.v[i], b.v[i])); }
INLINE uint64_t block_high(block b) {
    uint64_t mask = 0;
    for (int i = 0; i < 4; i++) mask |= (uint64_t)(unsigned)_mm_movemask_epi8(b.v[i]) << (16 * i);
    return mask;
}
/* As a signed number a byte beyond ASCII is less than any character. */
INLINE block where_unusual(block b) { EACH(_mm_cmplt_epi8(b.v[i], _mm_set1_epi8(' '))); }
INLINE uint64_t block_unusual(block b) { return block_high(where_unusual(b)); }
INLINE block where_equal(block b, __m128i all) { EACH(_mm_cmpeq_epi8(b.v[i], all)); }
INLINE uint64_t block_equal(block b, uint8_t byte) {
    return block_high(where_equal(b, _mm_set1_epi8((char)byte)));
}
/* a <= b, which SSE has for signed bytes only, is min(a, b) == a. */
INLINE __m128i where_at_most(__m128i a, __m128i b) { return _mm_cmpeq_epi8(_mm_min_epu8(a, b), a); }
INLINE block where_between(block b, __m128i first, __m128i width) {
    EACH(where_at_most(_mm_sub_epi8(b.v[i], first), width));
}
INLINE uint64_t block_between(block b, uint8_t first, uint8_t last) {
    return block_high(
        where_between(b, _mm_set1_epi8((char)first), _mm_set1_epi8((char)(last - first))));
}
INLINE block block_tabs_to_spaces(block b) {
    const __m128i tab = _mm_set1_epi8('\t'), space = _mm_set1_epi8(' ');
    EACH(_mm_blendv_epi8(b.v[i], space, _mm_cmpeq_epi8(b.v[i], tab)));
}
INLINE size_t block_compress(uint8_t *out, block b, uint64_t keep) {
    for (int i = 0; i < 4; i++) out = store_kept16(out, b.v[i], keep >> (16 * i) & 0xFFFF);
    return (size_t)_mm_popcnt_u64(keep);
}

#include "fold_template.h"

/* --- a vector (utf8_template.h) --- */

enum { VECTOR_BYTES = 16 };
typedef __m128i vector;

INLINE vector vector_load(const uint8_t *p) { return bytes16_load(p); }
INLINE vector vector_repeat(uint8_t byte) { return _mm_set1_epi8((char)byte); }
INLINE vector vector_and(vector a, vector b) { return _mm_and_si128(a, b); }
INLINE vector vector_or(vector a, vector b) { return _mm_or_si128(a, b); }
INLINE vector vector_xor(vector a, vector b) { return _mm_xor_si128(a, b); }
INLINE vector vector_subtract(vector a, vector b) { return _mm_subs_epu8(a, b); }
INLINE bool vector_is_zero(vector a) { return _mm_testz_si128(a, a); }
INLINE vector vector_low_nibbles(vector a) { return _mm_and_si128(a, vector_repeat(0x0F)); }
INLINE vector vector_high_nibbles(vector a) {
    return _mm_and_si128(_mm_srli_epi16(a, 4), vector_repeat(0x0F));
}
INLINE vector vector_lookup(const uint8_t table[16], vector indices) {
    return _mm_shuffle_epi8(bytes16_load(table), indices);
}

#include "utf8_template.h"

/* --- 16 digits (base64_template.h) --- */

enum { DIGITS = 16, DIGITS_OVERSHOOT = 4 };
typedef __m128i digits;

INLINE digits digits_load(const uint8_t *p) { return bytes16_load(p); }
INLINE digits digits_load_part(const uint8_t *p, size_t count) {
    uint8_t part[16] = {0};
    memcpy(part, p, count);
    return bytes16_load(part);
}
INLINE void digits_store(uint8_t *p, digits d) { bytes16_store(p, d); }

/* A multiplication shifts two digits of 16 bits by two distances at once. */
INLINE digits digits_split(digits d) {
    __m128i pairs = _mm_shuffle_epi8(d, _mm_setr_epi8(SPLIT_ORDER));
    __m128i even = _mm_mulhi_epu16(_mm_and_si128(pairs, _mm_set1_epi32(0x0fc0fc00)),
                                   _mm_set1_epi32(0x04000040));
    __m128i odd = _mm_mullo_epi16(_mm_and_si128(pairs, _mm_set1_epi32(0x003f03f0)),
                                  _mm_set1_epi32(0x01000010));
    return _mm_or_si128(even, odd);
}
INLINE uint64_t digits_reserved(digits d) {
    return (unsigned)_mm_movemask_epi8(_mm_cmpgt_epi8(d, _mm_set1_epi8(61)));
}
INLINE digits digits_spell(digits d, char for62, char for63) {
    const __m128i offsets = _mm_setr_epi8(SPELL_OFFSETS(for62, for63));
    __m128i isUpper = _mm_cmpgt_epi8(_mm_set1_epi8(26), d);
    __m128i kind = _mm_or_si128(_mm_subs_epu8(d, _mm_set1_epi8(51)),
                                _mm_and_si128(isUpper, _mm_set1_epi8(13)));
    return _mm_add_epi8(d, _mm_shuffle_epi8(offsets, kind));
}
INLINE uint8_t *digits_store_expanded(uint8_t *out, digits d, uint64_t reserved) {
    return store_expanded16(out, d, (unsigned)reserved);
}

INLINE bool digits_decode(const uint8_t *in, uint8_t *out) {
    __m128i d = bytes16_load(in);
    /* The shuffle looks at the bits 0 to 3 and 7, so that bit 5 may stay. */
    const __m128i slash = _mm_set1_epi8('/');
    __m128i high = _mm_and_si128(_mm_srli_epi32(d, 4), slash);
    __m128i low = _mm_and_si128(d, slash);
    if (!_mm_testz_si128(_mm_shuffle_epi8(_mm_setr_epi8(DECODE_LOW), low),
                         _mm_shuffle_epi8(_mm_setr_epi8(DECODE_HIGH), high))) {
        return false;
    }
    __m128i row = _mm_add_epi8(_mm_cmpeq_epi8(d, slash), high);
    __m128i values = _mm_add_epi8(d, _mm_shuffle_epi8(_mm_setr_epi8(DECODE_OFFSETS), row));
    __m128i pairs = _mm_maddubs_epi16(values, _mm_set1_epi32(0x01400140));
    __m128i groups = _mm_madd_epi16(pairs, _mm_set1_epi32(0x00011000));
    bytes16_store(out, _mm_shuffle_epi8(groups, _mm_setr_epi8(JOIN_ORDER)));
    return true;
}

#include "base64_template.h"

#pragma clang attribute pop

#define TABLE CPayloadKernels_sse4Table
#define KIND CPayloadKernels_sse4
#include "table_template.h"
#endif
