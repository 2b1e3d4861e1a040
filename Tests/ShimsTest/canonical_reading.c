/* CXMLShims_readCanonicalForm against CXMLShims_parse: node for node on what our canonicalization writes,
 * and on everything near to it that is read at all. */
#include "CXMLShims.h"
#include "limits.h"

static const CXMLShims_limits unlimited = {SIZE_MAX,   UINT32_MAX, UINT32_MAX,
                                           UINT32_MAX, UINT32_MAX, UINT32_MAX,
                                           UINT32_MAX, UINT32_MAX, UINT32_MAX};
static unsigned long read_forms;
static uint64_t state = 17;

static uint64_t next_number(void) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return state >> 33;
}

unsigned long canonical_forms_read(void) { return read_forms; }

/* --- equality --- */

static void expect_bytes(const CXMLShims_arena *one, CXMLShims_string a, const CXMLShims_arena *two,
                         CXMLShims_string b) {
    EXPECT((uint64_t)a.offset + a.length <= one->byteCount);
    EXPECT((uint64_t)b.offset + b.length <= two->byteCount);
    EXPECT(a.length == b.length);
    EXPECT(CXMLShims_equal(one->bytes + a.offset, two->bytes + b.offset, a.length));
}

static void expect_string(const CXMLShims_arena *one, uint32_t a, const CXMLShims_arena *two,
                          uint32_t b) {
    EXPECT((a == CXMLSHIMS_NONE) == (b == CXMLSHIMS_NONE));
    if (a == CXMLSHIMS_NONE) return;
    EXPECT(a < one->stringCount && b < two->stringCount);
    expect_bytes(one, one->strings[a], two, two->strings[b]);
}

static void expect_name(const CXMLShims_arena *one, uint32_t a, const CXMLShims_arena *two,
                        uint32_t b) {
    EXPECT(a < one->nameCount && b < two->nameCount);
    expect_string(one, one->names[a].prefix, two, two->names[b].prefix);
    expect_string(one, one->names[a].local, two, two->names[b].local);
    expect_string(one, one->names[a].uri, two, two->names[b].uri);
}

static void expect_node(const CXMLShims_arena *one, const CXMLShims_arena *two, uint32_t index) {
    const CXMLShims_node *const a = &one->nodes[index], *const b = &two->nodes[index];
    EXPECT(a->kind == b->kind && a->parent == b->parent && a->end == b->end);
    EXPECT(a->firstAttribute == b->firstAttribute && a->attributeCount == b->attributeCount);
    EXPECT(a->firstNamespace == b->firstNamespace && a->namespaceCount == b->namespaceCount);
    EXPECT(a->sourceOffset == b->sourceOffset && a->sourceEnd == b->sourceEnd);
    if (a->kind == CXMLShims_element) {
        expect_name(one, a->name, two, b->name);
    } else {
        expect_string(one, a->name, two, b->name);
    }
    expect_bytes(one, a->content, two, b->content);
}

/* Strings and names are numbered once each, however they are numbered. */
static void expect_same(const CXMLShims_arena *one, const CXMLShims_arena *two) {
    EXPECT(one->nodeCount == two->nodeCount && one->attributeCount == two->attributeCount);
    EXPECT(one->namespaceCount == two->namespaceCount);
    EXPECT(one->nameCount == two->nameCount && one->stringCount == two->stringCount);
    EXPECT(one->sourceCount == two->sourceCount);
    EXPECT(CXMLShims_equal(one->source, two->source, one->sourceCount));
    for (uint32_t i = 0; i < one->nodeCount; i++) expect_node(one, two, i);
    for (uint32_t i = 0; i < one->attributeCount; i++) {
        expect_name(one, one->attributes[i].name, two, two->attributes[i].name);
        expect_bytes(one, one->attributes[i].value, two, two->attributes[i].value);
    }
    for (uint32_t i = 0; i < one->namespaceCount; i++) {
        expect_string(one, one->namespaces[i].prefix, two, two->namespaces[i].prefix);
        expect_string(one, one->namespaces[i].uri, two, two->namespaces[i].uri);
    }
}

