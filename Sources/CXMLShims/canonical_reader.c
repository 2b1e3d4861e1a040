/* Reads canonical forms of elements, and nothing else, into an arena: one pass, without libxml2.
 *
 * A form that our canonicalization wrote is read as libxml2 would read it, node for node. Whatever such a
 * form does not have is refused: there is no other reader to turn to. */
#include "canonical_reader.h"

#include <stdlib.h>

/* Adds a node below the current one; NULL after a refusal. */
static CXMLShims_node *open_node(canonical_reader *r, CXMLShims_kind kind) {
    CXMLShims_node *const node = append(&r->nodes, sizeof *node, 1);
    if (node == NULL) return refuse_form(r, CXMLShims_outOfMemory), NULL;
    memset(node, 0, sizeof *node);
    node->kind = kind;
    node->parent = r->current;
    node->end = r->nodes.count;
    node->name = CXMLSHIMS_NONE;
    r->work.events++;
    return node;
}

static int open_element(canonical_reader *r) {
    const size_t offset = (size_t)(r->at - 1 - r->bytes);
    if (r->depth >= r->limits.depth) return refuse_form(r, CXMLShims_tooDeep);
    CXMLShims_node *const node = open_node(r, CXMLShims_element);
    if (node == NULL) return 0;
    node->sourceOffset = (uint32_t)offset;
    if (!CXMLShims_readStartTag(r, node)) return 0;
    r->current = r->nodes.count - 1;
    r->depth++;
    return 1;
}

static void undo_declarations(canonical_reader *r, const CXMLShims_node *node) {
    uint32_t *const bound = r->names.bound.items;
    for (uint32_t i = node->firstNamespace + node->namespaceCount; i > node->firstNamespace; i--) {
        const uint32_t prefix = ((const CXMLShims_namespace *)r->namespaces.items)[i - 1].prefix;
        const uint32_t before = ((const uint32_t *)r->shadowed.items)[i - 1];
        *(prefix == CXMLSHIMS_NONE ? &r->defaultNamespace : &bound[prefix]) = before;
    }
    r->namespacesInScope -= node->namespaceCount;
}

/* Reads an end tag behind its "</". */
static int close_element(canonical_reader *r) {
    if (r->depth == 0) return refuse_bytes(r);
    const written_name *const written = (const written_name *)r->names.written.items
        + r->open[r->depth - 1];
    const size_t length = written->text.length;
    if ((size_t)(r->end - r->at) <= length
        || !same_bytes(r->at, r->bytes + written->text.offset, length) || r->at[length] != '>') {
        return refuse_bytes(r);
    }
    r->at += length + 1;
    CXMLShims_node *const node = (CXMLShims_node *)r->nodes.items + r->current;
    node->end = r->nodes.count;
    node->sourceEnd = (uint32_t)(r->at - r->bytes);
    undo_declarations(r, node);
    r->current = node->parent;
    r->depth--;
    r->work.events++;
    return 1;
}

/* Reads a comment behind its "<!--": two hyphens only end it. */
static int read_comment(canonical_reader *r) {
    CXMLShims_node *const node = open_node(r, CXMLShims_comment);
    if (node == NULL || !CXMLShims_readVerbatim(r, "--", &node->content)) return 0;
    return pass(r, ">") || refuse_bytes(r);
}

/* Whether a target is kept for XML itself (XML 1.0, production 17). */
static int is_reserved(const uint8_t *target, size_t count) {
    return count == 3 && (target[0] | 0x20) == 'x' && (target[1] | 0x20) == 'm'
        && (target[2] | 0x20) == 'l';
}

