/* Checks made on bytes and requests before libxml2 sees them. */
#if defined(__linux__)
#define _GNU_SOURCE /* memrchr */
#endif

#include "parser.h"

#include <string.h>

void CXMLShims_locate(const uint8_t *bytes, size_t count, size_t offset,
                      CXMLShims_diagnostic *diagnostic) {
    uint32_t line = 1;
    size_t start = 0;
    if (offset > count) offset = count;
    for (;;) {
        const uint8_t *newline = memchr(bytes + start, '\n', offset - start);
        if (newline == NULL) break;
        line++;
        start = (size_t)(newline - bytes) + 1;
    }
    diagnostic->line = line;
    diagnostic->column = (uint32_t)(offset - start) + 1;
}

/* The length of the well-formed UTF-8 sequence (Unicode, table 3-7) at `p`, 0 when there is none. */
static size_t sequence_length(const uint8_t *p, size_t available) {
    const uint8_t lead = p[0];
    if (lead < 0x80) return 1;
    const size_t length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    const uint8_t low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    const uint8_t high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (length == 0 || available < length || p[1] < low || p[1] > high) return 0;
    for (size_t i = 2; i < length; i++) {
        if (p[i] < 0x80 || p[i] > 0xBF) return 0;
    }
    return length;
}

static CXMLShims_status refuse(CXMLShims_status status, const uint8_t *bytes, size_t count,
                               size_t offset, CXMLShims_diagnostic *diagnostic) {
    diagnostic->status = status;
    CXMLShims_locate(bytes, count, offset, diagnostic);
    return status;
}

/* Whether 64 bytes are all ASCII and none is NUL. No early exit, so that it vectorizes. */
static int is_plain(const uint8_t *bytes) {
    uint8_t found = 0;
    for (size_t i = 0; i < 64; i++) found |= (uint8_t)(bytes[i] - 1) >= 0x7F;
    return !found;
}

static CXMLShims_status screen_encoding(const uint8_t *bytes, size_t count,
                                        CXMLShims_diagnostic *diagnostic) {
    size_t i = 0;
    while (i < count) {
        if (bytes[i] < 0x80 && count - i >= 64 && is_plain(bytes + i)) {
            i += 64;
            continue;
        }
        if (bytes[i] == 0) return refuse(CXMLShims_nulByte, bytes, count, i, diagnostic);
        size_t length = sequence_length(bytes + i, count - i);
        if (length == 0) return refuse(CXMLShims_invalidUTF8, bytes, count, i, diagnostic);
        i += length;
    }
    return CXMLShims_ok;
}

/* Counts the attributes of the start tag that begins at `p` up to `limit` + 1. Quotes are what
 * bound a tag, as an attribute value may hold ">". */
static uint32_t count_attributes(const uint8_t *p, const uint8_t *end, uint32_t limit) {
    uint32_t attributes = 0;
    while (p < end && *p != '>' && attributes <= limit) {
        if (*p == '"' || *p == '\'') {
            attributes++;
            p = memchr(p + 1, *p, (size_t)(end - p) - 1);
            if (p == NULL) break;
        }
        p++;
    }
    return attributes;
}

/* Comments, CDATA sections and processing instructions are not skipped, though what is inside only
 * looks like a tag: it may not be inside by libxml2's reading, which a byte that is not a character
 * changes. */
static CXMLShims_status screen_attributes(const uint8_t *bytes, size_t count, uint32_t asked,
                                          CXMLShims_diagnostic *diagnostic) {
    const uint32_t limit = asked < CXMLSHIMS_ATTRIBUTES ? asked : CXMLSHIMS_ATTRIBUTES;
    /* An attribute takes at least five bytes (` a=""`), and "<" cannot stand in a tag, so only
     * where two "<" are far enough apart can there be too many. */
    const uint64_t shortest = (uint64_t)limit * 5;
    const uint8_t *end = bytes + count;
    const uint8_t *tag = memchr(bytes, '<', count);
    while (tag != NULL) {
#if defined(__linux__)
        /* Of those that stand closer together only the last is looked at. */
        const size_t rest = (size_t)(end - tag) - 1;
        const uint8_t *last = memrchr(tag + 1, '<', rest < shortest ? rest : (size_t)shortest);
        if (last != NULL) {
            tag = last;
            continue;
        }
#endif
        const uint8_t *next = memchr(tag + 1, '<', (size_t)(end - tag) - 1);
        const uint8_t *stop = next == NULL ? end : next;
        if ((uint64_t)(stop - tag) > shortest && tag + 1 < end && tag[1] != '!' && tag[1] != '?'
            && count_attributes(tag + 1, stop, limit) > limit) {
            return refuse(CXMLShims_tooManyAttributes, bytes, count, (size_t)(tag - bytes),
                          diagnostic);
        }
        tag = next;
    }
    return CXMLShims_ok;
}

static CXMLShims_status screen_size(size_t count, size_t limit) {
    if (count == 0) return CXMLShims_empty;
    /* Offsets in the arena are 32 bits wide and libxml2 takes an int. */
    return count > limit || count > CXMLSHIMS_BYTES ? CXMLShims_tooManyBytes : CXMLShims_ok;
}

CXMLShims_status CXMLShims_screen(const uint8_t *bytes, size_t count,
                                  const CXMLShims_limits *limits,
                                  CXMLShims_diagnostic *diagnostic) {
    memset(diagnostic, 0, sizeof *diagnostic);
    diagnostic->status = screen_size(count, limits->bytes);
    if (diagnostic->status != CXMLShims_ok) return diagnostic->status;
    /* The caller takes a byte order mark away, and libxml2 would take another one. */
    if (count >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) {
        return refuse(CXMLShims_notWellFormed, bytes, count, 0, diagnostic);
    }
    CXMLShims_status status = screen_encoding(bytes, count, diagnostic);
    if (status != CXMLShims_ok) return status;
    return screen_attributes(bytes, count, limits->attributesPerElement, diagnostic);
}

CXMLShims_status CXMLShims_screenMethod(CXMLShims_method method, const char *const *prefixes,
                                        uint32_t prefixCount) {
    if ((unsigned)method > CXMLShims_canonicalXML11) return CXMLShims_canonicalizationFailed;
    if (prefixCount > 0 && prefixes == NULL) return CXMLShims_canonicalizationFailed;
    if (prefixCount > CXMLSHIMS_PREFIXES) return CXMLShims_tooManyNamespaces;
    for (uint32_t i = 0; i < prefixCount; i++) {
        if (prefixes[i] == NULL) return CXMLShims_canonicalizationFailed;
    }
    return CXMLShims_ok;
}
