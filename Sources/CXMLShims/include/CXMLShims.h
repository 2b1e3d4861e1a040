/* The only door to libxml2. No libxml2 type crosses it, so that Swift sees the same declarations
 * whichever libxml2 (2.9 to 2.15) is installed.
 *
 * Two ways through libxml2 are offered, over the same hardened parser settings:
 *   - CXMLShims_parse fills a flat, immutable arena from the parser's SAX2 events; everything
 *     that decides something about a message reads that arena;
 *   - CXMLShims_canonicalize builds libxml2's tree and runs libxml2's own canonicalization.
 *
 * Pointers must be valid for the counts that come with them, strings must end in NUL, and an arena
 * must be one that CXMLShims_parse returned. Every other argument may be any value of its type: what
 * makes no sense is refused with a status, and no limit can be raised above those defined here. */
#ifndef CXMLSHIMS_H
#define CXMLSHIMS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

/* "No such node, name, string or excluded subtree." */
#define CXMLSHIMS_NONE UINT32_MAX

typedef enum CXMLShims_status {
    CXMLShims_ok = 0,
    CXMLShims_outOfMemory,
    /* Refused before the parser. */
    CXMLShims_empty,
    CXMLShims_tooManyBytes,
    CXMLShims_nulByte,
    CXMLShims_invalidUTF8,
    /* Refused by the parser. */
    CXMLShims_documentTypeDeclaration,
    CXMLShims_notWellFormed,
    CXMLShims_notNamespaceWellFormed,
    CXMLShims_undeclaredEntity,
    /* Refused by the reader of canonical forms: no canonical form of an element. */
    CXMLShims_notCanonical,
    /* Refused by a limit. */
    CXMLShims_tooDeep,
    CXMLShims_tooManyNodes,
    CXMLShims_tooManyAttributes,
    CXMLShims_tooManyNamespaces,
    CXMLShims_nameTooLong,
    CXMLShims_tooMuchWork,
    /* Canonicalization. */
    CXMLShims_relativeNamespaceName,
    CXMLShims_invalidXPath,
    CXMLShims_notANodeSet,
    CXMLShims_tooManyOperations,
    CXMLShims_outputTooLong,
    CXMLShims_canonicalizationFailed,
    /* Only libxml2's canonicalization can do it. */
    CXMLShims_needsLibrary,
} CXMLShims_status;

/* The greatest limits; a caller's larger ones are cut to these. libxml2 stops at a depth of 256 by
 * itself, with an error that is not about depth. It takes quadratic time for the attributes of an
 * element, for the namespaces in scope and for different names. */
#define CXMLSHIMS_DEPTH 250
#define CXMLSHIMS_BYTES (INT32_MAX / 2) /* of a document, and of a canonical form */
#define CXMLSHIMS_ATTRIBUTES 16384
#define CXMLSHIMS_NAMESPACES 4096
#define CXMLSHIMS_NAMES 262144
#define CXMLSHIMS_PREFIXES 4096 /* in a PrefixList */

/* The cost of a call, in units that depend on its input alone and grow with the time it takes. */
typedef struct CXMLShims_work {
    /* What libxml2 reported, warnings and errors included; nodes that were canonicalized. */
    uint64_t events;
    /* Bytes written to the arena, moved when it grew, or put into one of libxml2's messages;
     * canonical bytes; and the bytes of tables that are prepared for each canonicalization. */
    uint64_t bytesCopied;
    /* Names, each counted with the namespace declarations that are searched for its prefix. */
    uint64_t namesLookedUp;
} CXMLShims_work;

/* Where and why something was refused. `line` and `column` count from 1; 0 means unknown. */
typedef struct CXMLShims_diagnostic {
    CXMLShims_status status;
    uint32_t line;
    uint32_t column;
    /* libxml2's own error number (xmlParserErrors), 0 when the refusal is ours. */
    int32_t libraryCode;
    /* What it cost, also when nothing was refused. */
    CXMLShims_work work;
} CXMLShims_diagnostic;

typedef struct CXMLShims_limits {
    size_t bytes;
    uint32_t depth;
    uint32_t nodes; /* elements, attributes, namespace declarations, texts, comments, PIs */
    uint32_t attributesPerElement; /* namespace declarations count too */
    uint32_t namespacesInScope;
    uint32_t nameLength; /* bytes of prefix, colon and local name */
    /* Different prefixes, local names and namespace names: from some thousands on, libxml2's
     * dictionary takes longer for each. */
    uint32_t distinctNames;
    /* The largest cost, all counters together: a constant and as much for each byte. */
    uint32_t workBase;
    uint32_t workPerByte;
} CXMLShims_limits;

/* --- the arena --- */

typedef enum CXMLShims_kind {
    CXMLShims_document = 0,
    CXMLShims_element,
    CXMLShims_text,
    CXMLShims_comment,
    CXMLShims_processingInstruction,
} CXMLShims_kind;

