/* Fills the arena from libxml2's SAX2 events. libxml2 decides what is well-formed; this file only
 * stores what it reports, enforces the limits, and stops at the first thing the policy refuses. */
#if defined(__linux__)
#define _GNU_SOURCE /* memrchr */
#endif

#include "interning.h"
#include "parser.h"

#include <stdlib.h>
#include <string.h>

/* --- the builder --- */

typedef struct builder {
    xmlParserCtxtPtr parser;
    const CXMLShims_limits *limits;
    const uint8_t *source;
    size_t sourceCount;
    CXMLShims_diagnostic *diagnostic;
    vector nodes, attributes, namespaces, names, strings, bytes;
    table stringTable, nameTable;
    uint32_t current;
    uint32_t depth;
    uint32_t greatestDepth;
    uint32_t namespacesInScope;
    int32_t hasPlainMarkup;
    uint64_t greatestWork;
} builder;

#define NODE(b, i) (&((CXMLShims_node *)(b)->nodes.items)[i])

/* libxml2's position in the source: it reads the bytes as they are, so that its offsets are
 * ours. */
static size_t source_offset(const builder *b) {
    xmlParserInputPtr input = b->parser->input;
    if (input == NULL || input->cur == NULL || input->base == NULL) return 0;
    size_t offset = (size_t)input->consumed + (size_t)(input->cur - input->base);
    return offset < b->sourceCount ? offset : b->sourceCount;
}

/* "<" cannot stand inside a tag, so the last one before `offset` opens it. */
static size_t tag_offset(const builder *b, size_t offset) {
#if defined(__linux__)
    const uint8_t *found = memrchr(b->source, '<', offset);
    return found == NULL ? 0 : (size_t)(found - b->source);
#else
    while (offset > 0 && b->source[offset - 1] != '<') offset--;
    return offset > 0 ? offset - 1 : 0;
#endif
}

/* Whether markup holds white space other than single spaces: tabs, line ends, runs. What begins
 * like one of the line ends outside ASCII counts too. No early exit, so that it vectorizes. */
static int has_uneven_space(const uint8_t *markup, size_t count) {
    unsigned found = 0;
    for (size_t i = 1; i < count; i++) {
        const uint8_t byte = markup[i], before = markup[i - 1];
        found |= (unsigned)(byte < 0x20) | (unsigned)(byte == 0xC2) | (unsigned)(byte == 0xE2)
            | ((unsigned)(byte == 0x20) & (unsigned)(before == 0x20));
    }
    return found != 0;
}

static int refused(const builder *b) {
    return b->diagnostic->status != CXMLShims_ok;
}

static __attribute__((cold, noinline)) void refuse(builder *b, CXMLShims_status status, size_t offset) {
    if (refused(b)) return;
    b->diagnostic->status = status;
    CXMLShims_locate(b->source, b->sourceCount, offset, b->diagnostic);
    if (b->parser != NULL) CXMLShims_stopParser(b->parser);
}

static __attribute__((cold, noinline)) int out_of_memory(builder *b) {
    refuse(b, CXMLShims_outOfMemory, 0);
    return 0;
}

/* Counts an event of libxml2, and what it did before it. The limit holds whatever libxml2 does with
 * a document: no kind of event is too cheap to be counted. */
static inline int spend(builder *b, uint64_t bytesCopied, uint64_t namesLookedUp) {
    CXMLShims_work *const work = &b->diagnostic->work;
    work->events++;
    work->bytesCopied += bytesCopied;
    work->namesLookedUp += namesLookedUp;
    if (refused(b)) return 0;
    if (work->events + work->bytesCopied + work->namesLookedUp <= b->greatestWork) return 1;
    refuse(b, CXMLShims_tooMuchWork, source_offset(b));
    return 0;
}

/* The limit on nodes covers everything an arena stores, so that no message makes a large one. The
 * first node, the document itself, is not in the message. */
static int room_for_nodes(builder *b, uint32_t additional) {
    if (b->nodes.count == 0) return 1;
    uint64_t total = (uint64_t)b->nodes.count - 1 + b->attributes.count + b->namespaces.count;
    if (total + additional <= b->limits->nodes) return 1;
    refuse(b, CXMLShims_tooManyNodes, source_offset(b));
    return 0;
}

