/* Prints canonical forms, so that programs with different versions of libxml2 can be compared: every
 * method, with and without comments, of the document and of its first elements, by both engines. */
#include "CXMLShims.h"
#include "limits.h"

static const char *const prefixes[] = {"#default", "saml", "xs", "a"};
/* Node-sets, for libxml2's engine. */
static const char *const expressions[] = {
    "//*[position() = 1]",
    "//. | //@* | //namespace::*",
    "(//. | //@* | //namespace::*)[not(self::comment() or self::processing-instruction())]",
};

/* A way to write: a method, with or without comments, and for the exclusive one also with prefixes. */
typedef struct way {
    CXMLShims_method method;
    int32_t withComments;
    uint32_t prefixCount;
} way;

static const way ways[] = {
    {CXMLShims_canonicalXML10, 0, 0},
    {CXMLShims_canonicalXML10, 1, 0},
    {CXMLShims_canonicalXML11, 0, 0},
    {CXMLShims_canonicalXML11, 1, 0},
    {CXMLShims_exclusive, 0, 0},
    {CXMLShims_exclusive, 1, 0},
    {CXMLShims_exclusive, 0, sizeof prefixes / sizeof *prefixes},
};
static const size_t way_count = sizeof ways / sizeof *ways;

static void print_form(const char *engine, uint32_t element, size_t way, CXMLShims_status status,
                       CXMLShims_buffer *form) {
    printf("-- %s, element %d, way %zu: status %d, %zu bytes\n", engine, (int)element, way,
           (int)status, form->count);
    if (form->count > 0) fwrite(form->bytes, 1, form->count, stdout);
    putchar('\n');
    CXMLShims_bufferFree(form);
}

/* `element` counts from 0, CXMLSHIMS_NONE stands for the document; `node` is the same for our engine. */
static void print_forms_of(const uint8_t *bytes, size_t count, const CXMLShims_arena *arena,
                           uint32_t element, uint32_t node) {
    for (size_t i = 0; i < way_count; i++) {
        CXMLShims_buffer form;
        CXMLShims_diagnostic diagnostic;
        const CXMLShims_linearRequest ours = {
            .method = ways[i].method,
            .withComments = ways[i].withComments,
            .prefixes = prefixes,
            .prefixCount = ways[i].prefixCount,
            .node = node,
            .excludedNode = CXMLSHIMS_NONE,
            .maximumBytes = SIZE_MAX,
        };
        const CXMLShims_canonicalizationRequest theirs = {
            .method = ways[i].method,
            .withComments = ways[i].withComments,
            .prefixes = prefixes,
            .prefixCount = ways[i].prefixCount,
            .element = element,
            .excludedElement = CXMLSHIMS_NONE,
            .maximumBytes = SIZE_MAX,
        };
        CXMLShims_status status = CXMLShims_canonicalizeLinearly(arena, &ours, &form);
        print_form("ours", element, i, status, &form);
        status = CXMLShims_canonicalize(bytes, count, &theirs, &form, &diagnostic);
        print_form("libxml2", element, i, status, &form);
    }
}

static void print_node_sets(const uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < way_count * (sizeof expressions / sizeof *expressions); i++) {
        CXMLShims_buffer form;
        CXMLShims_diagnostic diagnostic;
        const way *const chosen = &ways[i % way_count];
        const CXMLShims_canonicalizationRequest request = {
            .method = chosen->method,
            .withComments = chosen->withComments,
            .prefixes = prefixes,
            .prefixCount = chosen->prefixCount,
            .element = CXMLSHIMS_NONE,
            .excludedElement = CXMLSHIMS_NONE,
            .xpath = expressions[i / way_count],
            .maximumBytes = SIZE_MAX,
        };
        const CXMLShims_status status = CXMLShims_canonicalize(bytes, count, &request, &form,
                                                               &diagnostic);
        print_form("node-set", CXMLSHIMS_NONE, i, status, &form);
    }
}