/* A run of bytes in the arena's `bytes`. */
typedef struct CXMLShims_string {
    uint32_t offset;
    uint32_t length;
} CXMLShims_string;

/* A qualified name. The members index `strings`; `prefix` and `uri` may be CXMLSHIMS_NONE. */
typedef struct CXMLShims_name {
    uint32_t prefix;
    uint32_t local;
    uint32_t uri;
} CXMLShims_name;

/* A namespace declaration; `prefix` is CXMLSHIMS_NONE for the default namespace, `uri` is
 * CXMLSHIMS_NONE for xmlns="". */
typedef struct CXMLShims_namespace {
    uint32_t prefix;
    uint32_t uri;
} CXMLShims_namespace;

typedef struct CXMLShims_attribute {
    uint32_t name;
    CXMLShims_string value;
} CXMLShims_attribute;

/* Nodes stand in document order, so a subtree is the range from a node to its `end`, a first child
 * is the next node, and a next sibling is `end`. Node 0 is the document itself. Adjacent texts and
 * CDATA sections are one text node. */
typedef struct CXMLShims_node {
    uint32_t kind;
    uint32_t parent;
    uint32_t end;
    uint32_t name; /* element: in `names`; processing instruction: its target, in `strings` */
    uint32_t firstAttribute;
    uint32_t attributeCount;
    uint32_t firstNamespace;
    uint32_t namespaceCount;
    CXMLShims_string content; /* text, comment, processing instruction */
    uint32_t sourceOffset;    /* of the element's "<" */
    uint32_t sourceEnd;       /* after the ">" that ends the element */
} CXMLShims_node;

typedef struct CXMLShims_arena {
    const CXMLShims_node *nodes;
    const CXMLShims_attribute *_Nullable attributes;
    const CXMLShims_namespace *_Nullable namespaces;
    const CXMLShims_name *names;
    const CXMLShims_string *strings;
    const uint8_t *bytes;
    const uint8_t *source;
    uint32_t nodeCount;
    uint32_t attributeCount;
    uint32_t namespaceCount;
    uint32_t nameCount;
    uint32_t stringCount;
    size_t byteCount;
    size_t sourceCount;
    /* Whether the white space of the source is what texts and attribute values show: no tag holds
     * any but single spaces, and there are no character references, CDATA sections, comments,
     * processing instructions or "]]". 0 for a canonical form, which is never asked. */
    int32_t hasPlainMarkup;
} CXMLShims_arena;

/* Prepares libxml2 for use by several threads. Call once before anything else. */
void CXMLShims_initialize(void);

/* Parses UTF-8 bytes without a byte order mark. Returns NULL and fills `diagnostic` when the
 * bytes are refused. The arena keeps a copy of the bytes and is freed by CXMLShims_free. */
CXMLShims_arena *_Nullable CXMLShims_parse(const uint8_t *bytes, size_t count,
                                           const CXMLShims_limits *limits,
                                           CXMLShims_diagnostic *diagnostic);
void CXMLShims_free(CXMLShims_arena *_Nullable arena);

/* Reads the canonical form of one element, as our canonicalization writes it, without libxml2. The arena
 * says what CXMLShims_parse would say, and keeps a copy of the bytes. Returns NULL and fills `diagnostic`
 * for everything else: the status is CXMLShims_notCanonical where no limit is met. A `seed` that senders
 * do not know keeps them from choosing names that are slow to tell apart. */
CXMLShims_arena *_Nullable CXMLShims_readCanonicalForm(const uint8_t *bytes, size_t count,
                                                       const CXMLShims_limits *limits,
                                                       uint64_t seed,
                                                       CXMLShims_diagnostic *diagnostic);

/* Whether two runs of `count` bytes are the same; either may be NULL when `count` is 0. */
static inline int32_t CXMLShims_equal(const void *_Nullable one, const void *_Nullable other,
                                      size_t count) {
    return count == 0 || memcmp(one, other, count) == 0;
}

/* --- libxml2's canonicalization --- */

typedef enum CXMLShims_method {
    CXMLShims_canonicalXML10 = 0,
    CXMLShims_exclusive = 1,
    CXMLShims_canonicalXML11 = 2,
} CXMLShims_method;

typedef struct CXMLShims_canonicalizationRequest {
    CXMLShims_method method;
    int32_t withComments;
    /* InclusiveNamespaces PrefixList; exclusive only. */
    const char *_Nullable const *_Nullable prefixes;
    uint32_t prefixCount;
    /* The subtree of this element, counted from 0 in document order, CXMLSHIMS_NONE for all. */
    uint32_t element;
    /* A subtree left out of the above. */
    uint32_t excludedElement;
    /* When not NULL: the node-set this XPath 1.0 expression selects, and its bindings as
     * alternating prefixes and namespace names. */
    const char *_Nullable xpath;
    const char *_Nullable const *_Nullable bindings;
    uint32_t bindingCount;
    size_t maximumBytes;
} CXMLShims_canonicalizationRequest;

