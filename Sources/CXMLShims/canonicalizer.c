/* libxml2's own canonicalization over libxml2's own tree: the reference that our canonical bytes
 * are held against, and the engine behind XPath-selected node-sets. */
#include "interning.h"
#include "linear_writer.h"

#include <stdlib.h>

/* XPath steps before an expression is given up: about a second of work. */
#define XPATH_OPERATIONS 20000000UL

/* --- output --- */

static int write_bytes(void *context, const char *bytes, int count) {
    writer *w = context;
    if (count < 0) return -1;
    put(w, bytes, (size_t)count);
    return w->status == CXMLShims_ok ? count : -1;
}

static int close_writer(void *context) {
    const writer *w = context;
    return w->status == CXMLShims_ok ? 0 : -1;
}

/* --- the tree --- */

static void note_error(void *context, CXMLShims_error error) {
    CXMLShims_diagnostic *d = context;
    if (error == NULL || error->level < XML_ERR_ERROR || d->libraryCode != 0) return;
    d->libraryCode = error->code;
}

static void refuse_tree(xmlParserCtxtPtr parser) {
    parser->wellFormed = 0;
    CXMLShims_stopParser(parser);
}

static void refuse_document_type(void *context, const xmlChar *name, const xmlChar *publicID,
                                 const xmlChar *systemID) {
    (void)name, (void)publicID, (void)systemID;
    refuse_tree(context);
}

static void stop_at_error(void *context, CXMLShims_error error) {
    /* What is wrong with an xml:id does not make a document ill-formed. libxml2 2.15 reports it as an error of
     * the parser, 2.9 as one of validation. */
    if (error == NULL || error->level < XML_ERR_ERROR || error->domain == XML_FROM_DTD
        || error->domain == XML_FROM_VALID || error->code == XML_DTD_XMLID_VALUE) {
        return;
    }
    refuse_tree(context);
}

static void add_processing_instruction(void *context, const xmlChar *target, const xmlChar *data) {
    CXMLShims_forgetCatalogs(context);
    xmlSAX2ProcessingInstruction(context, target, data);
}

static void ignore_error(void *context, CXMLShims_error error) { (void)context, (void)error; }

static xmlNodePtr next_node(xmlNodePtr node) {
    if (node->type == XML_ELEMENT_NODE && node->children != NULL) return node->children;
    while (node != NULL && node->next == NULL) {
        node = node->parent;
        if (node == NULL || node->type == XML_DOCUMENT_NODE) return NULL;
    }
    return node == NULL ? NULL : node->next;
}

/* The canonical spelling of a name as libxml2 keeps it. NULL without memory. */
static xmlChar *spell(const xmlChar *name) {
    static const char canonical[] = "&amp;";
    const size_t length = sizeof canonical - 1;
    const size_t kept = CXMLShims_namespaceNamesKeepReferences() ? sizeof "&#38;" - 1 : 1;
    size_t count = 1;
    for (const xmlChar *at = name; *at != 0; at++) count += *at == '&' ? length : 1;
    xmlChar *const spelled = xmlMalloc(count);
    if (spelled == NULL) return NULL;
    xmlChar *write = spelled;
    while (*name != 0) {
        if (*name != '&') {
            *write++ = *name++;
            continue;
        }
        memcpy(write, canonical, length);
        write += length;
        for (size_t i = 0; i < kept && *name != 0; i++) name++;
    }
    *write = 0;
    return spelled;
}

/* libxml2 writes namespace names as it keeps them. Returns 0 without memory. */
static int spell_namespace_names(xmlDocPtr document) {
    for (xmlNodePtr node = document->children; node != NULL; node = next_node(node)) {
        if (node->type != XML_ELEMENT_NODE) continue;
        for (xmlNsPtr ns = node->nsDef; ns != NULL; ns = ns->next) {
            if (ns->href == NULL || xmlStrchr(ns->href, '&') == NULL) continue;
            xmlChar *const spelled = spell(ns->href);
            if (spelled == NULL) return 0;
            xmlFree((void *)(uintptr_t)ns->href);
            ns->href = spelled;
        }
    }
    return 1;
}

