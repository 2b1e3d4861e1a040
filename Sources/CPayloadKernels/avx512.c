/* AVX-512 with VBMI and VBMI2: masks, VPCOMPRESSB, VPEXPANDB, VPERMB and VPMULTISHIFTQB. */
#include "tables.h"

#if defined(HAS_X86_KERNELS)
#include <immintrin.h>

#pragma clang attribute push(                                                                      \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi,bmi2,popcnt"))),   \
    apply_to = function)
#include "scalar.h"

/* --- 64 bytes (fold_template.h, utf8_template.h) --- */

typedef __m512i block;

INLINE block block_load(const uint8_t *p) { return _mm512_loadu_si512(p); }
INLINE void block_store(uint8_t *p, block b) { _mm512_storeu_si512(p, b); }
INLINE block block_or(block a, block b) { return _mm512_or_si512(a, b); }
INLINE uint64_t block_high(block b) { return _mm512_movepi8_mask(b); }
/* As a signed number a byte beyond ASCII is less than any character. */
INLINE uint64_t block_unusual(block b) { return _mm512_cmplt_epi8_mask(b, _mm512_set1_epi8(' ')); }
INLINE uint64_t block_equal(block b, uint8_t byte) {
    return _mm512_cmpeq_epi8_mask(b, _mm512_set1_epi8((char)byte));
}
INLINE uint64_t block_between(block b, uint8_t first, uint8_t last) {
    return _mm512_cmple_epu8_mask(_mm512_sub_epi8(b, _mm512_set1_epi8((char)first)),
                                  _mm512_set1_epi8((char)(last - first)));
}
INLINE block block_tabs_to_spaces(block b) {
    return _mm512_mask_mov_epi8(b, block_equal(b, '\t'), _mm512_set1_epi8(' '));
}
/* To a register and from there to memory: VPCOMPRESSB with a memory operand is microcoded on
 * Zen 4 and many times slower. */
INLINE size_t block_compress(uint8_t *out, block b, uint64_t keep) {
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi8(keep, b));
    return (size_t)_mm_popcnt_u64(keep);
}

#include "fold_template.h"

/* --- a vector (utf8_template.h) --- */

enum { VECTOR_BYTES = 64 };
typedef uint8_t vector __attribute__((vector_size(VECTOR_BYTES)));

INLINE bool vector_is_zero(vector v) { return _mm512_test_epi8_mask((__m512i)v, (__m512i)v) == 0; }
INLINE vector vector_lookup(const uint8_t table[16], vector indices) {
    __m512i rows = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)table));
    return (vector)_mm512_shuffle_epi8(rows, (__m512i)indices);
}

#include "utf8_template.h"

/* --- 64 digits (base64_template.h) --- */

enum { DIGITS = 64, DIGITS_OVERSHOOT = 0 };
typedef __m512i digits;

INLINE digits digits_load(const uint8_t *p) { return _mm512_loadu_si512(p); }
INLINE digits digits_load_part(const uint8_t *p, size_t count) {
    return _mm512_maskz_loadu_epi8(~(uint64_t)0 >> (64 - count), p);
}

/* Each group of three bytes a b c becomes the four bytes b a c b, and out of each pair of such
 * groups VPMULTISHIFTQB takes eight bytes at eight bit offsets (Wojciech Mula, "Base64 encoding
 * and decoding at almost the speed of a memory copy"). The two highest bits of each stay dirty. */
INLINE digits digits_split(digits d) {
    const __m512i order = _mm512_setr_epi32(0x01020001, 0x04050304, 0x07080607, 0x0a0b090a,
                                            0x0d0e0c0d, 0x10110f10, 0x13141213, 0x16171516,
                                            0x191a1819, 0x1c1d1b1c, 0x1f201e1f, 0x22232122,
                                            0x25262425, 0x28292728, 0x2b2c2a2b, 0x2e2f2d2e);
    const __m512i shifts = _mm512_set1_epi64(0x3036242a1016040a);
    return _mm512_multishift_epi64_epi8(shifts, _mm512_permutexvar_epi8(order, d));
}
INLINE uint64_t digits_reserved(digits d) {
    /* 62 and 63 are the values in which all of these bits are set. */
    const __m512i ones = _mm512_set1_epi8(0x3E);
    return _mm512_cmpeq_epi8_mask(_mm512_and_si512(d, ones), ones);
}
/* VPERMB looks at six bits of each index, which is why the dirty ones do no harm. */
INLINE digits digits_spell(digits d, char for62, char for63) {
    const __m512i last = _mm512_set1_epi16((short)(for63 << 8 | for62));
    const __m512i table = _mm512_mask_mov_epi8(_mm512_loadu_si512(alphabet), (__mmask64)3 << 62,
                                               last);
    return _mm512_permutexvar_epi8(d, table);
}

/* Where 16 digits go: a mask with a bit for each byte that is a digit, and zeroes where "%2" is
 * put. PDEP gives each digit three bits, which stand for "%", "2" and the digit; PEXT takes out
 * the first two where the digit is not reserved. */
