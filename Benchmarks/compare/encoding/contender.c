/* The contenders of encode.py that are written in C.
 *
 *   contender                        names them, one on each line
 *   contender write NAME FILE        writes the payload of the file to standard output
 *   contender time NAME FILE SECONDS measures for about so long and writes one JSON object
 *
 * "chain" is three plain passes: normalize, Base64, percent-encode. "libbase64" is the same chain
 * with aklomp's Base64 in its middle, which chooses its instruction set itself. "kernel NAME" is one
 * of our kernels, called from C. "memcpy" copies as many bytes as the message has, and then as many
 * as its payload has, from and to the same places. */
#include "CPayloadKernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef HAVE_LIBBASE64
#include <libbase64.h>
#endif

typedef struct work {
    const uint8_t *in;
    size_t count;
    uint8_t *out, *normalized, *digits;
    size_t capacity;
    size_t written;
    const CPayloadKernels_table *table;
} work;

/* --- the plain chain --- */

static size_t newline_length(const uint8_t *in, size_t count) {
    if (in[0] >= 0x0A && in[0] <= 0x0D) return 1;
    if (in[0] == 0xC2) return count > 1 && in[1] == 0x85 ? 2 : 0;
    if (in[0] != 0xE2 || count < 3 || in[1] != 0x80) return 0;
    return in[2] == 0xA8 || in[2] == 0xA9 ? 3 : 0;
}

static size_t normalize(const uint8_t *in, size_t count, uint8_t *out) {
    uint8_t *start = out;
    bool in_run = false;
    for (size_t i = 0; i < count;) {
        if (in[i] == ' ' || in[i] == '\t') {
            if (!in_run) *out++ = ' ';
            in_run = true;
            i++;
            continue;
        }
        size_t length = newline_length(in + i, count - i);
        if (length == 0) *out++ = in[i];
        in_run = false;
        i += length == 0 ? 1 : length;
    }
    return (size_t)(out - start);
}

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static size_t base64(const uint8_t *in, size_t count, uint8_t *out) {
    uint8_t *start = out;
    size_t i = 0;
    for (; i + 3 <= count; i += 3) {
        unsigned bits = (unsigned)in[i] << 16 | (unsigned)in[i + 1] << 8 | in[i + 2];
        *out++ = (uint8_t)alphabet[bits >> 18];
        *out++ = (uint8_t)alphabet[bits >> 12 & 0x3F];
        *out++ = (uint8_t)alphabet[bits >> 6 & 0x3F];
        *out++ = (uint8_t)alphabet[bits & 0x3F];
    }
    if (i < count) {
        unsigned bits = (unsigned)in[i] << 16 | (i + 1 < count ? (unsigned)in[i + 1] << 8 : 0);
        *out++ = (uint8_t)alphabet[bits >> 18];
        *out++ = (uint8_t)alphabet[bits >> 12 & 0x3F];
        *out++ = i + 1 < count ? (uint8_t)alphabet[bits >> 6 & 0x3F] : '=';
        *out++ = '=';
    }
    return (size_t)(out - start);
}

static size_t percent_encode(const uint8_t *in, size_t count, uint8_t *out) {
    uint8_t *start = out;
    for (size_t i = 0; i < count; i++) {
        switch (in[i]) {
        case '+':
            memcpy(out, "%2B", 3);
            out += 3;
            break;
        case '/':
            memcpy(out, "%2F", 3);
            out += 3;
            break;
        case '=':
            memcpy(out, "%3D", 3);
            out += 3;
            break;
        default: *out++ = in[i];
        }
    }
    return (size_t)(out - start);
}

/* --- contenders: each leaves the payload in `out` and its length in `written` --- */

static void run_chain(work *w) {
    size_t kept, start = CPayloadKernels_trim(w->in, w->count, &kept);
    size_t normal = normalize(w->in + start, kept, w->normalized);
    size_t digits = base64(w->normalized, normal, w->digits);
    w->written = percent_encode(w->digits, digits, w->out);
}

