/* Canonical bytes straight from the arena, in one pass: what is written takes time linear in what
 * is read and written, whatever the document does with namespaces and attributes.
 *
 * Canonical XML 1.0 and 1.1 and Exclusive XML Canonicalization 1.0 of the document or of one
 * element's subtree, with one subtree left out when asked. XPath node-sets are left to libxml2. */
#include "linear_writer.h"
#include "parser.h"

#include <stdlib.h>
#include <string.h>

/* --- namespaces --- */

static void set(writer *w, uint32_t *place, uint32_t value) {
    if (*place == value) return;
    if (w->changeCount == w->changeCapacity) {
        const size_t capacity = w->changeCapacity == 0 ? 64 : w->changeCapacity * 2;
        change *changes = realloc(w->changes, capacity * sizeof *changes);
        if (changes == NULL) return fail(w, CXMLShims_outOfMemory);
        w->changes = changes;
        w->changeCapacity = capacity;
    }
    w->changes[w->changeCount++] = (change){place, *place};
    *place = value;
}

static void undo(writer *w, size_t count) {
    while (w->changeCount > count) {
        const change last = w->changes[--w->changeCount];
        *last.place = last.previous;
    }
}

static void declare(writer *w, const CXMLShims_node *element) {
    for (uint32_t i = 0; i < element->namespaceCount; i++) {
        const CXMLShims_namespace *n = &w->arena->namespaces[element->firstNamespace + i];
        set(w, &w->bound[slot_of(w, n->prefix)], n->uri == CXMLSHIMS_NONE ? UNBOUND : n->uri);
    }
}

/* Renders what a prefix is bound to, unless the output has it already. */
static void render(writer *w, uint32_t slot) {
    const uint32_t uri = w->bound[slot];
    if (w->rendered[slot] == uri) return;
    const uint32_t prefix = slot == w->arena->stringCount ? CXMLSHIMS_NONE : slot;
    /* "xml" is bound by itself (Canonical XML 1.0, section 2.3). */
    if (equals(string_at(w, prefix), "xml")) return;
    set(w, &w->rendered[slot], uri);
    item *i = add(w, &w->namespaces);
    if (i == NULL) return;
    *i = (item){.primary = string_at(w, prefix), .prefix = prefix};
    i->value = uri == UNBOUND ? (text){(const uint8_t *)"", 0} : string_at(w, uri);
}

/* The prefixes an element and its attributes use (Exclusive XML Canonicalization, section 1.1). */
static void render_used(writer *w, const CXMLShims_node *element) {
    const CXMLShims_arena *a = w->arena;
    render(w, slot_of(w, a->names[element->name].prefix));
    for (uint32_t i = 0; i < element->attributeCount; i++) {
        const uint32_t prefix = a->names[a->attributes[element->firstAttribute + i].name].prefix;
        if (prefix != CXMLSHIMS_NONE) render(w, prefix);
    }
}

static void render_namespaces(writer *w, const CXMLShims_node *element, int isApex) {
    const CXMLShims_arena *a = w->arena;
    const int isExclusive = w->request->method == CXMLShims_exclusive;
    w->namespaces.count = 0;
    if (isExclusive) render_used(w, element);
    if (isExclusive && w->request->prefixCount == 0) {
        /* Nothing but what is used. */
    } else if (isApex) {
        w->work.namesLookedUp += a->stringCount;
        for (uint32_t slot = 0; slot <= a->stringCount; slot++) {
            if (!isExclusive || w->listed[slot]) render(w, slot);
        }
    } else {
        for (uint32_t i = 0; i < element->namespaceCount; i++) {
            const uint32_t slot = slot_of(w, a->namespaces[element->firstNamespace + i].prefix);
            if (!isExclusive || w->listed[slot]) render(w, slot);
        }
    }
    sort(&w->namespaces);
    for (size_t i = 0; i < w->namespaces.count; i++) {
        const item *n = &w->namespaces.items[i];
        put_literal(w, n->prefix == CXMLSHIMS_NONE ? " xmlns" : " xmlns:");
        put_text(w, n->primary);
        put_literal(w, "=\"");
        put_escaped(w, n->value, 1);
        put_literal(w, "\"");
    }
}

/* --- attributes --- */

static int is_xml(const writer *w, const CXMLShims_attribute *attribute) {
    return equals(string_at(w, w->arena->names[attribute->name].uri),
                  "http://www.w3.org/XML/1998/namespace");
}

