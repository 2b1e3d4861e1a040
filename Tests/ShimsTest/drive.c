/* Drives the C of this package over files and damaged copies of them, for sanitizers that only C has.
 * Scripts/check.sh builds it together with the C sources, without Swift.
 *
 *   drive FILE...
 *   drive --forms FILE...    # prints canonical forms instead, for Scripts/newest-libxml2.sh
 *   drive --version          # prints the version of libxml2 that it runs with */
#include "CXMLShims.h"
#include "limits.h"

static const char *const prefixes[] = {"#default", "saml", "xs", "a"};
static uint64_t state;
static unsigned long parsed, refused, written;

/* SplitMix64. */
static uint64_t next_number(void) {
    uint64_t mixed = state += UINT64_C(0x9E3779B97F4A7C15);
    mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94D049BB133111EB);
    return mixed ^ (mixed >> 31);
}

static void canonicalize_node(const CXMLShims_arena *arena, uint32_t node, uint32_t excluded) {
    for (unsigned way = 0; way < 12; way++) {
        CXMLShims_buffer buffer;
        size_t end;
        CXMLShims_linearRequest request = {
            .method = (CXMLShims_method)(way % 3),
            .withComments = way % 2,
            .prefixes = prefixes,
            .prefixCount = way < 6 ? 0 : sizeof prefixes / sizeof *prefixes,
            .node = node,
            .excludedNode = way == 10 ? CXMLSHIMS_NONE : excluded,
            .nodes = way == 10 ? &node : NULL,
            .ends = way == 10 ? &end : NULL,
            .nodeCount = way == 10,
            .maximumBytes = way == 11 ? 100 : 1 << 24,
        };
        if (CXMLShims_canonicalizeLinearly(arena, &request, &buffer) == CXMLShims_ok) {
            written += buffer.count;
            if (node > 0 && way < 10) check_canonical_reading(buffer.bytes, buffer.count);
            CXMLShims_bufferFree(&buffer);
        }
    }
}

static void canonicalize_with_library(const uint8_t *bytes, size_t count, uint32_t element) {
    for (unsigned way = 0; way < 4; way++) {
        CXMLShims_buffer buffer;
        CXMLShims_diagnostic diagnostic;
        CXMLShims_canonicalizationRequest request = {
            .method = (CXMLShims_method)(way % 3),
            .withComments = way % 2,
            .element = element,
            .excludedElement = element == CXMLSHIMS_NONE ? CXMLSHIMS_NONE : element + 1,
            .xpath = way == 3 ? "//*[position() = 1]" : NULL,
            .maximumBytes = 1 << 24,
        };
        if (CXMLShims_canonicalize(bytes, count, &request, &buffer, &diagnostic) == CXMLShims_ok) {
            written += buffer.count;
            CXMLShims_bufferFree(&buffer);
        }
    }
}

/* Everything that Swift never asks for: nodes that are not there, lists without a place for what comes
 * of them, no room for output. What is refused leaves nothing behind. */
static void ask_for_the_impossible(const CXMLShims_arena *arena) {
    const uint32_t absent[] = {0, arena->nodeCount - 1, arena->nodeCount, UINT32_MAX};
    static const char *const holes[] = {"a", NULL};
    size_t ends[4];
    /* clang-format off */
    const CXMLShims_linearRequest requests[] = {
        {.node = arena->nodeCount, .excludedNode = CXMLSHIMS_NONE, .maximumBytes = SIZE_MAX},
        {.node = UINT32_MAX, .excludedNode = CXMLSHIMS_NONE, .maximumBytes = SIZE_MAX},
        {.node = 0, .excludedNode = arena->nodeCount, .maximumBytes = SIZE_MAX},
        {.node = 1, .excludedNode = UINT32_MAX - 1, .maximumBytes = SIZE_MAX},
        {.node = 1, .excludedNode = 0, .maximumBytes = SIZE_MAX},
        {.node = 1, .excludedNode = CXMLSHIMS_NONE, .maximumBytes = 0},
        {.node = 0, .excludedNode = CXMLSHIMS_NONE, .prefixCount = 2, .maximumBytes = SIZE_MAX},
        {.node = 0, .excludedNode = CXMLSHIMS_NONE, .prefixes = holes, .prefixCount = 2,
         .maximumBytes = SIZE_MAX},
        {.excludedNode = CXMLSHIMS_NONE, .maximumBytes = SIZE_MAX, .nodes = absent, .ends = ends,
         .nodeCount = 4},
        {.excludedNode = CXMLSHIMS_NONE, .maximumBytes = SIZE_MAX, .nodes = absent, .nodeCount = 2},
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        CXMLShims_buffer buffer;
        if (CXMLShims_canonicalizeLinearly(arena, &requests[i], &buffer) == CXMLShims_ok
            || buffer.bytes != NULL || buffer.count != 0) {
            fprintf(stderr, "drive: impossible request %zu was not refused\n", i);
            exit(2);
        }
    }
    const CXMLShims_linearRequest contents = {
        .excludedNode = CXMLSHIMS_NONE,
        .maximumBytes = 1 << 24,
        .nodes = absent,
        .ends = ends,
        .nodeCount = 2,
    };
    CXMLShims_buffer buffer;
    if (CXMLShims_canonicalizeLinearly(arena, &contents, &buffer) == CXMLShims_ok) {
        written += ends[1];
        CXMLShims_bufferFree(&buffer);
    }
}

