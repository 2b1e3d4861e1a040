/* Start tags and end tags: which namespace declarations and attributes they have, and in which order. */
#include "linear_writer.h"

/* --- namespaces --- */

static void set(writer *w, uint32_t *place, uint32_t value) {
    if (*place == value) return;
    change *last = append(&w->changes, sizeof *last, 1);
    if (last == NULL) return fail(w, CXMLShims_outOfMemory);
    *last = (change){place, *place};
    *place = value;
}

void CXMLShims_undo(writer *w, uint32_t count) {
    const change *changes = w->changes.items;
    while (w->changes.count > count) {
        const change last = changes[--w->changes.count];
        *last.place = last.previous;
    }
}

void CXMLShims_declare(writer *w, const CXMLShims_node *element) {
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
    item *i = CXMLShims_addItem(w, &w->namespaces);
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
        /* Only what is used. */
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
    CXMLShims_sort(&w->namespaces);
    for (size_t i = 0; i < w->namespaces.count; i++) {
        const item *n = (const item *)w->namespaces.items + i;
        put_literal(w, n->prefix == CXMLSHIMS_NONE ? " xmlns" : " xmlns:");
        put_text(w, n->primary);
        put_literal(w, "=\"");
        CXMLShims_putEscaped(w, n->value, 1);
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
    item *i = CXMLShims_addItem(w, &w->attributes);
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
    /* Only "xml" is bound to that namespace, so that equal names are one name of the arena. */
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

/* An empty xml:base has no form in Canonical XML 1.1: section 2.4 says so where base URIs are joined, and
 * libxml2, by which most messages of this form are signed, of every element. */
static int is_written(const writer *w, const CXMLShims_attribute *attribute) {
    return w->request->method != CXMLShims_canonicalXML11 || text_of(w, attribute->value).length > 0
        || !is_xml(w, attribute)
        || !equals(string_at(w, w->arena->names[attribute->name].local), "base");
}

static void put_attributes(writer *w, const CXMLShims_node *element, int isApex) {
    w->attributes.count = 0;
    for (uint32_t i = 0; i < element->attributeCount; i++) {
        const CXMLShims_attribute *attribute = &w->arena->attributes[element->firstAttribute + i];
        if (is_written(w, attribute)) add_attribute(w, attribute);
    }
    if (isApex) inherit_attributes(w, element);
    CXMLShims_sort(&w->attributes);
    for (size_t i = 0; i < w->attributes.count; i++) {
        const item *attribute = (const item *)w->attributes.items + i;
        put_literal(w, " ");
        put_name(w, attribute->prefix, attribute->local);
        put_literal(w, "=\"");
        CXMLShims_putEscaped(w, attribute->value, 1);
        put_literal(w, "\"");
    }
}

/* --- tags --- */

void CXMLShims_putStartTag(writer *w, const CXMLShims_node *element, int isApex) {
    const CXMLShims_name *name = &w->arena->names[element->name];
    CXMLShims_declare(w, element);
    put_literal(w, "<");
    put_name(w, name->prefix, name->local);
    render_namespaces(w, element, isApex);
    put_attributes(w, element, isApex);
    put_literal(w, ">");
}

void CXMLShims_putEndTag(writer *w, const CXMLShims_node *element) {
    const CXMLShims_name *name = &w->arena->names[element->name];
    put_literal(w, "</");
    put_name(w, name->prefix, name->local);
    put_literal(w, ">");
}
