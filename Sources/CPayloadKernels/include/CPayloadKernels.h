/* The cookbook's encoding and its inverse at memory speed: one table of functions for each
 * instruction set, one of them chosen at run time.
 *
 * Every function gives the bytes that the Swift code in PayloadCoding defines. None allocates,
 * reads a clock or the environment, or writes outside the room that its comment asks for. Pointers must
 * be valid for the counts and capacities that come with them; every other argument may be any value of
 * its type. Input and output may not overlap unless a comment says so. */
#ifndef CPAYLOADKERNELS_H
#define CPAYLOADKERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

typedef enum CPayloadKernels_kind {
    CPayloadKernels_scalar = 0,
    CPayloadKernels_neon,
    CPayloadKernels_sse4,
    CPayloadKernels_avx2,
    CPayloadKernels_avx512,
} CPayloadKernels_kind;

/* What the fold of white space has to remember between two parts of a text. */
typedef struct CPayloadKernels_foldState {
    /* Whether the byte before was a space or a tab: 0 or 1. */
    uint64_t inRun;
    /* Bytes at the start of the next part that belong to a newline which began in this one, as a
     * mask of which the lowest bit is the first byte. Only ever set where bytes were shown
     * ahead. */
    uint64_t spill;
    /* Not 0 once a byte was not ASCII. */
    uint64_t beyondASCII;
} CPayloadKernels_foldState;

typedef struct CPayloadKernels_table {
    CPayloadKernels_kind kind;

    /* How many bytes from the start are whole, well-formed UTF-8 characters. */
    size_t (*wellFormedPrefix)(const uint8_t *bytes, size_t count);

    /* One space for each run of spaces and tabs, nothing for a newline, everything else as it is.
     * `ahead` tells how many bytes of the text may be read beyond `count`; up to two of them are
     * looked at where `count` is a multiple of 64, and none elsewhere. Asks for room for `count` bytes; returns how many
     * bytes came out. */
    size_t (*fold)(CPayloadKernels_foldState *state, const uint8_t *bytes, size_t count,
                   size_t ahead, uint8_t *output);

    /* Base64 of whole groups of three bytes: as many as are there and as fit into `capacity`.
     * `readable` tells how many bytes may be read, if more than `count`. Returns the bytes
     * encoded; `written` gets the digits. */
    size_t (*base64)(const uint8_t *bytes, size_t count, size_t readable, uint8_t *output,
                     size_t capacity, size_t *written);

    /* The same with "+" and "/" written as "%2B" and "%2F". */
    size_t (*base64Percent)(const uint8_t *bytes, size_t count, size_t readable, uint8_t *output,
                            size_t capacity, size_t *written);

    /* Decodes groups of four Base64 digits up to the first group that is anything else. Asks for
     * room for `count / 4 * 3` bytes; `output` may be `digits`. Returns the digits decoded. */
    size_t (*decodeBase64)(const uint8_t *digits, size_t count, uint8_t *output);

    /* Copies all but spaces, tabs, line feeds and carriage returns. Asks for room for `count`
     * bytes. Returns how many bytes came out. */
    size_t (*removeWhiteSpace)(const uint8_t *bytes, size_t count, uint8_t *output);

    /* Decodes every "%XX". Asks for room for `count` bytes. Returns how many bytes were read:
     * `count`, or the offset of a "%" without two hexadecimal digits; `written` gets the number of
     * bytes that came out. */
    size_t (*decodePercent)(const uint8_t *text, size_t count, uint8_t *output, size_t *written);
} CPayloadKernels_table;

/* The table of one instruction set; NULL where this processor, or the system under it, lacks it. */
const CPayloadKernels_table *_Nullable CPayloadKernels_tableOf(CPayloadKernels_kind kind);

/* The fastest table there is. It is looked for once. */
const CPayloadKernels_table *CPayloadKernels_best(void);

/* Base64 with padding, percent-encoded if `percent` says so. Returns how many bytes were written; 0
 * if there is nothing to encode, or too little room for it. */
size_t CPayloadKernels_base64(const CPayloadKernels_table *table, bool percent,
                              const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity);

/* What is left of `bytes` without the white space of Unicode at both ends: the offset of the first
 * byte that stays, and how many stay. */
size_t CPayloadKernels_trim(const uint8_t *bytes, size_t count, size_t *remaining);

/* A message on its way through the whole path, in one part or in several. Zeroes are the start. */
typedef struct CPayloadKernels_stream {
    CPayloadKernels_foldState fold;
    /* Bytes that are not a group of three yet. */
    uint8_t rest[2];
    uint8_t restCount;
} CPayloadKernels_stream;

typedef enum CPayloadKernels_status {
    CPayloadKernels_done = 0,
    /* The byte at `position` does not belong to well-formed UTF-8. */
    CPayloadKernels_illFormed,
    /* The output has too little room. */
    CPayloadKernels_noRoom,
    /* No part can have left such a stream, or none that this one may follow. */
    CPayloadKernels_badStream,
} CPayloadKernels_status;

typedef struct CPayloadKernels_result {
    CPayloadKernels_status status;
    size_t position;
    /* Bytes of payload that were written. */
    size_t written;
    /* Bytes that were encoded, after folding. */
    size_t normalized;
} CPayloadKernels_result;

/* One part of a message: validate, fold (if `folds`), Base64, percent-encode; with `last` also what
 * is left and the padding. A part ends between two characters. Where `normalized` is not NULL and the
 * part is folded, it has room for `count` bytes and gets those that were encoded; no part that left
 * bytes in the stream comes before such a one.
 * After a status other than done the stream and the output are of no use. */
CPayloadKernels_result CPayloadKernels_encode(const CPayloadKernels_table *table,
                                              CPayloadKernels_stream *stream, bool folds, bool last,
                                              const uint8_t *bytes, size_t count,
                                              uint8_t *_Nullable normalized, uint8_t *output,
                                              size_t capacity);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
