/* Numbers the strings and names of a canonical form by what they say: there is no dictionary of libxml2's
 * that would give equal strings equal addresses. Hashes depend on a seed that senders do not know. */
#ifndef CXMLSHIMS_CANONICAL_NAMES_H
#define CXMLSHIMS_CANONICAL_NAMES_H

#include "interning.h"

#include <string.h>

/* How many bytes behind every string may be read, whatever they are. */
#define READABLE_BEHIND 64

/* A qualified name as it is written, and the name that it stood for last. That of a declaration, "xmlns"
 * or "xmlns:p", is not a name of the arena: its local name is the prefix that it declares, if it has one, which
 * it then shows by having a `prefix`; and `uri` is what it declared last. */
typedef struct written_name {
    CXMLShims_string text;
    uint32_t prefix; /* in `strings` */
    uint32_t local;
    uint32_t uri;  /* of `name` */
    uint32_t name; /* in `names`, CXMLSHIMS_NONE before the first */
    uint32_t next; /* the written name that came after this one last */
    uint32_t isDeclaration;
} written_name;

typedef struct index_slot {
    uint32_t hash;
    uint32_t id; /* one more than the entry's index; 0 is a free slot */
} index_slot;

#define FEW_INDEX_SLOTS 256

/* Slots with linear probing, at most half of them in use. */
typedef struct content_index {
    index_slot *slots; /* `few` until there are more */
    uint32_t capacity; /* a power of two */
    uint32_t count;
    index_slot few[FEW_INDEX_SLOTS];
} content_index;

typedef struct canonical_names {
    const uint8_t *bytes; /* that all strings are in */
    uint64_t seed;
    uint32_t mostStrings;
    uint64_t lookups; /* entries looked at */
    uint32_t latest;  /* written name, CXMLSHIMS_NONE before the first */
    vector strings;   /* of CXMLShims_string */
    vector names;     /* of CXMLShims_name */
    vector written;   /* of written_name */
    vector bound;     /* by string: what it is bound to as a prefix, an index of `strings` */
    content_index stringIndex, nameIndex, writtenIndex;
} canonical_names;

static inline uint64_t word_at(const uint8_t *p, size_t count) {
    uint64_t word;
    memcpy(&word, p, sizeof word); /* READABLE_BEHIND */
    if (count >= sizeof word) return word;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return count == 0 ? 0 : word >> (64 - 8 * count);
#else
    return count == 0 ? 0 : word << (64 - 8 * count);
#endif
}

static inline int same_bytes(const uint8_t *one, const uint8_t *other, size_t count) {
    for (; count > 8; one += 8, other += 8, count -= 8) {
        if (word_at(one, 8) != word_at(other, 8)) return 0;
    }
    return word_at(one, count) == word_at(other, count);
}

typedef enum names_status { names_ok = 0, names_memory, names_tooMany, names_invalid } names_status;

/* Begins with nothing; the vectors stand where there is room for them. */
void CXMLShims_openNames(canonical_names *n, const uint8_t *bytes, uint64_t seed, uint32_t most);

/* Frees what is not in the arena, and all of it on failure. */
void CXMLShims_closeNames(canonical_names *n, int isKept);

/* Finds or adds a string. */
names_status CXMLShims_findString(canonical_names *n, CXMLShims_string text, uint32_t *id);

/* Finds or adds a qualified name as it is written, which must be one. */
names_status CXMLShims_findWritten(canonical_names *n, CXMLShims_string text, uint32_t *id);

/* Finds or adds the name that a written one stands for in a namespace. */
names_status CXMLShims_findName(canonical_names *n, uint32_t written, uint32_t uri, uint32_t *id);

/* Whether a string is an NCName (Namespaces in XML 1.0, section 3). */
int CXMLShims_isNCName(const uint8_t *text, size_t count);

/* The well-formed character of XML at `p`, with its length; 0 when there is none. */
uint32_t CXMLShims_character(const uint8_t *p, size_t available, size_t *length);

#endif
