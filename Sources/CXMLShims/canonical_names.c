/* The strings and names of a canonical form, numbered, and what a name may be made of. */
#include "canonical_names.h"

#include <stdlib.h>
#include <string.h>

/* --- characters --- */

uint32_t CXMLShims_character(const uint8_t *p, size_t available, size_t *length) {
    uint32_t c = p[0];
    size_t count = 1;
    if (available == 0) return 0;
    if (c >= 0x80) {
        count = c < 0xC2 ? 0 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : c < 0xF5 ? 4 : 0;
        if (count == 0 || available < count) return 0;
        c &= 0x7Fu >> count;
        for (size_t i = 1; i < count; i++) {
            if ((p[i] & 0xC0) != 0x80) return 0;
            c = c << 6 | (p[i] & 0x3F);
        }
        /* Longer than need be, surrogates, and what is not a character of XML 1.0 (section 2.2). */
        if (c < (count == 2 ? 0x80u : count == 3 ? 0x800u : 0x10000u) || c > 0x10FFFF) return 0;
        if ((c >= 0xD800 && c <= 0xDFFF) || c == 0xFFFE || c == 0xFFFF) return 0;
    } else if (c < 0x20 && c != '\t' && c != '\n' && c != '\r') {
        return 0;
    }
    *length = count;
    return c;
}

typedef struct range {
    uint32_t first, last;
} range;

/* XML 1.0 (fifth edition), productions 4 and 4a, without the colon. */
static const range starts[] = {
    {'A', 'Z'},       {'_', '_'},       {'a', 'z'},       {0xC0, 0xD6},     {0xD8, 0xF6},
    {0xF8, 0x2FF},    {0x370, 0x37D},   {0x37F, 0x1FFF},  {0x200C, 0x200D}, {0x2070, 0x218F},
    {0x2C00, 0x2FEF}, {0x3001, 0xD7FF}, {0xF900, 0xFDCF}, {0xFDF0, 0xFFFD}, {0x10000, 0xEFFFF},
};
static const range others[] = {
    {'-', '.'}, {'0', '9'}, {0xB7, 0xB7}, {0x300, 0x36F}, {0x203F, 0x2040},
};

static int is_within(uint32_t c, const range *ranges, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (c >= ranges[i].first && c <= ranges[i].last) return 1;
    }
    return 0;
}

int CXMLShims_isNCName(const uint8_t *text, size_t count) {
    if (count == 0) return 0;
    for (size_t i = 0, length; i < count; i += length) {
        /* Most characters of most names. */
        const uint8_t lower = text[i] | 0x20;
        if (lower >= 'a' && lower <= 'z') {
            length = 1;
            continue;
        }
        const uint32_t c = CXMLShims_character(text + i, count - i, &length);
        if (c == 0) return 0;
        if (!is_within(c, starts, sizeof starts / sizeof *starts)
            && (i == 0 || !is_within(c, others, sizeof others / sizeof *others))) {
            return 0;
        }
    }
    return 1;
}

/* --- hashes --- */

