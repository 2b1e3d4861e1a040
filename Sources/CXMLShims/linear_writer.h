/* What canonicalization writes with: its state, its output, and lists to sort; for linear.c alone. */
#ifndef CXMLSHIMS_LINEAR_WRITER_H
#define CXMLSHIMS_LINEAR_WRITER_H

#include "parser.h"

#include <stdlib.h>
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

typedef struct list {
    item *items;
    size_t count;
    size_t capacity;
} list;

/* A binding to restore when the element that made it ends. */
typedef struct change {
    uint32_t *place;
    uint32_t previous;
} change;

typedef struct writer {
    const CXMLShims_arena *arena;
    const CXMLShims_linearRequest *request;
    CXMLShims_buffer *output;
    size_t capacity;
    CXMLShims_status status;
    /* By prefix, the default namespace last: what is bound in the document, and in the output. */
    uint32_t *bound;
    uint32_t *rendered;
    /* By prefix: whether the PrefixList has it. */
    uint8_t *listed;
    /* By name: whether the apex has the attribute already, its own or an ancestor's. */
    uint8_t *inherited;
    change *changes;
    size_t changeCount, changeCapacity;
    list namespaces, attributes;
    CXMLShims_work work;
} writer;

static void fail(writer *w, CXMLShims_status status) {
    if (w->status == CXMLShims_ok) w->status = status;
}

/* --- output --- */

/* Makes room for more bytes, or fails. */
static __attribute__((noinline)) int enlarge_output(writer *w, size_t count) {
    CXMLShims_buffer *b = w->output;
    if (count > w->request->maximumBytes - b->count) {
        fail(w, CXMLShims_outputTooLong);
        return 0;
    }
    size_t capacity = w->capacity * 2;
    if (capacity < b->count + count) capacity = b->count + count;
    if (capacity > w->request->maximumBytes) capacity = w->request->maximumBytes;
    uint8_t *larger = realloc(b->bytes, capacity);
    if (larger == NULL) {
        fail(w, CXMLShims_outOfMemory);
        return 0;
    }
    b->bytes = larger;
    w->capacity = capacity;
    return 1;
}

/* The capacity never exceeds the request's limit. */
static inline void put(writer *w, const void *bytes, size_t count) {
    CXMLShims_buffer *b = w->output;
    if (w->status != CXMLShims_ok) return;
    if (count > w->capacity - b->count && !enlarge_output(w, count)) return;
    if (count > 0) memcpy(b->bytes + b->count, bytes, count);
    b->count += count;
}

/* Inline, so that the lengths of literals are known when this is compiled. */
static inline __attribute__((always_inline)) void put_literal(writer *w, const char *literal) {
    put(w, literal, strlen(literal));
}

static void put_text(writer *w, text t) {
    put(w, t.bytes, t.length);
}

/* What a character is written as (Canonical XML 1.0, section 2.3), NULL for itself. */
static const char *replacement(uint8_t byte, int inAttribute) {
    switch (byte) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '\r': return "&#xD;";
    case '>': return inAttribute ? NULL : "&gt;";
    case '"': return inAttribute ? "&quot;" : NULL;
    case '\t': return inAttribute ? "&#x9;" : NULL;
    case '\n': return inAttribute ? "&#xA;" : NULL;
    default: return NULL;
    }
}

/* Whether any of 16 bytes may have to be replaced. No early exit, so that it vectorizes. */
static int may_need_replacement(const uint8_t *bytes) {
    unsigned found = 0;
    for (int i = 0; i < 16; i++) {
        const uint8_t o = bytes[i];
        found |= (unsigned)(o == '&') | (unsigned)(o == '<') | (unsigned)(o == '>')
            | (unsigned)(o == '"') | (unsigned)(o < 0x20);
    }
    return found != 0;
}

static void put_escaped(writer *w, text t, int inAttribute) {
    size_t start = 0;
    for (size_t i = 0; i < t.length; i++) {
        while (t.length - i >= 16 && !may_need_replacement(t.bytes + i)) i += 16;
        if (i == t.length) break;
        /* Every character that is replaced is at or below ">". */
        if (t.bytes[i] > '>') continue;
        const char *with = replacement(t.bytes[i], inAttribute);
        if (with == NULL) continue;
        put(w, t.bytes + start, i - start);
        put_literal(w, with);
        start = i + 1;
    }
    put(w, t.bytes + start, t.length - start);
}

/* --- the arena --- */

static text text_of(const writer *w, CXMLShims_string s) {
    return (text){w->arena->bytes + s.offset, s.length};
}

static text string_at(const writer *w, uint32_t index) {
    if (index == CXMLSHIMS_NONE) return (text){(const uint8_t *)"", 0};
    return text_of(w, w->arena->strings[index]);
}

static int equals(text t, const char *literal) {
    return t.length == strlen(literal) && memcmp(t.bytes, literal, t.length) == 0;
}

static int compare(text a, text b) {
    const size_t shorter = a.length < b.length ? a.length : b.length;
    const int order = shorter == 0 ? 0 : memcmp(a.bytes, b.bytes, shorter);
    if (order != 0) return order;
    return (a.length > b.length) - (a.length < b.length);
}

static uint32_t slot_of(const writer *w, uint32_t prefix) {
    return prefix == CXMLSHIMS_NONE ? w->arena->stringCount : prefix;
}

/* RFC 3986, section 3.1: without a scheme a reference is relative. */
static int is_relative(text uri) {
    if (uri.length == 0) return 0;
    for (size_t i = 0; i < uri.length; i++) {
        const uint8_t c = uri.bytes[i], lower = c | 0x20;
        const int isLetter = lower >= 'a' && lower <= 'z';
        if (c == ':') return i == 0;
        if (!isLetter && (i == 0 || !((c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.'))) {
            return 1;
        }
    }
    return 1;
}

/* --- lists --- */

static item *add(writer *w, list *l) {
    if (l->count == l->capacity) {
        const size_t capacity = l->capacity == 0 ? 32 : l->capacity * 2;
        item *items = realloc(l->items, capacity * sizeof *items);
        if (items == NULL) {
            fail(w, CXMLShims_outOfMemory);
            return NULL;
        }
        l->items = items;
        l->capacity = capacity;
    }
    w->work.namesLookedUp++;
    return &l->items[l->count++];
}

static int order_of(const void *a, const void *b) {
    const item *one = a, *other = b;
    const int order = compare(one->primary, other->primary);
    return order != 0 ? order : compare(one->secondary, other->secondary);
}

static void sort(list *l) {
    /* Mostly there are a few, and mostly they are in order. */
    const size_t few = 12;
    if (l->count > few) {
        qsort(l->items, l->count, sizeof *l->items, order_of);
        return;
    }
    for (size_t i = 1; i < l->count; i++) {
        if (order_of(&l->items[i - 1], &l->items[i]) <= 0) continue;
        const item moved = l->items[i];
        size_t j = i;
        while (j > 0 && order_of(&l->items[j - 1], &moved) > 0) {
            l->items[j] = l->items[j - 1];
            j--;
        }
        l->items[j] = moved;
    }
}

#endif
