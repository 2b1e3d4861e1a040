/* Every kernel with lengths, states and room at their edges. Blocks are as large as what a function may
 * touch, so that AddressSanitizer sees a byte beyond them. */
#include "CPayloadKernels.h"
#include "limits.h"

static const size_t counts[] = {0,  1,  2,  3,  4,   15,  16,  17,  47,  48,
                                63, 64, 65, 66, 127, 128, 129, 192, 1000};

/* A block of exactly this many bytes. */
static uint8_t *block_of(size_t count, const char *pattern) {
    uint8_t *block = malloc(count == 0 ? 1 : count);
    EXPECT(block != NULL);
    for (size_t i = 0; i < count; i++) block[i] = (uint8_t)pattern[i % strlen(pattern)];
    return block;
}

/* What a fold says of itself may be anything; the bytes ahead are there. */
static void check_fold(const CPayloadKernels_table *table, size_t count, const char *pattern) {
    static const size_t ahead[] = {0, 1, 2, 3, 63, 64, 129, 100000, SIZE_MAX};
    static const uint64_t words[] = {0, 1, 2, 3, UINT64_C(1) << 63, UINT64_MAX};
    for (size_t a = 0; a < sizeof ahead / sizeof *ahead; a++) {
        const size_t shown = ahead[a] < 2 ? ahead[a] : 2;
        uint8_t *in = block_of(count + shown, pattern), *out = block_of(count, "x");
        for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
            for (size_t j = 0; j < sizeof words / sizeof *words; j++) {
                CPayloadKernels_foldState state = {words[i], words[j], words[i] ^ words[j]};
                EXPECT(table->fold(&state, in, count, ahead[a], out) <= count);
                EXPECT(state.inRun <= 1 || count == 0);
            }
        }
        CPayloadKernels_foldState most = {0, 0, 0}, plain = most;
        const size_t written = table->fold(&most, in, count, ahead[a], out);
        uint8_t *expected = block_of(count, "x");
        const size_t usable = count % 64 == 0 ? shown : 0;
        const CPayloadKernels_table *scalar = CPayloadKernels_tableOf(CPayloadKernels_scalar);
        EXPECT(scalar->fold(&plain, in, count, usable, expected) == written);
        EXPECT(memcmp(out, expected, written) == 0 && most.inRun == plain.inRun);
        free(expected);
        free(in);
        free(out);
    }
}

static void check_base64(const CPayloadKernels_table *table, size_t count, const char *pattern) {
    uint8_t *in = block_of(count, pattern);
    for (unsigned percent = 0; percent < 2; percent++) {
        for (size_t capacity = 0; capacity <= 4 * count + 12; capacity += 1 + capacity / 5) {
            uint8_t *out = block_of(capacity, "x");
            for (size_t readable = 0; readable <= count; readable += 1 + count / 3) {
                size_t written = SIZE_MAX;
                const size_t read = (percent ? table->base64Percent : table->base64)(
                    in, count, readable, out, capacity, &written);
                EXPECT(read <= count && read % 3 == 0 && written <= capacity);
            }
            const size_t length = CPayloadKernels_base64(table, percent, in, count, out, capacity);
            EXPECT(length <= capacity && (percent || length == 0 || length == (count + 2) / 3 * 4));
            EXPECT(capacity > 0 || length == 0);
            free(out);
        }
    }
    uint8_t *out = block_of(count / 4 * 3, "x");
    EXPECT(table->decodeBase64(in, count, out) <= count);
    EXPECT(table->decodeBase64(in, count, in) <= count);
    free(out);
    free(in);
}

static void check_text(const CPayloadKernels_table *table, size_t count, const char *pattern) {
    uint8_t *in = block_of(count, pattern), *out = block_of(count, "x");
    size_t written = SIZE_MAX, remaining = SIZE_MAX;
    EXPECT(table->wellFormedPrefix(in, count) <= count);
    EXPECT(table->removeWhiteSpace(in, count, out) <= count);
    EXPECT(table->decodePercent(in, count, out, &written) <= count && written <= count);
    const size_t start = CPayloadKernels_trim(in, count, &remaining);
    EXPECT(start <= count && remaining <= count - start);
    free(in);
    free(out);
}

static void check_encode(const CPayloadKernels_table *table, size_t count, const char *pattern) {
    uint8_t *in = block_of(count, pattern), *normalized = block_of(count, "x");
    for (unsigned way = 0; way < 8; way++) {
        const bool folds = way & 1, last = way & 2, keeps = way & 4;
        for (size_t capacity = 0; capacity <= 4 * count + 32; capacity += 1 + capacity / 4) {
            uint8_t *out = block_of(capacity, "x");
            for (unsigned rest = 0; rest <= UINT8_MAX; rest += rest < 4 ? 1 : 63) {
                CPayloadKernels_stream stream = {
                    {UINT64_MAX, UINT64_MAX, UINT64_MAX}, {'a', 'b'}, (uint8_t)rest};
                const CPayloadKernels_result result =
                    CPayloadKernels_encode(table, &stream, folds, last, in, count,
                                           keeps ? normalized : NULL, out, capacity);
                const bool isUsable = rest <= 2 && (rest == 0 || !folds || !keeps);
                EXPECT((result.status == CPayloadKernels_badStream) == !isUsable);
                EXPECT(result.position <= count && result.written <= capacity
                       && result.normalized <= count && (!isUsable || stream.restCount <= 2));
            }
            free(out);
        }
    }
    free(in);
    free(normalized);
}

/* Enough for several pieces. */
static void check_long_encode(const CPayloadKernels_table *table) {
    enum { LONG = 50000 };
    uint8_t *in = block_of(LONG, "a \t\xE2\x80\xA8>?"), *out = block_of(4 * LONG, "x");
    for (size_t capacity = 0; capacity <= 4 * LONG; capacity += 9973) {
        CPayloadKernels_stream stream = {.rest = {'a', 'b'}, .restCount = 2};
        const CPayloadKernels_result result = CPayloadKernels_encode(
            table, &stream, true, true, in, LONG / 8 * 8, NULL, out, capacity);
        EXPECT(result.written <= capacity);
        EXPECT(result.status == CPayloadKernels_done || result.status == CPayloadKernels_noRoom);
    }
    free(in);
    free(out);
}

void check_kernel_limits(void) {
    static const int32_t kinds[] = {5, 6, 100, INT32_MAX, INT32_MIN, -1};
    static const char *const patterns[] = {
        " ", "a", "a\t \r\n", "%2B%", "\xE2\x80\xA8", "\xE2\x80", "\xFF\xC2", "+/"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        EXPECT(CPayloadKernels_tableOf((CPayloadKernels_kind)kinds[i]) == NULL);
    }
    EXPECT(CPayloadKernels_best() != NULL);
    EXPECT(CPayloadKernels_tableOf(CPayloadKernels_scalar) != NULL);
    for (int kind = CPayloadKernels_scalar; kind <= CPayloadKernels_avx512; kind++) {
        const CPayloadKernels_table *table = CPayloadKernels_tableOf((CPayloadKernels_kind)kind);
        if (table == NULL) continue;
        for (size_t p = 0; p < sizeof patterns / sizeof *patterns; p++) {
            for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
                check_fold(table, counts[i], patterns[p]);
                check_base64(table, counts[i], patterns[p]);
                check_text(table, counts[i], patterns[p]);
                check_encode(table, counts[i], patterns[p]);
            }
        }
        check_long_encode(table);
    }
}
