/* Fills an arena: screens the bytes, runs libxml2 over them, and hands over what was stored. */
#include "builder.h"

#include <stdlib.h>
#include <string.h>

/* Whether neither character references nor the XML declaration keep white space apart from where
 * it shows; what the rest of the markup does, the events tell. */
static int begins_plain(const uint8_t *source, size_t count) {
    const char declaration[] = "<?xml";
    const size_t length = sizeof declaration - 1;
    if (count > length && memcmp(source, declaration, length) == 0) {
        const uint8_t *end = memchr(source, '>', count);
        if (end == NULL || CXMLShims_hasUnevenSpace(source, (size_t)(end - source))) return 0;
    }
    const uint8_t *rest = source, *const stop = source + count;
    while ((rest = memchr(rest, '&', (size_t)(stop - rest))) != NULL) {
        if (++rest < stop && *rest == '#') return 0;
    }
    /* "]]" and ">" must not come together in text, and may once a line end between them goes. */
    for (rest = source; (rest = memchr(rest, ']', (size_t)(stop - rest))) != NULL;) {
        if (++rest < stop && *rest == ']') return 0;
    }
    return 1;
}

static void run(builder *b) {
    xmlParserCtxtPtr parser = xmlCreateMemoryParserCtxt((const char *)b->source,
                                                        (int)b->sourceCount);
    if (parser == NULL) return (void)(b->diagnostic->status = CXMLShims_outOfMemory);
    b->parser = parser;
    xmlCtxtUseOptions(parser, CXMLShims_parserOptions());
    CXMLShims_setEvents(parser->sax);
    parser->userData = b;
    xmlParseDocument(parser);
    if (!refused(b) && (!parser->wellFormed || b->depth != 0 || b->nodes.count < 2)) {
        CXMLShims_refuse(b, CXMLShims_notWellFormed, source_offset(b));
    }
    if (!refused(b) && !parser->nsWellFormed) {
        CXMLShims_refuse(b, CXMLShims_notNamespaceWellFormed, source_offset(b));
    }
    if (parser->myDoc != NULL) xmlFreeDoc(parser->myDoc);
    xmlFreeParserCtxt(parser);
    free(b->stringTable.slots);
    free(b->nameTable.slots);
}

#define VECTORS(b)                                                                                 \
    &(b)->nodes, &(b)->attributes, &(b)->namespaces, &(b)->names, &(b)->strings, &(b)->bytes

static void free_vectors(builder *b) {
    vector *all[] = {VECTORS(b)};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]->items);
}

/* The bytes that growing moved, and the copy of the source; they count towards the limit, too. */
static void count_moves(builder *b) {
    vector *all[] = {VECTORS(b)};
    CXMLShims_work *const work = &b->diagnostic->work;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) work->bytesCopied += all[i]->moved;
    work->bytesCopied += b->sourceCount;
    CXMLShims_spend(work);
    if (!refused(b) && work->events + work->bytesCopied + work->namesLookedUp > b->greatestWork) {
        b->diagnostic->status = CXMLShims_tooMuchWork;
    }
}

static uint32_t lesser(uint32_t one, uint32_t other) { return one < other ? one : other; }

/* A caller may narrow the limits, and not widen them. */
static CXMLShims_limits capped_limits(const CXMLShims_limits *asked) {
    CXMLShims_limits limits = *asked;
    limits.depth = lesser(limits.depth, CXMLSHIMS_DEPTH);
    limits.attributesPerElement = lesser(limits.attributesPerElement, CXMLSHIMS_ATTRIBUTES);
    limits.namespacesInScope = lesser(limits.namespacesInScope, CXMLSHIMS_NAMESPACES);
    limits.distinctNames = lesser(limits.distinctNames, CXMLSHIMS_NAMES);
    return limits;
}

CXMLShims_arena *CXMLShims_parse(const uint8_t *bytes, size_t count, const CXMLShims_limits *limits,
                                 CXMLShims_diagnostic *diagnostic) {
    const CXMLShims_limits capped = capped_limits(limits);
    if (CXMLShims_screen(bytes, count, &capped, diagnostic) != CXMLShims_ok) return NULL;
    CXMLShims_arena *arena = calloc(1, sizeof *arena);
    uint8_t *source = malloc(count);
    builder b;
    memset(&b, 0, sizeof b);
    if (arena == NULL || source == NULL) {
        diagnostic->status = CXMLShims_outOfMemory;
    } else {
        memcpy(source, bytes, count);
        b.limits = capped;
        b.source = source;
        b.sourceCount = count;
        b.diagnostic = diagnostic;
        b.greatestWork = limits->workBase + (uint64_t)limits->workPerByte * count;
        b.hasPlainMarkup = !limits->isCanonical && begins_plain(bytes, count);
        /* Text never outgrows its source by much, so one allocation is mostly enough. */
        if (append(&b.bytes, 1, (uint32_t)count) == NULL) {
            diagnostic->status = CXMLShims_outOfMemory;
        } else {
            b.bytes.count = 0;
            if (CXMLShims_openNode(&b, CXMLShims_document) != NULL) run(&b);
        }
        count_moves(&b);
    }
    if (diagnostic->status != CXMLShims_ok) {
        free_vectors(&b);
        free(source);
        free(arena);
        return NULL;
    }
    NODE(&b, 0)->end = b.nodes.count;
    arena->nodes = b.nodes.items;
    arena->attributes = b.attributes.items;
    arena->namespaces = b.namespaces.items;
    arena->names = b.names.items;
    arena->strings = b.strings.items;
    arena->bytes = b.bytes.items;
    arena->source = source;
    arena->nodeCount = b.nodes.count;
    arena->attributeCount = b.attributes.count;
    arena->namespaceCount = b.namespaces.count;
    arena->nameCount = b.names.count;
    arena->stringCount = b.strings.count;
    arena->byteCount = b.bytes.count;
    arena->sourceCount = count;
    arena->hasPlainMarkup = b.hasPlainMarkup;
    return arena;
}

void CXMLShims_free(CXMLShims_arena *arena) {
    if (arena == NULL) return;
    /* The members are const for readers only; every one of them was allocated here. */
    const void *const all[] = {arena->nodes,   arena->attributes, arena->namespaces, arena->names,
                               arena->strings, arena->bytes,      arena->source};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free((void *)(uintptr_t)all[i]);
    free(arena);
}
