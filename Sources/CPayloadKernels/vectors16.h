/* What instruction sets without VPCOMPRESSB and VPEXPANDB do with a shuffle of 16 octets.
 *
 * Needs of the instruction set: the type `octets16` and octets16_load, octets16_from (two halves),
 * octets16_store, octets16_store_low and octets16_store_high (eight octets), octets16_or,
 * octets16_shuffle (an index with the high bit set gives zero), octets16_drop4 (the last twelve
 * octets, moved to the front). */
#ifndef VECTORS16_H
#define VECTORS16_H

#include "scalar.h"

/* For each mask of eight octets the indices of those that are kept, in order (vectors16.c). */
extern const uint64_t CPayloadKernels_keptOctets[256];

/* Moves those of 16 octets whose bit is set to the front, and touches no more than 16. The mask is
 * looked up in two halves, because a table for sixteen octets would have 65 536 rows. */
INLINE uint8_t *store_kept16(uint8_t *out, octets16 v, unsigned keep) {
    if (keep == 0xFFFF) {
        octets16_store(out, v);
        return out + 16;
    }
    unsigned low = keep & 0xFF, high = keep >> 8;
    v = octets16_shuffle(v, octets16_from(CPayloadKernels_keptOctets[low],
                                          CPayloadKernels_keptOctets[high] + 0x0808080808080808));
    octets16_store_low(out, v);
    out += __builtin_popcount(low);
    octets16_store_high(out, v);
    return out + __builtin_popcount(high);
}

/* How four digits become up to twelve octets, by the mask of those that are reserved: for each
 * octet the digit that comes there, or 0x80 for none, and what is put there instead. */
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
    "",         "%2",         "\0%2",       "%2\0%2",     "\0\0%2",     "%2\0\0%2",
    "\0%2\0%2", "%2\0%2\0%2", "\0\0\0%2",   "%2\0\0\0%2", "\0%2\0\0%2", "%2\0%2\0\0%2",
    "\0\0%2\0%2", "%2\0\0%2\0%2", "\0%2\0%2\0%2", "%2\0%2\0%2\0%2",
};

/* Stores 16 digits with "%2" before each of those whose bit is set; touches up to four octets
 * beyond the longest form. */
INLINE uint8_t *store_expanded16(uint8_t *out, octets16 v, unsigned reserved) {
    for (int group = 0; group < 4; group++) {
        unsigned mask = reserved >> (4 * group) & 0xF;
        octets16 placed = octets16_shuffle(v, octets16_load(expanded_order[mask]));
        octets16_store(out, octets16_or(placed, octets16_load(expanded_signs[mask])));
        out += 4 + 2 * __builtin_popcount(mask);
        v = octets16_drop4(v);
    }
    return out;
}

#endif
