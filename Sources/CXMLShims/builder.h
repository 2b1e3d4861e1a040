/* What SAX2 events are stored with, in builder.c, and the events that store, in events.c. Functions that
 * return an int return 0 after they have refused. */
#ifndef CXMLSHIMS_BUILDER_H
#define CXMLSHIMS_BUILDER_H

#include "interning.h"
#include "parser.h"

typedef struct builder {
    xmlParserCtxtPtr parser;
    CXMLShims_limits limits;
    const uint8_t *source;
    size_t sourceCount;
    CXMLShims_diagnostic *diagnostic;
    vector nodes, attributes, namespaces, names, strings, bytes;
    uint32_t current;
    uint32_t depth;
    uint32_t namespacesInScope;
    int32_t hasPlainMarkup;
    uint64_t greatestWork;
    table stringTable, nameTable;
} builder;

#define NODE(b, i) (&((CXMLShims_node *)(b)->nodes.items)[i])

/* libxml2's position in the source: it reads the bytes as they are, so that its offsets are
 * ours. */
static inline size_t source_offset(const builder *b) {
    xmlParserInputPtr input = b->parser->input;
    if (input == NULL || input->cur == NULL || input->base == NULL) return 0;
    size_t offset = (size_t)input->consumed + (size_t)(input->cur - input->base);
    return offset < b->sourceCount ? offset : b->sourceCount;
}

static inline int refused(const builder *b) { return b->diagnostic->status != CXMLShims_ok; }

/* Ends the parse with the first status that is not ok. */
void CXMLShims_refuse(builder *b, CXMLShims_status status, size_t offset);

int CXMLShims_refuseMemory(builder *b);

/* Counts an event of libxml2, and what it did before it. The limit holds whatever libxml2 does with
 * a document: no kind of event is too cheap to be counted. */
static inline int spend(builder *b, uint64_t bytesCopied, uint64_t namesLookedUp) {
    CXMLShims_work *const work = &b->diagnostic->work;
    work->events++;
    work->bytesCopied += bytesCopied;
    work->namesLookedUp += namesLookedUp;
    if (refused(b)) return 0;
    if (work->events + work->bytesCopied + work->namesLookedUp <= b->greatestWork) return 1;
    CXMLShims_refuse(b, CXMLShims_tooMuchWork, source_offset(b));
    return 0;
}

/* Where the tag that `offset` is in or behind begins. */
size_t CXMLShims_tagOffset(const builder *b, size_t offset);

/* Whether markup holds white space other than single spaces: tabs, line ends, runs. What begins
 * like one of the line ends outside ASCII counts too. */
int CXMLShims_hasUnevenSpace(const uint8_t *markup, size_t count);

/* Whether this many more nodes, attributes and declarations may be stored. */
int CXMLShims_hasRoom(builder *b, uint32_t additional);

/* Whether a qualified name of this many bytes is allowed. */
int CXMLShims_nameFits(builder *b, size_t length, size_t offset);

int CXMLShims_storeBytes(builder *b, const xmlChar *bytes, size_t count, CXMLShims_string *out);

/* Stores the value of an attribute, or a namespace name: without entity substitution libxml2 leaves
 * "&" in them as "&#38;", and nothing else that begins with "&". */
int CXMLShims_storeValue(builder *b, const xmlChar *value, size_t count, CXMLShims_string *out);

/* Finds the index of an interned string; CXMLSHIMS_NONE for NULL. */
int CXMLShims_internString(builder *b, const xmlChar *text, uint32_t *id);

int CXMLShims_internName(builder *b, const xmlChar *local, const xmlChar *prefix,
                         const xmlChar *uri, uint32_t *id);

/* Adds a node below the current one; NULL after a refusal. */
CXMLShims_node *CXMLShims_openNode(builder *b, CXMLShims_kind kind);

/* Makes `handler` store what libxml2 reports in the builder that is its context. */
void CXMLShims_setEvents(xmlSAXHandler *handler);

#endif
