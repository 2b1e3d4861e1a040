/* Template, included by instruction sets without VPCOMPRESSB and VPEXPANDB: what they do with a shuffle
 * of 16 bytes.
 *
 * Needs of the instruction set: the type `bytes16` and bytes16_load, bytes16_from (two halves),
 * bytes16_store, bytes16_store_low and bytes16_store_high (eight bytes), bytes16_shuffle (an index
 * with the high bit set gives zero), bytes16_drop4 (the last twelve bytes, moved to the front). */
#ifndef VECTORS16_TEMPLATE_H
#define VECTORS16_TEMPLATE_H

#include "scalar.h"

/* For each mask of eight bytes the indices of those that are kept, in order (vectors16.c). */
extern const uint64_t CPayloadKernels_keptBytes[256];

/* Moves those of 16 bytes whose bit is set to the front, and touches no more than 16. The mask is
 * looked up in two halves, because a table for sixteen bytes would have 65 536 rows. */
INLINE uint8_t *store_kept16(uint8_t *out, bytes16 v, unsigned keep) {
    if (keep == 0xFFFF) {
        bytes16_store(out, v);
        return out + 16;
    }
    unsigned low = keep & 0xFF, high = keep >> 8;
    v = bytes16_shuffle(v,
                        bytes16_from(CPayloadKernels_keptBytes[low],
                                     CPayloadKernels_keptBytes[high] + 0x0808080808080808));
    bytes16_store_low(out, v);
    out += __builtin_popcount(low);
    bytes16_store_high(out, v);
    return out + __builtin_popcount(high);
}

/* How four digits become up to twelve bytes, by the mask of those that are reserved: for each
 * byte the digit that comes there, or 0x80 for none, and what is put there instead. */
#define NONE 0x80
static const uint8_t expanded_order[16][16] = {
    {0, 1, 2, 3},
    {NONE, NONE, 0, 1, 2, 3},
    {0, NONE, NONE, 1, 2, 3},
    {NONE, NONE, 0, NONE, NONE, 1, 2, 3},
    {0, 1, NONE, NONE, 2, 3},
    {NONE, NONE, 0, 1, NONE, NONE, 2, 3},
    {0, NONE, NONE, 1, NONE, NONE, 2, 3},
    {NONE, NONE, 0, NONE, NONE, 1, NONE, NONE, 2, 3},
    {0, 1, 2, NONE, NONE, 3},
    {NONE, NONE, 0, 1, 2, NONE, NONE, 3},
    {0, NONE, NONE, 1, 2, NONE, NONE, 3},
    {NONE, NONE, 0, NONE, NONE, 1, 2, NONE, NONE, 3},
    {0, 1, NONE, NONE, 2, NONE, NONE, 3},
    {NONE, NONE, 0, 1, NONE, NONE, 2, NONE, NONE, 3},
    {0, NONE, NONE, 1, NONE, NONE, 2, NONE, NONE, 3},
    {NONE, NONE, 0, NONE, NONE, 1, NONE, NONE, 2, NONE, NONE, 3},
};
static const uint8_t expanded_signs[16][16] = {
    "",           "%2",           "\0%2",         "%2\0%2",         "\0\0%2",     "%2\0\0%2",
    "\0%2\0%2",   "%2\0%2\0%2",   "\0\0\0%2",     "%2\0\0\0%2",     "\0%2\0\0%2", "%2\0%2\0\0%2",
    "\0\0%2\0%2", "%2\0\0%2\0%2", "\0%2\0%2\0%2", "%2\0%2\0%2\0%2",
};

/* Stores 16 digits with "%2" before each of those whose bit is set; touches up to four bytes
 * beyond the longest form. */
INLINE uint8_t *store_expanded16(uint8_t *out, bytes16 v, unsigned reserved) {
    for (int group = 0; group < 4; group++) {
        unsigned mask = reserved >> (4 * group) & 0xF;
        bytes16 placed = bytes16_shuffle(v, bytes16_load(expanded_order[mask]));
        bytes16_store(out, placed | bytes16_load(expanded_signs[mask]));
        out += 4 + 2 * __builtin_popcount(mask);
        v = bytes16_drop4(v);
    }
    return out;
}

#endif
