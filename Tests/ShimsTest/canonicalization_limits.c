/* Both canonicalizations with requests that name what is not there, or bound nothing. */
#include "CXMLShims.h"
#include "limits.h"

static const char small[] = "<r xmlns:p='p:'><!-- c --><p:a b='c'><d/></p:a><e/></r>";
static const CXMLShims_linearRequest whole = {.excludedNode = CXMLSHIMS_NONE,
                                              .maximumBytes = SIZE_MAX};
static const CXMLShims_canonicalizationRequest all = {
    .element = CXMLSHIMS_NONE, .excludedElement = CXMLSHIMS_NONE, .maximumBytes = SIZE_MAX};
static const char *const holes[] = {"a", NULL, "b", NULL};
static const char *many[CXMLSHIMS_PREFIXES + 1];
static const int32_t methods[] = {3, 4, 100, INT32_MAX, INT32_MIN, -1};

static CXMLShims_arena *arena_of(const char *bytes, size_t count) {
    const CXMLShims_limits limits = {SIZE_MAX, 10, 100000, 10, 10, 10, 100, UINT32_MAX, UINT32_MAX};
    CXMLShims_diagnostic diagnostic;
    CXMLShims_arena *arena = CXMLShims_parse((const uint8_t *)bytes, count, &limits, &diagnostic);
    EXPECT(arena != NULL);
    return arena;
}

static CXMLShims_status linear(const CXMLShims_arena *arena, CXMLShims_linearRequest request) {
    CXMLShims_buffer buffer;
    const CXMLShims_status status = CXMLShims_canonicalizeLinearly(arena, &request, &buffer);
    EXPECT(status == CXMLShims_ok || (buffer.bytes == NULL && buffer.count == 0));
    CXMLShims_bufferFree(&buffer);
    return status;
}

static CXMLShims_status library_of(const char *bytes, size_t count,
                                   CXMLShims_canonicalizationRequest request) {
    CXMLShims_buffer buffer;
    CXMLShims_diagnostic diagnostic;
    const CXMLShims_status status = CXMLShims_canonicalize((const uint8_t *)bytes, count, &request,
                                                           &buffer, &diagnostic);
    EXPECT(status == diagnostic.status);
    EXPECT(status == CXMLShims_ok || (buffer.bytes == NULL && buffer.count == 0));
    CXMLShims_bufferFree(&buffer);
    return status;
}

static CXMLShims_status library(CXMLShims_canonicalizationRequest request) {
    return library_of(small, sizeof small - 1, request);
}

static void check_linear(const CXMLShims_arena *arena) {
    CXMLShims_linearRequest request = whole;
    EXPECT(linear(arena, whole) == CXMLShims_ok);
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        request.method = (CXMLShims_method)methods[i];
        EXPECT(linear(arena, request) == CXMLShims_canonicalizationFailed);
    }
    request = whole;
    request.withComments = INT32_MIN;
    EXPECT(linear(arena, request) == CXMLShims_ok);
    /* Nodes that are not there, and nothing left of what is. */
    const uint32_t absent[] = {arena->nodeCount, INT32_MAX, 1U << 31, UINT32_MAX};
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++) {
        request = whole;
        request.node = absent[i];
        EXPECT(linear(arena, request) == CXMLShims_canonicalizationFailed);
        request = whole;
        request.excludedNode = absent[i];
        EXPECT(linear(arena, request)
               == (absent[i] == CXMLSHIMS_NONE ? CXMLShims_ok : CXMLShims_canonicalizationFailed));
    }
    for (uint32_t node = 0; node < arena->nodeCount; node++) {
        request = whole;
        request.node = request.excludedNode = node;
        EXPECT(linear(arena, request) == CXMLShims_canonicalizationFailed);
        request.excludedNode = 0;
        EXPECT(linear(arena, request) == CXMLShims_canonicalizationFailed);
    }
    for (uint32_t method = 0; method < 3; method++) {
        request = whole;
        request.method = (CXMLShims_method)method;
        request.prefixCount = 1;
        EXPECT(linear(arena, request) == CXMLShims_canonicalizationFailed);
        request.prefixCount = UINT32_MAX;
        EXPECT(linear(arena, request) == CXMLShims_canonicalizationFailed);
        request.prefixes = holes;
        request.prefixCount = 4;
        EXPECT(linear(arena, request) == CXMLShims_canonicalizationFailed);
        request.prefixes = many;
        request.prefixCount = CXMLSHIMS_PREFIXES;
        EXPECT(linear(arena, request) == CXMLShims_ok);
        request.prefixCount++;
        EXPECT(linear(arena, request) == CXMLShims_tooManyNamespaces);
    }
}

