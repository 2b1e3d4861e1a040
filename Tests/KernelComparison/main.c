/* Compares every kernel that this processor runs with the portable one, function by function. For
 * processors that the Swift tests do not reach: Scripts/check.sh runs it under qemu for ARM.
 *
 * Inputs and outputs end right before a page that may not be touched, and inputs begin right after
 * one, so that one byte read or written too far is a crash. Argument: the seed of the random texts. */
#include "CPayloadKernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { LONGEST = 512, ALIGNMENTS = 64, AREA = 1 << 16 };

static uint64_t state;

static uint64_t next_random(void) {
    uint64_t mixed = state += 0x9E3779B97F4A7C15;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
    return mixed ^ mixed >> 31;
}

/* The end of an area that lies between two pages without rights. */
static uint8_t *guarded_end(void) {
    uint8_t *area = mmap(NULL, 3 * AREA, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (area == MAP_FAILED || mprotect(area + AREA, AREA, PROT_READ | PROT_WRITE) != 0) exit(2);
    return area + 2 * AREA;
}

static uint8_t *input_end, *output_end;
static uint8_t expected[AREA];
static long failures;

static void fail(const CPayloadKernels_table *table, const char *name, size_t count) {
    if (failures++ < 20) printf("kernel %d: %s of %zu bytes differs\n", table->kind, name, count);
}

static void compare_base64(const CPayloadKernels_table *scalar, const CPayloadKernels_table *table,
                           const uint8_t *in, size_t count, bool percent) {
    size_t length, written, read, full = count / 3 * 3;
    read = (percent ? scalar->base64Percent : scalar->base64)(in, count, count, expected, AREA,
                                                              &length);
    if (read != full) fail(scalar, "base64", count);
    /* Exactly as much room as is needed, and one byte less. */
    for (size_t missing = 0; missing < 2 && missing <= length; missing++) {
        uint8_t *out = output_end - (length - missing);
        read = (percent ? table->base64Percent : table->base64)(in, count, count, out,
                                                                length - missing, &written);
        bool isEqual = written <= length - missing && memcmp(out, expected, written) == 0;
        if (!isEqual || (missing == 0 && (read != full || written != length))
            || (missing == 1 && read + 3 != full)) {
            fail(table, percent ? "base64Percent" : "base64", count);
        }
    }
    if (percent) return;
    for (int damage = -1; damage < 3 && length > 0; damage++) {
        uint8_t *digits = input_end - length;
        memcpy(digits, expected, length);
        if (damage >= 0) digits[next_random() % length] = (uint8_t)next_random();
        static uint8_t bytes[AREA];
        size_t good = scalar->decodeBase64(digits, length, bytes);
        uint8_t *out = output_end - length / 4 * 3;
        if (table->decodeBase64(digits, length, out) != good
            || memcmp(out, bytes, good / 4 * 3) != 0) {
            fail(table, "decodeBase64", length);
        }
        if (table->decodeBase64(digits, length, digits) != good
            || memcmp(digits, bytes, good / 4 * 3) != 0) {
            fail(table, "decodeBase64 in place", length);
        }
    }
}

static void compare_text(const CPayloadKernels_table *scalar, const CPayloadKernels_table *table,
                         const uint8_t *in, size_t count) {
    uint8_t *out = output_end - count;
    if (table->wellFormedPrefix(in, count) != scalar->wellFormedPrefix(in, count)) {
        fail(table, "wellFormedPrefix", count);
    }
    CPayloadKernels_foldState one = {count & 1, 0, 0}, other = one;
    size_t length = scalar->fold(&one, in, count, 0, expected);
    if (table->fold(&other, in, count, 0, out) != length || memcmp(out, expected, length) != 0
        || one.inRun != other.inRun || (one.beyondASCII == 0) != (other.beyondASCII == 0)) {
        fail(table, "fold", count);
    }
    for (size_t ahead = 1; ahead <= 2 && count > 64; ahead++) {
        size_t part = (count - ahead) / 64 * 64;
        CPayloadKernels_foldState first = {0, 0, 0}, second = first;
        length = scalar->fold(&first, in, part, ahead, expected);
        if (table->fold(&second, in, part, ahead, out) != length
            || memcmp(out, expected, length) != 0 || first.inRun != second.inRun
            || first.spill != second.spill) {
            fail(table, "fold with bytes ahead", count);
        }
    }
    length = scalar->removeWhiteSpace(in, count, expected);
    if (table->removeWhiteSpace(in, count, out) != length || memcmp(out, expected, length) != 0) {
        fail(table, "removeWhiteSpace", count);
    }
    size_t one_written, other_written;
    size_t read = scalar->decodePercent(in, count, expected, &one_written);
    if (table->decodePercent(in, count, out, &other_written) != read || one_written != other_written
        || memcmp(out, expected, one_written) != 0) {
        fail(table, "decodePercent", count);
    }
}

/* clang-format off */
static const char *const alphabets[] = {
    "a", " ", "\n", "a ", "\t a", " \n", "a\n \t\r\v\f", "%2Ba", "ab%", "\xC2\x85", "\xE2\x80\xA8",
    "a\xC2\x85\xE2\x80\xA9 ", "\xE2\x80\xA6\xC3\xA9 \n", "a\xF0\x9F\x98\x80\xED\x9F\xBF",
    "?>~/ \xC3\xBF", NULL};
/* clang-format on */

/* Characters of an alphabet, so that UTF-8 is mostly well-formed, or any bytes. */
static void fill(uint8_t *in, size_t count, const char *alphabet) {
    size_t length = alphabet == NULL ? 0 : strlen(alphabet);
    for (size_t i = 0; i < count;) {
        if (length == 0) {
            in[i++] = (uint8_t)next_random();
            continue;
        }
        size_t start = next_random() % length;
        do {
            in[i++] = (uint8_t)alphabet[start];
            start = (start + 1) % length;
        } while (i < count && ((uint8_t)alphabet[start] & 0xC0) == 0x80);
    }
}

int main(int argc, char **argv) {
    state = argc > 1 ? strtoull(argv[1], NULL, 10) : 20260115;
    printf("random seed %llu\n", (unsigned long long)state);
    input_end = guarded_end();
    output_end = guarded_end();
    const CPayloadKernels_table *scalar = CPayloadKernels_tableOf(CPayloadKernels_scalar);
    int compared = 0;
    for (int kind = CPayloadKernels_neon; kind <= CPayloadKernels_avx512; kind++) {
        const CPayloadKernels_table *table = CPayloadKernels_tableOf((CPayloadKernels_kind)kind);
        if (table == NULL) continue;
        compared++;
        for (size_t a = 0; a < sizeof alphabets / sizeof *alphabets; a++) {
            for (size_t count = 0; count <= LONGEST; count++) {
                for (size_t gap = 0; gap < ALIGNMENTS; gap += 1 + next_random() % 8) {
                    uint8_t *in = input_end - count - gap;
                    fill(in, count, alphabets[a]);
                    compare_text(scalar, table, in, count);
                    compare_base64(scalar, table, in, count, true);
                    compare_base64(scalar, table, in, count, false);
                    /* Now where nothing may be read before it. */
                    fill(input_end - AREA, count, alphabets[a]);
                    compare_text(scalar, table, input_end - AREA, count);
                    compare_base64(scalar, table, input_end - AREA, count, true);
                }
            }
        }
        printf("kernel %d: compared, %ld failures\n", kind, failures);
    }
    if (compared == 0) printf("no other kernel runs here\n");
    return failures == 0 && compared > 0 ? 0 : 1;
}