static inline uint64_t mix(uint64_t one, uint64_t other) {
    const __uint128_t product = (__uint128_t)one * other;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint64_t hash_bytes(uint64_t seed, const uint8_t *p, size_t count) {
    /* Nothing that a sender knows makes a factor zero. */
    const uint64_t secret = seed * UINT64_C(0xE7037ED1A0B428DB) + UINT64_C(0x8EBC6AF09C88C6E3);
    uint64_t state = seed ^ (count * UINT64_C(0xA0761D6478BD642F));
    for (; count > 16; p += 16, count -= 16) {
        state = mix(word_at(p, 8) ^ secret, word_at(p + 8, 8) ^ state);
    }
    const size_t rest = count > 8 ? 8 : count;
    state = mix(word_at(p, rest) ^ secret, word_at(p + rest, count - rest) ^ state);
    return mix(state ^ seed, UINT64_C(0x589965CC75374CC3));
}

/* --- slots --- */

static void open_index(content_index *index) {
    index->slots = index->few;
    index->capacity = FEW_INDEX_SLOTS;
    index->count = 0;
    memset(index->few, 0, sizeof index->few);
}

static void close_index(content_index *index) {
    if (index->slots != index->few) free(index->slots);
}

static void put_slot(index_slot *slots, uint32_t capacity, index_slot entry) {
    uint32_t i = entry.hash & (capacity - 1);
    while (slots[i].id != 0) i = (i + 1) & (capacity - 1);
    slots[i] = entry;
}

static int occupy(content_index *index, uint32_t hash, uint32_t id) {
    if (index->count >= index->capacity / 2) {
        if (index->capacity > UINT32_MAX / 2) return 0;
        const uint32_t capacity = index->capacity * 2;
        index_slot *slots = calloc(capacity, sizeof *slots);
        if (slots == NULL) return 0;
        for (uint32_t i = 0; i < index->capacity; i++) {
            if (index->slots[i].id != 0) put_slot(slots, capacity, index->slots[i]);
        }
        close_index(index);
        index->slots = slots;
        index->capacity = capacity;
    }
    put_slot(index->slots, index->capacity, (index_slot){hash, id});
    index->count++;
    return 1;
}

/* --- the tables --- */

void CXMLShims_openNames(canonical_names *n, const uint8_t *bytes, uint64_t seed, uint32_t most) {
    n->bytes = bytes;
    n->seed = seed;
    n->mostStrings = most;
    n->lookups = 0;
    n->latest = CXMLSHIMS_NONE;
    open_index(&n->stringIndex);
    open_index(&n->nameIndex);
    open_index(&n->writtenIndex);
}

void CXMLShims_closeNames(canonical_names *n, int isKept) {
    close_index(&n->stringIndex);
    close_index(&n->nameIndex);
    close_index(&n->writtenIndex);
    CXMLShims_freeItems(&n->written);
    CXMLShims_freeItems(&n->bound);
    if (isKept) return;
    CXMLShims_freeItems(&n->strings);
    CXMLShims_freeItems(&n->names);
}

names_status CXMLShims_findString(canonical_names *n, CXMLShims_string text, uint32_t *id) {
    const uint8_t *const bytes = n->bytes + text.offset;
    const uint32_t hash = (uint32_t)hash_bytes(n->seed, bytes, text.length);
    const content_index *index = &n->stringIndex;
    const CXMLShims_string *strings = n->strings.items;
    for (uint32_t i = hash & (index->capacity - 1);; i = (i + 1) & (index->capacity - 1)) {
        const index_slot slot = index->slots[i];
        n->lookups++;
        if (slot.id == 0) break;
        const CXMLShims_string known = strings[slot.id - 1];
        if (slot.hash == hash && known.length == text.length
            && same_bytes(n->bytes + known.offset, bytes, text.length)) {
            *id = slot.id - 1;
            return names_ok;
        }
    }
    if (n->strings.count >= n->mostStrings) return names_tooMany;
    CXMLShims_string *entry = append(&n->strings, sizeof *entry, 1);
    uint32_t *bound = append(&n->bound, sizeof *bound, 1);
    if (entry == NULL || bound == NULL || !occupy(&n->stringIndex, hash, n->strings.count)) {
        return names_memory;
    }
    *entry = text;
    *bound = CXMLSHIMS_NONE;
    *id = n->strings.count - 1;
    return names_ok;
}

/* Adds a written name after a look at its characters; those of known ones need none. */
static names_status add_written(canonical_names *n, CXMLShims_string text, uint32_t hash,
                                uint32_t *id) {
    const uint8_t *const bytes = n->bytes + text.offset;
    const uint8_t *const colon = memchr(bytes, ':', text.length);
    const uint32_t before = colon == NULL ? 0 : (uint32_t)(colon - bytes);
    const uint32_t skipped = colon == NULL ? 0 : before + 1;
    const CXMLShims_string local = {text.offset + skipped, text.length - skipped};
    if (colon != NULL && !CXMLShims_isNCName(bytes, before)) return names_invalid;
    if (!CXMLShims_isNCName(bytes + skipped, local.length)) return names_invalid;
    written_name added = {text, CXMLSHIMS_NONE, 0, CXMLSHIMS_NONE, CXMLSHIMS_NONE, 0, 0};
    names_status status = names_ok;
    const size_t length = strlen("xmlns");
    added.isDeclaration = (colon == NULL ? text.length : before) == length
        && memcmp(bytes, "xmlns", length) == 0;
    if (!added.isDeclaration || colon != NULL) {
        status = CXMLShims_findString(n, local, &added.local);
    }
    if (status == names_ok && added.isDeclaration && colon != NULL) {
        added.prefix = added.local;
    } else if (status == names_ok && colon != NULL) {
        const CXMLShims_string prefix = {text.offset, before};
        status = CXMLShims_findString(n, prefix, &added.prefix);
    }
    if (status != names_ok) return status;
    written_name *entry = append(&n->written, sizeof *entry, 1);
    if (entry == NULL || !occupy(&n->writtenIndex, hash, n->written.count)) return names_memory;
    *entry = added;
    *id = n->written.count - 1;
    return names_ok;
}

static names_status look_up_written(canonical_names *n, CXMLShims_string text, uint32_t *id) {
    const uint8_t *const bytes = n->bytes + text.offset;
    const uint32_t hash = (uint32_t)hash_bytes(n->seed, bytes, text.length);
    const content_index *index = &n->writtenIndex;
    const written_name *written = n->written.items;
    for (uint32_t i = hash & (index->capacity - 1);; i = (i + 1) & (index->capacity - 1)) {
        const index_slot slot = index->slots[i];
        n->lookups++;
        if (slot.id == 0) return add_written(n, text, hash, id);
        const CXMLShims_string known = written[slot.id - 1].text;
        if (slot.hash == hash && known.length == text.length
            && same_bytes(n->bytes + known.offset, bytes, text.length)) {
            *id = slot.id - 1;
            return names_ok;
        }
    }
}

names_status CXMLShims_findWritten(canonical_names *n, CXMLShims_string text, uint32_t *id) {
    /* Mostly what comes after a name came after it before. */
    if (n->latest != CXMLSHIMS_NONE) {
        const written_name *const written = n->written.items;
        const uint32_t guess = written[n->latest].next;
        const CXMLShims_string known = written[guess].text;
        n->lookups++;
        if (known.length == text.length
            && same_bytes(n->bytes + known.offset, n->bytes + text.offset, text.length)) {
            *id = n->latest = guess;
            return names_ok;
        }
    }
    const names_status status = look_up_written(n, text, id);
    if (status != names_ok) return status;
    if (n->latest != CXMLSHIMS_NONE) ((written_name *)n->written.items)[n->latest].next = *id;
    n->latest = *id;
    return names_ok;
}

names_status CXMLShims_findName(canonical_names *n, uint32_t written, uint32_t uri, uint32_t *id) {
    written_name *const w = (written_name *)n->written.items + written;
    if (w->name != CXMLSHIMS_NONE && w->uri == uri) {
        *id = w->name;
        return names_ok;
    }
    /* A prefix and a local name are one written name, so that the latter stands for both. */
    const uint64_t key = (uint64_t)written << 32 | uri;
    const uint32_t hash = (uint32_t)mix(key ^ n->seed, UINT64_C(0x8EBC6AF09C88C6E3) ^ n->seed);
    const content_index *index = &n->nameIndex;
    const CXMLShims_name *names = n->names.items;
    uint32_t found = CXMLSHIMS_NONE;
    for (uint32_t i = hash & (index->capacity - 1);; i = (i + 1) & (index->capacity - 1)) {
        const index_slot slot = index->slots[i];
        n->lookups++;
        if (slot.id == 0) break;
        const CXMLShims_name known = names[slot.id - 1];
        if (known.local == w->local && known.prefix == w->prefix && known.uri == uri) {
            found = slot.id - 1;
            break;
        }
    }
    if (found == CXMLSHIMS_NONE) {
        CXMLShims_name *entry = append(&n->names, sizeof *entry, 1);
        if (entry == NULL || !occupy(&n->nameIndex, hash, n->names.count)) return names_memory;
        *entry = (CXMLShims_name){.prefix = w->prefix, .local = w->local, .uri = uri};
        found = n->names.count - 1;
    }
    w->name = found;
    w->uri = uri;
    *id = found;
    return names_ok;
}
