/* SSE4 (with SSSE3's shuffle and POPCNT): 16 bytes a vector. */
#include "tables.h"

#if defined(HAS_X86_KERNELS)
#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("sse4.2,popcnt"))), apply_to = function)

enum { VECTOR_BYTES = 16 };
typedef __m128i wide;
#define WIDE(instruction) _mm_##instruction
#define LANES(...) _mm_setr_epi8(__VA_ARGS__)
static inline int are_apart(wide a, wide b) { return _mm_testz_si128(a, b); }

#include "x86_template.h"

#define TABLE CPayloadKernels_sse4Table
#define KIND CPayloadKernels_sse4
#include "table_template.h"

#pragma clang attribute pop
#endif
