/* Start tags of a canonical form: declarations first, then attributes, each in canonical order. */
#include "canonical_reader.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

static const char xml_namespace[] = "http://www.w3.org/XML/1998/namespace";
static const char xmlns_namespace[] = "http://www.w3.org/2000/xmlns/";

static int is_literal(const canonical_reader *r, CXMLShims_string s, const char *literal) {
    return s.length == strlen(literal) && memcmp(r->bytes + s.offset, literal, s.length) == 0;
}

static CXMLShims_string string_of(const canonical_reader *r, uint32_t id) {
    static const CXMLShims_string empty = {0, 0};
    return id == CXMLSHIMS_NONE ? empty : ((const CXMLShims_string *)r->names.strings.items)[id];
}

static const written_name *written_at(const canonical_reader *r, uint32_t id) {
    return (const written_name *)r->names.written.items + id;
}

/* Whether one string stands before another; what is compared counts as work, as it can be long. */
static int is_before(canonical_reader *r, CXMLShims_string one, CXMLShims_string other) {
    const uint32_t shorter = one.length < other.length ? one.length : other.length;
    r->work.namesLookedUp += 1 + shorter / 64;
    const int order = memcmp(r->bytes + one.offset, r->bytes + other.offset, shorter);
    return order != 0 ? order < 0 : one.length < other.length;
}

static int accept_names(canonical_reader *r, names_status status) {
    switch (status) {
    case names_ok: return 1;
    case names_memory: return refuse_form(r, CXMLShims_outOfMemory);
    case names_tooMany: return refuse_form(r, CXMLShims_tooMuchWork);
    default: return refuse_bytes(r);
    }
}

/* The run up to the first of these bytes, none of which a name has. */
static int read_name(canonical_reader *r, int isElement, CXMLShims_string *out) {
    const uint8_t *p = r->at;
#if defined(__SSE2__)
    for (;; p += 16) {
        const __m128i x = _mm_loadu_si128((const __m128i *)(const void *)p);
        const __m128i end = isElement ? _mm_or_si128(_mm_cmpeq_epi8(x, _mm_set1_epi8(' ')),
                                                     _mm_cmpeq_epi8(x, _mm_set1_epi8('>')))
                                      : _mm_cmpeq_epi8(x, _mm_set1_epi8('='));
        const __m128i stop = _mm_or_si128(end, _mm_cmpeq_epi8(x, _mm_setzero_si128()));
        const unsigned found = (unsigned)_mm_movemask_epi8(stop);
        if (found == 0) continue;
        p += __builtin_ctz(found);
        break;
    }
#else
    while (*p != 0 && (isElement ? *p != ' ' && *p != '>' : *p != '=')) p++;
#endif
    if (p >= r->end || p == r->at) return refuse_bytes(r);
    *out = (CXMLShims_string){(uint32_t)(r->at - r->bytes), (uint32_t)(p - r->at)};
    r->at = p;
    return 1;
}

static int name_fits(canonical_reader *r, size_t length) {
    return length <= r->limits.nameLength || refuse_form(r, CXMLShims_nameTooLong);
}

/* What a prefix is bound to here. */
static int binding_of(canonical_reader *r, uint32_t prefix, uint32_t *uri) {
    if (prefix == CXMLSHIMS_NONE) {
        *uri = r->defaultNamespace;
        return 1;
    }
    *uri = ((const uint32_t *)r->names.bound.items)[prefix];
    if (*uri != CXMLSHIMS_NONE) return 1;
    if (!is_literal(r, string_of(r, prefix), "xml")) return refuse_bytes(r);
    /* "xml" is bound by itself; its namespace name is not part of the form. */
    *uri = r->xmlNamespace;
    if (*uri != CXMLSHIMS_NONE) return 1;
    const size_t length = sizeof xml_namespace - 1;
    memcpy(r->decoded, xml_namespace, length);
    const CXMLShims_string name = {(uint32_t)(r->decoded - r->bytes), (uint32_t)length};
    r->decoded += length;
    if (!accept_names(r, CXMLShims_findString(&r->names, name, uri))) return 0;
    r->xmlNamespace = *uri;
    return 1;
}

/* Reads the value of a declaration, the same one again without looking it up. */
static int read_namespace(canonical_reader *r, uint32_t written, uint32_t *uri) {
    CXMLShims_string value;
    if (!pass(r, "=\"")) return refuse_bytes(r);
    if (!CXMLShims_readValue(r, &value)) return 0;
    if (value.length == 0) {
        *uri = CXMLSHIMS_NONE;
        return written_at(r, written)->prefix == CXMLSHIMS_NONE || refuse_bytes(r);
    }
    *uri = written_at(r, written)->uri;
    if (*uri != CXMLSHIMS_NONE) {
        const CXMLShims_string known = string_of(r, *uri);
        if (known.length == value.length
            && same_bytes(r->bytes + known.offset, r->bytes + value.offset, value.length)) {
            return 1;
        }
    }
    if (is_literal(r, value, xml_namespace) || is_literal(r, value, xmlns_namespace)) {
        return refuse_bytes(r);
    }
    if (!accept_names(r, CXMLShims_findString(&r->names, value, uri))) return 0;
    written_name *const declaration = (written_name *)r->names.written.items + written;
    declaration->uri = *uri;
    /* That of an element "xmlns", if any, stood for another one. */
    declaration->name = CXMLSHIMS_NONE;
    return 1;
}

