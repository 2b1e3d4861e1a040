/* AVX2: 32 bytes a vector, shuffles within lanes of 16. */
#include "tables.h"

#if defined(HAS_X86_KERNELS)
#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("avx2,bmi,popcnt"))), apply_to = function)
#include "x86_template.h"

/* --- 64 bytes (fold_template.h, utf8_template.h) --- */

typedef struct block {
    __m256i low, high;
} block;

INLINE block block_load(const uint8_t *p) {
    return (block){_mm256_loadu_si256((const __m256i *)p),
                   _mm256_loadu_si256((const __m256i *)(p + 32))};
}
INLINE void block_store(uint8_t *p, block b) {
    _mm256_storeu_si256((__m256i *)p, b.low);
    _mm256_storeu_si256((__m256i *)(p + 32), b.high);
}
INLINE block block_or(block a, block b) {
    return (block){_mm256_or_si256(a.low, b.low), _mm256_or_si256(a.high, b.high)};
}
INLINE uint64_t block_high(block b) {
    return (uint32_t)_mm256_movemask_epi8(b.low)
        | (uint64_t)(uint32_t)_mm256_movemask_epi8(b.high) << 32;
}
/* As a signed number a byte beyond ASCII is less than any character. */
INLINE uint64_t block_unusual(block b) {
    __m256i space = _mm256_set1_epi8(' ');
    return block_high((block){_mm256_cmpgt_epi8(space, b.low), _mm256_cmpgt_epi8(space, b.high)});
}
INLINE uint64_t block_equal(block b, uint8_t byte) {
    __m256i all = _mm256_set1_epi8((char)byte);
    return block_high((block){_mm256_cmpeq_epi8(b.low, all), _mm256_cmpeq_epi8(b.high, all)});
}
/* a <= b, which AVX2 has for signed bytes only, is min(a, b) == a. */
INLINE uint64_t block_between(block b, uint8_t first, uint8_t last) {
    __m256i offset = _mm256_set1_epi8((char)first), width = _mm256_set1_epi8((char)(last - first));
    __m256i low = _mm256_sub_epi8(b.low, offset), high = _mm256_sub_epi8(b.high, offset);
    return block_high((block){_mm256_cmpeq_epi8(_mm256_min_epu8(low, width), low),
                              _mm256_cmpeq_epi8(_mm256_min_epu8(high, width), high)});
}
INLINE __m256i tabs_to_spaces(__m256i v) {
    __m256i isTab = _mm256_cmpeq_epi8(v, _mm256_set1_epi8('\t'));
    return _mm256_blendv_epi8(v, _mm256_set1_epi8(' '), isTab);
}
INLINE block block_tabs_to_spaces(block b) {
    return (block){tabs_to_spaces(b.low), tabs_to_spaces(b.high)};
}
INLINE size_t block_compress(uint8_t *output, block b, uint64_t keep) {
    uint8_t *out = store_kept16(output, _mm256_castsi256_si128(b.low), keep & 0xFFFF);
    out = store_kept16(out, _mm256_extracti128_si256(b.low, 1), keep >> 16 & 0xFFFF);
    out = store_kept16(out, _mm256_castsi256_si128(b.high), keep >> 32 & 0xFFFF);
    store_kept16(out, _mm256_extracti128_si256(b.high, 1), keep >> 48 & 0xFFFF);
    return (size_t)_mm_popcnt_u64(keep);
}

#include "fold_template.h"

/* --- a vector (utf8_template.h) --- */

enum { VECTOR_BYTES = 32 };
typedef __m256i vector;

INLINE vector vector_load(const uint8_t *p) { return _mm256_loadu_si256((const __m256i *)p); }
INLINE vector vector_repeat(uint8_t byte) { return _mm256_set1_epi8((char)byte); }
INLINE vector vector_and(vector a, vector b) { return _mm256_and_si256(a, b); }
INLINE vector vector_or(vector a, vector b) { return _mm256_or_si256(a, b); }
INLINE vector vector_xor(vector a, vector b) { return _mm256_xor_si256(a, b); }
INLINE vector vector_subtract(vector a, vector b) { return _mm256_subs_epu8(a, b); }
INLINE bool vector_is_zero(vector a) { return _mm256_testz_si256(a, a); }
INLINE vector vector_low_nibbles(vector a) { return _mm256_and_si256(a, vector_repeat(0x0F)); }
INLINE vector vector_high_nibbles(vector a) {
    return _mm256_and_si256(_mm256_srli_epi16(a, 4), vector_repeat(0x0F));
}
INLINE vector vector_lookup(const uint8_t table[16], vector indices) {
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(bytes16_load(table)), indices);
}

