/* The whole path over any table, in pieces that stay in the first-level cache: each piece is
 * validated, folded and encoded before the next one is read. */
#include "CPayloadKernels.h"
#include "scalar.h"

/* Three quarters of it become two thirds of it: input, folded bytes and output together take
 * 20 KB of a cache of 32. A multiple of 64 (fold) and of 48 (Base64). */
enum { PIECE = 6144 };

/* --- trimming --- */

/* Whether the bytes are one character of CharacterSet.whitespacesAndNewlines, and how many: U+0009
 * to U+000D, U+0020, U+0085, U+00A0, U+1680, U+2000 to U+200B, U+2028, U+2029, U+202F, U+205F and
 * U+3000. A lead byte always begins a character, so that it is enough to look from there. */
static size_t white_space_length(const uint8_t *in, size_t count) {
    uint8_t first = in[0];
    if ((first >= 0x09 && first <= 0x0D) || first == 0x20) return 1;
    if (first == 0xC2) return count >= 2 && (in[1] == 0x85 || in[1] == 0xA0) ? 2 : 0;
    if (first < 0xE1 || first > 0xE3 || count < 3) return 0;
    unsigned scalar = (first & 0x0FU) << 12 | (in[1] & 0x3FU) << 6 | (in[2] & 0x3FU);
    bool isWhiteSpace = is_continuation(in[1]) && is_continuation(in[2])
        && (scalar == 0x1680 || (scalar >= 0x2000 && scalar <= 0x200B) || scalar == 0x2028
            || scalar == 0x2029 || scalar == 0x202F || scalar == 0x205F || scalar == 0x3000);
    return isWhiteSpace ? 3 : 0;
}

size_t CPayloadKernels_trim(const uint8_t *in, size_t count, size_t *remaining) {
    size_t start = 0, end = count;
    while (start < end) {
        size_t length = white_space_length(in + start, end - start);
        if (length == 0) break;
        start += length;
    }
    while (end > start) {
        size_t lead = end - 1;
        while (lead > start && end - lead < 3 && is_continuation(in[lead])) lead--;
        size_t length = white_space_length(in + lead, end - lead);
        if (length == 0 || length != end - lead) break;
        end = lead;
    }
    *remaining = end - start;
    return start;
}

/* --- the path --- */

/* Where a piece ends that begins at `start`: between two characters, if they are well-formed. */
static size_t piece_end(const uint8_t *in, size_t start, size_t count) {
    if (count - start <= PIECE) return count;
    size_t end = start + PIECE;
    for (int i = 0; i < 3 && is_continuation(in[end]); i++) end--;
    return end;
}

/* The last group, with padding: one or two bytes. Returns its length, 0 if it does not fit. */
static size_t encode_rest(bool percent, const uint8_t *in, size_t count, uint8_t *out,
                          size_t capacity) {
    uint8_t spelled[12], *end = spelled;
    unsigned bits = (unsigned)in[0] << 16 | (count > 1 ? (unsigned)in[1] << 8 : 0);
    end = put_digit(end, bits >> 18, percent);
    end = put_digit(end, bits >> 12 & 0x3F, percent);
    if (count == 2) end = put_digit(end, bits >> 6 & 0x3F, percent);
    for (size_t i = count; i < 3; i++) {
        memcpy(end, percent ? "%3D" : "=", percent ? 3 : 1);
        end += percent ? 3 : 1;
    }
    size_t length = (size_t)(end - spelled);
    if (length > capacity) return 0;
    memcpy(out, spelled, length);
    return length;
}

size_t CPayloadKernels_base64(const CPayloadKernels_table *table, bool percent, const uint8_t *in,
                              size_t count, uint8_t *out, size_t capacity) {
    size_t written, groups = count / 3 * 3;
    size_t read = (percent ? table->base64Percent : table->base64)(in, groups, count, out, capacity,
                                                                   &written);
    if (read < groups) return 0;
    if (read == count) return written;
    size_t rest = encode_rest(percent, in + read, count - read, out + written, capacity - written);
    return rest == 0 ? 0 : written + rest;
}

/* Completes the group that the part before left, so that the rest of this one is encoded from where
 * it is. Returns how many bytes it took. */
static size_t complete_group(CPayloadKernels_stream *stream, const uint8_t *in, size_t count,
                             uint8_t **out, const uint8_t *end) {
    uint8_t group[3];
    size_t filled = stream->restCount, taken = 0;
    if (filled == 0) return 0;
    memcpy(group, stream->rest, filled);
    while (filled < 3 && taken < count) group[filled++] = in[taken++];
    if (filled == 3) {
        stream->restCount = 0;
        return scalar_encode_groups(true, group, 3, out, end) == 3 ? taken : SIZE_MAX;
    }
    memcpy(stream->rest, group, filled);
    stream->restCount = (uint8_t)filled;
    return taken;
}

/* One part on its way. `read` and `checked` are offsets in it: what was filled in, and what is known to
 * be well-formed. `filled` and `taken` are offsets in what Base64 reads: what is there, and what was
 * encoded. */
typedef struct part {
    const CPayloadKernels_table *table;
    CPayloadKernels_stream *stream;
    const uint8_t *in;
    size_t count, read, checked;
    /* The part itself, or what the fold writes. */
    const uint8_t *source;
    size_t readable, filled, taken;
    /* Where the fold writes; NULL without one. */
    uint8_t *folded;
    /* Whether that is used again for the next piece. */
    bool isReused;
    uint8_t *out;
    const uint8_t *end;
    size_t normalized;
} part;

