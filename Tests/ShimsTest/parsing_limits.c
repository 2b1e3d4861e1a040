/* CXMLShims_parse with limits that bound nothing, or forbid everything. */
#include "CXMLShims.h"
#include "limits.h"

static const CXMLShims_limits unlimited = {SIZE_MAX,   UINT32_MAX, UINT32_MAX,
                                           UINT32_MAX, UINT32_MAX, UINT32_MAX,
                                           UINT32_MAX, UINT32_MAX, UINT32_MAX};

static CXMLShims_status status_of(const char *bytes, size_t count, const CXMLShims_limits *limits) {
    CXMLShims_diagnostic diagnostic;
    CXMLShims_arena *arena = CXMLShims_parse((const uint8_t *)bytes, count, limits, &diagnostic);
    EXPECT((arena != NULL) == (diagnostic.status == CXMLShims_ok));
    CXMLShims_free(arena);
    return diagnostic.status;
}

/* `before`, `times` times `each` with its number for "#", and `after`. */
static CXMLShims_status status_of_many(const char *before, const char *each, size_t times,
                                       const char *after, const CXMLShims_limits *limits) {
    const size_t room = strlen(before) + times * (strlen(each) + 20) + strlen(after) + 1;
    char *text = malloc(room), *end = text;
    EXPECT(text != NULL);
    const char *number = strchr(each, '#');
    const int length = (int)(number == NULL ? strlen(each) : (size_t)(number - each));
    end += sprintf(end, "%s", before);
    for (size_t i = 0; i < times; i++) {
        end += sprintf(end, "%.*s", length, each);
        if (number != NULL) end += sprintf(end, "%zu%s", i, number + 1);
    }
    end += sprintf(end, "%s", after);
    const CXMLShims_status status = status_of(text, (size_t)(end - text), limits);
    free(text);
    return status;
}

static void check_depth(void) {
    static const uint32_t depths[] = {CXMLSHIMS_DEPTH, CXMLSHIMS_DEPTH + 1, 256, INT32_MAX,
                                      1U << 31,        UINT32_MAX};
    CXMLShims_limits limits = unlimited;
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
        limits.depth = depths[i];
        EXPECT(status_of_many("", "<a>", CXMLSHIMS_DEPTH + 1, "", &limits) == CXMLShims_tooDeep);
        EXPECT(status_of_many("", "<a>", 1000000, "", &limits) == CXMLShims_tooDeep);
    }
    limits.depth = 0;
    EXPECT(status_of("<a/>", 4, &limits) == CXMLShims_tooDeep);
}

/* What costs libxml2 more than linear time has a greatest number. */
static void check_numbers(void) {
    EXPECT(status_of_many("<a", " b#=''", CXMLSHIMS_ATTRIBUTES, "/>", &unlimited) == CXMLShims_ok);
    EXPECT(status_of_many("<a", " b#=''", CXMLSHIMS_ATTRIBUTES + 1, "/>", &unlimited)
           == CXMLShims_tooManyAttributes);
    EXPECT(status_of_many("<a", " b#=''", 1000000, "/>", &unlimited)
           == CXMLShims_tooManyAttributes);
    EXPECT(status_of_many("<a", " xmlns:b#='b:'", CXMLSHIMS_NAMESPACES, "/>", &unlimited)
           == CXMLShims_ok);
    EXPECT(status_of_many("<a", " xmlns:b#='b:'", CXMLSHIMS_NAMESPACES + 1, "/>", &unlimited)
           == CXMLShims_tooManyNamespaces);
    EXPECT(status_of_many("<a>", "<b#/>", CXMLSHIMS_NAMES, "</a>", &unlimited)
           == CXMLShims_tooMuchWork);
}

static void check_smallest(void) {
    CXMLShims_limits limits = {0};
    EXPECT(status_of("<a/>", 4, &limits) == CXMLShims_tooManyBytes);
    EXPECT(status_of("", 0, &limits) == CXMLShims_empty);
    limits = unlimited;
    limits.nodes = 0;
    EXPECT(status_of("<a/>", 4, &limits) == CXMLShims_tooManyNodes);
    limits.nodes = 1;
    EXPECT(status_of("<a/>", 4, &limits) == CXMLShims_ok);
    EXPECT(status_of("<a> </a>", 8, &limits) == CXMLShims_tooManyNodes);
    limits = unlimited;
    limits.attributesPerElement = 0;
    EXPECT(status_of("<a b=''/>", 9, &limits) == CXMLShims_tooManyAttributes);
    limits = unlimited;
    limits.namespacesInScope = 0;
    EXPECT(status_of("<a xmlns='b:'/>", 15, &limits) == CXMLShims_tooManyNamespaces);
    limits = unlimited;
    limits.nameLength = 0;
    EXPECT(status_of("<a/>", 4, &limits) == CXMLShims_nameTooLong);
    limits = unlimited;
    limits.distinctNames = 0;
    EXPECT(status_of("<a/>", 4, &limits) == CXMLShims_tooMuchWork);
    limits = unlimited;
    limits.workBase = limits.workPerByte = 0;
    EXPECT(status_of("<a/>", 4, &limits) == CXMLShims_tooMuchWork);
}

/* The number of bytes is looked at before they are. */
static void check_bytes(void) {
    EXPECT(status_of("<a/>", SIZE_MAX, &unlimited) == CXMLShims_tooManyBytes);
    EXPECT(status_of("<a/>", (size_t)CXMLSHIMS_BYTES + 1, &unlimited) == CXMLShims_tooManyBytes);
    EXPECT(status_of("<a/>", 4, &unlimited) == CXMLShims_ok);
}

void check_parsing_limits(void) {
    check_depth();
    check_numbers();
    check_smallest();
    check_bytes();
}
