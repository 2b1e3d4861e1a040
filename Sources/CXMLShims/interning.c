/* Where arrays and tables grow. */
#include "interning.h"

#include <stdlib.h>
#include <string.h>

int CXMLShims_grow(vector *v, size_t size, uint32_t additional) {
    uint64_t capacity = v->capacity < 128 ? 128 : (uint64_t)v->capacity * 2;
    while (capacity - v->count < additional) capacity *= 2;
    if (capacity > UINT32_MAX - 1 || capacity > SIZE_MAX / size) return 0;
    void *items = realloc(v->isBorrowed ? NULL : v->items, (size_t)capacity * size);
    if (items == NULL) return 0;
    if (v->isBorrowed && v->count > 0) memcpy(items, v->items, (size_t)v->count * size);
    v->isBorrowed = 0;
    v->moved += (uint64_t)v->count * size;
    v->items = items;
    v->capacity = (uint32_t)capacity;
    return 1;
}

void CXMLShims_freeItems(vector *v) {
    if (!v->isBorrowed) free(v->items);
}

void CXMLShims_openTable(table *t) {
    t->slots = t->few;
    t->capacity = FEW_SLOTS;
    t->count = 0;
    memset(t->few, 0, sizeof t->few);
}

void CXMLShims_closeTable(table *t) {
    if (t->slots != t->few) free(t->slots);
}

int CXMLShims_enlarge(table *t) {
    if (t->capacity > UINT32_MAX / 2) return 0;
    slot *const slots = t->slots;
    const uint32_t capacity = t->capacity;
    slot *const larger = calloc((size_t)capacity * 2, sizeof *larger);
    if (larger == NULL) return 0;
    t->slots = larger;
    t->capacity = capacity * 2;
    for (uint32_t i = 0; i < capacity; i++) {
        if (slots[i].id != 0) *find(t, slots[i].key) = slots[i];
    }
    if (slots != t->few) free(slots);
    return 1;
}

void CXMLShims_occupy(table *t, slot *free_slot, const xmlChar *const key[3], uint32_t id) {
    memcpy(free_slot->key, key, sizeof free_slot->key);
    free_slot->id = id;
    t->count++;
}