static int store_bytes(builder *b, const xmlChar *bytes, size_t count, CXMLShims_string *out) {
    uint8_t *room = append(&b->bytes, 1, (uint32_t)count);
    if (room == NULL) return out_of_memory(b);
    memcpy(room, bytes, count);
    b->diagnostic->work.bytesCopied += count;
    out->offset = b->bytes.count - (uint32_t)count;
    out->length = (uint32_t)count;
    return 1;
}

/* Attribute values and the namespace names among them. Without entity substitution libxml2 leaves
 * "&" in them as "&#38;", and nothing else that begins with "&". */
static int store_value(builder *b, const xmlChar *value, size_t count, CXMLShims_string *out) {
    static const char reference[] = "&#38;";
    const size_t length = sizeof reference - 1;
    if (!store_bytes(b, value, count, out) || memchr(value, '&', count) == NULL) {
        return !refused(b);
    }
    uint8_t *text = (uint8_t *)b->bytes.items + out->offset;
    size_t write = 0;
    for (size_t read = 0; read < count; write++) {
        text[write] = text[read];
        if (text[read] != '&') {
            read++;
        } else if (count - read >= length && memcmp(text + read, reference, length) == 0) {
            read += length;
        } else {
            return refuse(b, CXMLShims_undeclaredEntity, source_offset(b)), 0;
        }
    }
    b->bytes.count -= (uint32_t)(count - write);
    out->length = (uint32_t)write;
    return 1;
}

/* The index of an interned string; CXMLSHIMS_NONE for NULL. Refuses and returns 0 on failure. */
static int intern_string(builder *b, const xmlChar *text, uint32_t *id) {
    *id = CXMLSHIMS_NONE;
    if (text == NULL) return 1;
    if (!reserve(&b->stringTable)) return out_of_memory(b);
    const xmlChar *const key[3] = {text, NULL, NULL};
    slot *found = find(&b->stringTable, key);
    if (found->id == 0) {
        CXMLShims_string stored;
        if (!store_value(b, text, strlen((const char *)text), &stored)) return 0;
        if (b->strings.count >= b->limits->distinctNames) {
            return refuse(b, CXMLShims_tooMuchWork, source_offset(b)), 0;
        }
        CXMLShims_string *entry = append(&b->strings, sizeof *entry, 1);
        if (entry == NULL) return out_of_memory(b);
        *entry = stored;
        occupy(&b->stringTable, found, key, b->strings.count);
    }
    *id = found->id - 1;
    return 1;
}

static int name_fits(builder *b, size_t length, size_t offset) {
    if (length <= b->limits->nameLength) return 1;
    refuse(b, CXMLShims_nameTooLong, offset);
    return 0;
}

static int intern_name(builder *b, const xmlChar *local, const xmlChar *prefix, const xmlChar *uri,
                       uint32_t *id) {
    if (!reserve(&b->nameTable)) return out_of_memory(b);
    const xmlChar *const key[3] = {local, prefix, uri};
    slot *found = find(&b->nameTable, key);
    if (found->id == 0) {
        CXMLShims_name name;
        if (!intern_string(b, local, &name.local) || !intern_string(b, prefix, &name.prefix)
            || !intern_string(b, uri, &name.uri)) {
            return 0;
        }
        const CXMLShims_string *strings = b->strings.items;
        size_t length = strings[name.local].length;
        if (name.prefix != CXMLSHIMS_NONE) length += strings[name.prefix].length + 1;
        if (!name_fits(b, length, tag_offset(b, source_offset(b)))) return 0;
        CXMLShims_name *entry = append(&b->names, sizeof *entry, 1);
        if (entry == NULL) return out_of_memory(b);
        *entry = name;
        occupy(&b->nameTable, found, key, b->names.count);
    }
    *id = found->id - 1;
    return 1;
}

static CXMLShims_node *open_node(builder *b, CXMLShims_kind kind) {
    if (refused(b) || !room_for_nodes(b, 1)) return NULL;
    CXMLShims_node *node = append(&b->nodes, sizeof *node, 1);
    if (node == NULL) {
        out_of_memory(b);
        return NULL;
    }
    memset(node, 0, sizeof *node);
    node->kind = kind;
    node->parent = b->current;
    node->end = b->nodes.count;
    node->name = CXMLSHIMS_NONE;
    return node;
}

/* --- SAX2 events --- */

