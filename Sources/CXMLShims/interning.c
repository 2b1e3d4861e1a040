/* Where arrays and tables grow. */
#include "interning.h"

#include <stdlib.h>
#include <string.h>

int CXMLShims_grow(vector *v, size_t size, uint32_t additional) {
    uint64_t capacity = v->capacity < 128 ? 128 : (uint64_t)v->capacity * 2;
    while (capacity - v->count < additional) capacity *= 2;
    if (capacity > UINT32_MAX - 1 || capacity > SIZE_MAX / size) return 0;
    void *items = realloc(v->items, (size_t)capacity * size);
    if (items == NULL) return 0;
    v->moved += (uint64_t)v->count * size;
    v->items = items;
    v->capacity = (uint32_t)capacity;
    return 1;
}

int CXMLShims_enlarge(table *t) {
    if (t->capacity > UINT32_MAX / 2) return 0;
    table larger = {NULL, t->capacity == 0 ? 128 : t->capacity * 2, t->count};
    larger.slots = calloc(larger.capacity, sizeof(slot));
    if (larger.slots == NULL) return 0;
    for (uint32_t i = 0; i < t->capacity; i++) {
        if (t->slots[i].id != 0) *find(&larger, t->slots[i].key) = t->slots[i];
    }
    free(t->slots);
    *t = larger;
    return 1;
}

void CXMLShims_occupy(table *t, slot *free_slot, const xmlChar *const key[3], uint32_t id) {
    memcpy(free_slot->key, key, sizeof free_slot->key);
    free_slot->id = id;
    t->count++;
}