/* Whether the bytes are read; what is read is what libxml2 reads, and what it refuses is not. That a
 * namespace name is no URI, libxml2 alone says: no form can have one that was not read before. */
static int is_read(const uint8_t *bytes, size_t count) {
    CXMLShims_diagnostic ours, theirs;
    uint8_t *copy = malloc(count == 0 ? 1 : count);
    EXPECT(copy != NULL);
    if (count > 0) memcpy(copy, bytes, count);
    CXMLShims_arena *arena = CXMLShims_readCanonicalForm(copy, count, &unlimited, count, &ours);
    EXPECT((arena != NULL) == (ours.status == CXMLShims_ok));
    const int isRead = arena != NULL;
    if (isRead) {
        CXMLShims_arena *expected = CXMLShims_parse(copy, count, &unlimited, &theirs);
        const int isNoURI = theirs.libraryCode == 99; /* XML_WAR_NS_URI */
        if (expected == NULL && !isNoURI) fprintf(stderr, "%.*s\n", (int)count, (char *)copy);
        EXPECT(expected != NULL || isNoURI);
        if (expected != NULL) expect_same(arena, expected);
        CXMLShims_free(expected);
    }
    CXMLShims_free(arena);
    free(copy);
    return isRead;
}

void check_canonical_reading(const uint8_t *form, size_t count) {
    static const char wrong[] = "<>&\"' =/:!?-]\n\t\r\0x\x80\xC3";
    const int isRead = is_read(form, count);
    if (!isRead) fprintf(stderr, "%.*s\n", (int)count, (const char *)form);
    EXPECT(isRead);
    read_forms++;
    if (count > 20000 || read_forms % 16 != 0) return;
    uint8_t *changed = malloc(count);
    EXPECT(changed != NULL);
    for (int i = 0; i < 40; i++) {
        memcpy(changed, form, count);
        changed[next_number() % count] = (uint8_t)wrong[next_number() % (sizeof wrong - 1)];
        is_read(changed, count);
        is_read(form, next_number() % count);
    }
    free(changed);
}

/* --- what is no canonical form --- */

static int is_text_read(const char *text) { return is_read((const uint8_t *)text, strlen(text)); }

static CXMLShims_status status_within(const CXMLShims_limits *limits, const char *text) {
    CXMLShims_diagnostic diagnostic;
    CXMLShims_free(
        CXMLShims_readCanonicalForm((const uint8_t *)text, strlen(text), limits, 1, &diagnostic));
    return diagnostic.status;
}

