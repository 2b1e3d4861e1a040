/* Growable arrays, and tables that number strings and names. */
#ifndef CXMLSHIMS_INTERNING_H
#define CXMLSHIMS_INTERNING_H

#include "parser.h"

/* --- growable arrays --- */

typedef struct vector {
    void *items;
    uint32_t count;
    uint32_t capacity;
    uint64_t moved; /* bytes, by growing */
    /* Whether `items` are a part of something else, until they grow. */
    int isBorrowed;
} vector;

/* A vector that begins in room for `capacity` items, which it does not own. */
static inline vector borrowing(void *room, size_t capacity) {
    const vector v = {room, 0, (uint32_t)capacity, 0, 1};
    return v;
}

void CXMLShims_freeItems(vector *v);

/* Makes room for `additional` more items of `size` bytes; returns 0 where there is none. */
int CXMLShims_grow(vector *v, size_t size, uint32_t additional);

static inline void *append(vector *v, size_t size, uint32_t additional) {
    if (v->capacity - v->count < additional && !CXMLShims_grow(v, size, additional)) return NULL;
    void *first = (char *)v->items + (size_t)v->count * size;
    v->count += additional;
    return first;
}

/* --- interning: libxml2's dictionary gives equal strings equal addresses --- */

typedef struct slot {
    const xmlChar *key[3]; /* a string, or a local name, a prefix and a namespace name */
    uint32_t id;           /* one more than the entry's index; 0 is a free slot */
} slot;

#define FEW_SLOTS 128

typedef struct table {
    slot *slots;       /* `few` until there are more */
    uint32_t capacity; /* a power of two */
    uint32_t count;
    slot few[FEW_SLOTS];
} table;

void CXMLShims_openTable(table *t);
void CXMLShims_closeTable(table *t);

static inline uint64_t hash(const xmlChar *const key[3]) {
    uint64_t mixed = (uint64_t)(uintptr_t)key[0] * UINT64_C(0x9E3779B97F4A7C15);
    mixed ^= (uint64_t)(uintptr_t)key[1] * UINT64_C(0xBF58476D1CE4E5B9);
    mixed ^= (uint64_t)(uintptr_t)key[2] * UINT64_C(0x94D049BB133111EB);
    return mixed ^ (mixed >> 32);
}

static inline slot *find(const table *t, const xmlChar *const key[3]) {
    uint32_t mask = t->capacity - 1;
    for (uint32_t i = (uint32_t)hash(key) & mask;; i = (i + 1) & mask) {
        slot *candidate = &t->slots[i];
        if (candidate->id == 0
            || (candidate->key[0] == key[0] && candidate->key[1] == key[1]
                && candidate->key[2] == key[2])) {
            return candidate;
        }
    }
}

/* Makes room for one entry more; returns 0 where there is none. */
int CXMLShims_enlarge(table *t);

static inline int reserve(table *t) { return t->count < t->capacity / 2 || CXMLShims_enlarge(t); }

void CXMLShims_occupy(table *t, slot *free_slot, const xmlChar *const key[3], uint32_t id);

#endif
