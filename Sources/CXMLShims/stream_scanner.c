/* Cuts a document between tokens, so that libxml2's push parser never waits for the rest of one: where it waits
 * it looks through the same bytes again, and it takes ">" in an attribute value for the end of a tag. A long
 * CDATA section becomes several. Line ends become line feeds, document types are left out.
 *
 * Nothing depends on this being right about what is not well-formed: libxml2 reads all but the document type, and
 * refuses that wherever it is not left out. */
#include "stream.h"

#include <string.h>

/* libxml2 is given about this much at a time. */
#define PORTION 8192

/* --- tokens --- */

static void complete(scanner *c) {
    c->state = in_text;
    c->complete = c->pending.count;
}

static int scan_keyword(CXMLShims_stream *s, uint8_t byte) {
    static const char *const keywords[] = {"--", "[CDATA[", "DOCTYPE"};
    scanner *c = &s->scanner;
    const int found = match(c, byte, keywords, 3);
    if (found == -1) return 1;
    if (found == -2) return refuse(s, CXMLShims_notWellFormed);
    c->matched = 0;
    if (found == 0) {
        c->state = in_comment;
    } else if (found == 1) {
        c->state = in_cdata;
        c->complete = c->pending.count;
    } else {
        if (c->hasRoot || c->hasDocumentType) {
            return refuse(s, CXMLShims_documentTypeDeclaration);
        }
        c->hasDocumentType = 1;
        c->pending.count -= (uint32_t)strlen("<!DOCTYPE");
        c->state = in_document_type;
        c->subset = 0;
    }
    return 1;
}

static int scan_tag(CXMLShims_stream *s, uint8_t byte) {
    scanner *c = &s->scanner;
    if (byte == '>') {
        complete(c);
    } else if (byte == '"' || byte == '\'') {
        if (c->attributes++ >= s->limits.attributesPerElement) {
            return refuse(s, CXMLShims_tooManyAttributes);
        }
        c->quote = byte;
        c->state = in_tag_quotes;
    }
    return 1;
}

/* Takes a byte that was put at the end of `pending`. */
static int scan(CXMLShims_stream *s, uint8_t byte) {
    scanner *c = &s->scanner;
    if (c->state == in_text) {
        c->matched = c->markup = c->attributes = 0;
        if (byte == '<') {
            c->state = after_less_than;
        } else if (byte == '&') {
            c->state = in_reference;
        } else if (c->sequenceRest == 0) {
            c->complete = c->pending.count;
        }
        return 1;
    }
    if (c->state == in_cdata) {
        const int wasFull = c->matched == 2;
        if (ends(c, byte, ']', 2)) {
            complete(c);
        } else if (c->matched == 0 && c->sequenceRest == 0) {
            c->complete = c->pending.count;
        } else if (wasFull && c->matched == 2) {
            c->complete = c->pending.count - 2;
        }
        return 1;
    }
    if (++c->markup >= s->limits.markupLength) return refuse(s, CXMLShims_tooManyBytes);
    switch (c->state) {
    case in_reference:
        if (byte == ';') return complete(c), 1;
        if (byte == '<' || byte == '&' || is_space(byte) || c->markup > s->limits.nameLength) {
            return refuse(s, CXMLShims_notWellFormed);
        }
        return 1;
    case after_less_than:
        if (byte == '!' || byte == '?') {
            c->state = byte == '!' ? after_exclamation_mark : in_instruction;
            return 1;
        }
        c->state = in_tag;
        c->hasRoot = 1;
        return scan_tag(s, byte);
    case in_tag: return scan_tag(s, byte);
    case in_tag_quotes:
        if (byte == c->quote) c->state = in_tag;
        return 1;
    case in_instruction:
        if (ends(c, byte, '?', 1)) complete(c);
        return 1;
    case in_comment:
        if (ends(c, byte, '-', 2)) complete(c);
        return 1;
    case after_exclamation_mark: return scan_keyword(s, byte);
    default: c->pending.count--; return CXMLShims_streamScanDocumentType(s, byte);
    }
}

