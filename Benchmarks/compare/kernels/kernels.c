/* How fast each kernel is, stage by stage, on one core: gigabytes of input a second, and the time of
 * memcpy for the same input and output bytes as a part of the time taken.
 *
 *   kernels FILE [ROUNDS]
 *
 * The message is repeated or cut to each size. Each figure is the best of many runs, because other
 * programs can only make a run longer. */
#include "CPayloadKernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct work {
    const CPayloadKernels_table *table;
    const uint8_t *in;
    size_t count;
    uint8_t *out;
    size_t capacity;
} work;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* --- stages: each returns the bytes that come out --- */

static size_t run_validate(const work *w) {
    return w->table->wellFormedPrefix(w->in, w->count) ? 0 : 1;
}
static size_t run_fold(const work *w) {
    CPayloadKernels_foldState state = {0};
    return w->table->fold(&state, w->in, w->count, 0, w->out);
}
static size_t run_base64(const work *w) {
    size_t written;
    w->table->base64(w->in, w->count, w->count, w->out, w->capacity, &written);
    return written;
}
static size_t run_base64_percent(const work *w) {
    size_t written;
    w->table->base64Percent(w->in, w->count, w->count, w->out, w->capacity, &written);
    return written;
}
static size_t run_cookbook(const work *w) {
    CPayloadKernels_stream stream = {0};
    size_t count, start = CPayloadKernels_trim(w->in, w->count, &count);
    return CPayloadKernels_encode(w->table, &stream, true, true, w->in + start, count, NULL, w->out,
                                  w->capacity)
        .written;
}
static size_t run_decode_percent(const work *w) {
    size_t written;
    w->table->decodePercent(w->in, w->count, w->out, &written);
    return written;
}
static size_t run_decode_base64(const work *w) {
    return w->table->decodeBase64(w->in, w->count, w->out) / 4 * 3;
}
static size_t run_unwrap(const work *w) {
    size_t digits = w->table->removeWhiteSpace(w->in, w->count, w->out);
    return w->table->decodeBase64(w->out, digits, w->out) / 4 * 3;
}

enum { MESSAGE, PAYLOAD, DIGITS_, WRAPPED };
static const struct {
    const char *name;
    int input;
    size_t (*run)(const work *);
} stages[] = {
    {"validate", MESSAGE, run_validate},
    {"fold", MESSAGE, run_fold},
    {"base64", MESSAGE, run_base64},
    {"base64+percent", MESSAGE, run_base64_percent},
    {"cookbook", MESSAGE, run_cookbook},
    {"percent-decode", PAYLOAD, run_decode_percent},
    {"base64-decode", DIGITS_, run_decode_base64},
    {"unwrap+decode", WRAPPED, run_unwrap},
};

/* --- measuring --- */

static size_t repeat_count(size_t count) { return count >= 1 << 22 ? 1 : (1 << 20) / count + 1; }

static double time_of(size_t (*run)(const work *), const work *w, int rounds) {
    double best = 1e9;
    size_t times = repeat_count(w->count);
    for (int round = 0; round < rounds; round++) {
        double start = now();
        for (size_t i = 0; i < times; i++) {
            run(w);
            __asm__ volatile("" ::: "memory");
        }
        double taken = (now() - start) / (double)times;
        if (taken < best) best = taken;
    }
    return best;
}

static size_t copied_out;
static size_t run_copy(const work *w) {
    /* The input bytes and the output bytes, each copied once into the output. */
    memcpy(w->out, w->in, w->count);
    __asm__ volatile("" ::: "memory");
    if (copied_out > 0) memcpy(w->out, w->in, copied_out);
    return w->count;
}

static const char *const names[] = {"scalar", "neon", "sse4", "avx2", "avx512"};

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    int rounds = argc > 2 ? atoi(argv[2]) : 200;
    FILE *file = fopen(argv[1], "rb");
    static uint8_t message[1 << 20];
    size_t length = file == NULL ? 0 : fread(message, 1, sizeof message, file);
    if (length == 0) return 2;
    const size_t sizes[] = {1 << 10, 1 << 13, 1 << 16, 1 << 20, 1 << 26};
    printf("%-15s %-7s %9s %8s %8s\n", "stage", "kernel", "bytes", "GB/s", "/memcpy");
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        size_t size = sizes[s], capacity = size * 2 + 1024;
        uint8_t *in[4], *out = malloc(capacity);
        size_t counts[4] = {size, 0, 0, 0};
        for (int i = 0; i < 4; i++) in[i] = malloc(capacity);
        for (size_t i = 0; i < size; i++) in[MESSAGE][i] = message[i % length];
        const CPayloadKernels_table *best = CPayloadKernels_best();
        best->base64Percent(in[MESSAGE], size, size, in[PAYLOAD], capacity, &counts[PAYLOAD]);
        best->base64(in[MESSAGE], size, size, in[DIGITS_], capacity, &counts[DIGITS_]);
        for (size_t i = 0; i < counts[DIGITS_]; i++) {
            in[WRAPPED][counts[WRAPPED]++] = in[DIGITS_][i];
            if (i % 76 == 75) in[WRAPPED][counts[WRAPPED]++] = '\n';
        }
        memset(out, 0, capacity);
        int few = size >= 1 << 26 ? rounds / 20 + 3 : rounds;
        for (size_t stage = 0; stage < sizeof stages / sizeof *stages; stage++) {
            for (int kind = CPayloadKernels_scalar; kind <= CPayloadKernels_avx512; kind++) {
                work w = {CPayloadKernels_tableOf((CPayloadKernels_kind)kind),
                          in[stages[stage].input], counts[stages[stage].input], out, capacity};
                if (w.table == NULL) continue;
                copied_out = stages[stage].run(&w);
                if (copied_out > w.count * 2) copied_out = 0;
                /* Twice and interleaved, so that both meet the same neighbours. */
                double own = 1e9, copy = 1e9;
                for (int i = 0; i < 2; i++) {
                    double a = time_of(stages[stage].run, &w, few), b = time_of(run_copy, &w, few);
                    own = a < own ? a : own;
                    copy = b < copy ? b : copy;
                }
                printf("%-15s %-7s %9zu %8.2f %8.3f\n", stages[stage].name, names[kind], size,
                       (double)w.count / own * 1e-9, copy / own);
                fflush(stdout);
            }
        }
        for (int i = 0; i < 4; i++) free(in[i]);
        free(out);
    }
    return 0;
}
