/* libxml2's SAX2 events. libxml2 decides what is well-formed; this file only stores what it reports, and
 * stops at the first thing the policy refuses. */
#include "builder.h"

#include <string.h>

static void on_start_element(void *context, const xmlChar *local, const xmlChar *prefix,
                             const xmlChar *uri, int namespaceCount, const xmlChar **namespaces,
                             int attributeCount, int defaulted, const xmlChar **attributes) {
    builder *b = context;
    (void)defaulted; /* defaults come from a DTD, and there is none */
    const uint32_t declared = (uint32_t)namespaceCount, given = (uint32_t)attributeCount;
    const uint64_t inScope = (uint64_t)b->namespacesInScope + declared;
    uint64_t searched = 1 + declared + given + (prefix == NULL ? 0 : inScope);
    for (uint32_t i = 0; i < given; i++) {
        /* libxml2 goes through the declarations in scope for each prefix, and compares each
         * attribute with those before it. */
        searched += i + (attributes[5 * (size_t)i + 1] == NULL ? 0 : inScope);
    }
    if (!spend(b, 0, searched)) return;
    const size_t end = source_offset(b);
    const size_t offset = CXMLShims_tagOffset(b, end);
    if (b->depth >= b->limits.depth) return CXMLShims_refuse(b, CXMLShims_tooDeep, offset);
    if ((uint64_t)declared + given > b->limits.attributesPerElement) {
        return CXMLShims_refuse(b, CXMLShims_tooManyAttributes, offset);
    }
    if (declared > b->limits.namespacesInScope - b->namespacesInScope) {
        return CXMLShims_refuse(b, CXMLShims_tooManyNamespaces, offset);
    }
    if (!CXMLShims_hasRoom(b, 1 + declared + given)) return;

    CXMLShims_node *node = CXMLShims_openNode(b, CXMLShims_element);
    if (node == NULL) return;
    const uint32_t index = b->nodes.count - 1;
    uint32_t name;
    if (!CXMLShims_internName(b, local, prefix, uri, &name)) return;
    node->name = name;
    node->sourceOffset = (uint32_t)offset;
    if (b->hasPlainMarkup) {
        b->hasPlainMarkup = !CXMLShims_hasUnevenSpace(b->source + offset, end - offset);
    }
    node->firstNamespace = b->namespaces.count;
    node->namespaceCount = declared;
    node->firstAttribute = b->attributes.count;
    node->attributeCount = given;
    for (uint32_t i = 0; i < declared; i++) {
        const xmlChar *name_of = namespaces[2 * i + 1];
        CXMLShims_namespace declaration;
        if (name_of != NULL && name_of[0] == 0) name_of = NULL;
        const char *prefix_of = (const char *)namespaces[2 * i];
        const size_t length = prefix_of == NULL ? 0 : strlen("xmlns:") + strlen(prefix_of);
        if (!CXMLShims_nameFits(b, length, offset)) return;
        if (!CXMLShims_internString(b, namespaces[2 * i], &declaration.prefix)
            || !CXMLShims_internString(b, name_of, &declaration.uri)) {
            return;
        }
        CXMLShims_namespace *entry = append(&b->namespaces, sizeof *entry, 1);
        if (entry == NULL) return (void)CXMLShims_refuseMemory(b);
        *entry = declaration;
    }
    for (uint32_t i = 0; i < given; i++) {
        const xmlChar **fields = attributes + 5 * (size_t)i;
        CXMLShims_attribute attribute;
        if (!CXMLShims_internName(b, fields[0], fields[1], fields[2], &attribute.name)
            || !CXMLShims_storeValue(b, fields[3], (size_t)(fields[4] - fields[3]),
                                     &attribute.value)) {
            return;
        }
        CXMLShims_attribute *entry = append(&b->attributes, sizeof *entry, 1);
        if (entry == NULL) return (void)CXMLShims_refuseMemory(b);
        *entry = attribute;
    }
    b->current = index;
    b->depth++;
    b->namespacesInScope += declared;
}

static void on_end_element(void *context, const xmlChar *local, const xmlChar *prefix,
                           const xmlChar *uri) {
    builder *b = context;
    (void)local, (void)prefix, (void)uri;
    /* As often as elements begin, where the limit is checked. */
    b->diagnostic->work.events++;
    if (refused(b) || b->depth == 0) return;
    CXMLShims_node *node = NODE(b, b->current);
    node->end = b->nodes.count;
    /* libxml2 reports the end of an element after it has read the ">". */
    node->sourceEnd = (uint32_t)source_offset(b);
    b->namespacesInScope -= node->namespaceCount;
    b->current = node->parent;
    b->depth--;
}

