/* AVX2: 32 bytes a vector, shuffles within lanes of 16. */
#include "tables.h"

#if defined(HAS_X86_KERNELS)
#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("avx2,bmi,popcnt"))), apply_to = function)

enum { VECTOR_BYTES = 32 };
typedef __m256i wide;
#define WIDE(instruction) _mm256_##instruction
#define LANES(...) _mm256_setr_epi8(__VA_ARGS__, __VA_ARGS__)
static inline int are_apart(wide a, wide b) { return _mm256_testz_si256(a, b); }

#include "x86_template.h"

#define TABLE CPayloadKernels_avx2Table
#define KIND CPayloadKernels_avx2
#include "table_template.h"

#pragma clang attribute pop
#endif
