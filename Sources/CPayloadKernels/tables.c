/* Which instruction sets this processor has, asked once. */
#include "tables.h"

static const CPayloadKernels_table *supported(CPayloadKernels_kind kind) {
    switch (kind) {
#if defined(HAS_X86_KERNELS)
    /* The answers include whether the system saves the registers. */
    case CPayloadKernels_avx512:
        return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vbmi")
                && __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("bmi2")
                && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("popcnt")
            ? &CPayloadKernels_avx512Table
            : NULL;
    case CPayloadKernels_avx2:
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")
                && __builtin_cpu_supports("popcnt")
            ? &CPayloadKernels_avx2Table
            : NULL;
    case CPayloadKernels_sse4:
        return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt")
            ? &CPayloadKernels_sse4Table
            : NULL;
#elif defined(HAS_NEON_KERNEL)
    case CPayloadKernels_neon: return &CPayloadKernels_neonTable;
#endif
    case CPayloadKernels_scalar: return &CPayloadKernels_scalarTable;
    default: return NULL;
    }
}

const CPayloadKernels_table *CPayloadKernels_tableOf(CPayloadKernels_kind kind) {
#if defined(HAS_X86_KERNELS)
    __builtin_cpu_init();
#endif
    return supported(kind);
}

const CPayloadKernels_table *CPayloadKernels_best(void) {
    /* Threads that come here at the same time find the same table. */
    static const CPayloadKernels_table *best;
    const CPayloadKernels_table *table = __atomic_load_n(&best, __ATOMIC_ACQUIRE);
    if (table == NULL) {
        for (int kind = CPayloadKernels_avx512; table == NULL; kind--) {
            table = CPayloadKernels_tableOf((CPayloadKernels_kind)kind);
        }
        __atomic_store_n(&best, table, __ATOMIC_RELEASE);
    }
    return table;
}
