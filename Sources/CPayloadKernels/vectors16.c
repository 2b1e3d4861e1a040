/* The table of vectors16_template.h, worked out by the compiler. */
#include <stdint.h>

extern const uint64_t CPayloadKernels_keptBytes[256];

/* Bit `b` of the mask `m` puts the index `b` behind those of the lower bits. */
#define INDEX(m, b)                                                                                \
    ((1 & (m) >> (b)) * ((uint64_t)(b) << 8 * __builtin_popcount((m) & ((1U << (b)) - 1)) % 64))
#define ROW(m)                                                                                     \
    (INDEX(m, 1) | INDEX(m, 2) | INDEX(m, 3) | INDEX(m, 4) | INDEX(m, 5) | INDEX(m, 6)             \
     | INDEX(m, 7))
#define ROWS_4(m) ROW(m), ROW(m + 1U), ROW(m + 2U), ROW(m + 3U)
#define ROWS_16(m) ROWS_4(m), ROWS_4(m + 4U), ROWS_4(m + 8U), ROWS_4(m + 12U)
#define ROWS_64(m) ROWS_16(m), ROWS_16(m + 16U), ROWS_16(m + 32U), ROWS_16(m + 48U)

const uint64_t CPayloadKernels_keptBytes[256] = {ROWS_64(0U), ROWS_64(64U), ROWS_64(128U),
                                                 ROWS_64(192U)};