static void check_refusals(void) {
    static const char *const forms[] = {
        "<a></a>",
        "<a b=\"c\"></a>",
        "<a>\n\t&amp;&lt;&gt;&#xD;\"'</a>",
        "<a b=\">'&amp;&lt;&quot;&#xD;&#xA;&#x9;\"></a>",
        "<p:a xmlns:p=\"u:p\" xmlns:q=\"u:q\" b=\"\" xml:lang=\"de\" p:b=\"\" q:a=\"\"></p:a>",
        "<a xmlns=\"u:1\"><b xmlns=\"\"><c xmlns=\"u:1\"></c></b></a>",
        "<a><!----><!-- - < & \n--><?b?><?b c <&\"?></a>",
        "<\xC3\xA9>\xE2\x98\x83\xF0\x9D\x84\x9E</\xC3\xA9>",
        "<a xmlns:q=\"u:2\"><b xmlns:q=\"u:1\" q:x=\"\" q:y=\"\"></b><b q:x=\"\"></b></a>",
        "<xmlns><xmlns xmlns=\"u:1\"><xmlns xmlns=\"u:2\"></xmlns></xmlns><xmlns></xmlns></xmlns>",
    };
    static const char *const others[] = {
        "",
        "a",
        "<a>",
        "<a/>",
        "<a />",
        "</a>",
        "<a></a",
        "<a></b>",
        "<a></ab>",
        "<ab></a>",
        "<a></a>\n",
        "<a></a><b></b>",
        " <a></a>",
        "<?b?>",
        "<!--b-->",
        "<a></a >",
        "< a></ a>",
        "<a b></a>",
        "<a b=c></a>",
        "<a b='c'></a>",
        "<a  b=\"c\"></a>",
        "<a b =\"c\"></a>",
        "<a b= \"c\"></a>",
        "<a b=\"c\" ></a>",
        "<a\tb=\"c\"></a>",
        "<a b=\"c\"d=\"e\"></a>",
        "<a b=\"\" b=\"\"></a>",
        "<a c=\"\" b=\"\"></a>",
        "<a b=\"<\"></a>",
        "<a b=\"&\"></a>",
        "<a b=\"&gt;\"></a>",
        "<a b=\"&apos;\"></a>",
        "<a b=\"&#13;\"></a>",
        "<a b=\"\n\"></a>",
        "<a b=\"\t\"></a>",
        "<a b=\"\r\"></a>",
        "<a>></a>",
        "<a>]]></a>",
        "<a>\r</a>",
        "<a>&</a>",
        "<a>&quot;</a>",
        "<a>&#xA;</a>",
        "<a>&#xd;</a>",
        "<a>&b;</a>",
        "<a>\x01</a>",
        "<a>\xEF\xBF\xBE</a>",
        "<a>\xED\xA0\x80</a>",
        "<a>\xC0\x80</a>",
        "<a>\xFF</a>",
        "<a>\xC3",
        "<a><![CDATA[b]]></a>",
        "<!DOCTYPE a><a></a>",
        "<a><!b></a>",
        "<a><!-- -- --></a>",
        "<a><!-- ---></a>",
        "<a><!--\r--></a>",
        "<a><!--></a>",
        "<a><?b  c?></a>",
        "<a><?b ?></a>",
        "<a><?xml?></a>",
        "<a><?XmL b?></a>",
        "<a><?b:c?></a>",
        "<a><? b?></a>",
        "<a><?b\r?></a>",
        "<1></1>",
        "<-a></-a>",
        "<a:></a:>",
        "<:a></:a>",
        "<a:b:c></a:b:c>",
        "<p:a></p:a>",
        "<a p:b=\"\"></a>",
        "<xmlns:a></xmlns:a>",
        "<a xmlns:p=\"\"></a>",
        "<a xmlns=\"\"></a>",
        "<p:a xmlns:p=\"u:p\"></p:b>",
        "<a xmlns:p=\"u:p\"><b xmlns:p=\"u:p\"></b></a>",
        "<a xmlns=\"u:a\" xmlns=\"u:b\"></a>",
        "<a xmlns:p=\"u:p\" xmlns=\"u:a\"></a>",
        "<a xmlns:p=\"u:a\" xmlns:p=\"u:b\"></a>",
        "<a xmlns:q=\"u:a\" xmlns:p=\"u:b\"></a>",
        "<a b=\"\" xmlns=\"u:a\"></a>",
        "<a xmlns:p:q=\"u:a\"></a>",
        "<a xmlns:=\"u:a\"></a>",
        "<a xmlns:xml=\"http://www.w3.org/XML/1998/namespace\"></a>",
        "<a xmlns:p=\"http://www.w3.org/XML/1998/namespace\"></a>",
        "<a xmlns=\"http://www.w3.org/XML/1998/namespace\"></a>",
        "<a xmlns:xmlns=\"u:a\"></a>",
        "<a xmlns:p=\"http://www.w3.org/2000/xmlns/\"></a>",
        "<a xmlns:p=\"u:a\" xmlns:q=\"u:a\" p:b=\"\" q:b=\"\"></a>",
        "<a xmlns:p=\"u:b\" xmlns:q=\"u:a\" p:b=\"\" q:b=\"\"></a>",
        "<a><b xmlns:p=\"u:p\"></b><p:c></p:c></a>",
        "\xEF\xBB\xBF<a></a>",
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (!is_text_read(forms[i])) fprintf(stderr, "%s\n", forms[i]);
        EXPECT(is_text_read(forms[i]));
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (is_text_read(others[i])) fprintf(stderr, "%s\n", others[i]);
        EXPECT(!is_text_read(others[i]));
    }
    EXPECT(!is_read((const uint8_t *)"<a>\0</a>", 8));
    EXPECT(!is_read((const uint8_t *)"<a\0></a>", 8));
    EXPECT(!is_read((const uint8_t *)"<a></a>\0", 8));
}