INLINE uint64_t digit_places(uint64_t reserved) {
    const uint64_t first = 0x249249249249;
    uint64_t signs = _pdep_u64(reserved, first);
    return _pext_u64(first << 2, first << 2 | signs << 1 | signs);
}

/* Stores 32 digits that become at most 64 bytes. */
INLINE uint8_t *store_expanded32(uint8_t *out, digits d, uint32_t reserved) {
    uint64_t low = reserved & 0xFFFF;
    uint64_t lowLength = 16 + 2 * (uint64_t)_mm_popcnt_u64(low);
    uint64_t places = digit_places(low) | digit_places(reserved >> 16) << lowLength;
    /* Two signs never follow two others, so that the first of two is a gap after a digit. */
    uint64_t percents = ~places & (places << 1 | 1);
    __m512i signs = _mm512_mask_mov_epi8(_mm512_set1_epi8('2'), percents, _mm512_set1_epi8('%'));
    _mm512_storeu_si512(out, _mm512_mask_expand_epi8(signs, places, d));
    return out + 32 + 2 * _mm_popcnt_u32(reserved);
}

/* More than half of 32 digits are reserved: only in data made for it. */
__attribute__((noinline)) static uint8_t *store_mostly_reserved(uint8_t *out, digits d,
                                                                uint64_t reserved) {
    uint8_t characters[64];
    _mm512_storeu_si512(characters, d);
    for (int i = 0; i < 64; i++) {
        memcpy(out, "%2", 2);
        out += reserved >> i & 1 ? 2 : 0;
        *out++ = characters[i];
    }
    return out;
}

/* In text that has any, one of 64 digits is reserved nearly always. Then two stores overlap: the last
 * 32 digits two bytes later, and over them the first 64 bytes of output with a gap for "%2", which
 * is written once more because it may reach over their end. */
INLINE uint8_t *store_one_reserved(uint8_t *out, digits d, uint64_t reserved) {
    _mm256_storeu_si256((__m256i *)(out + 34), _mm512_extracti64x4_epi64(d, 1));
    _mm512_storeu_si512(out, _mm512_maskz_expand_epi8(~(reserved | reserved << 1), d));
    memcpy(out + __builtin_ctzll(reserved), "%2", 2);
    return out + 66;
}

INLINE uint8_t *digits_store_expanded(uint8_t *out, digits d, uint64_t reserved) {
    if (_blsr_u64(reserved) == 0 && reserved != 0) return store_one_reserved(out, d, reserved);
    uint32_t low = (uint32_t)reserved, high = (uint32_t)(reserved >> 32);
    if (__builtin_expect(_mm_popcnt_u32(low) > 16 || _mm_popcnt_u32(high) > 16, 0)) {
        return store_mostly_reserved(out, d, reserved);
    }
    out = store_expanded32(out, d, low);
    return store_expanded32(out, _mm512_castsi256_si512(_mm512_extracti64x4_epi64(d, 1)), high);
}

/* The value of every ASCII character by VPERMI2B, 0x80 for those that are not digits; together with
 * the byte itself, which has that bit if it is not ASCII, one bit tells of all errors. */
/* clang-format off */
#define NO 0x80
static const uint8_t values_of_characters[128] = {
    NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
    NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
    NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, 62, NO, NO, NO, 63,
    52, 53, 54, 55, 56, 57, 58, 59, 60, 61, NO, NO, NO, NO, NO, NO,
    NO, 0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14,
    15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, NO, NO, NO, NO, NO,
    NO, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40,
    41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, NO, NO, NO, NO, NO,
};
#undef NO
/* clang-format on */

INLINE bool digits_decode(const uint8_t *in, uint8_t *out) {
    const __m512i low = _mm512_loadu_si512(values_of_characters);
    const __m512i high = _mm512_loadu_si512(values_of_characters + 64);
    __m512i characters = _mm512_loadu_si512(in);
    __m512i values = _mm512_permutex2var_epi8(low, characters, high);
    if (_mm512_movepi8_mask(_mm512_or_si512(values, characters)) != 0) return false;
    /* 6 + 6 + 6 + 6 bits to 12 + 12 to 24, then the three bytes of each in order. */
    __m512i pairs = _mm512_maddubs_epi16(values, _mm512_set1_epi32(0x01400140));
    __m512i groups = _mm512_madd_epi16(pairs, _mm512_set1_epi32(0x00011000));
    const __m512i order = _mm512_setr_epi32(
        0x06000102, 0x090a0405, 0x0c0d0e08, 0x16101112, 0x191a1415, 0x1c1d1e18, 0x26202122,
        0x292a2425, 0x2c2d2e28, 0x36303132, 0x393a3435, 0x3c3d3e38, 0, 0, 0, 0);
    _mm512_storeu_si512(out, _mm512_permutexvar_epi8(order, groups));
    return true;
}

#include "base64_template.h"

#define TABLE CPayloadKernels_avx512Table
#define KIND CPayloadKernels_avx512
#include "table_template.h"

#pragma clang attribute pop
#endif