/* Bytes in a block of their own, so that reading past their end shows. */
static void drive(const uint8_t *bytes, size_t count, const CXMLShims_limits *limits) {
    uint8_t *copy = malloc(count == 0 ? 1 : count);
    if (copy == NULL) exit(2);
    if (count > 0) memcpy(copy, bytes, count);
    CXMLShims_diagnostic diagnostic;
    CXMLShims_arena *arena = CXMLShims_parse(copy, count, limits, &diagnostic);
    if (arena == NULL) {
        refused++;
    } else {
        parsed++;
        canonicalize_node(arena, 0, CXMLSHIMS_NONE);
        ask_for_the_impossible(arena);
        uint32_t elements = 0;
        for (uint32_t i = 1; i < arena->nodeCount && elements < 24; i++) {
            if (arena->nodes[i].kind != CXMLShims_element) continue;
            canonicalize_node(arena, i, arena->nodes[i].end > i + 1 ? i + 1 : CXMLSHIMS_NONE);
            if (elements < 4) canonicalize_with_library(copy, count, elements);
            elements++;
        }
        canonicalize_with_library(copy, count, CXMLSHIMS_NONE);
        CXMLShims_free(arena);
    }
    free(copy);
}

/* Elements inside each other around the depths at which something stops: ours, and libxml2's. */
static void drive_depths(const CXMLShims_limits *limits) {
    static const char open[] = "<a b='c'>", close[] = "</a>";
    for (size_t depth = CXMLSHIMS_DEPTH - 2; depth < 270; depth++) {
        const size_t count = depth * (sizeof open - 1 + sizeof close - 1);
        uint8_t *bytes = malloc(count), *place = bytes;
        if (bytes == NULL) exit(2);
        for (size_t i = 0; i < depth; i++, place += sizeof open - 1) {
            memcpy(place, open, sizeof open - 1);
        }
        for (size_t i = 0; i < depth; i++, place += sizeof close - 1) {
            memcpy(place, close, sizeof close - 1);
        }
        const unsigned long before = parsed;
        drive(bytes, count, limits);
        if ((parsed > before) != (depth <= CXMLSHIMS_DEPTH)) {
            fprintf(stderr, "drive: depth %zu was %s\n", depth,
                    parsed > before ? "read" : "refused");
            exit(2);
        }
        free(bytes);
    }
}

static void drive_damaged(const uint8_t *bytes, size_t count, const CXMLShims_limits *limits) {
    uint8_t *changed = malloc(count);
    if (changed == NULL) exit(2);
    for (size_t i = 0; i < 48; i++) drive(bytes, count * i / 48, limits);
    for (int i = 0; i < 96; i++) {
        memcpy(changed, bytes, count);
        changed[next_number() % count] = (uint8_t)next_number();
        drive(changed, count, limits);
    }
    free(changed);
}

static uint8_t *read_file(const char *path, size_t *count) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) return NULL;
    const size_t most = 1 << 20;
    uint8_t *bytes = malloc(most);
    if (bytes != NULL) *count = fread(bytes, 1, most, file);
    fclose(file);
    return bytes;
}

static int print_forms(int count, char **paths) {
    int read = print_built_in_forms();
    for (int i = 0; i < count; i++) {
        size_t length = 0;
        uint8_t *bytes = read_file(paths[i], &length);
        if (bytes == NULL) {
            fprintf(stderr, "drive: cannot read %s\n", paths[i]);
            return 2;
        }
        read += print_canonical_forms(paths[i], bytes, length);
        free(bytes);
    }
    fprintf(stderr, "drive: the canonical forms of %d documents\n", read);
    return read > 0 && fflush(stdout) == 0 ? 0 : 2;
}

int main(int argc, char **argv) {
    const CXMLShims_limits usual = {8 << 20, 128, 250000, 256, 128, 1024, 65536, 65536, 64};
    const CXMLShims_limits narrow = {4000, 3, 20, 2, 3, 12, 10, 100, 4};
    /* Nothing in C may rely on a caller who asks for what is reasonable. */
    const CXMLShims_limits wide = {SIZE_MAX,   UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX,
                                   UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX};
    const CXMLShims_limits none = {0};
    CXMLShims_initialize();
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        return puts(CXMLShims_libraryVersion()) < 0 ? 2 : 0;
    }
    if (argc > 2 && strcmp(argv[1], "--forms") == 0) return print_forms(argc - 2, argv + 2);
    check_parsing_limits();
    check_canonicalization_limits();
    check_canonical_limits();
    check_kernel_limits();
    drive_depths(&wide);
    for (int i = 1; i < argc; i++) {
        size_t count = 0;
        uint8_t *bytes = read_file(argv[i], &count);
        if (bytes == NULL) {
            fprintf(stderr, "drive: cannot read %s\n", argv[i]);
            return 2;
        }
        drive(bytes, count, &usual);
        drive(bytes, count, &narrow);
        drive(bytes, count, &none);
        if (count > 0 && count < 20000) drive_damaged(bytes, count, i % 2 == 0 ? &usual : &wide);
        free(bytes);
    }
    const unsigned long forms = canonical_forms_read();
    printf("drive: %lu documents parsed, %lu refused, %lu canonical bytes, %lu forms read again\n",
           parsed, refused, written, forms);
    return parsed > 0 && refused > 0 && written > 0 && forms > 0 ? 0 : 2;
}