static void add_attribute(writer *w, const CXMLShims_attribute *attribute) {
    const CXMLShims_name *name = &w->arena->names[attribute->name];
    item *i = add(w, &w->attributes);
    if (i == NULL) return;
    *i = (item){.primary = string_at(w, name->uri),
                .secondary = string_at(w, name->local),
                .prefix = name->prefix,
                .local = name->local,
                .value = text_of(w, attribute->value)};
}

static void mark_attributes(writer *w, const CXMLShims_node *element, uint8_t mark) {
    for (uint32_t i = 0; i < element->attributeCount; i++) {
        w->inherited[w->arena->attributes[element->firstAttribute + i].name] = mark;
    }
}

/* The xml: attributes that the apex of a subtree takes over from its ancestors, the nearest ones
 * (Canonical XML 1.0, section 2.4; 1.1 takes over xml:lang and xml:space only). */
static void inherit_attributes(writer *w, const CXMLShims_node *apex) {
    const CXMLShims_arena *a = w->arena;
    if (w->request->method == CXMLShims_exclusive) return;
    /* Nobody but "xml" is bound to that namespace, so that equal names are one name of the arena. */
    mark_attributes(w, apex, 1);
    for (uint32_t index = apex->parent; index != 0; index = a->nodes[index].parent) {
        const CXMLShims_node *ancestor = &a->nodes[index];
        for (uint32_t i = 0; i < ancestor->attributeCount; i++) {
            const CXMLShims_attribute *attribute = &a->attributes[ancestor->firstAttribute + i];
            if (!is_xml(w, attribute)) continue;
            const text local = string_at(w, a->names[attribute->name].local);
            if (w->request->method == CXMLShims_canonicalXML11) {
                /* Joining base URIs is libxml2's to do. */
                if (equals(local, "base")) return fail(w, CXMLShims_needsLibrary);
                if (!equals(local, "lang") && !equals(local, "space")) continue;
            }
            if (w->inherited[attribute->name]) continue;
            w->inherited[attribute->name] = 1;
            add_attribute(w, attribute);
        }
    }
    mark_attributes(w, apex, 0);
    for (uint32_t index = apex->parent; index != 0; index = a->nodes[index].parent) {
        mark_attributes(w, &a->nodes[index], 0);
    }
}

static void put_name(writer *w, uint32_t prefix, uint32_t local) {
    if (prefix != CXMLSHIMS_NONE) {
        put_text(w, string_at(w, prefix));
        put_literal(w, ":");
    }
    put_text(w, string_at(w, local));
}

static void put_attributes(writer *w, const CXMLShims_node *element, int isApex) {
    w->attributes.count = 0;
    for (uint32_t i = 0; i < element->attributeCount; i++) {
        add_attribute(w, &w->arena->attributes[element->firstAttribute + i]);
    }
    if (isApex) inherit_attributes(w, element);
    sort(&w->attributes);
    for (size_t i = 0; i < w->attributes.count; i++) {
        const item *attribute = &w->attributes.items[i];
        put_literal(w, " ");
        put_name(w, attribute->prefix, attribute->local);
        put_literal(w, "=\"");
        put_escaped(w, attribute->value, 1);
        put_literal(w, "\"");
    }
}

/* --- nodes --- */

static void put_start_tag(writer *w, const CXMLShims_node *element, int isApex) {
    const CXMLShims_name *name = &w->arena->names[element->name];
    declare(w, element);
    put_literal(w, "<");
    put_name(w, name->prefix, name->local);
    render_namespaces(w, element, isApex);
    put_attributes(w, element, isApex);
    put_literal(w, ">");
}

static void put_end_tag(writer *w, const CXMLShims_node *element) {
    const CXMLShims_name *name = &w->arena->names[element->name];
    put_literal(w, "</");
    put_name(w, name->prefix, name->local);
    put_literal(w, ">");
}

static void put_leaf(writer *w, const CXMLShims_node *node) {
    const text content = text_of(w, node->content);
    switch (node->kind) {
    case CXMLShims_text: put_escaped(w, content, 0); break;
    case CXMLShims_comment:
        put_literal(w, "<!--");
        put_text(w, content);
        put_literal(w, "-->");
        break;
    case CXMLShims_processingInstruction:
        put_literal(w, "<?");
        put_text(w, string_at(w, node->name));
        if (content.length > 0) {
            put_literal(w, " ");
            put_text(w, content);
        }
        put_literal(w, "?>");
        break;
    default: break;
    }
}

/* Elements inside each other in an arena: libxml2 alone would let one or two more than 256 through,
 * and CXMLShims_parse lets CXMLSHIMS_DEPTH. */