#ifdef HAVE_LIBBASE64
static void run_libbase64(work *w) {
    size_t kept, start = CPayloadKernels_trim(w->in, w->count, &kept), digits;
    size_t normal = normalize(w->in + start, kept, w->normalized);
    base64_encode((const char *)w->normalized, normal, (char *)w->digits, &digits, 0);
    w->written = percent_encode(w->digits, digits, w->out);
}

static void run_libbase64_alone(work *w) {
    base64_encode((const char *)w->in, w->count, (char *)w->out, &w->written, 0);
}
#endif

static void run_kernel(work *w) {
    CPayloadKernels_stream stream = {0};
    size_t kept, start = CPayloadKernels_trim(w->in, w->count, &kept);
    w->written = CPayloadKernels_encode(w->table, &stream, true, true, w->in + start, kept, NULL,
                                        w->out, w->capacity)
                     .written;
}

static void run_memcpy(work *w) {
    memcpy(w->out, w->in, w->count);
    __asm__ volatile("" ::: "memory");
    memcpy(w->out, w->in, w->written);
}

static const char *const kernels[] = {"scalar", "neon", "sse4", "avx2", "avx512"};

static void (*contender(const char *name, work *w))(work *) {
    if (strcmp(name, "chain") == 0) return run_chain;
    if (strcmp(name, "memcpy") == 0) return run_memcpy;
#ifdef HAVE_LIBBASE64
    if (strcmp(name, "libbase64") == 0) return run_libbase64;
    if (strcmp(name, "libbase64-alone") == 0) return run_libbase64_alone;
#endif
    for (int kind = 0; kind < 5; kind++) {
        if (strncmp(name, "kernel ", 7) != 0 || strcmp(name + 7, kernels[kind]) != 0) continue;
        w->table = CPayloadKernels_tableOf((CPayloadKernels_kind)kind);
        return w->table == NULL ? NULL : run_kernel;
    }
    return NULL;
}

static void list(void) {
    puts("memcpy\nchain");
#ifdef HAVE_LIBBASE64
    puts("libbase64\nlibbase64-alone");
#endif
    for (int kind = 0; kind < 5; kind++) {
        if (CPayloadKernels_tableOf((CPayloadKernels_kind)kind) != NULL) {
            printf("kernel %s\n", kernels[kind]);
        }
    }
}

/* --- measuring --- */

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median time of one run; turns of a millisecond or more, so that the clock does not count. */
static double median_time(void (*run)(work *), work *w, double seconds) {
    enum { MOST = 100000 };
    static double times[MOST];
    size_t number = 0;
    double start = now();
    run(w);
    double first = now() - start;
    size_t repetitions = first > 0 && first < 1e-3 ? (size_t)(1e-3 / first) + 1 : 1;
    if (first > seconds) return first;
    while (number < MOST) {
        double before = now();
        if (number > 0 && before - start >= seconds) break;
        for (size_t i = 0; i < repetitions; i++) {
            run(w);
            __asm__ volatile("" ::: "memory");
        }
        times[number++] = (now() - before) / (double)repetitions;
    }
    qsort(times, number, sizeof *times, ascending);
    return times[number / 2];
}

int main(int argc, char **argv) {
    if (argc == 1) return list(), 0;
    if (argc < 4) return 2;
    FILE *file = fopen(argv[3], "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) return 3;
    work w = {.count = (size_t)ftell(file)};
    rewind(file);
    w.capacity = w.count * 4 + 64;
    uint8_t *in = malloc(w.capacity);
    w.in = in;
    w.out = malloc(w.capacity);
    w.normalized = malloc(w.capacity);
    w.digits = malloc(w.capacity);
    if (in == NULL || w.out == NULL || w.normalized == NULL || w.digits == NULL) return 3;
    if (fread(in, 1, w.count, file) != w.count) return 3;
    /* What memcpy reads for a payload that is longer than the message. */
    memset(in + w.count, ' ', w.count);
    run_chain(&w);
    void (*run)(work *) = contender(argv[2], &w);
    if (run == NULL) return 2;
    if (strcmp(argv[1], "write") == 0) {
        run(&w);
        return fwrite(w.out, 1, w.written, stdout) == w.written ? 0 : 5;
    }
    printf("{\"seconds\": %.12f}\n", median_time(run, &w, argc > 4 ? atof(argv[4]) : 1));
    return 0;
}
