/* Stores nodes, names and bytes, enforces the limits, and stops libxml2 at the first refusal. */
#if defined(__linux__)
#define _GNU_SOURCE /* memrchr */
#endif

#include "builder.h"

#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* "<" cannot stand inside a tag, so the last one before `offset` opens it. */
size_t CXMLShims_tagOffset(const builder *b, size_t offset) {
#if defined(__linux__)
    const uint8_t *found = memrchr(b->source, '<', offset);
    return found == NULL ? 0 : (size_t)(found - b->source);
#else
    while (offset > 0 && b->source[offset - 1] != '<') offset--;
    return offset > 0 ? offset - 1 : 0;
#endif
}

/* No early exit, so that it vectorizes. */
static unsigned uneven(const uint8_t *markup, size_t start, size_t count) {
    unsigned found = 0;
    for (size_t i = start; i < count; i++) {
        const uint8_t byte = markup[i], before = markup[i - 1];
        found |= (unsigned)(byte < 0x20) | (unsigned)(byte == 0xC2) | (unsigned)(byte == 0xE2)
            | ((unsigned)(byte == 0x20) & (unsigned)(before == 0x20));
    }
    return found;
}

#if defined(__SSE2__)
/* The same of the 16 bytes from `start`, which is not the first. */
static inline int uneven_block(const uint8_t *markup, size_t start) {
    const uint8_t *const p = markup + start;
    const __m128i x = _mm_loadu_si128((const __m128i *)(const void *)p);
    const __m128i before = _mm_loadu_si128((const __m128i *)(const void *)(p - 1));
    const __m128i space = _mm_set1_epi8(0x20);
    const __m128i controls = _mm_cmpeq_epi8(_mm_max_epu8(x, _mm_set1_epi8(0x1F)),
                                            _mm_set1_epi8(0x1F));
    const __m128i beyond = _mm_or_si128(_mm_cmpeq_epi8(x, _mm_set1_epi8((char)0xC2)),
                                        _mm_cmpeq_epi8(x, _mm_set1_epi8((char)0xE2)));
    const __m128i doubled = _mm_and_si128(_mm_cmpeq_epi8(x, space), _mm_cmpeq_epi8(before, space));
    return _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(controls, beyond), doubled)) != 0;
}
#endif

int CXMLShims_hasUnevenSpace(const uint8_t *markup, size_t count) {
#if defined(__SSE2__)
    if (count > 16) {
        for (size_t i = 1; i + 16 < count; i += 16) {
            if (uneven_block(markup, i)) return 1;
        }
        /* The last 16, some of which were read before. */
        return uneven_block(markup, count - 16);
    }
#endif
    return uneven(markup, 1, count) != 0;
}

__attribute__((cold, noinline)) void CXMLShims_refuse(builder *b, CXMLShims_status status,
                                                      size_t offset) {
    if (refused(b)) return;
    b->diagnostic->status = status;
    CXMLShims_locate(b->source, b->sourceCount, offset, b->diagnostic);
    if (b->parser != NULL) CXMLShims_stopParser(b->parser);
}

__attribute__((cold, noinline)) int CXMLShims_refuseMemory(builder *b) {
    CXMLShims_refuse(b, CXMLShims_outOfMemory, 0);
    return 0;
}

/* The limit on nodes covers everything an arena stores, so that no message makes a large one. The
 * first node, the document itself, is not in the message. */
int CXMLShims_hasRoom(builder *b, uint32_t additional) {
    if (b->nodes.count == 0) return 1;
    uint64_t total = (uint64_t)b->nodes.count - 1 + b->attributes.count + b->namespaces.count;
    if (total + additional <= b->limits.nodes) return 1;
    CXMLShims_refuse(b, CXMLShims_tooManyNodes, source_offset(b));
    return 0;
}

int CXMLShims_storeBytes(builder *b, const xmlChar *bytes, size_t count, CXMLShims_string *out) {
    uint8_t *room = append(&b->bytes, 1, (uint32_t)count);
    if (room == NULL) return CXMLShims_refuseMemory(b);
    memcpy(room, bytes, count);
    b->diagnostic->work.bytesCopied += count;
    out->offset = b->bytes.count - (uint32_t)count;
    out->length = (uint32_t)count;
    return 1;
}