/* The content of the document is its root, without what stands beside it. */
static void check_content_of_document(void) {
    static const char bytes[] = "<!--b--><a/><!--c-->";
    CXMLShims_arena *arena = arena_of(bytes, sizeof bytes - 1);
    CXMLShims_linearRequest request = whole;
    const uint32_t document = 0;
    size_t end = 0;
    request.withComments = 1;
    request.nodes = &document;
    request.ends = &end;
    request.nodeCount = 1;
    CXMLShims_buffer buffer;
    EXPECT(CXMLShims_canonicalizeLinearly(arena, &request, &buffer) == CXMLShims_ok);
    EXPECT(buffer.count == 7 && end == 7 && memcmp(buffer.bytes, "<a></a>", 7) == 0);
    CXMLShims_bufferFree(&buffer);
    CXMLShims_free(arena);
}

static void check_little_room(const CXMLShims_arena *arena) {
    CXMLShims_linearRequest request = whole;
    CXMLShims_canonicalizationRequest other = all;
    CXMLShims_buffer buffer;
    EXPECT(CXMLShims_canonicalizeLinearly(arena, &request, &buffer) == CXMLShims_ok);
    const size_t length = buffer.count;
    CXMLShims_bufferFree(&buffer);
    for (size_t maximum = 0; maximum <= length; maximum++) {
        const CXMLShims_status expected = maximum < length ? CXMLShims_outputTooLong : CXMLShims_ok;
        request.maximumBytes = other.maximumBytes = maximum;
        EXPECT(linear(arena, request) == expected);
        EXPECT(library(other) == expected);
    }
}

/* A megabyte that is written many times: a comment in the content of a node that is listed as often, and
 * a namespace name that short elements use. */
static void check_long_output(void) {
    enum { TIMES = CXMLSHIMS_BYTES / (1 << 20) + 1 };
    const size_t long_one = 1 << 20, count = long_one + 6 * TIMES + 100;
    char *bytes = malloc(count);
    uint32_t *nodes = malloc(TIMES * sizeof *nodes);
    size_t *ends = malloc(TIMES * sizeof *ends);
    EXPECT(bytes != NULL && nodes != NULL && ends != NULL);
    memset(bytes, 'a', count);
    memcpy(bytes, "<r><a><!--", 10);
    memcpy(bytes + 10 + long_one, "--></a></r>", 11);
    CXMLShims_arena *arena = arena_of(bytes, 10 + long_one + 11);
    for (size_t i = 0; i < TIMES; i++) nodes[i] = 1;
    CXMLShims_linearRequest request = whole;
    request.withComments = 1;
    request.nodes = nodes;
    request.ends = ends;
    request.nodeCount = TIMES;
    EXPECT(linear(arena, request) == CXMLShims_outputTooLong);
    CXMLShims_free(arena);

    char *end = bytes + long_one;
    memset(bytes, 'a', count);
    memcpy(bytes, "<r xmlns:p='p:", 14);
    end += sprintf(end, "'>");
    for (size_t i = 0; i < TIMES; i++) end += sprintf(end, "<p:a/>");
    end += sprintf(end, "</r>");
    CXMLShims_canonicalizationRequest other = all;
    other.method = CXMLShims_exclusive;
    EXPECT(library_of(bytes, (size_t)(end - bytes), other) == CXMLShims_outputTooLong);
    free(bytes);
    free(nodes);
    free(ends);
}