/* Reads an instruction behind its "<?": a target, and perhaps a space and more. */
static int read_instruction(canonical_reader *r) {
    CXMLShims_string all;
    CXMLShims_node *const node = open_node(r, CXMLShims_processingInstruction);
    if (node == NULL || !CXMLShims_readVerbatim(r, "?>", &all)) return 0;
    const uint8_t *const bytes = r->bytes + all.offset;
    const uint8_t *const space = memchr(bytes, ' ', all.length);
    const uint32_t length = space == NULL ? all.length : (uint32_t)(space - bytes);
    if (!CXMLShims_isNCName(bytes, length) || is_reserved(bytes, length)) return refuse_bytes(r);
    if (length > r->limits.nameLength) return refuse_form(r, CXMLShims_nameTooLong);
    if (space != NULL) {
        node->content = (CXMLShims_string){all.offset + length + 1, all.length - length - 1};
        /* The space between them is one. */
        if (node->content.length == 0 || bytes[length + 1] <= ' ') return refuse_bytes(r);
    }
    const CXMLShims_string target = {all.offset, length};
    switch (CXMLShims_findString(&r->names, target, &node->name)) {
    case names_ok: return 1;
    case names_memory: return refuse_form(r, CXMLShims_outOfMemory);
    default: return refuse_form(r, CXMLShims_tooMuchWork);
    }
}

static int read_text(canonical_reader *r) {
    CXMLShims_node *const node = open_node(r, CXMLShims_text);
    return node != NULL && CXMLShims_readText(r, &node->content);
}

/* What the limits leave room for: they cover everything an arena stores but the document itself. */
static int has_room(canonical_reader *r) {
    const uint64_t stored = (uint64_t)r->nodes.count - 1 + r->attributes.count
        + r->namespaces.count;
    return stored <= r->limits.nodes || refuse_form(r, CXMLShims_tooManyNodes);
}

static void read_form(canonical_reader *r, uint64_t greatestWork) {
    if (open_node(r, CXMLShims_document) == NULL) return;
    if (!pass(r, "<") || !open_element(r)) return (void)refuse_bytes(r);
    while (r->depth > 0) {
        if (*r->at != '<') {
            if (!read_text(r)) return;
            continue;
        }
        r->at++;
        const int isRead = pass(r, "/") ? close_element(r)
            : pass(r, "!--")            ? read_comment(r)
            : pass(r, "?")              ? read_instruction(r)
                                        : open_element(r);
        if (!isRead || !has_room(r)) return;
        const CXMLShims_work *const work = &r->work;
        const uint64_t searched = work->namesLookedUp + r->names.lookups;
        if (work->events + work->bytesCopied + searched > greatestWork) {
            return (void)refuse_form(r, CXMLShims_tooMuchWork);
        }
    }
    if (!has_room(r)) return;
    if (r->at != r->end) return (void)refuse_bytes(r);
    ((CXMLShims_node *)r->nodes.items)->end = r->nodes.count;
}

/* --- memory --- */

/* One block for the arena, the bytes, and what most forms of this size need. */
static owning_arena *make_block(canonical_reader *r, const uint8_t *form, size_t count) {
    const size_t nodes = count / 24, attributes = count / 48, namespaces = count / 96;
    const size_t behind = READABLE_BEHIND;
    /* What is decoded has no more bytes than the form, the name of one namespace aside. */
    const size_t bytes = count + behind + count + 64 + behind;
    const size_t aligned = (sizeof(owning_arena) + bytes + 15) & ~(size_t)15;
    const size_t strings = 96, names = 64;
    const size_t size = aligned + nodes * sizeof(CXMLShims_node)
        + attributes * sizeof(CXMLShims_attribute)
        + namespaces * (sizeof(CXMLShims_namespace) + sizeof(uint32_t))
        + strings * (sizeof(CXMLShims_string) + sizeof(uint32_t))
        + names * (sizeof(CXMLShims_name) + sizeof(written_name)) + 1; /* empty ones are inside */
    uint8_t *const block = count > SIZE_MAX / 16 ? NULL : malloc(size);
    if (block == NULL) return NULL;
    owning_arena *const owner = (owning_arena *)(void *)block;
    memset(owner, 0, sizeof *owner);
    owner->blockSize = size;
    uint8_t *const copy = block + sizeof *owner;
    memcpy(copy, form, count);
    memset(copy + count, 0, behind);
    memset(copy + bytes - behind, 0, behind);
    r->bytes = r->at = copy;
    r->end = copy + count;
    r->decoded = copy + count + behind;
    uint8_t *place = block + aligned;
    r->nodes = borrowing(place, nodes);
    r->attributes = borrowing(place += nodes * sizeof(CXMLShims_node), attributes);
    r->namespaces = borrowing(place += attributes * sizeof(CXMLShims_attribute), namespaces);
    r->shadowed = borrowing(place += namespaces * sizeof(CXMLShims_namespace), namespaces);
    r->names.strings = borrowing(place += namespaces * sizeof(uint32_t), strings);
    r->names.bound = borrowing(place += strings * sizeof(CXMLShims_string), strings);
    r->names.names = borrowing(place += strings * sizeof(uint32_t), names);
    r->names.written = borrowing(place + names * sizeof(CXMLShims_name), names);
    r->work.bytesCopied += count;
    return owner;
}