static void on_start_element(void *context, const xmlChar *local, const xmlChar *prefix,
                             const xmlChar *uri, int namespaceCount, const xmlChar **namespaces,
                             int attributeCount, int defaulted, const xmlChar **attributes) {
    builder *b = context;
    (void)defaulted; /* defaults come from a DTD, and there is none */
    const uint32_t declared = (uint32_t)namespaceCount, given = (uint32_t)attributeCount;
    const uint64_t inScope = (uint64_t)b->namespacesInScope + declared;
    uint64_t searched = 1 + declared + given + (prefix == NULL ? 0 : inScope);
    for (uint32_t i = 0; i < given; i++) {
        /* libxml2 goes through the declarations in scope for each prefix, and compares each
         * attribute with those before it. */
        searched += i + (attributes[5 * (size_t)i + 1] == NULL ? 0 : inScope);
    }
    if (!spend(b, 0, searched)) return;
    const size_t end = source_offset(b);
    const size_t offset = tag_offset(b, end);
    if (b->depth >= b->greatestDepth) return refuse(b, CXMLShims_tooDeep, offset);
    if ((uint64_t)declared + given > b->limits->attributesPerElement) {
        return refuse(b, CXMLShims_tooManyAttributes, offset);
    }
    if (declared > b->limits->namespacesInScope - b->namespacesInScope) {
        return refuse(b, CXMLShims_tooManyNamespaces, offset);
    }
    if (!room_for_nodes(b, 1 + declared + given)) return;

    CXMLShims_node *node = open_node(b, CXMLShims_element);
    if (node == NULL) return;
    const uint32_t index = b->nodes.count - 1;
    uint32_t name;
    if (!intern_name(b, local, prefix, uri, &name)) return;
    node->name = name;
    node->sourceOffset = (uint32_t)offset;
    if (b->hasPlainMarkup) {
        b->hasPlainMarkup = !has_uneven_space(b->source + offset, end - offset);
    }
    node->firstNamespace = b->namespaces.count;
    node->namespaceCount = declared;
    node->firstAttribute = b->attributes.count;
    node->attributeCount = given;
    for (uint32_t i = 0; i < declared; i++) {
        const xmlChar *name_of = namespaces[2 * i + 1];
        CXMLShims_namespace declaration;
        if (name_of != NULL && name_of[0] == 0) name_of = NULL;
        const char *prefix_of = (const char *)namespaces[2 * i];
        const size_t length = prefix_of == NULL ? 0 : strlen("xmlns:") + strlen(prefix_of);
        if (!name_fits(b, length, offset)) return;
        if (!intern_string(b, namespaces[2 * i], &declaration.prefix)
            || !intern_string(b, name_of, &declaration.uri)) {
            return;
        }
        CXMLShims_namespace *entry = append(&b->namespaces, sizeof *entry, 1);
        if (entry == NULL) return (void)out_of_memory(b);
        *entry = declaration;
    }
    for (uint32_t i = 0; i < given; i++) {
        const xmlChar **fields = attributes + 5 * (size_t)i;
        CXMLShims_attribute attribute;
        if (!intern_name(b, fields[0], fields[1], fields[2], &attribute.name)
            || !store_value(b, fields[3], (size_t)(fields[4] - fields[3]), &attribute.value)) {
            return;
        }
        CXMLShims_attribute *entry = append(&b->attributes, sizeof *entry, 1);
        if (entry == NULL) return (void)out_of_memory(b);
        *entry = attribute;
    }
    b->current = index;
    b->depth++;
    b->namespacesInScope += declared;
}

static void on_end_element(void *context, const xmlChar *local, const xmlChar *prefix,
                           const xmlChar *uri) {
    builder *b = context;
    (void)local, (void)prefix, (void)uri;
    /* As often as elements begin, where the limit is checked. */
    b->diagnostic->work.events++;
    if (refused(b) || b->depth == 0) return;
    CXMLShims_node *node = NODE(b, b->current);
    node->end = b->nodes.count;
    /* libxml2 reports the end of an element after it has read the ">". */
    node->sourceEnd = (uint32_t)source_offset(b);
    b->namespacesInScope -= node->namespaceCount;
    b->current = node->parent;
    b->depth--;
}