int print_canonical_forms(const char *name, const uint8_t *bytes, size_t count) {
    const CXMLShims_limits limits = {SIZE_MAX,   UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX,
                                     UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX};
    CXMLShims_diagnostic diagnostic;
    CXMLShims_arena *arena = CXMLShims_parse(bytes, count, &limits, &diagnostic);
    printf("== %s: status %d\n", name, (int)diagnostic.status);
    if (arena == NULL) return 0;
    print_forms_of(bytes, count, arena, CXMLSHIMS_NONE, 0);
    print_node_sets(bytes, count);
    uint32_t element = 0;
    for (uint32_t node = 1; node < arena->nodeCount && element < 24; node++) {
        if (arena->nodes[node].kind != CXMLShims_element) continue;
        print_forms_of(bytes, count, arena, element++, node);
    }
    CXMLShims_free(arena);
    return 1;
}

/* What samples have little of, and what versions of libxml2 have reported or written differently. */
int print_built_in_forms(void) {
    static const char *const documents[] = {
        /* Attributes of the xml namespace, inherited and with values that are not valid. */
        "<a xml:id='23'><b xml:id='i'/><c xml:id='i'/></a>",
        "<a xml:lang='de' xml:space='preserve' xml:id='i' xml:base='http://e/d/'><b><c/></b></a>",
        "<a xml:lang='-' xml:space='none'><b xml:lang=''/></a>",
        "<a xml:base='http://e/d/f'><b xml:base='../g'><c xml:base='h'/></b></a>",
        "<a xml:base=''><b xml:base='g/'><c xml:base=''><d xml:base=' '/></c></b></a>",
        /* Namespaces: declared twice, taken back, written relatively, with references in their names. */
        "<a xmlns='u:a' xmlns:p='u:p'><b xmlns='u:a' xmlns:p='u:p'><c xmlns=''/></b></a>",
        "<p:a xmlns:p='u:a'><p:b xmlns:p='u:b' p:c=''><p:d/></p:b><e p:f=''/></p:a>",
        "<a xmlns:p='relative' xmlns:xml='http://www.w3.org/XML/1998/namespace'><p:b/></a>",
        "<a xmlns:p='u:?a&amp;b'><p:b p:c='&amp;&#38;'/></a>",
        "<a xmlns:q='u:q' xmlns:p='u:p' q:b='' p:b='' c='' b='' xmlns:saml='u:s' xmlns:xs='u:x'/>",
        /* White space and characters, written and referred to. */
        "<a b=' \t\r\n c&#9;&#10;&#13;&#32;d '> \t\r\n\r&#9;&#10;&#13;</a>",
        "<a b='\xF0\x9F\x94\x91\xC2\x85&#x10FFFF;&#x85;'>\xEE\x80\x80&#x2028;]]&gt;</a>",
        "<a b='&lt;&gt;&amp;&quot;&apos;'>&lt;&gt;&amp;\"'<![CDATA[<>&]]]]><![CDATA[>]]></a>",
        "\xEF\xBB\xBF<a/>",
        /* Comments and instructions, inside and outside, and such as libxml2 once obeyed. */
        "<?x y ?>\n<!-- a -->\n<a><!-- b --><?z?>c<!----></a>\n<!-- d --><?w  v?>\n",
        "<?oasis-xml-catalog catalog='u'?><a><?oasis-xml-catalog catalog='v'?></a>",
        "<?xml version='1.0' encoding='ISO-8859-1' standalone='yes'?><a>\xC3\xA4</a>",
        "<?xml version='1.1'?><a/>",
        /* What is refused. */
        "<!DOCTYPE a><a/>",
        "<a>&b;</a>",
        "<a b='' b=''/>",
        "<p:a/>",
        "<a xmlns:p=''/>",
        "<a xmlns:p='u:&lt;&quot;&#xE4;'/>",
        "<a>]]></a>",
        "<a/><b/>",
        "<a b='<'/>",
        "<a>&#0;</a>",
        "<a><!-- -- --></a>",
        "<?xMl?><a/>",
        "<a:b:c xmlns:a='u:'/>",
    };
    int read = 0;
    for (size_t i = 0; i < sizeof documents / sizeof *documents; i++) {
        read += print_canonical_forms(documents[i], (const uint8_t *)documents[i],
                                      strlen(documents[i]));
    }
    return read;
}