static void check_smallest(void) {
    CXMLShims_limits limits = unlimited;
    EXPECT(status_within(&limits, "") == CXMLShims_empty);
    EXPECT(status_within(&limits, "<a/>") == CXMLShims_notCanonical);
    limits.bytes = 6;
    EXPECT(status_within(&limits, "<a></a>") == CXMLShims_tooManyBytes);
    limits = unlimited;
    limits.depth = 0;
    EXPECT(status_within(&limits, "<a></a>") == CXMLShims_tooDeep);
    limits.depth = 1;
    EXPECT(status_within(&limits, "<a></a>") == CXMLShims_ok);
    EXPECT(status_within(&limits, "<a><b></b></a>") == CXMLShims_tooDeep);
    limits = unlimited;
    limits.nodes = 0;
    EXPECT(status_within(&limits, "<a></a>") == CXMLShims_tooManyNodes);
    limits.nodes = 1;
    EXPECT(status_within(&limits, "<a></a>") == CXMLShims_ok);
    EXPECT(status_within(&limits, "<a> </a>") == CXMLShims_tooManyNodes);
    EXPECT(status_within(&limits, "<a b=\"\"></a>") == CXMLShims_tooManyNodes);
    EXPECT(status_within(&limits, "<a xmlns=\"u:\"></a>") == CXMLShims_tooManyNodes);
    limits = unlimited;
    limits.attributesPerElement = 1;
    EXPECT(status_within(&limits, "<a b=\"\"></a>") == CXMLShims_ok);
    EXPECT(status_within(&limits, "<a xmlns=\"u:\" b=\"\"></a>") == CXMLShims_tooManyAttributes);
    limits = unlimited;
    limits.namespacesInScope = 1;
    EXPECT(status_within(&limits, "<a xmlns=\"u:\"><b></b></a>") == CXMLShims_ok);
    EXPECT(status_within(&limits, "<a xmlns=\"u:\"><b xmlns=\"v:\"></b></a>")
           == CXMLShims_tooManyNamespaces);
    EXPECT(status_within(&limits, "<a><b xmlns=\"v:\"></b><b xmlns=\"v:\"></b></a>")
           == CXMLShims_ok);
    limits = unlimited;
    limits.nameLength = 3;
    EXPECT(status_within(&limits, "<abc></abc>") == CXMLShims_ok);
    EXPECT(status_within(&limits, "<abcd></abcd>") == CXMLShims_nameTooLong);
    EXPECT(status_within(&limits, "<a bcde=\"\"></a>") == CXMLShims_nameTooLong);
    EXPECT(status_within(&limits, "<a xmlns:b=\"u:\"></a>") == CXMLShims_nameTooLong);
    EXPECT(status_within(&limits, "<a><?bcde?></a>") == CXMLShims_nameTooLong);
    limits = unlimited;
    limits.distinctNames = 1;
    EXPECT(status_within(&limits, "<a><a></a></a>") == CXMLShims_ok);
    EXPECT(status_within(&limits, "<a><b></b></a>") == CXMLShims_tooMuchWork);
    limits = unlimited;
    limits.workBase = limits.workPerByte = 0;
    EXPECT(status_within(&limits, "<a></a>") == CXMLShims_tooMuchWork);
}

void check_canonical_limits(void) {
    check_refusals();
    check_smallest();
}
