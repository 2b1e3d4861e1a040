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
}

#define VECTORS(b)                                                                                 \
    &(b)->nodes, &(b)->attributes, &(b)->namespaces, &(b)->names, &(b)->strings, &(b)->bytes

static void free_vectors(builder *b) {
    vector *all[] = {VECTORS(b)};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) CXMLShims_freeItems(all[i]);
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

/* One block for what most documents of this size need: the arena, the vectors as they begin, and the source. */
static owning_arena *make_block(builder *b, const uint8_t *bytes, size_t count) {
    struct part {
        vector *vector;
        size_t itemSize, capacity;
    } const parts[] = {
        /* In proportion and no more, so that what grows of a short document grows of a long one. */
        {&b->nodes, sizeof(CXMLShims_node), count / 24},
        {&b->attributes, sizeof(CXMLShims_attribute), count / 48},
        {&b->namespaces, sizeof(CXMLShims_namespace), count / 128},
        {&b->names, sizeof(CXMLShims_name), 64},
        {&b->strings, sizeof(CXMLShims_string), 96},
        /* Text never outgrows its source by much. */
        {&b->bytes, 1, count},
    };
    const size_t partCount = sizeof parts / sizeof *parts;
    size_t total = sizeof(owning_arena);
    for (size_t i = 0; i < partCount; i++) total += parts[i].itemSize * parts[i].capacity;
    uint8_t *const block = count > SIZE_MAX / 16 ? NULL : malloc(total + count);
    if (block == NULL) return NULL;
    owning_arena *const owner = (owning_arena *)(void *)block;
    memset(owner, 0, sizeof *owner);
    owner->blockSize = total + count;
    size_t offset = sizeof *owner;
    for (size_t i = 0; i < partCount; i++) {
        *parts[i].vector = borrowing(block + offset, parts[i].capacity);
        offset += parts[i].itemSize * parts[i].capacity;
    }
    memcpy(block + offset, bytes, count);
    b->source = block + offset;
    b->sourceCount = count;
    return owner;
}

static uint32_t lesser(uint32_t one, uint32_t other) { return one < other ? one : other; }

CXMLShims_limits CXMLShims_cappedLimits(const CXMLShims_limits *asked) {
    CXMLShims_limits limits = *asked;
    limits.depth = lesser(limits.depth, CXMLSHIMS_DEPTH);
    limits.attributesPerElement = lesser(limits.attributesPerElement, CXMLSHIMS_ATTRIBUTES);
    limits.namespacesInScope = lesser(limits.namespacesInScope, CXMLSHIMS_NAMESPACES);
    limits.distinctNames = lesser(limits.distinctNames, CXMLSHIMS_NAMES);
    return limits;
}

CXMLShims_arena *CXMLShims_parse(const uint8_t *bytes, size_t count, const CXMLShims_limits *limits,
                                 CXMLShims_diagnostic *diagnostic) {
    const CXMLShims_limits capped = CXMLShims_cappedLimits(limits);
    if (CXMLShims_screen(bytes, count, &capped, diagnostic) != CXMLShims_ok) return NULL;
    builder b;
    memset(&b, 0, offsetof(builder, stringTable));
    owning_arena *const owner = make_block(&b, bytes, count);
    if (owner == NULL) {
        diagnostic->status = CXMLShims_outOfMemory;
    } else {
        CXMLShims_openTable(&b.stringTable);
        CXMLShims_openTable(&b.nameTable);
        b.limits = capped;
        b.diagnostic = diagnostic;
        b.greatestWork = limits->workBase + (uint64_t)limits->workPerByte * count;
        b.hasPlainMarkup = begins_plain(bytes, count);
        if (CXMLShims_openNode(&b, CXMLShims_document) != NULL) run(&b);
        CXMLShims_closeTable(&b.stringTable);
        CXMLShims_closeTable(&b.nameTable);
        count_moves(&b);
    }
    if (diagnostic->status != CXMLShims_ok) {
        if (owner != NULL) free_vectors(&b);
        free(owner);
        return NULL;
    }
    CXMLShims_arena *const arena = &owner->arena;
    NODE(&b, 0)->end = b.nodes.count;
    arena->nodes = b.nodes.items;
    arena->attributes = b.attributes.items;
    arena->namespaces = b.namespaces.items;
    arena->names = b.names.items;
    arena->strings = b.strings.items;
    arena->bytes = b.bytes.items;
    arena->source = b.source;
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
    const owning_arena *const owner = (const owning_arena *)(const void *)arena;
    /* The members are const for readers only; every one of them was allocated here. */
    const void *const all[] = {arena->nodes,   arena->attributes, arena->namespaces, arena->names,
                               arena->strings, arena->bytes,      arena->source};
    const uintptr_t start = (uintptr_t)arena;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const uintptr_t place = (uintptr_t)all[i];
        if (place < start || place - start >= owner->blockSize) free((void *)place);
    }
    free(arena);
}