static xmlDocPtr read_tree(const uint8_t *bytes, size_t count) {
    xmlParserCtxtPtr parser = xmlNewParserCtxt();
    if (parser == NULL) return NULL;
    parser->sax->internalSubset = refuse_document_type;
    parser->sax->serror = stop_at_error;
    parser->sax->processingInstruction = add_processing_instruction;
    xmlDocPtr document = xmlCtxtReadMemory(parser, (const char *)bytes, (int)count, NULL, NULL,
                                           CXMLShims_parserOptions());
    const int accepted = document != NULL && parser->wellFormed && parser->nsWellFormed
        && document->intSubset == NULL;
    xmlFreeParserCtxt(parser);
    if (!accepted || !spell_namespace_names(document)) {
        xmlFreeDoc(document);
        return NULL;
    }
    return document;
}

/* --- subtrees --- */

/* Positions in document order, kept in the nodes' `_private`, make "is it inside?" two
 * comparisons. */
typedef struct subtree {
    uintptr_t first;
    uintptr_t last;
} subtree;

typedef struct selection {
    subtree included;
    subtree excluded;
} selection;

/* Numbers every node from 1 and finds the subtrees of the two elements asked for. Returns 0 where one
 * is not there. */
static int number_nodes(xmlDocPtr document, uint32_t element, uint32_t excludedElement,
                        selection *found) {
    uintptr_t position = 0;
    uint32_t elements = 0;
    xmlNodePtr included = NULL, excluded = NULL;
    for (xmlNodePtr node = document->children; node != NULL; node = next_node(node)) {
        node->_private = (void *)++position;
        if (node->type != XML_ELEMENT_NODE) continue;
        if (elements == element) included = node;
        if (elements == excludedElement) excluded = node;
        elements++;
    }
    memset(found, 0, sizeof *found);
    const xmlNodePtr roots[] = {included, excluded};
    subtree *const ranges[] = {&found->included, &found->excluded};
    for (int i = 0; i < 2; i++) {
        if (roots[i] == NULL) continue;
        xmlNodePtr last = roots[i];
        while (last->type == XML_ELEMENT_NODE && last->last != NULL) last = last->last;
        ranges[i]->first = (uintptr_t)roots[i]->_private;
        ranges[i]->last = (uintptr_t)last->_private;
    }
    if (element == CXMLSHIMS_NONE) found->included = (subtree){1, UINTPTR_MAX};
    return (element == CXMLSHIMS_NONE || included != NULL)
        && (excludedElement == CXMLSHIMS_NONE || excluded != NULL);
}

static int is_inside(uintptr_t position, subtree range) {
    return position >= range.first && position <= range.last && range.first != 0;
}

static int is_visible(void *context, xmlNodePtr node, xmlNodePtr parent) {
    const selection *s = context;
    /* Attributes and namespaces go with their element; an xmlNs has no `_private` to read. */
    const int owned = node->type == XML_ATTRIBUTE_NODE || node->type == XML_NAMESPACE_DECL;
    const xmlNodePtr bearer = owned ? parent : node;
    if (bearer == NULL || bearer->type == XML_DOCUMENT_NODE) return 1;
    const uintptr_t position = (uintptr_t)bearer->_private;
    return is_inside(position, s->included) && !is_inside(position, s->excluded);
}

/* --- node-sets --- */

static xmlXPathObjectPtr evaluate(xmlXPathContextPtr xpath,
                                  const CXMLShims_canonicalizationRequest *request,
                                  CXMLShims_diagnostic *diagnostic) {
    xpath->error = ignore_error;
#if LIBXML_VERSION >= 20911
    xpath->opLimit = XPATH_OPERATIONS;
#endif
    const uint32_t count = request->bindingCount;
    int isBound = count % 2 == 0 && (count == 0 || request->bindings != NULL);
    for (uint32_t i = 0; i < count && isBound; i += 2) {
        const char *const prefix = request->bindings[i], *const name = request->bindings[i + 1];
        isBound = prefix != NULL && name != NULL
            && xmlXPathRegisterNs(xpath, (const xmlChar *)prefix, (const xmlChar *)name) == 0;
    }
    if (!isBound) {
        diagnostic->status = CXMLShims_invalidXPath;
        return NULL;
    }
    xmlXPathObjectPtr value = xmlXPathEvalExpression((const xmlChar *)request->xpath, xpath);
    if (value == NULL) {
        diagnostic->libraryCode = xpath->lastError.code;
        /* libxml2 reports its XPath errors as XML_XPATH_EXPRESSION_OK plus the XPath number. */
        const int number = xpath->lastError.code - (int)XML_XPATH_EXPRESSION_OK;
        diagnostic->status = number == (int)XPATH_OP_LIMIT_EXCEEDED ? CXMLShims_tooManyOperations
                                                                    : CXMLShims_invalidXPath;
    } else if (value->type != XPATH_NODESET) {
        diagnostic->status = CXMLShims_notANodeSet;
    }
    return value;
}

