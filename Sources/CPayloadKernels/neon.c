/* NEON of 64-bit ARM, which every such processor has. */
#include "tables.h"

#if defined(HAS_NEON_KERNEL)
#include <arm_neon.h>

#include "scalar.h"

/* --- 16 bytes (vectors16_template.h) --- */

typedef uint8x16_t bytes16;

INLINE bytes16 bytes16_load(const uint8_t *p) { return vld1q_u8(p); }
INLINE bytes16 bytes16_from(uint64_t low, uint64_t high) {
    return vcombine_u8(vcreate_u8(low), vcreate_u8(high));
}
INLINE void bytes16_store(uint8_t *p, bytes16 v) { vst1q_u8(p, v); }
INLINE void bytes16_store_low(uint8_t *p, bytes16 v) { vst1_u8(p, vget_low_u8(v)); }
INLINE void bytes16_store_high(uint8_t *p, bytes16 v) { vst1_u8(p, vget_high_u8(v)); }
INLINE bytes16 bytes16_shuffle(bytes16 v, bytes16 order) { return vqtbl1q_u8(v, order); }
INLINE bytes16 bytes16_drop4(bytes16 v) { return vextq_u8(v, vdupq_n_u8(0), 4); }

/* --- 64 bytes (blocks_template.h) --- */

enum { VECTOR_BYTES = 16 };

#include "blocks_template.h"

/* NEON has no instruction that takes one bit out of each byte. Eight bytes of which each has a
 * bit of its own are added up instead, in three rounds for all 64 bytes at once. */
INLINE uint64_t mask_of(block all_or_nothing) {
    const uint8x16_t bits = vreinterpretq_u8_u64(vdupq_n_u64(0x8040201008040201));
    uint8x16_t v[4];
    for (int i = 0; i < 4; i++) v[i] = vandq_u8(all_or_nothing.part[i], bits);
    uint8x16_t sum = vpaddq_u8(vpaddq_u8(v[0], v[1]), vpaddq_u8(v[2], v[3]));
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sum, sum)), 0);
}
/* Only whether there is one, which is all that is asked, in the lowest bit. */
INLINE uint64_t block_high(block b) {
    return vmaxvq_u8((b.part[0] | b.part[1]) | (b.part[2] | b.part[3])) >> 7;
}

#include "fold_template.h"

/* --- a vector (utf8_template.h) --- */

INLINE bool vector_is_zero(vector v) { return vmaxvq_u8((uint8x16_t)v) == 0; }
INLINE vector vector_lookup(const uint8_t table[16], vector indices) {
    return (vector)vqtbl1q_u8(vld1q_u8(table), (uint8x16_t)indices);
}

#include "utf8_template.h"

/* --- 16 digits (base64_template.h) --- */

enum { DIGITS = 16, DIGITS_OVERSHOOT = 4 };
typedef uint8x16_t digits;

INLINE digits digits_load(const uint8_t *p) { return vld1q_u8(p); }
INLINE digits digits_load_part(const uint8_t *p, size_t count) {
    uint8_t part[16] = {0};
    memcpy(part, p, count);
    return vld1q_u8(part);
}

/* Each three bytes a b c become b a c b; then each 16 bits hold two digits next to each other, and
 * a shift by a distance of its own brings each digit into its byte. */
INLINE digits digits_split(digits d) {
    static const uint8_t order[16] = {1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10};
    const int16x8_t down = vreinterpretq_s16_s32(vdupq_n_s32((int32_t)0xFFFAFFF6)); /* -10, -6 */
    const int16x8_t up = vreinterpretq_s16_s32(vdupq_n_s32(0x00080004));            /* 4, 8 */
    uint32x4_t pairs = vreinterpretq_u32_u8(vqtbl1q_u8(d, vld1q_u8(order)));
    uint16x8_t even = vreinterpretq_u16_u32(vandq_u32(pairs, vdupq_n_u32(0x0fc0fc00)));
    uint16x8_t odd = vreinterpretq_u16_u32(vandq_u32(pairs, vdupq_n_u32(0x003f03f0)));
    return vreinterpretq_u8_u16(vorrq_u16(vshlq_u16(even, down), vshlq_u16(odd, up)));
}
INLINE uint64_t digits_reserved(digits d) {
    uint8x16_t where = vcgtq_u8(d, vdupq_n_u8(61));
    if (vmaxvq_u8(where) == 0) return 0;
    const uint8x16_t bits = vreinterpretq_u8_u64(vdupq_n_u64(0x8040201008040201));
    uint8x16_t v = vandq_u8(where, bits);
    return vaddv_u8(vget_low_u8(v)) | (uint64_t)vaddv_u8(vget_high_u8(v)) << 8;
}
/* The whole alphabet fits into the four registers of one look-up. */
INLINE digits digits_spell(digits d, char for62, char for63) {
    uint8x16_t last = vsetq_lane_u8((uint8_t)for62, vld1q_u8(alphabet + 48), 14);
    last = vsetq_lane_u8((uint8_t)for63, last, 15);
    uint8x16x4_t table = {
        {vld1q_u8(alphabet), vld1q_u8(alphabet + 16), vld1q_u8(alphabet + 32), last}};
    return vqtbl4q_u8(table, d);
}
INLINE uint8_t *digits_store_expanded(uint8_t *out, digits d, uint64_t reserved) {
    return store_expanded16(out, d, (unsigned)reserved);
}

INLINE bool digits_decode(const uint8_t *in, uint8_t *out) {
    /* The values of the characters from "+" to "z", and 0xFF; an index beyond them, as it comes
     * of every other byte, leaves the 0xFF of the second look-up. */
    static const uint8_t values[80] = {
        62,   0xFF, 0xFF, 0xFF, 63,   52,   53, 54, 55, 56, 57, 58, 59, 60, 61, 0xFF,
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0,  1,  2,  3,  4,  5,  6,  7,  8,  9,
        10,   11,   12,   13,   14,   15,   16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35,
        36,   37,   38,   39,   40,   41,   42, 43, 44, 45, 46, 47, 48, 49, 50, 51};
    static const uint8_t order[16] = {2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, 255, 255, 255, 255};
    const uint8x16x4_t first = vld1q_u8_x4(values);
    uint8x16_t indices = vsubq_u8(vld1q_u8(in), vdupq_n_u8('+'));
    uint8x16_t d = vqtbx4q_u8(vdupq_n_u8(0xFF), first, indices);
    d = vqtbx1q_u8(d, vld1q_u8(values + 64), vsubq_u8(indices, vdupq_n_u8(64)));
    if (vmaxvq_u8(d) > 63) return false;
    /* 6 + 6 bits to 12, 12 + 12 to 24, then the three bytes of each in order. */
    uint16x8_t v = vreinterpretq_u16_u8(d);
    uint16x8_t pairs = vorrq_u16(vshlq_n_u16(vandq_u16(v, vdupq_n_u16(0x3F)), 6),
                                 vshrq_n_u16(v, 8));
    uint32x4_t w = vreinterpretq_u32_u16(pairs);
    uint32x4_t groups = vorrq_u32(vshlq_n_u32(vandq_u32(w, vdupq_n_u32(0xFFF)), 12),
                                  vshrq_n_u32(w, 16));
    vst1q_u8(out, vqtbl1q_u8(vreinterpretq_u8_u32(groups), vld1q_u8(order)));
    return true;
}

#include "base64_template.h"

#define TABLE CPayloadKernels_neonTable
#define KIND CPayloadKernels_neon
#include "table_template.h"
#endif
