/* What canonicalization writes with: its state, its output (libxml2's, too), and lists to sort
 * (linear_writer.c); and the tags that are written with it (linear_tags.c). */
#ifndef CXMLSHIMS_LINEAR_WRITER_H
#define CXMLSHIMS_LINEAR_WRITER_H

#include "interning.h"

#include <string.h>

/* What a string was bound to: the index of a namespace name, or one of these. */
#define UNBOUND UINT32_MAX

typedef struct text {
    const uint8_t *bytes;
    size_t length;
} text;

/* A namespace declaration or an attribute, with what it is sorted by. */
typedef struct item {
    text primary;   /* namespace: its prefix; attribute: its namespace name */
    text secondary; /* attribute: its local name */
    uint32_t prefix;
    uint32_t local;
    text value;
} item;

/* A binding to restore when the element that made it ends. */
typedef struct change {
    uint32_t *place;
    uint32_t previous;
} change;

typedef struct writer {
    const CXMLShims_arena *arena;
    const CXMLShims_linearRequest *request;
    CXMLShims_buffer *output;
    size_t capacity, maximum;
    CXMLShims_status status;
    /* By prefix, the default namespace last: what is bound in the document, and in the output. */
    uint32_t *bound;
    uint32_t *rendered;
    /* By prefix: whether the PrefixList has it. */
    uint8_t *listed;
    /* By name: whether the apex has the attribute already, its own or an ancestor's. */
    uint8_t *inherited;
    vector changes, namespaces, attributes;
    CXMLShims_work work;
} writer;

static inline void fail(writer *w, CXMLShims_status status) {
    if (w->status == CXMLShims_ok) w->status = status;
}

/* Makes room for `count` more bytes; returns 0 after a failure. */
int CXMLShims_makeRoom(writer *w, size_t count);

/* Copies what is mostly short without a call. */
static inline void copy_short(uint8_t *to, const uint8_t *from, size_t count) {
    if (count > 32) {
        memcpy(to, from, count);
    } else if (count >= 16) {
        uint8_t first[16], last[16];
        memcpy(first, from, 16);
        memcpy(last, from + count - 16, 16);
        memcpy(to, first, 16);
        memcpy(to + count - 16, last, 16);
    } else if (count >= 8) {
        uint64_t first, last;
        memcpy(&first, from, 8);
        memcpy(&last, from + count - 8, 8);
        memcpy(to, &first, 8);
        memcpy(to + count - 8, &last, 8);
    } else if (count >= 4) {
        uint32_t first, last;
        memcpy(&first, from, 4);
        memcpy(&last, from + count - 4, 4);
        memcpy(to, &first, 4);
        memcpy(to + count - 4, &last, 4);
    } else {
        for (size_t i = 0; i < count; i++) to[i] = from[i];
    }
}

/* The capacity never exceeds `maximum`. */
static inline void put(writer *w, const void *bytes, size_t count) {
    CXMLShims_buffer *b = w->output;
    if (w->status != CXMLShims_ok) return;
    if (count > w->capacity - b->count && !CXMLShims_makeRoom(w, count)) return;
    if (count > 0) copy_short(b->bytes + b->count, bytes, count);
    b->count += count;
}

/* Inline, so that the lengths of literals are known when this is compiled. */
static inline __attribute__((always_inline)) void put_literal(writer *w, const char *literal) {
    put(w, literal, strlen(literal));
}

static inline void put_text(writer *w, text t) { put(w, t.bytes, t.length); }

/* Puts what is a text or the value of an attribute. */
void CXMLShims_putEscaped(writer *w, text t, int inAttribute);

static inline text text_of(const writer *w, CXMLShims_string s) {
    return (text){w->arena->bytes + s.offset, s.length};
}

static inline text string_at(const writer *w, uint32_t index) {
    if (index == CXMLSHIMS_NONE) return (text){(const uint8_t *)"", 0};
    return text_of(w, w->arena->strings[index]);
}

static inline int equals(text t, const char *literal) {
    return t.length == strlen(literal) && memcmp(t.bytes, literal, t.length) == 0;
}

static inline uint32_t slot_of(const writer *w, uint32_t prefix) {
    return prefix == CXMLSHIMS_NONE ? w->arena->stringCount : prefix;
}

/* Adds an item to fill in; NULL after a failure. */
item *CXMLShims_addItem(writer *w, vector *list);

void CXMLShims_sort(vector *list);

/* Declares what an element declares; undo takes back all changes but the first `count`. */
void CXMLShims_declare(writer *w, const CXMLShims_node *element);
void CXMLShims_undo(writer *w, uint32_t count);

void CXMLShims_putStartTag(writer *w, const CXMLShims_node *element, int isApex);
void CXMLShims_putEndTag(writer *w, const CXMLShims_node *element);

#endif
