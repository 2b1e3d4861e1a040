/* The output of canonicalization, escaped where it must be, and lists in canonical order. */
#include "linear_writer.h"

#include <stdlib.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

int CXMLShims_makeRoom(writer *w, size_t count) {
    CXMLShims_buffer *b = w->output;
    if (count > w->maximum - b->count) {
        fail(w, CXMLShims_outputTooLong);
        return 0;
    }
    size_t capacity = w->capacity * 2;
    if (capacity < b->count + count) capacity = b->count + count;
    if (capacity > w->maximum) capacity = w->maximum;
    uint8_t *larger = realloc(b->bytes, capacity);
    if (larger == NULL) {
        fail(w, CXMLShims_outOfMemory);
        return 0;
    }
    b->bytes = larger;
    w->capacity = capacity;
    return 1;
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

#if defined(__SSE2__)
/* A bit for each of 16 bytes that may have to be replaced. */
static inline unsigned replaced(__m128i x) {
    const __m128i controls = _mm_cmpeq_epi8(_mm_max_epu8(x, _mm_set1_epi8(0x1F)),
                                            _mm_set1_epi8(0x1F));
    const __m128i ampersands = _mm_or_si128(_mm_cmpeq_epi8(x, _mm_set1_epi8('&')),
                                            _mm_cmpeq_epi8(x, _mm_set1_epi8('"')));
    /* "<" and ">" differ in one bit. */
    const __m128i tags = _mm_cmpeq_epi8(_mm_or_si128(x, _mm_set1_epi8(2)), _mm_set1_epi8('>'));
    return (unsigned)_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(controls, ampersands), tags));
}

/* How many bytes from the start surely stay as they are. */
static size_t plain_length(const uint8_t *bytes, size_t count) {
    size_t i = 0;
    for (; count - i >= 16; i += 16) {
        const unsigned found =
            replaced(_mm_loadu_si128((const __m128i *)(const void *)(bytes + i)));
        if (found != 0) return i + (size_t)__builtin_ctz(found);
    }
    if (i == count) return count;
    if (count >= 16) {
        /* The last 16, some of which were read before. */
        const size_t start = count - 16;
        const unsigned found =
            replaced(_mm_loadu_si128((const __m128i *)(const void *)(bytes + start)));
        return found == 0 ? count : start + (size_t)__builtin_ctz(found);
    }
    uint8_t padded[16];
    memset(padded, ' ', sizeof padded);
    copy_short(padded, bytes, count);
    const unsigned found = replaced(_mm_loadu_si128((const __m128i *)(const void *)padded));
    return found == 0 ? count : (size_t)__builtin_ctz(found);
}
#else
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

/* How many bytes from the start surely stay as they are. */
static size_t plain_length(const uint8_t *bytes, size_t count) {
    size_t i = 0;
    while (count - i >= 16 && !may_need_replacement(bytes + i)) i += 16;
    /* Every character that is replaced is at or below ">". */
    while (i < count && bytes[i] > '>') i++;
    return i;
}
#endif

void CXMLShims_putEscaped(writer *w, text t, int inAttribute) {
    size_t start = 0;
    for (size_t i = 0; i < t.length; i++) {
        i += plain_length(t.bytes + i, t.length - i);
        if (i == t.length) break;
        const char *with = replacement(t.bytes[i], inAttribute);
        if (with == NULL) continue;
        put(w, t.bytes + start, i - start);
        put_literal(w, with);
        start = i + 1;
    }
    put(w, t.bytes + start, t.length - start);
}

/* --- lists --- */

static int compare(text a, text b) {
    /* Namespace names can be long, and mostly they are one and the same. */
    if (a.bytes == b.bytes && a.length == b.length) return 0;
    const size_t shorter = a.length < b.length ? a.length : b.length;
    const int order = shorter == 0 ? 0 : memcmp(a.bytes, b.bytes, shorter);
    if (order != 0) return order;
    return (a.length > b.length) - (a.length < b.length);
}

item *CXMLShims_addItem(writer *w, vector *list) {
    item *added = append(list, sizeof *added, 1);
    if (added == NULL) fail(w, CXMLShims_outOfMemory);
    w->work.namesLookedUp++;
    return added;
}

static int order_of(const void *a, const void *b) {
    const item *one = a, *other = b;
    const int order = compare(one->primary, other->primary);
    return order != 0 ? order : compare(one->secondary, other->secondary);
}

void CXMLShims_sort(vector *list) {
    item *const items = list->items;
    /* Mostly there are a few, and mostly they are in order. */
    const size_t few = 12;
    if (list->count > few) {
        qsort(items, list->count, sizeof *items, order_of);
        return;
    }
    for (size_t i = 1; i < list->count; i++) {
        if (order_of(&items[i - 1], &items[i]) <= 0) continue;
        const item moved = items[i];
        size_t j = i;
        while (j > 0 && order_of(&items[j - 1], &moved) > 0) {
            items[j] = items[j - 1];
            j--;
        }
        items[j] = moved;
    }
}