/* libxml2 looks through the whole set for each node, which costs the square of it. */
typedef struct node_set {
    table nodes; /* by address, and namespaces by their element and prefix: XPath copies them */
    xmlDictPtr names;
} node_set;

static const xmlChar namespace_mark[] = "xmlns";

static int collect(node_set *set, const xmlNodeSet *nodes) {
    for (int i = 0; i < nodes->nodeNr; i++) {
        const xmlNode *const node = nodes->nodeTab[i];
        const xmlChar *key[3] = {(const xmlChar *)node, NULL, NULL};
        if (node->type == XML_NAMESPACE_DECL) {
            const xmlNs *const declared = (const xmlNs *)node;
            const xmlChar *const prefix = declared->prefix;
            key[0] = (const xmlChar *)declared->next;
            key[1] = prefix == NULL ? NULL : xmlDictLookup(set->names, prefix, -1);
            key[2] = namespace_mark;
            if (prefix != NULL && key[1] == NULL) return 0;
        }
        if (!reserve(&set->nodes)) return 0;
        slot *const place = find(&set->nodes, key);
        if (place->id == 0) CXMLShims_occupy(&set->nodes, place, key, (uint32_t)i + 1);
    }
    return 1;
}

static int is_selected(void *context, xmlNodePtr node, xmlNodePtr parent) {
    const node_set *set = context;
    const xmlChar *key[3] = {(const xmlChar *)node, NULL, NULL};
    if (node->type == XML_NAMESPACE_DECL) {
        const xmlChar *const prefix = ((const xmlNs *)node)->prefix;
        const int isOfAttribute = parent != NULL && parent->type == XML_ATTRIBUTE_NODE;
        key[0] = (const xmlChar *)(isOfAttribute ? parent->parent : parent);
        key[1] = prefix == NULL ? NULL : xmlDictExists(set->names, prefix, -1);
        key[2] = namespace_mark;
        if (prefix != NULL && key[1] == NULL) return 0;
    }
    return find(&set->nodes, key)->id != 0;
}

static CXMLShims_status write_node_set(xmlDocPtr document, const xmlNodeSet *nodes,
                                       const CXMLShims_canonicalizationRequest *request,
                                       xmlChar **prefixes, xmlOutputBufferPtr output) {
    CXMLShims_status status = CXMLShims_ok;
    node_set set = {.names = document->dict};
    CXMLShims_openTable(&set.nodes);
    if (set.names == NULL || !collect(&set, nodes)) {
        status = CXMLShims_outOfMemory;
    } else if (xmlC14NExecute(document, is_selected, &set, (int)request->method, prefixes,
                              request->withComments, output)
               < 0) {
        status = CXMLShims_canonicalizationFailed;
    }
    CXMLShims_closeTable(&set.nodes);
    return status;
}

static void canonicalize_node_set(xmlDocPtr document,
                                  const CXMLShims_canonicalizationRequest *request,
                                  xmlChar **prefixes, xmlOutputBufferPtr output,
                                  CXMLShims_diagnostic *diagnostic) {
    xmlXPathContextPtr xpath = xmlXPathNewContext(document);
    if (xpath == NULL) {
        diagnostic->status = CXMLShims_outOfMemory;
        return;
    }
    xmlXPathObjectPtr value = evaluate(xpath, request, diagnostic);
    if (diagnostic->status == CXMLShims_ok) {
        xmlNodeSetPtr nodes = value->nodesetval;
        /* The canonical form of an empty node-set is empty. libxml2 would take NULL for
         * "everything". */
        if (nodes != NULL && nodes->nodeNr > 0) {
            diagnostic->status = write_node_set(document, nodes, request, prefixes, output);
        }
    }
    xmlXPathFreeObject(value);
    xmlXPathFreeContext(xpath);
}

