/* Texts, values, comments and instructions of a canonical form (Canonical XML 1.0, section 2.3): what is not
 * written as that section has it is refused. */
#include "canonical_reader.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { looked_at_in_text = 1, looked_at_in_value = 2, looked_at_verbatim = 4 };

#if defined(__SSE2__)
/* A bit for each of 16 bytes that is looked at. */
static inline __attribute__((always_inline)) unsigned marks(const uint8_t *p, unsigned asked) {
    const __m128i x = _mm_loadu_si128((const __m128i *)(const void *)p);
    /* As signed numbers all bytes beyond ASCII are below zero, and so below a space. */
    __m128i found = _mm_cmplt_epi8(x, _mm_set1_epi8(0x20));
    if (asked == looked_at_in_value) {
        found = _mm_or_si128(found, _mm_cmpeq_epi8(x, _mm_set1_epi8('"')));
    } else {
        const __m128i space = _mm_or_si128(_mm_cmpeq_epi8(x, _mm_set1_epi8('\n')),
                                           _mm_cmpeq_epi8(x, _mm_set1_epi8('\t')));
        found = _mm_andnot_si128(space, found);
    }
    if (asked == looked_at_in_text) {
        found = _mm_or_si128(found, _mm_cmpeq_epi8(x, _mm_set1_epi8('>')));
    }
    if (asked != looked_at_verbatim) {
        found = _mm_or_si128(found, _mm_cmpeq_epi8(x, _mm_set1_epi8('<')));
        found = _mm_or_si128(found, _mm_cmpeq_epi8(x, _mm_set1_epi8('&')));
    }
    return (unsigned)_mm_movemask_epi8(found);
}
#else
/* What a byte is looked at for: controls, what is escaped or ends something, and all beyond ASCII. */
static inline unsigned classes(uint8_t c) {
    if (c >= 0x80) return looked_at_in_text | looked_at_in_value | looked_at_verbatim;
    if (c < 0x20) {
        const unsigned isSpace = c == '\t' || c == '\n';
        return isSpace ? looked_at_in_value
                       : looked_at_in_text | looked_at_in_value | looked_at_verbatim;
    }
    switch (c) {
    case '<':
    case '&': return looked_at_in_text | looked_at_in_value;
    case '>': return looked_at_in_text;
    case '"': return looked_at_in_value;
    default: return 0;
    }
}
#endif

/* The first byte from `p` that is looked at; behind the form there is one, a zero. */
static inline __attribute__((always_inline)) const uint8_t *next_mark(const uint8_t *p,
                                                                      unsigned asked) {
#if defined(__SSE2__)
    for (;; p += 16) {
        const unsigned found = marks(p, asked);
        if (found != 0) return p + __builtin_ctz(found);
    }
#else
    while (!(classes(*p) & asked)) p++;
    return p;
#endif
}

/* The same, but behind `stop` there is no need to look: what is found there is behind it. */
static inline const uint8_t *next_mark_before(const uint8_t *p, const uint8_t *stop,
                                              unsigned asked) {
#if defined(__SSE2__)
    for (; p < stop; p += 16) {
        const unsigned found = marks(p, asked);
        if (found != 0) return p + __builtin_ctz(found);
    }
    return stop;
#else
    while (p < stop && !(classes(*p) & asked)) p++;
    return p;
#endif
}

typedef struct reference {
    const char *written;
    uint8_t length;
    uint8_t stands;
    unsigned where;
} reference;

/* What stands for the reference at `r->at`, which is then passed; 0 when there is none that a canonical
 * form has there. */
static uint8_t read_reference(canonical_reader *r, unsigned asked) {
    static const reference references[] = {
        {"&amp;", 5, '&', looked_at_in_text | looked_at_in_value},
        {"&lt;", 4, '<', looked_at_in_text | looked_at_in_value},
        {"&gt;", 4, '>', looked_at_in_text},
        {"&quot;", 6, '"', looked_at_in_value},
        {"&#xD;", 5, '\r', looked_at_in_text | looked_at_in_value},
        {"&#xA;", 5, '\n', looked_at_in_value},
        {"&#x9;", 5, '\t', looked_at_in_value},
    };
    for (size_t i = 0; i < sizeof references / sizeof *references; i++) {
        const reference *known = &references[i];
        if (!(known->where & asked) || memcmp(r->at, known->written, known->length) != 0) continue;
        r->at += known->length;
        return known->stands;
    }
    return 0;
}

/* Bytes as they are written, or their decoded copy as soon as there is a reference among them. */
static inline __attribute__((always_inline)) int read_run(canonical_reader *r, unsigned asked,
                                                          CXMLShims_string *out) {
    const uint8_t *start = r->at;
    uint8_t *copy = NULL;
    for (;;) {
        const uint8_t *found = next_mark(r->at, asked);
        while (*found >= 0x80) {
            size_t length;
            if (CXMLShims_character(found, (size_t)(r->end - found), &length) == 0) {
                return refuse_bytes(r);
            }
            found = next_mark(found + length, asked);
        }
        r->at = found;
        if (*found != '&') break;
        const size_t before = (size_t)(found - start);
        if (copy == NULL) copy = r->decoded;
        memcpy(r->decoded, start, before);
        r->decoded += before;
        const uint8_t stands = read_reference(r, asked);
        if (stands == 0) return refuse_bytes(r);
        *r->decoded++ = stands;
        start = r->at;
    }
    if (r->at >= r->end) return refuse_bytes(r);
    const size_t rest = (size_t)(r->at - start);
    if (copy == NULL) {
        *out = (CXMLShims_string){(uint32_t)(start - r->bytes), (uint32_t)rest};
        return 1;
    }
    memcpy(r->decoded, start, rest);
    r->decoded += rest;
    *out = (CXMLShims_string){(uint32_t)(copy - r->bytes), (uint32_t)(r->decoded - copy)};
    r->work.bytesCopied += out->length;
    return 1;
}

int CXMLShims_readText(canonical_reader *r, CXMLShims_string *out) {
    return read_run(r, looked_at_in_text, out) && (*r->at == '<' || refuse_bytes(r));
}

int CXMLShims_readValue(canonical_reader *r, CXMLShims_string *out) {
    return read_run(r, looked_at_in_value, out) && (pass(r, "\"") || refuse_bytes(r));
}

int CXMLShims_readVerbatim(canonical_reader *r, const char *mark, CXMLShims_string *out) {
    const size_t length = strlen(mark);
    const uint8_t *const start = r->at;
    const uint8_t *stop = start;
    for (;; stop++) {
        stop = memchr(stop, mark[0], (size_t)(r->end - stop));
        if (stop == NULL || (size_t)(r->end - stop) < length) return refuse_bytes(r);
        if (memcmp(stop, mark, length) == 0) break;
    }
    for (const uint8_t *p = next_mark_before(start, stop, looked_at_verbatim); p < stop;) {
        size_t count;
        if (*p < 0x80 || CXMLShims_character(p, (size_t)(stop - p), &count) == 0) {
            return refuse_bytes(r);
        }
        p = next_mark_before(p + count, stop, looked_at_verbatim);
    }
    *out = (CXMLShims_string){(uint32_t)(start - r->bytes), (uint32_t)(stop - start)};
    r->at = stop + length;
    return 1;
}