int CXMLShims_storeValue(builder *b, const xmlChar *value, size_t count, CXMLShims_string *out) {
    if (!CXMLShims_storeBytes(b, value, count, out) || memchr(value, '&', count) == NULL) {
        return !refused(b);
    }
    const size_t length = CXMLShims_restoreAmpersands((uint8_t *)b->bytes.items + out->offset,
                                                      count);
    if (length == SIZE_MAX) {
        return CXMLShims_refuse(b, CXMLShims_undeclaredEntity, source_offset(b)), 0;
    }
    b->bytes.count -= (uint32_t)(count - length);
    out->length = (uint32_t)length;
    return 1;
}

int CXMLShims_internString(builder *b, const xmlChar *text, uint32_t *id) {
    *id = CXMLSHIMS_NONE;
    if (text == NULL) return 1;
    if (!reserve(&b->stringTable)) return CXMLShims_refuseMemory(b);
    const xmlChar *const key[3] = {text, NULL, NULL};
    slot *found = find(&b->stringTable, key);
    if (found->id == 0) {
        CXMLShims_string stored;
        /* Of names only those of namespaces can have "&". */
        const int isStored = CXMLShims_namespaceNamesKeepReferences()
            ? CXMLShims_storeValue(b, text, strlen((const char *)text), &stored)
            : CXMLShims_storeBytes(b, text, strlen((const char *)text), &stored);
        if (!isStored) return 0;
        if (b->strings.count >= b->limits.distinctNames) {
            return CXMLShims_refuse(b, CXMLShims_tooMuchWork, source_offset(b)), 0;
        }
        CXMLShims_string *entry = append(&b->strings, sizeof *entry, 1);
        if (entry == NULL) return CXMLShims_refuseMemory(b);
        *entry = stored;
        CXMLShims_occupy(&b->stringTable, found, key, b->strings.count);
    }
    *id = found->id - 1;
    return 1;
}

int CXMLShims_nameFits(builder *b, size_t length, size_t offset) {
    if (length <= b->limits.nameLength) return 1;
    CXMLShims_refuse(b, CXMLShims_nameTooLong, offset);
    return 0;
}

int CXMLShims_internName(builder *b, const xmlChar *local, const xmlChar *prefix,
                         const xmlChar *uri, uint32_t *id) {
    if (!reserve(&b->nameTable)) return CXMLShims_refuseMemory(b);
    const xmlChar *const key[3] = {local, prefix, uri};
    slot *found = find(&b->nameTable, key);
    if (found->id == 0) {
        CXMLShims_name name;
        if (!CXMLShims_internString(b, local, &name.local)
            || !CXMLShims_internString(b, prefix, &name.prefix)
            || !CXMLShims_internString(b, uri, &name.uri)) {
            return 0;
        }
        const CXMLShims_string *strings = b->strings.items;
        size_t length = strings[name.local].length;
        if (name.prefix != CXMLSHIMS_NONE) length += strings[name.prefix].length + 1;
        if (!CXMLShims_nameFits(b, length, CXMLShims_tagOffset(b, source_offset(b)))) return 0;
        CXMLShims_name *entry = append(&b->names, sizeof *entry, 1);
        if (entry == NULL) return CXMLShims_refuseMemory(b);
        *entry = name;
        CXMLShims_occupy(&b->nameTable, found, key, b->names.count);
    }
    *id = found->id - 1;
    return 1;
}

CXMLShims_node *CXMLShims_openNode(builder *b, CXMLShims_kind kind) {
    if (refused(b) || !CXMLShims_hasRoom(b, 1)) return NULL;
    CXMLShims_node *node = append(&b->nodes, sizeof *node, 1);
    if (node == NULL) {
        CXMLShims_refuseMemory(b);
        return NULL;
    }
    memset(node, 0, sizeof *node);
    node->kind = kind;
    node->parent = b->current;
    node->end = b->nodes.count;
    node->name = CXMLSHIMS_NONE;
    return node;
}