static void canonicalize_subtree(xmlDocPtr document,
                                 const CXMLShims_canonicalizationRequest *request,
                                 xmlChar **prefixes, xmlOutputBufferPtr output,
                                 CXMLShims_diagnostic *diagnostic) {
    selection selected;
    if (!number_nodes(document, request->element, request->excludedElement, &selected)
        || xmlC14NExecute(document, is_visible, &selected, (int)request->method, prefixes,
                          request->withComments, output)
            < 0) {
        diagnostic->status = CXMLShims_canonicalizationFailed;
    }
}

/* --- the door --- */

static xmlChar **prefix_list(const CXMLShims_canonicalizationRequest *request) {
    xmlChar **list = calloc((size_t)request->prefixCount + 1, sizeof *list);
    if (list == NULL) return NULL;
    for (uint32_t i = 0; i < request->prefixCount; i++) {
        list[i] = (xmlChar *)(uintptr_t)request->prefixes[i];
    }
    return list;
}

static void run(xmlDocPtr document, const CXMLShims_canonicalizationRequest *request,
                CXMLShims_buffer *result, CXMLShims_diagnostic *diagnostic) {
    const size_t greatest = CXMLSHIMS_BYTES, asked = request->maximumBytes;
    writer w = {.output = result, .maximum = asked < greatest ? asked : greatest};
    xmlChar **prefixes = prefix_list(request);
    xmlOutputBufferPtr output = xmlOutputBufferCreateIO(write_bytes, close_writer, &w, NULL);
    if (prefixes == NULL || output == NULL) {
        diagnostic->status = CXMLShims_outOfMemory;
    } else if (request->xpath != NULL) {
        canonicalize_node_set(document, request, prefixes, output, diagnostic);
    } else {
        canonicalize_subtree(document, request, prefixes, output, diagnostic);
    }
    /* What closing flushes can fail too, and then the bytes are short. */
    if (output != NULL && xmlOutputBufferClose(output) < 0 && diagnostic->status == CXMLShims_ok) {
        diagnostic->status = CXMLShims_canonicalizationFailed;
    }
    free(prefixes);
    if (w.status != CXMLShims_ok) diagnostic->status = w.status;
    /* A subtree always has bytes: silence would be a digest over nothing. */
    if (diagnostic->status == CXMLShims_ok && request->xpath == NULL && result->count == 0) {
        diagnostic->status = CXMLShims_canonicalizationFailed;
    }
    if (diagnostic->status == CXMLShims_canonicalizationFailed
        && diagnostic->libraryCode == XML_C14N_RELATIVE_NAMESPACE) {
        diagnostic->status = CXMLShims_relativeNamespaceName;
    }
}

CXMLShims_status CXMLShims_canonicalize(const uint8_t *bytes, size_t count,
                                        const CXMLShims_canonicalizationRequest *request,
                                        CXMLShims_buffer *result,
                                        CXMLShims_diagnostic *diagnostic) {
    const CXMLShims_limits limits = {.bytes = SIZE_MAX, .attributesPerElement = UINT32_MAX};
    memset(result, 0, sizeof *result);
    CXMLShims_status status = CXMLShims_screen(bytes, count, &limits, diagnostic);
    if (status != CXMLShims_ok) return status;
    status = CXMLShims_screenMethod(request->method, request->prefixes, request->prefixCount);
    xmlDocPtr document = status == CXMLShims_ok ? read_tree(bytes, count) : NULL;
    if (status == CXMLShims_ok && document == NULL) status = CXMLShims_notWellFormed;
    diagnostic->status = status;
    if (status != CXMLShims_ok) return status;
    /* Canonicalization reports through the calling thread's handler only; it is put back. */
    xmlStructuredErrorFunc previous = xmlStructuredError;
    void *previousContext = xmlStructuredErrorContext;
    xmlSetStructuredErrorFunc(diagnostic, note_error);
    run(document, request, result, diagnostic);
    xmlSetStructuredErrorFunc(previousContext, previous);
    xmlFreeDoc(document);
    if (diagnostic->status != CXMLShims_ok) CXMLShims_bufferFree(result);
    return diagnostic->status;
}

void CXMLShims_bufferFree(CXMLShims_buffer *buffer) {
    free(buffer->bytes);
    buffer->bytes = NULL;
    buffer->count = 0;
}
