/* Template, included by instruction sets without masks: 64 bytes in several vectors (fold_template.h,
 * utf8_template.h).
 *
 * Needs of the instruction set: VECTOR_BYTES; block_compress, and by means of the type `block`
 *   mask_of      one bit for each byte, of bytes that are 0 or 0xFF
 *   block_high   the same of the high bits, or only whether there is one. */
#ifndef BLOCKS_TEMPLATE_H
#define BLOCKS_TEMPLATE_H

#include "vectors16_template.h"

typedef uint8_t vector __attribute__((vector_size(VECTOR_BYTES)));
typedef int8_t signed_vector __attribute__((vector_size(VECTOR_BYTES)));

typedef union block {
    vector v[64 / VECTOR_BYTES];
    bytes16 part[4];
} block;

INLINE uint64_t mask_of(block all_or_nothing);
INLINE uint64_t block_high(block b);

#define EACH(expression)                                                                           \
    block result;                                                                                  \
    for (int i = 0; i < 64 / VECTOR_BYTES; i++) result.v[i] = (vector)(expression);                \
    return result

INLINE block block_load(const uint8_t *p) {
    block b;
    memcpy(&b, p, 64);
    return b;
}
INLINE void block_store(uint8_t *p, block b) { memcpy(p, &b, 64); }
INLINE block block_or(block a, block b) { EACH(a.v[i] | b.v[i]); }
/* As a signed number a byte beyond ASCII is less than any character. */
INLINE block where_unusual(block b) { EACH((signed_vector)b.v[i] < ' '); }
INLINE uint64_t block_unusual(block b) { return block_high(where_unusual(b)); }
INLINE block where_equal(block b, uint8_t byte) { EACH(b.v[i] == byte); }
INLINE uint64_t block_equal(block b, uint8_t byte) { return mask_of(where_equal(b, byte)); }
INLINE block where_between(block b, uint8_t first, uint8_t width) { EACH(b.v[i] - first <= width); }
INLINE uint64_t block_between(block b, uint8_t first, uint8_t last) {
    return mask_of(where_between(b, first, (uint8_t)(last - first)));
}
INLINE block block_tabs_to_spaces(block b) {
    const uint8_t change = '\t' ^ ' ';
    EACH(b.v[i] ^ ((vector)(b.v[i] == '\t') & change));
}
INLINE size_t block_compress(uint8_t *output, block b, uint64_t keep) {
    uint8_t *out = output;
    for (int i = 0; i < 4; i++) out = store_kept16(out, b.part[i], keep >> (16 * i) & 0xFFFF);
    return (size_t)__builtin_popcountll(keep);
}

#endif