#define MOST_OPEN CXMLSHIMS_DEPTH

/* An element that is open: where it ends, and how many bindings to restore then. */
typedef struct open_element {
    uint32_t index;
    size_t changeCount;
} open_element;

static void put_subtree(writer *w, uint32_t apex, open_element *stack) {
    const CXMLShims_arena *a = w->arena;
    size_t depth = 0;
    const uint32_t end = a->nodes[apex].end;
    for (uint32_t index = apex; w->status == CXMLShims_ok;) {
        while (depth > 0 && a->nodes[stack[depth - 1].index].end == index) {
            put_end_tag(w, &a->nodes[stack[--depth].index]);
            undo(w, stack[depth].changeCount);
        }
        if (index == end) break;
        const CXMLShims_node *node = &a->nodes[index];
        if (index == w->request->excludedNode) {
            index = node->end;
            continue;
        }
        w->work.events++;
        if (node->kind == CXMLShims_element) {
            if (depth == MOST_OPEN) return fail(w, CXMLShims_tooDeep);
            stack[depth++] = (open_element){index, w->changeCount};
            put_start_tag(w, node, index == apex);
        } else if (node->kind != CXMLShims_comment || w->request->withComments) {
            put_leaf(w, node);
        }
        index++;
    }
}

/* Outside the root element every node is on a line of its own (Canonical XML 1.0, section 2.3). */
static void put_document(writer *w, open_element *stack) {
    const CXMLShims_arena *a = w->arena;
    int isAfterRoot = 0;
    for (uint32_t index = 1; index < a->nodeCount; index = a->nodes[index].end) {
        const CXMLShims_node *node = &a->nodes[index];
        if (index == w->request->excludedNode) continue;
        if (node->kind == CXMLShims_element) {
            put_subtree(w, index, stack);
            isAfterRoot = 1;
        } else if (node->kind != CXMLShims_comment || w->request->withComments) {
            if (isAfterRoot) put_literal(w, "\n");
            put_leaf(w, node);
            if (!isAfterRoot) put_literal(w, "\n");
        }
    }
}

/* --- the door --- */

/* Binds what is in scope where the apex stands, outermost first. */
static void declare_ancestors(writer *w, uint32_t apex) {
    const CXMLShims_arena *a = w->arena;
    uint32_t path[MOST_OPEN];
    size_t count = 0;
    for (uint32_t index = a->nodes[apex].parent; index != 0; index = a->nodes[index].parent) {
        if (count == MOST_OPEN) return fail(w, CXMLShims_tooDeep);
        path[count++] = index;
    }
    w->work.events += count;
    while (count > 0) declare(w, &a->nodes[path[--count]]);
}

/* Each element as the apex of its own subtree. All that one changes is undone when it ends, so that
 * they share what takes time in proportion to the document. */
static void put_content(writer *w, uint32_t parent, open_element *stack) {
    const CXMLShims_arena *a = w->arena;
    int isDeclared = 0;
    for (uint32_t index = parent + 1; index < a->nodes[parent].end; index = a->nodes[index].end) {
        if (w->status != CXMLShims_ok) return;
        w->work.events++;
        if (a->nodes[index].kind != CXMLShims_element) continue;
        if (!isDeclared) declare_ancestors(w, index);
        isDeclared = 1;
        put_subtree(w, index, stack);
    }
}

/* A document with a relative namespace name anywhere has no canonical form, nor have its parts
 * (Canonical XML 1.0, section 1.3). */
static void refuse_relative_names(writer *w) {
    const CXMLShims_arena *a = w->arena;
    w->work.namesLookedUp += a->namespaceCount;
    for (uint32_t i = 0; i < a->namespaceCount; i++) {
        const uint32_t uri = a->namespaces[i].uri;
        if (uri != CXMLSHIMS_NONE && is_relative(string_at(w, uri))) {
            return fail(w, CXMLShims_relativeNamespaceName);
        }
    }
}

/* Nodes that are not in the arena have no canonical form, and neither has a list of them without
 * a place for its ends. */
static void refuse_absent_nodes(writer *w) {
    const CXMLShims_linearRequest *r = w->request;
    const uint32_t count = w->arena->nodeCount;
    int isPresent = r->node < count && (r->excludedNode < count || r->excludedNode == CXMLSHIMS_NONE)
        && (r->prefixes != NULL || r->prefixCount == 0);
    for (uint32_t i = 0; i < r->prefixCount && isPresent; i++) isPresent = r->prefixes[i] != NULL;
    if (r->nodes != NULL) {
        isPresent = isPresent && r->ends != NULL && r->isContentOnly;
        for (uint32_t i = 0; i < r->nodeCount && isPresent; i++) isPresent = r->nodes[i] < count;
    }
    if (!isPresent) fail(w, CXMLShims_canonicalizationFailed);
}

