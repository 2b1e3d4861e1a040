/* A document that is read piece by piece: the scanner, which cuts it where libxml2 may be given it, and the
 * events that libxml2 reports. */
#ifndef CXMLSHIMS_STREAM_H
#define CXMLSHIMS_STREAM_H

#include "interning.h"

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
    uint32_t subset;     /* the state inside a document type declaration */
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
    /* What libxml2 has yet to be given, of which the first `complete` bytes end between two tokens. */
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

#endif