/* Reads the declaration behind its name, of the default namespace or a prefix. */
static int read_declaration(canonical_reader *r, const CXMLShims_node *node, uint32_t written) {
    /* The name "xmlns" has no prefix, and "xmlns:p" has "p" as its local name. */
    const int isDefault = written_at(r, written)->prefix == CXMLSHIMS_NONE;
    CXMLShims_namespace declared = {isDefault ? CXMLSHIMS_NONE : written_at(r, written)->local,
                                    CXMLSHIMS_NONE};
    const uint32_t earlier = r->namespaces.count - node->firstNamespace;
    if (isDefault) {
        if (earlier > 0) return refuse_bytes(r);
    } else {
        const CXMLShims_string prefix = string_of(r, declared.prefix);
        if (is_literal(r, prefix, "xml") || is_literal(r, prefix, "xmlns")) return refuse_bytes(r);
        if (earlier > 0) {
            const CXMLShims_namespace *const all = r->namespaces.items;
            const uint32_t before = all[r->namespaces.count - 1].prefix;
            if (before != CXMLSHIMS_NONE && !is_before(r, string_of(r, before), prefix)) {
                return refuse_bytes(r);
            }
        }
    }
    if (!read_namespace(r, written, &declared.uri)) return 0;
    if (r->namespacesInScope + earlier >= r->limits.namespacesInScope) {
        return refuse_form(r, CXMLShims_tooManyNamespaces);
    }
    uint32_t *const place = isDefault ? &r->defaultNamespace
                                      : (uint32_t *)r->names.bound.items + declared.prefix;
    /* What is bound already is not declared again. */
    if (*place == declared.uri) return refuse_bytes(r);
    CXMLShims_namespace *const entry = append(&r->namespaces, sizeof *entry, 1);
    uint32_t *const shadowed = append(&r->shadowed, sizeof *shadowed, 1);
    if (entry == NULL || shadowed == NULL) return refuse_form(r, CXMLShims_outOfMemory);
    *shadowed = *place;
    *place = declared.uri;
    *entry = declared;
    return 1;
}

/* Reads the attribute behind its name, whose order shows that no two are the same. */
static int read_attribute(canonical_reader *r, const CXMLShims_node *node, uint32_t written) {
    uint32_t name, uri = CXMLSHIMS_NONE;
    const uint32_t prefix = written_at(r, written)->prefix;
    if (prefix != CXMLSHIMS_NONE && !binding_of(r, prefix, &uri)) return 0;
    if (!accept_names(r, CXMLShims_findName(&r->names, written, uri, &name))) return 0;
    if (r->attributes.count > node->firstAttribute) {
        const CXMLShims_attribute *const all = r->attributes.items;
        const CXMLShims_name *const names = r->names.names.items;
        const CXMLShims_name *const before = &names[all[r->attributes.count - 1].name];
        const CXMLShims_name *const now = &names[name];
        const int isInOrder = before->uri == uri
            ? is_before(r, string_of(r, before->local), string_of(r, now->local))
            : is_before(r, string_of(r, before->uri), string_of(r, uri));
        if (!isInOrder) return refuse_bytes(r);
    }
    CXMLShims_attribute *const entry = append(&r->attributes, sizeof *entry, 1);
    if (entry == NULL) return refuse_form(r, CXMLShims_outOfMemory);
    entry->name = name;
    if (!pass(r, "=\"")) return refuse_bytes(r);
    return CXMLShims_readValue(r, &entry->value);
}

/* "xmlns" without a prefix is the name of a declaration, and of an element none the less. */
static int name_as_element(canonical_reader *r, CXMLShims_string text, uint32_t written) {
    uint32_t local;
    if (written_at(r, written)->prefix != CXMLSHIMS_NONE) return refuse_bytes(r);
    if (!accept_names(r, CXMLShims_findString(&r->names, text, &local))) return 0;
    ((written_name *)r->names.written.items + written)->local = local;
    return 1;
}

int CXMLShims_readStartTag(canonical_reader *r, CXMLShims_node *node) {
    CXMLShims_string text;
    uint32_t written, attribute, uri;
    int isAmongAttributes = 0;
    if (!read_name(r, 1, &text) || !name_fits(r, text.length)) return 0;
    if (!accept_names(r, CXMLShims_findWritten(&r->names, text, &written))) return 0;
    if (written_at(r, written)->isDeclaration && !name_as_element(r, text, written)) return 0;
    node->firstNamespace = r->namespaces.count;
    node->firstAttribute = r->attributes.count;
    r->open[r->depth] = written;
    while (pass(r, " ")) {
        const uint32_t count = r->namespaces.count - node->firstNamespace + r->attributes.count
            - node->firstAttribute;
        if (count == r->limits.attributesPerElement) {
            return refuse_form(r, CXMLShims_tooManyAttributes);
        }
        if (!read_name(r, 0, &text) || !name_fits(r, text.length)) return 0;
        if (!accept_names(r, CXMLShims_findWritten(&r->names, text, &attribute))) return 0;
        if (written_at(r, attribute)->isDeclaration) {
            if (isAmongAttributes) return refuse_bytes(r);
            if (!read_declaration(r, node, attribute)) return 0;
            continue;
        }
        if (!isAmongAttributes) r->namespacesInScope += r->namespaces.count - node->firstNamespace;
        isAmongAttributes = 1;
        if (!read_attribute(r, node, attribute)) return 0;
    }
    if (!pass(r, ">")) return refuse_bytes(r);
    node->namespaceCount = r->namespaces.count - node->firstNamespace;
    node->attributeCount = r->attributes.count - node->firstAttribute;
    if (!isAmongAttributes) r->namespacesInScope += node->namespaceCount;
    if (!binding_of(r, written_at(r, written)->prefix, &uri)) return 0;
    return accept_names(r, CXMLShims_findName(&r->names, written, uri, &node->name));
}