static void on_characters(void *context, const xmlChar *text, int count) {
    builder *b = context;
    /* No more often than there are bytes; the limit is checked at the next element, and at the end. */
    b->diagnostic->work.events++;
    if (refused(b) || count <= 0) return;
    CXMLShims_string stored;
    const uint32_t last = b->nodes.count - 1;
    if (NODE(b, last)->kind == CXMLShims_text && NODE(b, last)->parent == b->current) {
        if (store_bytes(b, text, (size_t)count, &stored)) {
            NODE(b, last)->content.length += stored.length;
        }
        return;
    }
    CXMLShims_node *node = open_node(b, CXMLShims_text);
    if (node != NULL && store_bytes(b, text, (size_t)count, &stored)) node->content = stored;
}

static void on_cdata(void *context, const xmlChar *text, int count) {
    builder *b = context;
    b->hasPlainMarkup = 0;
    on_characters(context, text, count);
}

static void on_comment(void *context, const xmlChar *text) {
    builder *b = context;
    CXMLShims_string stored;
    /* A line end that vanishes inside one can end it early. */
    b->hasPlainMarkup = 0;
    if (!spend(b, 0, 0)) return;
    CXMLShims_node *node = open_node(b, CXMLShims_comment);
    if (node != NULL && store_bytes(b, text, strlen((const char *)text), &stored)) {
        node->content = stored;
    }
}

static void on_processing_instruction(void *context, const xmlChar *target, const xmlChar *data) {
    builder *b = context;
    CXMLShims_string stored = {0, 0};
    b->hasPlainMarkup = 0;
    CXMLShims_forgetCatalogs(b->parser);
    if (!spend(b, 0, 1)) return;
    CXMLShims_node *node = open_node(b, CXMLShims_processingInstruction);
    if (node == NULL) return;
    uint32_t name;
    if (!name_fits(b, strlen((const char *)target), source_offset(b))) return;
    if (!intern_string(b, target, &name)) return;
    if (data != NULL && !store_bytes(b, data, strlen((const char *)data), &stored)) return;
    node->name = name;
    node->content = stored;
}

/* Called at "<!DOCTYPE", before any declaration in it is read. */
static void on_document_type(void *context, const xmlChar *name, const xmlChar *publicID,
                             const xmlChar *systemID) {
    builder *b = context;
    (void)name, (void)publicID, (void)systemID;
    refuse(b, CXMLShims_documentTypeDeclaration, source_offset(b));
}

static void on_reference(void *context, const xmlChar *name) {
    builder *b = context;
    (void)name;
    refuse(b, CXMLShims_undeclaredEntity, source_offset(b));
}

static CXMLShims_status status_of(CXMLShims_error error) {
    switch (error->code) {
    case XML_ERR_UNDECLARED_ENTITY:
    case XML_WAR_UNDECLARED_ENTITY: return CXMLShims_undeclaredEntity;
    case XML_ERR_NO_MEMORY: return CXMLShims_outOfMemory;
    default:
        return error->domain == XML_FROM_NAMESPACE ? CXMLShims_notNamespaceWellFormed
                                                   : CXMLShims_notWellFormed;
    }
}

static size_t message_length(CXMLShims_error error) {
    const char *const copied[] = {error->message, error->str1, error->str2, error->str3};
    size_t length = 0;
    for (size_t i = 0; i < sizeof copied / sizeof *copied; i++) {
        if (copied[i] != NULL) length += strlen(copied[i]);
    }
    return length;
}

/* The first error ends the parse. libxml2 would go on after it, and may copy all that it has read of
 * a comment or a text for each further one. */
static void on_error(void *context, CXMLShims_error error) {
    builder *b = context;
    if (error == NULL || !spend(b, message_length(error), 0)) return;
    if (error->level < XML_ERR_ERROR) return;
    b->diagnostic->libraryCode = error->code;
    refuse(b, status_of(error), source_offset(b));
}

/* --- the door --- */

/* Whether neither character references nor the XML declaration keep white space apart from where
 * it shows; what the rest of the markup does, the events tell. */