typedef struct CXMLShims_buffer {
    uint8_t *_Nullable bytes;
    size_t count;
} CXMLShims_buffer;

/* Writes the canonical bytes of what `request` selects in `bytes` into `result`; free it with
 * CXMLShims_bufferFree. On failure `result` is empty. The time that libxml2 takes is bounded for
 * bytes that CXMLShims_parse has accepted with narrow limits, and not for others. */
CXMLShims_status CXMLShims_canonicalize(const uint8_t *bytes, size_t count,
                                        const CXMLShims_canonicalizationRequest *request,
                                        CXMLShims_buffer *result, CXMLShims_diagnostic *diagnostic);
void CXMLShims_bufferFree(CXMLShims_buffer *buffer);

/* --- our canonicalization --- */

typedef struct CXMLShims_linearRequest {
    CXMLShims_method method;
    int32_t withComments;
    /* InclusiveNamespaces PrefixList; exclusive only. */
    const char *_Nullable const *_Nullable prefixes;
    uint32_t prefixCount;
    /* The subtree of this node, 0 for the document. */
    uint32_t node;
    /* A subtree left out of it, CXMLSHIMS_NONE for none. */
    uint32_t excludedNode;
    size_t maximumBytes;
    /* Instead of `node`: several, of which the elements directly inside are written, each as by itself. They
     * share what takes time in proportion to the document. Where the form of each node ends in the result
     * goes to `ends`; an empty one is not a failure. */
    const uint32_t *_Nullable nodes;
    size_t *_Nullable ends;
    uint32_t nodeCount;
} CXMLShims_linearRequest;

/* Writes the canonical bytes of a document or of elements into `result`, in time linear in what is
 * read and written; free it with CXMLShims_bufferFree. On failure `result` is empty, `ends` is not
 * meaningful. */
CXMLShims_status CXMLShims_canonicalizeLinearly(const CXMLShims_arena *arena,
                                                const CXMLShims_linearRequest *request,
                                                CXMLShims_buffer *result);

/* --- a document of any size, piece by piece --- */

typedef struct CXMLShims_streamLimits {
    uint32_t depth;
    uint32_t attributesPerElement; /* namespace declarations count too */
    uint32_t namespacesInScope;
    uint32_t nameLength;    /* bytes of prefix, colon and local name */
    uint32_t distinctNames; /* prefixes, local names and namespace names */
    uint32_t markupLength;  /* bytes of a tag, a comment, an instruction, a document type */
} CXMLShims_streamLimits;

/* The longest piece, in bytes. */
#define CXMLSHIMS_PIECE 65536

typedef enum CXMLShims_eventKind {
    CXMLShims_startEvent = 0,
    CXMLShims_attributeEvent, /* of the start before it */
    CXMLShims_textEvent,      /* or a part of a text */
    CXMLShims_endEvent,
} CXMLShims_eventKind;

/* The members are in the events' `bytes`. */
typedef struct CXMLShims_event {
    uint32_t kind;
    CXMLShims_string local;
    CXMLShims_string uri; /* empty for none */
    CXMLShims_string content;
} CXMLShims_event;

typedef struct CXMLShims_events {
    const CXMLShims_event *_Nullable items;
    const uint8_t *_Nullable bytes;
    uint32_t count;
    uint32_t byteCount;
} CXMLShims_events;

typedef struct CXMLShims_stream CXMLShims_stream;

/* Begins a document; NULL without memory. Free it with CXMLShims_streamFree. */
CXMLShims_stream *_Nullable CXMLShims_streamOpen(const CXMLShims_streamLimits *limits);
void CXMLShims_streamFree(CXMLShims_stream *_Nullable stream);

/* Reads the next piece, and gives what libxml2 reported for it, which is valid until the next call.
 * The first refusal ends the document: it is returned again from then on, without events. No part
 * of a document type declaration is read: one that only declares elements and attributes is left
 * out, any other is refused. Comments and instructions are left out. */
CXMLShims_status CXMLShims_streamFeed(CXMLShims_stream *stream, const uint8_t *_Nullable bytes,
                                      size_t count, int32_t isLast, CXMLShims_events *events,
                                      CXMLShims_diagnostic *diagnostic);

/* What the calling thread has spent since it began, on parsing and canonicalization and on what is
 * counted by CXMLShims_spendBytes. */
CXMLShims_work CXMLShims_workOfThread(void);

/* Adds bytes that other code has read to what the calling thread has spent. */
void CXMLShims_spendBytes(size_t count);

/* The version of the libxml2 in use, as libxml2 writes it ("20914"). */
const char *CXMLShims_libraryVersion(void);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