/* Takes over what the part before left. */
INLINE CPayloadKernels_status begin(part *p) {
    if (p->isReused) {
        p->filled = p->stream->restCount;
        memcpy(p->folded, p->stream->rest, sizeof p->stream->rest);
        p->stream->restCount = 0;
    }
    if (p->folded != NULL) return CPayloadKernels_done;
    const size_t length = complete_group(p->stream, p->in, p->count, &p->out, p->end);
    if (length == SIZE_MAX) return CPayloadKernels_noRoom;
    p->filled = p->taken = p->read = p->normalized = length;
    /* These bytes are validated with the first piece, unless nothing follows them. */
    if (length < p->count) return CPayloadKernels_done;
    p->checked = p->table->wellFormedPrefix(p->in, p->count);
    return p->checked < p->count ? CPayloadKernels_illFormed : CPayloadKernels_done;
}

/* Lets Base64 see the part up to `next`. */
INLINE void fill(part *p, size_t next) {
    const size_t before = p->filled;
    CPayloadKernels_foldState *fold = &p->stream->fold;
    fold->beyondASCII = p->folded == NULL;
    if (p->folded == NULL) {
        p->filled = next;
    } else {
        const size_t ahead = p->count - next < 2 ? p->count - next : 2;
        p->filled += p->table->fold(fold, p->in + p->read, next - p->read, ahead,
                                    p->folded + before);
    }
    p->normalized += p->filled - before;
    p->read = next;
}

/* Whether the part is well-formed up to `bound`. The fold has seen whether there is anything to
 * validate. */
INLINE bool validate(part *p, size_t bound) {
    if (p->stream->fold.beyondASCII == 0) {
        if (p->checked < p->read) p->checked = p->read;
        return true;
    }
    if (p->checked < bound) {
        p->checked += p->table->wellFormedPrefix(p->in + p->checked, bound - p->checked);
    }
    return p->checked >= bound;
}

/* Encodes what is filled in; until the end only whole vectors. */
INLINE bool encode_filled(part *p) {
    size_t written, groups = p->filled - p->taken;
    groups -= groups % (p->read < p->count ? 48 : 3);
    const size_t read = p->table->base64Percent(p->source + p->taken, groups,
                                                p->readable - p->taken, p->out,
                                                (size_t)(p->end - p->out), &written);
    p->out += written;
    p->taken += read;
    if (read < groups) return false;
    if (p->isReused) {
        p->filled -= p->taken;
        memmove(p->folded, p->folded + p->taken, p->filled);
        p->taken = 0;
    }
    return true;
}

INLINE CPayloadKernels_status encode_piece(part *p) {
    const size_t bound = piece_end(p->in, p->read, p->count);
    /* Until the end only whole blocks are folded. */
    fill(p, bound == p->count ? bound : p->read + (bound - 2 - p->read) / 64 * 64);
    if (!validate(p, bound)) return CPayloadKernels_illFormed;
    return encode_filled(p) ? CPayloadKernels_done : CPayloadKernels_noRoom;
}

/* Keeps an incomplete group for the next part, or pads it. */
INLINE CPayloadKernels_status finish(part *p, bool last) {
    const uint8_t *bytes = p->source + p->taken;
    size_t rest = p->filled - p->taken;
    if (!last) {
        if (rest == 0) return CPayloadKernels_done;
        memcpy(p->stream->rest, bytes, rest);
        p->stream->restCount = (uint8_t)rest;
        return CPayloadKernels_done;
    }
    if (p->stream->restCount > 0) {
        /* Nothing came after the bytes that the part before left. */
        bytes = p->stream->rest;
        rest = p->stream->restCount;
    }
    if (rest == 0) return CPayloadKernels_done;
    const size_t length = encode_rest(true, bytes, rest, p->out, (size_t)(p->end - p->out));
    p->out += length;
    return length > 0 ? CPayloadKernels_done : CPayloadKernels_noRoom;
}

CPayloadKernels_result CPayloadKernels_encode(const CPayloadKernels_table *table,
                                              CPayloadKernels_stream *stream, bool folds, bool last,
                                              const uint8_t *in, size_t count, uint8_t *normalized,
                                              uint8_t *output, size_t capacity) {
    uint8_t piece[PIECE + 128];
    const bool isReused = folds && normalized == NULL;
    if (stream->restCount > (folds && !isReused ? 0 : sizeof stream->rest)) {
        return (CPayloadKernels_result){CPayloadKernels_badStream, 0, 0, 0};
    }
    part p = {.table = table, .stream = stream, .in = in, .count = count, .isReused = isReused};
    if (folds) p.folded = isReused ? piece : normalized;
    p.source = folds ? p.folded : in;
    p.readable = isReused ? sizeof piece : count;
    p.out = output;
    p.end = output + capacity;
    CPayloadKernels_status status = begin(&p);
    while (status == CPayloadKernels_done && p.read < count) status = encode_piece(&p);
    if (status == CPayloadKernels_done) status = finish(&p, last);
    if (status != CPayloadKernels_done) {
        const size_t position = status == CPayloadKernels_illFormed ? p.checked : p.read;
        return (CPayloadKernels_result){status, position, 0, 0};
    }
    return (CPayloadKernels_result){status, count, (size_t)(p.out - output), p.normalized};
}
