/* The tables that a build has. Which of them the processor can run is another question. */
#ifndef TABLES_H
#define TABLES_H

#include "CPayloadKernels.h"

#if defined(__x86_64__)
#define HAS_X86_KERNELS 1
#elif defined(__aarch64__) && defined(__ARM_NEON) && !defined(__ARM_BIG_ENDIAN)
#define HAS_NEON_KERNEL 1
#endif

extern const CPayloadKernels_table CPayloadKernels_scalarTable;
extern const CPayloadKernels_table CPayloadKernels_neonTable;
extern const CPayloadKernels_table CPayloadKernels_sse4Table;
extern const CPayloadKernels_table CPayloadKernels_avx2Table;
extern const CPayloadKernels_table CPayloadKernels_avx512Table;

#endif
