/* Template, included by the SSE4 and the AVX2 kernel: sixteen bytes and sixteen digits in a register. */
#ifndef X86_TEMPLATE_H
#define X86_TEMPLATE_H

#include "scalar.h"

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
INLINE bytes16 bytes16_or(bytes16 a, bytes16 b) { return _mm_or_si128(a, b); }
INLINE bytes16 bytes16_shuffle(bytes16 v, bytes16 order) { return _mm_shuffle_epi8(v, order); }
INLINE bytes16 bytes16_drop4(bytes16 v) { return _mm_srli_si128(v, 4); }

#include "vectors16_template.h"

/* The constants of Wojciech Mula's and Daniel Lemire's "Faster Base64 Encoding and Decoding Using
 * AVX2 Instructions", for each lane of 16 bytes. */

/* Three bytes a b c to b a c b, so that each 16 bits hold two digits next to each other. */
#define SPLIT_ORDER 1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10
/* What to add to a digit's value, by its class: 0 lower case, 1 to 10 figures, 11 and 12 the two
 * that are reserved, 13 upper case. */
#define SPELL_OFFSETS(for62, for63)                                                                \
    'a' - 26, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52,      \
        '0' - 52, '0' - 52, (char)(for62 - 62), (char)(for63 - 63), 'A', 0, 0
/* By the halves of a character: a bit that both set means that it is no digit. */
#define DECODE_LOW                                                                                 \
    0x15, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x13, 0x1A, 0x1B, 0x1B, 0x1B, 0x1A
#define DECODE_HIGH                                                                                \
    0x10, 0x10, 0x01, 0x02, 0x04, 0x08, 0x04, 0x08, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10
/* What to add to a character, by its high half, one less for "/". */
#define DECODE_OFFSETS 0, 16, 19, 4, -65, -65, -71, -71, 0, 0, 0, 0, 0, 0, 0, 0
/* The three low bytes of each 32 bits, the highest first. */
#define JOIN_ORDER 2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1

#endif