static void free_vectors(canonical_reader *r) {
    vector *const all[] = {&r->nodes, &r->attributes, &r->namespaces};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) CXMLShims_freeItems(all[i]);
}

/* The bytes that growing moved. */
static uint64_t moved_bytes(const canonical_reader *r) {
    return r->nodes.moved + r->attributes.moved + r->namespaces.moved + r->shadowed.moved
        + r->names.strings.moved + r->names.names.moved + r->names.written.moved;
}

/* --- the door --- */

static void fill_arena(CXMLShims_arena *arena, const canonical_reader *r, size_t count) {
    arena->nodes = r->nodes.items;
    arena->attributes = r->attributes.items;
    arena->namespaces = r->namespaces.items;
    arena->names = r->names.names.items;
    arena->strings = r->names.strings.items;
    arena->bytes = arena->source = r->bytes;
    arena->nodeCount = r->nodes.count;
    arena->attributeCount = r->attributes.count;
    arena->namespaceCount = r->namespaces.count;
    arena->nameCount = r->names.names.count;
    arena->stringCount = r->names.strings.count;
    arena->byteCount = (size_t)(r->decoded - r->bytes);
    arena->sourceCount = count;
}

CXMLShims_arena *CXMLShims_readCanonicalForm(const uint8_t *bytes, size_t count,
                                             const CXMLShims_limits *limits, uint64_t seed,
                                             CXMLShims_diagnostic *diagnostic) {
    memset(diagnostic, 0, sizeof *diagnostic);
    if (count == 0) return diagnostic->status = CXMLShims_empty, NULL;
    if (count > limits->bytes || count > CXMLSHIMS_BYTES) {
        return diagnostic->status = CXMLShims_tooManyBytes, NULL;
    }
    canonical_reader r;
    memset(&r, 0, offsetof(canonical_reader, open));
    r.limits = CXMLShims_cappedLimits(limits);
    r.defaultNamespace = r.xmlNamespace = CXMLSHIMS_NONE;
    const vector none = {NULL, 0, 0, 0, 0};
    r.names.strings = r.names.names = r.names.written = r.names.bound = none;
    owning_arena *const owner = make_block(&r, bytes, count);
    CXMLShims_openNames(&r.names, r.bytes, seed, r.limits.distinctNames);
    if (owner == NULL) {
        r.status = CXMLShims_outOfMemory;
    } else {
        read_form(&r, limits->workBase + (uint64_t)limits->workPerByte * count);
    }
    r.work.namesLookedUp += r.names.lookups;
    r.work.bytesCopied += moved_bytes(&r);
    CXMLShims_freeItems(&r.shadowed);
    CXMLShims_closeNames(&r.names, r.status == CXMLShims_ok);
    diagnostic->status = r.status;
    diagnostic->work = r.work;
    CXMLShims_spend(&r.work);
    if (r.status != CXMLShims_ok) {
        if (owner != NULL) {
            CXMLShims_locate(r.bytes, count, (size_t)(r.at - r.bytes), diagnostic);
            free_vectors(&r);
        }
        free(owner);
        return NULL;
    }
    fill_arena(&owner->arena, &r, count);
    return &owner->arena;
}
