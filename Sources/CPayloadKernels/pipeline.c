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

CPayloadKernels_result CPayloadKernels_encode(
    const CPayloadKernels_table *table, CPayloadKernels_stream *stream, bool folds, bool last,
    const uint8_t *in, size_t count, uint8_t *normalized, uint8_t *output, size_t capacity) {
    uint8_t piece[PIECE + 128];
    uint8_t *out = output;
    const uint8_t *end = output + capacity;
    size_t i = 0, checked = 0, taken = 0, filled = 0, total = 0;
    if (!folds) {
        filled = taken = i = complete_group(stream, in, count, &out, end);
        if (i == SIZE_MAX) return (CPayloadKernels_result){CPayloadKernels_noRoom, 0, 0, 0};
        total = i;
        /* What lies before `i` is validated with the first piece, unless nothing follows it. */
        checked = i == count ? table->wellFormedPrefix(in, count) : 0;
        if (i == count && checked < count) {
            return (CPayloadKernels_result){CPayloadKernels_illFormed, checked, 0, 0};
        }
    } else if (normalized == NULL) {
        filled = stream->restCount;
        memcpy(piece, stream->rest, sizeof stream->rest);
        stream->restCount = 0;
    }
    /* What Base64 reads: the message itself, or what the fold writes. */
    uint8_t *folded = normalized != NULL ? normalized : piece;
    const uint8_t *source = folds ? folded : in;
    size_t readable = folds && normalized == NULL ? sizeof piece : count;
    while (i < count) {
        /* Until the end only whole blocks are folded, and whole vectors encoded. */
        size_t bound = piece_end(in, i, count), before = filled;
        size_t next = bound == count ? count : i + (bound - 2 - i) / 64 * 64;
        stream->fold.beyondASCII = !folds;
        if (folds) {
            size_t ahead = count - next < 2 ? count - next : 2;
            filled += table->fold(&stream->fold, in + i, next - i, ahead, folded + filled);
        } else {
            filled = next;
        }
        /* The fold has seen whether there is anything to validate. */
        if (stream->fold.beyondASCII == 0) {
            checked = next > checked ? next : checked;
        } else if (checked < bound) {
            checked += table->wellFormedPrefix(in + checked, bound - checked);
            if (checked < bound) {
                return (CPayloadKernels_result){CPayloadKernels_illFormed, checked, 0, 0};
            }
        }
        total += filled - before;
        i = next;
        size_t groups = filled - taken;
        groups -= groups % (i < count ? 48 : 3);
        size_t written;
        size_t read = table->base64Percent(source + taken, groups, readable - taken, out,
                                           (size_t)(end - out), &written);
        out += written;
        taken += read;
        if (read < groups) return (CPayloadKernels_result){CPayloadKernels_noRoom, i, 0, 0};
        if (source == piece) {
            memmove(piece, piece + taken, filled - taken);
            filled -= taken;
            taken = 0;
        }
    }
    size_t rest = filled - taken;
    if (rest > 0 && !last) {
        memcpy(stream->rest, source + taken, rest);
        stream->restCount = (uint8_t)rest;
    }
    if (last && stream->restCount > 0) {
        /* Nothing came after the bytes that the part before left. */
        source = stream->rest;
        taken = 0;
        rest = stream->restCount;
    }
    if (last && rest > 0) {
        size_t length = encode_rest(true, source + taken, rest, out, (size_t)(end - out));
        if (length == 0) return (CPayloadKernels_result){CPayloadKernels_noRoom, i, 0, 0};
        out += length;
    }
    return (CPayloadKernels_result){CPayloadKernels_done, count, (size_t)(out - output), total};
}