static int begins_plain(const uint8_t *source, size_t count) {
    const char declaration[] = "<?xml";
    const size_t length = sizeof declaration - 1;
    if (count > length && memcmp(source, declaration, length) == 0) {
        const uint8_t *end = memchr(source, '>', count);
        if (end == NULL || has_uneven_space(source, (size_t)(end - source))) return 0;
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
    xmlSAXHandler handler;
    memset(&handler, 0, sizeof handler);
    handler.initialized = XML_SAX2_MAGIC;
    handler.internalSubset = on_document_type;
    handler.startElementNs = on_start_element;
    handler.endElementNs = on_end_element;
    handler.characters = on_characters;
    /* The same function, or libxml2 guesses which blanks could be left out. */
    handler.ignorableWhitespace = on_characters;
    handler.cdataBlock = on_cdata;
    handler.comment = on_comment;
    handler.processingInstruction = on_processing_instruction;
    handler.reference = on_reference;
    handler.serror = on_error;

    xmlParserCtxtPtr parser = xmlCreateMemoryParserCtxt((const char *)b->source,
                                                        (int)b->sourceCount);
    if (parser == NULL) return (void)(b->diagnostic->status = CXMLShims_outOfMemory);
    b->parser = parser;
    xmlCtxtUseOptions(parser, CXMLShims_parserOptions());
    *parser->sax = handler;
    parser->userData = b;
    xmlParseDocument(parser);
    if (!refused(b) && (!parser->wellFormed || b->depth != 0 || b->nodes.count < 2)) {
        refuse(b, CXMLShims_notWellFormed, source_offset(b));
    }
    if (!refused(b) && !parser->nsWellFormed) {
        refuse(b, CXMLShims_notNamespaceWellFormed, source_offset(b));
    }
    if (parser->myDoc != NULL) xmlFreeDoc(parser->myDoc);
    xmlFreeParserCtxt(parser);
    free(b->stringTable.slots);
    free(b->nameTable.slots);
}

#define VECTORS(b) \
    {&(b)->nodes, &(b)->attributes, &(b)->namespaces, &(b)->names, &(b)->strings, &(b)->bytes}

static void free_vectors(builder *b) {
    vector *all[] = VECTORS(b);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]->items);
}

/* The bytes that growing moved, and the copy of the source; they count towards the limit, too. */
static void count_moves(builder *b) {
    vector *all[] = VECTORS(b);
    CXMLShims_work *const work = &b->diagnostic->work;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) work->bytesCopied += all[i]->moved;
    work->bytesCopied += b->sourceCount;
    CXMLShims_spend(work);
    if (!refused(b) && work->events + work->bytesCopied + work->namesLookedUp > b->greatestWork) {
        b->diagnostic->status = CXMLShims_tooMuchWork;
    }
}

CXMLShims_arena *CXMLShims_parse(const uint8_t *bytes, size_t count,
                                 const CXMLShims_limits *limits,
                                 CXMLShims_diagnostic *diagnostic) {
    const CXMLShims_status status = limits->isCanonical
        ? CXMLShims_screenSize(count, limits, diagnostic)
        : CXMLShims_screen(bytes, count, limits, diagnostic);
    if (status != CXMLShims_ok) return NULL;
    CXMLShims_arena *arena = calloc(1, sizeof *arena);
    uint8_t *source = malloc(count);
    builder b;
    memset(&b, 0, sizeof b);
    if (arena == NULL || source == NULL) {
        diagnostic->status = CXMLShims_outOfMemory;
    } else {
        memcpy(source, bytes, count);
        b.limits = limits;
        b.source = source;
        b.sourceCount = count;
        b.diagnostic = diagnostic;
        b.greatestDepth = limits->depth < CXMLSHIMS_DEPTH ? limits->depth : CXMLSHIMS_DEPTH;
        b.greatestWork = limits->workBase + (uint64_t)limits->workPerByte * count;
        b.hasPlainMarkup = !limits->isCanonical && begins_plain(bytes, count);
        /* Text never outgrows its source by much, so one allocation is mostly enough. */
        if (append(&b.bytes, 1, (uint32_t)count) == NULL) {
            diagnostic->status = CXMLShims_outOfMemory;
        } else {
            b.bytes.count = 0;
            if (open_node(&b, CXMLShims_document) != NULL) run(&b);
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
    free((void *)(uintptr_t)arena->nodes);
    free((void *)(uintptr_t)arena->attributes);
    free((void *)(uintptr_t)arena->namespaces);
    free((void *)(uintptr_t)arena->names);
    free((void *)(uintptr_t)arena->strings);
    free((void *)(uintptr_t)arena->bytes);
    free((void *)(uintptr_t)arena->source);
    free(arena);
}