/* --- bytes --- */

/* Well-formed UTF-8 (Unicode, table 3-7). */
static int check_encoding(scanner *c, uint8_t byte) {
    if (c->sequenceRest > 0) {
        if (byte < c->sequenceLow || byte > c->sequenceHigh) return 0;
        c->sequenceLow = 0x80;
        c->sequenceHigh = 0xBF;
        c->sequenceRest--;
        return 1;
    }
    if (byte < 0x80) return 1;
    if (byte < 0xC2 || byte > 0xF4) return 0;
    c->sequenceRest = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3;
    c->sequenceLow = byte == 0xE0 ? 0xA0 : byte == 0xF0 ? 0x90 : 0x80;
    c->sequenceHigh = byte == 0xED ? 0x9F : byte == 0xF4 ? 0x8F : 0xBF;
    return 1;
}

/* A CDATA section that continues is closed, and opened again. */
void CXMLShims_streamFlush(CXMLShims_stream *s) {
    static const char opening[] = "<![CDATA[", closing[] = "]]>";
    scanner *c = &s->scanner;
    if (c->complete == 0) return;
    const uint32_t count = c->complete, rest = c->pending.count - count;
    c->complete = 0;
    if (c->state != in_cdata) {
        CXMLShims_streamParse(s, c->pending.items, count);
        memmove(c->pending.items, (uint8_t *)c->pending.items + count, rest);
        c->pending.count = rest;
        return;
    }
    /* "]]", or the beginning of a character. */
    uint8_t kept[8];
    if (rest > sizeof kept) return CXMLShims_streamRefuse(s, CXMLShims_notWellFormed);
    memcpy(kept, (uint8_t *)c->pending.items + count, rest);
    c->pending.count = count;
    void *room = append(&c->pending, 1, sizeof closing - 1);
    if (room == NULL) return CXMLShims_streamRefuse(s, CXMLShims_outOfMemory);
    memcpy(room, closing, sizeof closing - 1);
    CXMLShims_streamParse(s, c->pending.items, c->pending.count);
    c->pending.count = 0;
    uint8_t *start = append(&c->pending, 1, (uint32_t)sizeof opening - 1 + rest);
    if (start == NULL) return CXMLShims_streamRefuse(s, CXMLShims_outOfMemory);
    memcpy(start, opening, sizeof opening - 1);
    memcpy(start + sizeof opening - 1, kept, rest);
}

void CXMLShims_streamScan(CXMLShims_stream *s, const uint8_t *bytes, size_t count) {
    static const uint8_t mark[] = {0xEF, 0xBB, 0xBF};
    scanner *c = &s->scanner;
    for (size_t i = 0; i < count && s->status == CXMLShims_ok; i++) {
        uint8_t byte = bytes[i];
        if (byte == 0) return (void)refuse(s, CXMLShims_nulByte);
        if (!check_encoding(c, byte)) return (void)refuse(s, CXMLShims_invalidUTF8);
        if (c->markLength < sizeof mark) {
            if (byte == mark[c->markLength]) {
                c->markLength++;
                continue;
            }
            /* A document cannot begin with a part of one. */
            if (c->markLength > 0) return (void)refuse(s, CXMLShims_notWellFormed);
            c->markLength = sizeof mark;
        }
        const int follows = c->endsInReturn && byte == '\n';
        c->endsInReturn = byte == '\r';
        if (follows) continue;
        if (byte == '\r') byte = '\n';
        uint8_t *room = append(&c->pending, 1, 1);
        if (room == NULL) return (void)refuse(s, CXMLShims_outOfMemory);
        *room = byte;
        if (!scan(s, byte)) return;
        if (c->complete >= PORTION) CXMLShims_streamFlush(s);
    }
    CXMLShims_streamFlush(s);
}