#include "utf8_template.h"

/* --- 32 digits (base64_template.h) --- */

enum { DIGITS = 32, DIGITS_OVERSHOOT = 4 };
typedef __m256i digits;

#define BOTH_LANES(...) _mm256_setr_epi8(__VA_ARGS__, __VA_ARGS__)

/* Twelve bytes for each lane, and four more that do not count. */
INLINE digits digits_load(const uint8_t *p) {
    return _mm256_inserti128_si256(_mm256_castsi128_si256(bytes16_load(p)), bytes16_load(p + 12),
                                   1);
}
INLINE digits digits_load_part(const uint8_t *p, size_t count) {
    uint8_t part[32] = {0};
    memcpy(part, p, count);
    return digits_load(part);
}
INLINE void digits_store(uint8_t *p, digits d) { _mm256_storeu_si256((__m256i *)p, d); }

/* A multiplication shifts two digits of 16 bits by two distances at once. */
INLINE digits digits_split(digits d) {
    __m256i pairs = _mm256_shuffle_epi8(d, BOTH_LANES(SPLIT_ORDER));
    __m256i even = _mm256_mulhi_epu16(_mm256_and_si256(pairs, _mm256_set1_epi32(0x0fc0fc00)),
                                      _mm256_set1_epi32(0x04000040));
    __m256i odd = _mm256_mullo_epi16(_mm256_and_si256(pairs, _mm256_set1_epi32(0x003f03f0)),
                                     _mm256_set1_epi32(0x01000010));
    return _mm256_or_si256(even, odd);
}
INLINE uint64_t digits_reserved(digits d) {
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpgt_epi8(d, _mm256_set1_epi8(61)));
}
INLINE digits digits_spell(digits d, char for62, char for63) {
    const __m256i offsets = BOTH_LANES(SPELL_OFFSETS(for62, for63));
    __m256i isUpper = _mm256_cmpgt_epi8(_mm256_set1_epi8(26), d);
    __m256i kind = _mm256_or_si256(_mm256_subs_epu8(d, _mm256_set1_epi8(51)),
                                   _mm256_and_si256(isUpper, _mm256_set1_epi8(13)));
    return _mm256_add_epi8(d, _mm256_shuffle_epi8(offsets, kind));
}
INLINE uint8_t *digits_store_expanded(uint8_t *out, digits d, uint64_t reserved) {
    out = store_expanded16(out, _mm256_castsi256_si128(d), reserved & 0xFFFF);
    return store_expanded16(out, _mm256_extracti128_si256(d, 1), (unsigned)reserved >> 16);
}

INLINE bool digits_decode(const uint8_t *in, uint8_t *out) {
    __m256i d = _mm256_loadu_si256((const __m256i *)in);
    /* The shuffle looks at the bits 0 to 3 and 7, so that bit 5 may stay. */
    const __m256i slash = _mm256_set1_epi8('/');
    __m256i high = _mm256_and_si256(_mm256_srli_epi32(d, 4), slash);
    __m256i low = _mm256_and_si256(d, slash);
    if (!_mm256_testz_si256(_mm256_shuffle_epi8(BOTH_LANES(DECODE_LOW), low),
                            _mm256_shuffle_epi8(BOTH_LANES(DECODE_HIGH), high))) {
        return false;
    }
    __m256i row = _mm256_add_epi8(_mm256_cmpeq_epi8(d, slash), high);
    __m256i values = _mm256_add_epi8(d, _mm256_shuffle_epi8(BOTH_LANES(DECODE_OFFSETS), row));
    __m256i pairs = _mm256_maddubs_epi16(values, _mm256_set1_epi32(0x01400140));
    __m256i groups = _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x00011000));
    __m256i joined = _mm256_shuffle_epi8(groups, BOTH_LANES(JOIN_ORDER));
    bytes16_store(out, _mm256_castsi256_si128(joined));
    bytes16_store(out + 12, _mm256_extracti128_si256(joined, 1));
    return true;
}

#include "base64_template.h"

#pragma clang attribute pop

#define TABLE CPayloadKernels_avx2Table
#define KIND CPayloadKernels_avx2
#include "table_template.h"
#endif
