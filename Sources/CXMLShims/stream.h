/* A document that is read piece by piece: the scanner, which cuts it where libxml2 may be given it, and the
 * events that libxml2 reports. */
#ifndef CXMLSHIMS_STREAM_H
#define CXMLSHIMS_STREAM_H

#include "interning.h"

#include <string.h>

/* What a byte may be part of. */
typedef enum scan_state {
    in_text = 0,
    in_reference,
    after_less_than,
    in_tag,
    in_tag_quotes,
    in_instruction,
    after_exclamation_mark,
    in_comment,
    in_cdata,
    in_document_type, /* and the states behind it */
} scan_state;

typedef struct scanner {
    scan_state state;
    uint32_t subset;     /* the state inside a document type declaration; 0 before its name */
    uint32_t matched;    /* bytes of a keyword, or of the end of what the state is in */
    uint32_t markup;     /* bytes of the markup so far */
    uint32_t attributes; /* of the tag */
    uint8_t keyword[8];
    uint8_t quote;
    uint8_t sequenceRest, sequenceLow, sequenceHigh; /* of a UTF-8 sequence */
    uint8_t markLength;                              /* bytes of a byte order mark */
    uint8_t endsInReturn;
    uint8_t hasRoot;
    uint8_t hasDocumentType;
    /* What libxml2 has yet to be given; the first `complete` bytes end between two tokens. */
    vector pending;
    uint32_t complete;
} scanner;

struct CXMLShims_stream {
    xmlParserCtxtPtr parser;
    CXMLShims_streamLimits limits;
    CXMLShims_status status;
    int32_t libraryCode;
    CXMLShims_work work;
    scanner scanner;
    vector events, bytes;
    table names;
    vector declared; /* the namespace declarations of each open element */
    uint32_t namespacesInScope;
};

/* Ends the document with the first status that is not ok. */
void CXMLShims_streamRefuse(CXMLShims_stream *s, CXMLShims_status status);

/* Gives libxml2 bytes that end between two tokens. */
void CXMLShims_streamParse(CXMLShims_stream *s, const uint8_t *bytes, uint32_t count);

/* Scans a piece and gives libxml2 what is complete. */
void CXMLShims_streamScan(CXMLShims_stream *s, const uint8_t *bytes, size_t count);

/* --- for the scanner; functions return 0 after they have refused --- */

/* Gives libxml2 what is complete. */
void CXMLShims_streamFlush(CXMLShims_stream *s);

/* Takes a byte of a document type declaration, which is left out. */
int CXMLShims_streamScanDocumentType(CXMLShims_stream *s, uint8_t byte);

static inline int refuse(CXMLShims_stream *s, CXMLShims_status status) {
    /* What libxml2 refuses before this place is the first error. */
    CXMLShims_streamFlush(s);
    CXMLShims_streamRefuse(s, status);
    return 0;
}

static inline int is_space(uint8_t byte) {
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

/* Counts the bytes at the end of `terminator` that are there; returns 1 after the last one. */
static inline int ends(scanner *c, uint8_t byte, uint8_t repeated, uint32_t times) {
    if (byte == '>' && c->matched == times) return 1;
    c->matched = byte != repeated ? 0 : c->matched < times ? c->matched + 1 : times;
    return 0;
}

/* Collects a keyword. Returns the index of the one that is complete, -1 for none yet, -2 for none. */
static inline int match(scanner *c, uint8_t byte, const char *const *keywords, int count) {
    if (c->matched >= sizeof c->keyword) return -2;
    c->keyword[c->matched++] = byte;
    for (int i = 0; i < count; i++) {
        if (strncmp(keywords[i], (const char *)c->keyword, c->matched) != 0) continue;
        return keywords[i][c->matched] == 0 ? i : -1;
    }
    return -2;
}

#endif
