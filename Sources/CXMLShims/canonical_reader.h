/* What the reader of canonical forms reads with: its state, and texts and values (canonical_text.c). */
#ifndef CXMLSHIMS_CANONICAL_READER_H
#define CXMLSHIMS_CANONICAL_READER_H

#include "canonical_names.h"

#include <string.h>

typedef struct canonical_reader {
    const uint8_t *bytes; /* the form, then what was decoded, then READABLE_BEHIND bytes */
    uint8_t *decoded;     /* where the next decoded byte goes: no more than the form has */
    const uint8_t *at, *end;
    CXMLShims_limits limits;
    CXMLShims_status status;
    CXMLShims_work work;
    vector nodes, attributes, namespaces;
    vector shadowed;           /* by declaration: what its prefix was bound to before */
    uint32_t defaultNamespace; /* in `strings`, CXMLSHIMS_NONE for none */
    uint32_t xmlNamespace;     /* in `strings`, CXMLSHIMS_NONE before it occurs */
    uint32_t namespacesInScope;
    uint32_t current, depth;
    uint32_t open[CXMLSHIMS_DEPTH]; /* the written names of the elements that are open */
    canonical_names names;
} canonical_reader;

/* Ends the reading with the first status that is not ok. Returns 0. */
static inline int refuse_form(canonical_reader *r, CXMLShims_status status) {
    if (r->status == CXMLShims_ok) r->status = status;
    return 0;
}

static inline int refuse_bytes(canonical_reader *r) {
    return refuse_form(r, CXMLShims_notCanonical);
}

/* Whether a literal comes next, which is then passed. What may be read behind the end is not part of any
 * literal: it is zero. */
static inline __attribute__((always_inline)) int pass(canonical_reader *r, const char *literal) {
    const size_t count = strlen(literal);
    if (memcmp(r->at, literal, count) != 0) return 0;
    r->at += count;
    return 1;
}

/* Reads a text up to the next "<", or the value of an attribute up to and with its closing quote. */
int CXMLShims_readText(canonical_reader *r, CXMLShims_string *out);
int CXMLShims_readValue(canonical_reader *r, CXMLShims_string *out);

/* Reads what is written as it is, up to and with `mark`. */
int CXMLShims_readVerbatim(canonical_reader *r, const char *mark, CXMLShims_string *out);

/* Reads a start tag behind its "<" into `node`. */
int CXMLShims_readStartTag(canonical_reader *r, CXMLShims_node *node);

#endif