static void check_library(void) {
    CXMLShims_canonicalizationRequest request = all;
    EXPECT(library(all) == CXMLShims_ok);
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        request.method = (CXMLShims_method)methods[i];
        EXPECT(library(request) == CXMLShims_canonicalizationFailed);
    }
    /* There are four elements. */
    const uint32_t absent[] = {4, 5, INT32_MAX, 1U << 31, UINT32_MAX - 1};
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++) {
        request = all;
        request.element = absent[i];
        EXPECT(library(request) == CXMLShims_canonicalizationFailed);
        request = all;
        request.excludedElement = absent[i];
        EXPECT(library(request) == CXMLShims_canonicalizationFailed);
    }
    request = all;
    request.element = request.excludedElement = 0;
    EXPECT(library(request) == CXMLShims_canonicalizationFailed);
    for (uint32_t method = 0; method < 3; method++) {
        request = all;
        request.method = (CXMLShims_method)method;
        request.prefixCount = UINT32_MAX;
        EXPECT(library(request) == CXMLShims_canonicalizationFailed);
        request.prefixes = holes;
        request.prefixCount = 4;
        EXPECT(library(request) == CXMLShims_canonicalizationFailed);
        request.prefixes = many;
        request.prefixCount = CXMLSHIMS_PREFIXES;
        EXPECT(library(request) == CXMLShims_ok);
        request.prefixCount++;
        EXPECT(library(request) == CXMLShims_tooManyNamespaces);
    }
    EXPECT(library_of("", 0, all) == CXMLShims_empty);
    EXPECT(library_of(small, SIZE_MAX, all) == CXMLShims_tooManyBytes);
    EXPECT(library_of("<a>\0</a>", 8, all) == CXMLShims_nulByte);
    EXPECT(library_of("<a>\xFF</a>", 8, all) == CXMLShims_invalidUTF8);
    EXPECT(library_of("<a><b/>", 7, all) == CXMLShims_notWellFormed);
    EXPECT(library_of("<!DOCTYPE a><a/>", 16, all) == CXMLShims_notWellFormed);
}

static CXMLShims_status library_of_nested(size_t depth) {
    char *text = malloc(3 * depth);
    EXPECT(text != NULL);
    for (size_t i = 0; i < depth; i++) memcpy(text + 3 * i, "<a>", 3);
    const CXMLShims_status status = library_of(text, 3 * depth, all);
    free(text);
    return status;
}

/* An expression with `depth` of an opening and a closing character around a path. */
static CXMLShims_status xpath_of_nested(char open, char close, size_t depth) {
    char *text = calloc(2 * depth + 4, 1);
    EXPECT(text != NULL);
    memset(text, open, depth);
    memcpy(text + depth, "//*", 3);
    if (close != 0) memset(text + depth + 3, close, depth);
    CXMLShims_canonicalizationRequest request = all;
    request.xpath = text;
    const CXMLShims_status status = library(request);
    free(text);
    return status;
}

static void check_node_sets(void) {
    static const char *const bindings[] = {"p", "p:", "q", NULL, NULL, "q:"};
    CXMLShims_canonicalizationRequest request = all;
    request.xpath = "//p:a";
    EXPECT(library(request) == CXMLShims_invalidXPath);
    request.bindings = bindings;
    request.bindingCount = 2;
    EXPECT(library(request) == CXMLShims_ok);
    for (uint32_t count = 3; count <= 6; count++) {
        request.bindingCount = count;
        EXPECT(library(request) == CXMLShims_invalidXPath);
    }
    request.bindingCount = 1;
    EXPECT(library(request) == CXMLShims_invalidXPath);
    request.bindings = NULL;
    request.bindingCount = UINT32_MAX;
    EXPECT(library(request) == CXMLShims_invalidXPath);
    request.bindingCount = 0;
    request.xpath = "";
    EXPECT(library(request) == CXMLShims_invalidXPath);
    request.xpath = "1";
    EXPECT(library(request) == CXMLShims_notANodeSet);
    EXPECT(xpath_of_nested('(', ')', 2) == CXMLShims_ok);
    EXPECT(xpath_of_nested('(', ')', 200000) == CXMLShims_invalidXPath);
    EXPECT(xpath_of_nested('-', 0, 200000) != CXMLShims_ok);
    EXPECT(xpath_of_nested('[', ']', 200000) == CXMLShims_invalidXPath);
    EXPECT(library_of_nested(300) == CXMLShims_notWellFormed);
    EXPECT(library_of_nested(1000000) == CXMLShims_notWellFormed);
}

void check_canonicalization_limits(void) {
    for (size_t i = 0; i < sizeof many / sizeof *many; i++) many[i] = "p";
    CXMLShims_arena *arena = arena_of(small, sizeof small - 1);
    check_linear(arena);
    check_content_of_document();
    check_library();
    check_node_sets();
    check_little_room(arena);
    check_long_output();
    CXMLShims_free(arena);
    CXMLShims_free(NULL);
}
