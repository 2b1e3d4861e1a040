/* The portable kernel: no vectors, for every processor. */
#include "tables.h"
#include "scalar.h"

static size_t well_formed_prefix(const uint8_t *in, size_t count) {
    return scalar_well_formed_prefix(in, count, 0);
}

static size_t fold(CPayloadKernels_foldState *state, const uint8_t *in, size_t count, size_t ahead,
                   uint8_t *out) {
    bool inRun = state->inRun != 0;
    ahead = usable_ahead(count, ahead);
    size_t written = 0, i = 0;
    for (uint64_t spill = state->spill; spill != 0 && i < count; spill >>= 1, i++) {
        state->beyondASCII |= 0x80;
    }
    while (i < count) {
        uint8_t byte = in[i];
        if (byte == ' ' || byte == '\t') {
            out[written] = ' ';
            written += inRun ? 0 : 1;
            inRun = true;
            i++;
            continue;
        }
        inRun = false;
        state->beyondASCII |= byte & 0x80;
        size_t newline = newline_length(in + i, count + ahead - i);
        if (newline == 0) out[written++] = byte;
        i += newline == 0 ? 1 : newline;
    }
    state->inRun = inRun;
    state->spill = (1U << (i - count)) - 1;
    return written;
}

INLINE size_t encode_groups(bool percent, const uint8_t *in, size_t count, size_t readable,
                            uint8_t *output, size_t capacity, size_t *written) {
    (void)readable;
    uint8_t *out = output;
    size_t read = scalar_encode_groups(percent, in, count, &out, output + capacity);
    *written = (size_t)(out - output);
    return read;
}

static size_t decode_base64(const uint8_t *in, size_t count, uint8_t *out) {
    return scalar_decode_groups(in, count, out);
}

static size_t remove_white_space(const uint8_t *in, size_t count, uint8_t *out) {
    return scalar_remove_white_space(in, count, out);
}

static size_t decode_percent(const uint8_t *in, size_t count, uint8_t *out, size_t *written) {
    size_t i = 0, w = 0;
    while (i < count) {
        if (in[i] != '%') {
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

#define TABLE CPayloadKernels_scalarTable
#define KIND CPayloadKernels_scalar
#include "table_template.h"