/* What is left out may lie inside what is written, not around it. */
static void refuse_excluded_apex(writer *w) {
    const CXMLShims_linearRequest *r = w->request;
    if (w->status != CXMLShims_ok || r->excludedNode == CXMLSHIMS_NONE || r->node == 0) return;
    if (r->node >= r->excludedNode && r->node < w->arena->nodes[r->excludedNode].end) {
        fail(w, CXMLShims_canonicalizationFailed);
    }
}

static void put_contents(writer *w, open_element *stack) {
    const CXMLShims_linearRequest *r = w->request;
    for (uint32_t i = 0; i < r->nodeCount && w->status == CXMLShims_ok; i++) {
        put_content(w, r->nodes[i], stack);
        undo(w, 0);
        r->ends[i] = w->output->count;
    }
}

static void list_prefixes(writer *w) {
    const CXMLShims_arena *a = w->arena;
    for (uint32_t i = 0; i < w->request->prefixCount && w->status == CXMLShims_ok; i++) {
        const char *prefix = w->request->prefixes[i];
        w->work.namesLookedUp += a->namespaceCount;
        if (strcmp(prefix, "#default") == 0) {
            w->listed[a->stringCount] = 1;
            continue;
        }
        for (uint32_t n = 0; n < a->namespaceCount; n++) {
            const uint32_t declared = a->namespaces[n].prefix;
            if (declared != CXMLSHIMS_NONE && equals(string_at(w, declared), prefix)) {
                w->listed[declared] = 1;
                break;
            }
        }
    }
}

CXMLShims_status CXMLShims_canonicalizeLinearly(const CXMLShims_arena *arena,
                                                const CXMLShims_linearRequest *request,
                                                CXMLShims_buffer *result) {
    const size_t slots = (size_t)arena->stringCount + 1;
    writer w;
    memset(&w, 0, sizeof w);
    memset(result, 0, sizeof *result);
    w.arena = arena;
    w.request = request;
    w.output = result;
    w.bound = malloc(slots * sizeof *w.bound);
    w.rendered = malloc(slots * sizeof *w.rendered);
    w.listed = calloc(slots, 1);
    w.inherited = calloc((size_t)arena->nameCount + 1, 1);
    open_element *stack = malloc((size_t)MOST_OPEN * sizeof *stack);
    if (w.bound == NULL || w.rendered == NULL || w.listed == NULL || w.inherited == NULL
        || stack == NULL) {
        w.status = CXMLShims_outOfMemory;
    } else {
        memset(w.bound, 0xFF, slots * sizeof *w.bound);
        memset(w.rendered, 0xFF, slots * sizeof *w.rendered);
        /* Most forms are about as long as their source. */
        const size_t likely = arena->sourceCount + 512;
        w.capacity = likely < request->maximumBytes ? likely : request->maximumBytes;
        result->bytes = malloc(w.capacity == 0 ? 1 : w.capacity);
        if (result->bytes == NULL) fail(&w, CXMLShims_outOfMemory);
        w.work.bytesCopied += slots * (2 * sizeof *w.bound + 1) + arena->nameCount;
        refuse_relative_names(&w);
        refuse_absent_nodes(&w);
        refuse_excluded_apex(&w);
        list_prefixes(&w);
        if (w.status != CXMLShims_ok) {
            /* Nothing is written. */
        } else if (request->nodes != NULL) {
            put_contents(&w, stack);
        } else if (request->node == 0) {
            put_document(&w, stack);
        } else if (request->isContentOnly) {
            put_content(&w, request->node, stack);
        } else {
            declare_ancestors(&w, request->node);
            put_subtree(&w, request->node, stack);
        }
    }
    free(stack);
    free(w.bound);
    free(w.rendered);
    free(w.listed);
    free(w.inherited);
    free(w.changes);
    free(w.namespaces.items);
    free(w.attributes.items);
    w.work.bytesCopied += result->count;
    CXMLShims_spend(&w.work);
    /* A document and an element always have bytes: silence would be a digest over nothing. */
    if (w.status == CXMLShims_ok && result->count == 0 && request->nodes == NULL) {
        w.status = CXMLShims_canonicalizationFailed;
    }
    if (w.status != CXMLShims_ok) CXMLShims_bufferFree(result);
    return w.status;
}
