/* Template, included by each instruction set: white space, 64 bytes at a time. Every byte is one bit of
 * a 64-bit mask, the first byte the lowest bit, so that "the byte before" is a shift to the left.
 *
 * Needs of the instruction set: the type `block` (64 bytes) and block_load, block_store,
 * block_equal, block_between, block_high (bytes beyond ASCII), block_unusual (those and control
 * characters), block_tabs_to_spaces, block_compress. */
#ifndef FOLD_TEMPLATE_H
#define FOLD_TEMPLATE_H

#include "scalar.h"

/* The bytes of newlines that are several bytes long: U+0085, U+2028 and U+2029. `at` is where
 * `b` was loaded from, and the two bytes after it are readable. */
INLINE uint64_t long_newlines(block b, const uint8_t *at, uint64_t *spill) {
    uint64_t two = block_equal(b, 0xC2), three = block_equal(b, 0xE2);
    uint64_t drop = *spill;
    *spill = 0;
    if ((two | three) == 0) return drop;
    /* Whether a byte one or two places on is so: shift down, and look ahead for the last ones. */
    uint64_t next80 = block_equal(b, 0x80) >> 1 | (uint64_t)(at[64] == 0x80) << 63;
    uint64_t next85 = block_equal(b, 0x85) >> 1 | (uint64_t)(at[64] == 0x85) << 63;
    uint64_t nextA8 = block_between(b, 0xA8, 0xA9) >> 2 | (uint64_t)((at[64] & 0xFE) == 0xA8) << 62
        | (uint64_t)((at[65] & 0xFE) == 0xA8) << 63;
    two &= next85;
    three &= next80 & nextA8;
    *spill = two >> 63 | three >> 63 | three >> 62;
    return drop | two | two << 1 | three | three << 1 | three << 2;
}

/* The bytes of a block that do not come out. Tabs and spaces stay where no tab or space stands
 * before them, whatever is removed between, because the snippet does not repeat its passes. */
INLINE uint64_t dropped(block b, const uint8_t *at, unsigned count, uint64_t spaces,
                        CPayloadKernels_foldState *state) {
    uint64_t blank = block_equal(b, '\t') | spaces;
    uint64_t drop = (blank & (blank << 1 | state->inRun)) | block_between(b, 0x0A, 0x0D);
    state->inRun = blank >> (count - 1) & 1;
    uint64_t high = block_high(b);
    state->beyondASCII |= high;
    if (high) drop |= long_newlines(b, at, &state->spill);
    return drop;
}

static size_t fold(CPayloadKernels_foldState *shared, const uint8_t *in, size_t count, size_t ahead,
                   uint8_t *out) {
    CPayloadKernels_foldState state = *shared;
    state.inRun = state.inRun != 0;
    ahead = usable_ahead(count, ahead);
    size_t i = 0, written = 0;
    /* What has come out is never more than what was read, so that a whole block may be stored. */
    for (; count - i >= 64 && count + ahead - i >= 66; i += 64) {
        block b = block_load(in + i);
        uint64_t drop, spaces = block_equal(b, ' ');
        if (block_unusual(b) != 0) {
            drop = dropped(b, in + i, 64, spaces, &state);
            b = block_tabs_to_spaces(b);
        } else {
            drop = spaces & (spaces << 1 | state.inRun);
            state.inRun = spaces >> 63;
        }
        if (drop == 0) {
            block_store(out + written, b);
            written += 64;
        } else {
            written += block_compress(out + written, b, ~drop);
        }
    }
    if (i < count) {
        /* At most 65 bytes are left, those ahead included. */
        uint8_t rest[2 * 64 + 2] = {0}, folded[2 * 64];
        size_t left = count - i, kept = 0;
        memcpy(rest, in + i, left + ahead);
        for (size_t j = 0; j < left; j += 64) {
            unsigned valid = left - j < 64 ? (unsigned)(left - j) : 64;
            block b = block_load(rest + j);
            uint64_t drop = dropped(b, rest + j, valid, block_equal(b, ' '), &state);
            uint64_t inside = ~(uint64_t)0 >> (64 - valid);
            kept += block_compress(folded + kept, block_tabs_to_spaces(b), ~drop & inside);
        }
        memcpy(out + written, folded, kept);
        written += kept;
    }
    *shared = state;
    return written;
}

static size_t remove_white_space(const uint8_t *in, size_t count, uint8_t *out) {
    size_t i = 0, written = 0;
    for (; count - i >= 64; i += 64) {
        block b = block_load(in + i);
        uint64_t drop = block_equal(b, ' ') | block_between(b, '\t', '\n') | block_equal(b, '\r');
        if (drop == 0) {
            block_store(out + written, b);
            written += 64;
        } else {
            written += block_compress(out + written, b, ~drop);
        }
    }
    return written + scalar_remove_white_space(in + i, count - i, out + written);
}

/* Copies whole blocks and continues after the first "%" of each: payloads have few of them. */
static size_t decode_percent(const uint8_t *in, size_t count, uint8_t *out, size_t *written) {
    size_t i = 0, w = 0;
    while (i < count) {
        if (count - i >= 64) {
            block b = block_load(in + i);
            uint64_t percent = block_equal(b, '%');
            block_store(out + w, b);
            size_t plain = percent == 0 ? 64 : (size_t)__builtin_ctzll(percent);
            i += plain;
            w += plain;
            if (percent == 0) continue;
        } else if (in[i] != '%') {
            out[w++] = in[i++];
            continue;
        }
        unsigned byte = percent_value(in + i, count - i);
        if (byte > 255) break;
        out[w++] = (uint8_t)byte;
        i += 3;
    }
    *written = w;
    return i;
}

#endif