static void on_characters(void *context, const xmlChar *text, int count) {
    builder *b = context;
    /* No more often than there are bytes; the limit is checked at the next element, and at the end. */
    b->diagnostic->work.events++;
    if (refused(b) || count <= 0) return;
    CXMLShims_string stored;
    const uint32_t last = b->nodes.count - 1;
    if (NODE(b, last)->kind == CXMLShims_text && NODE(b, last)->parent == b->current) {
        if (CXMLShims_storeBytes(b, text, (size_t)count, &stored)) {
            NODE(b, last)->content.length += stored.length;
        }
        return;
    }
    CXMLShims_node *node = CXMLShims_openNode(b, CXMLShims_text);
    if (node != NULL && CXMLShims_storeBytes(b, text, (size_t)count, &stored)) {
        node->content = stored;
    }
}

static void on_cdata(void *context, const xmlChar *text, int count) {
    builder *b = context;
    b->hasPlainMarkup = 0;
    on_characters(context, text, count);
}

static void on_comment(void *context, const xmlChar *text) {
    builder *b = context;
    CXMLShims_string stored;
    /* A line end that vanishes inside one can end it early. */
    b->hasPlainMarkup = 0;
    if (!spend(b, 0, 0)) return;
    CXMLShims_node *node = CXMLShims_openNode(b, CXMLShims_comment);
    if (node != NULL && CXMLShims_storeBytes(b, text, strlen((const char *)text), &stored)) {
        node->content = stored;
    }
}

static void on_processing_instruction(void *context, const xmlChar *target, const xmlChar *data) {
    builder *b = context;
    CXMLShims_string stored = {0, 0};
    b->hasPlainMarkup = 0;
    CXMLShims_forgetCatalogs(b->parser);
    if (!spend(b, 0, 1)) return;
    CXMLShims_node *node = CXMLShims_openNode(b, CXMLShims_processingInstruction);
    if (node == NULL) return;
    uint32_t name;
    if (!CXMLShims_nameFits(b, strlen((const char *)target), source_offset(b))) return;
    if (!CXMLShims_internString(b, target, &name)) return;
    if (data != NULL && !CXMLShims_storeBytes(b, data, strlen((const char *)data), &stored)) return;
    node->name = name;
    node->content = stored;
}

/* Called at "<!DOCTYPE", before any declaration in it is read. */
static void on_document_type(void *context, const xmlChar *name, const xmlChar *publicID,
                             const xmlChar *systemID) {
    builder *b = context;
    (void)name, (void)publicID, (void)systemID;
    CXMLShims_refuse(b, CXMLShims_documentTypeDeclaration, source_offset(b));
}

static void on_reference(void *context, const xmlChar *name) {
    builder *b = context;
    (void)name;
    CXMLShims_refuse(b, CXMLShims_undeclaredEntity, source_offset(b));
}

static size_t message_length(CXMLShims_error error) {
    const char *const copied[] = {error->message, error->str1, error->str2, error->str3};
    size_t length = 0;
    for (size_t i = 0; i < sizeof copied / sizeof *copied; i++) {
        if (copied[i] != NULL) length += strlen(copied[i]);
    }
    return length;
}

/* The first error ends the parse. libxml2 would continue after it, and may copy all that it has read of
 * a comment or a text for each further one. */
static void on_error(void *context, CXMLShims_error error) {
    builder *b = context;
    if (error == NULL || !spend(b, message_length(error), 0)) return;
    if (error->level < XML_ERR_ERROR) return;
    b->diagnostic->libraryCode = error->code;
    CXMLShims_refuse(b, CXMLShims_statusOf(error), source_offset(b));
}

void CXMLShims_setEvents(xmlSAXHandler *handler) {
    memset(handler, 0, sizeof *handler);
    handler->initialized = XML_SAX2_MAGIC;
    handler->internalSubset = on_document_type;
    handler->startElementNs = on_start_element;
    handler->endElementNs = on_end_element;
    handler->characters = on_characters;
    /* The same function, or libxml2 guesses which blanks could be left out. */
    handler->ignorableWhitespace = on_characters;
    handler->cdataBlock = on_cdata;
    handler->comment = on_comment;
    handler->processingInstruction = on_processing_instruction;
    handler->reference = on_reference;
    handler->serror = on_error;
}
