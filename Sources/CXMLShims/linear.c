/* Canonical bytes straight from the arena, in one pass: what is written takes time linear in what
 * is read and written, whatever the document does with namespaces and attributes.
 *
 * Canonical XML 1.0 and 1.1 and Exclusive XML Canonicalization 1.0 of the document or of one
 * element's subtree, with one subtree left out when asked. XPath node-sets are left to libxml2. */
#include "linear_writer.h"

#include <stdlib.h>

/* --- nodes --- */

static void put_leaf(writer *w, const CXMLShims_node *node) {
    const text content = text_of(w, node->content);
    switch (node->kind) {
    case CXMLShims_text: CXMLShims_putEscaped(w, content, 0); break;
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
    uint32_t changeCount;
} open_element;

static void put_subtree(writer *w, uint32_t apex, open_element *stack) {
    const CXMLShims_arena *a = w->arena;
    size_t depth = 0;
    const uint32_t end = a->nodes[apex].end;
    for (uint32_t index = apex; w->status == CXMLShims_ok;) {
        while (depth > 0 && a->nodes[stack[depth - 1].index].end == index) {
            CXMLShims_putEndTag(w, &a->nodes[stack[--depth].index]);
            CXMLShims_undo(w, stack[depth].changeCount);
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
            stack[depth++] = (open_element){index, w->changes.count};
            CXMLShims_putStartTag(w, node, index == apex);
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
    while (count > 0) CXMLShims_declare(w, &a->nodes[path[--count]]);
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

/* RFC 3986, section 3.1: without a scheme a reference is relative. */
static int is_relative(text uri) {
    if (uri.length == 0) return 0;
    for (size_t i = 0; i < uri.length; i++) {
        const uint8_t c = uri.bytes[i], lower = c | 0x20;
        const int isLetter = lower >= 'a' && lower <= 'z';
        if (c == ':') return i == 0;
        if (!isLetter
            && (i == 0 || !((c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.'))) {
            return 1;
        }
    }
    return 1;
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
    int isPresent = r->node < count
        && (r->excludedNode < count || r->excludedNode == CXMLSHIMS_NONE);
    if (r->nodes != NULL) {
        isPresent = isPresent && r->ends != NULL;
        for (uint32_t i = 0; i < r->nodeCount && isPresent; i++) isPresent = r->nodes[i] < count;
    }
    if (!isPresent) fail(w, CXMLShims_canonicalizationFailed);
}

/* What is left out may lie inside what is written, not around it. */
static void refuse_excluded_apex(writer *w) {
    const CXMLShims_linearRequest *r = w->request;
    if (w->status != CXMLShims_ok || r->excludedNode == CXMLSHIMS_NONE) return;
    if (r->node >= r->excludedNode && r->node < w->arena->nodes[r->excludedNode].end) {
        fail(w, CXMLShims_canonicalizationFailed);
    }
}

static void put_contents(writer *w, open_element *stack) {
    const CXMLShims_linearRequest *r = w->request;
    for (uint32_t i = 0; i < r->nodeCount && w->status == CXMLShims_ok; i++) {
        put_content(w, r->nodes[i], stack);
        CXMLShims_undo(w, 0);
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
    open_element stack[MOST_OPEN];
    /* What takes space in proportion to the document, in one block. */
    const size_t bindings = slots * sizeof *w.bound;
    const size_t few = 32, items = few * sizeof(item);
    const size_t size = 2 * items + few * sizeof(change) + 2 * bindings + slots
        + (size_t)arena->nameCount + 1;
    uint64_t small[1024];
    uint8_t *const block = size <= sizeof small ? (uint8_t *)small : malloc(size);
    if (block == NULL) {
        w.status = CXMLShims_outOfMemory;
    } else {
        w.namespaces = borrowing(block, few);
        w.attributes = borrowing(block + items, few);
        w.changes = borrowing(block + 2 * items, few);
        uint8_t *const places = block + 2 * items + few * sizeof(change);
        w.bound = (uint32_t *)(void *)places;
        w.rendered = (uint32_t *)(void *)(places + bindings);
        w.listed = places + 2 * bindings;
        w.inherited = w.listed + slots;
        memset(places, 0xFF, 2 * bindings);
        memset(w.listed, 0, slots + (size_t)arena->nameCount + 1);
        /* Most forms are about as long as their source. */
        const size_t likely = arena->sourceCount + 512;
        const size_t greatest = CXMLSHIMS_BYTES, asked = request->maximumBytes;
        w.maximum = asked < greatest ? asked : greatest;
        w.capacity = likely < w.maximum ? likely : w.maximum;
        result->bytes = malloc(w.capacity == 0 ? 1 : w.capacity);
        if (result->bytes == NULL) fail(&w, CXMLShims_outOfMemory);
        w.work.bytesCopied += slots * (2 * sizeof *w.bound + 1) + arena->nameCount;
        refuse_relative_names(&w);
        fail(&w, CXMLShims_screenMethod(request->method, request->prefixes, request->prefixCount));
        refuse_absent_nodes(&w);
        refuse_excluded_apex(&w);
        list_prefixes(&w);
        if (w.status != CXMLShims_ok) {
            /* Nothing is written. */
        } else if (request->nodes != NULL) {
            put_contents(&w, stack);
        } else if (request->node == 0) {
            put_document(&w, stack);
        } else {
            declare_ancestors(&w, request->node);
            put_subtree(&w, request->node, stack);
        }
    }
    if (size > sizeof small) free(block);
    CXMLShims_freeItems(&w.changes);
    CXMLShims_freeItems(&w.namespaces);
    CXMLShims_freeItems(&w.attributes);
    w.work.bytesCopied += result->count;
    CXMLShims_spend(&w.work);
    /* A document and an element always have bytes: silence would be a digest over nothing. */
    if (w.status == CXMLShims_ok && result->count == 0 && request->nodes == NULL) {
        w.status = CXMLShims_canonicalizationFailed;
    }
    if (w.status != CXMLShims_ok) CXMLShims_bufferFree(result);
    return w.status;
}
