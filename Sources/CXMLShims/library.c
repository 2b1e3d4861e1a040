/* libxml2 itself: start-up, version, parser options, and how a parse is ended. */
#include "parser.h"

#include <string.h>

/* Written by CXMLShims_initialize alone. A name with "&" is refused where this is 1 by mistake. */
static int namespaceNamesKeepReferences = 1;

static void look_at_namespace_name(void *context, const xmlChar *local, const xmlChar *prefix,
                                   const xmlChar *uri, int namespaceCount,
                                   const xmlChar **namespaces, int attributeCount, int defaultCount,
                                   const xmlChar **attributes) {
    (void)context, (void)local, (void)prefix, (void)namespaceCount, (void)namespaces;
    (void)attributeCount, (void)defaultCount, (void)attributes;
    namespaceNamesKeepReferences = uri != NULL && strchr((const char *)uri, '#') != NULL;
}

/* The library that runs is asked: it may be another than the one compiled against. */
void CXMLShims_initialize(void) {
    static const char document[] = "<a xmlns='u:?&amp;'/>";
    xmlInitParser();
    const xmlParserCtxtPtr parser = xmlNewParserCtxt();
    if (parser == NULL) return;
    parser->sax->startElementNs = look_at_namespace_name;
    parser->sax->endElementNs = NULL;
    xmlFreeDoc(
        xmlCtxtReadMemory(parser, document, sizeof document - 1, NULL, NULL,
                          CXMLShims_parserOptions() | XML_PARSE_NOERROR | XML_PARSE_NOWARNING));
    xmlFreeParserCtxt(parser);
}

int CXMLShims_namespaceNamesKeepReferences(void) { return namespaceNamesKeepReferences; }

const char *CXMLShims_libraryVersion(void) { return xmlParserVersion; }

int CXMLShims_parserOptions(void) {
    int options = XML_PARSE_NONET | XML_PARSE_IGNORE_ENC | XML_PARSE_BIG_LINES;
#if LIBXML_VERSION >= 21300 && LIBXML_VERSION < 200000
    options |= XML_PARSE_NO_XXE;
#endif
    return options;
}

void CXMLShims_stopParser(xmlParserCtxtPtr parser) {
#if LIBXML_VERSION >= 21300 && LIBXML_VERSION < 200000
    xmlStopParser(parser);
#else
    /* xmlStopParser frees the input in these versions, and functions that have just reported an
     * error may keep pointers into it. Without anything left to read they end by themselves.
     * What is overwritten is libxml2's own copy. */
    const xmlParserInputPtr input = parser->input;
    parser->instate = XML_PARSER_EOF;
    parser->disableSAX = 1;
    if (input == NULL || input->cur == NULL || input->end == NULL) return;
    if (input->end > input->cur) {
        memset((void *)(uintptr_t)input->cur, 0, (size_t)(input->end - input->cur));
    }
#endif
}

void CXMLShims_forgetCatalogs(xmlParserCtxtPtr parser) {
#if !defined(LIBXML_CATALOG_ENABLED)
    (void)parser;
#elif LIBXML_VERSION >= 21400 && LIBXML_VERSION < 200000
    void *const catalogs = xmlCtxtGetCatalogs(parser);
    if (catalogs == NULL) return;
    xmlCatalogFreeLocal(catalogs);
    xmlCtxtSetCatalogs(parser, NULL);
#else
    if (parser->catalogs == NULL) return;
    xmlCatalogFreeLocal(parser->catalogs);
    parser->catalogs = NULL;
#endif
}

size_t CXMLShims_restoreAmpersands(uint8_t *text, size_t count) {
    static const char reference[] = "&#38;";
    const size_t length = sizeof reference - 1;
    size_t write = 0;
    for (size_t read = 0; read < count; write++) {
        text[write] = text[read];
        if (text[read] != '&') {
            read++;
        } else if (count - read >= length && memcmp(text + read, reference, length) == 0) {
            read += length;
        } else {
            return SIZE_MAX;
        }
    }
    return write;
}

CXMLShims_status CXMLShims_statusOf(CXMLShims_error error) {
    switch (error->code) {
    case XML_ERR_UNDECLARED_ENTITY:
    case XML_WAR_UNDECLARED_ENTITY: return CXMLShims_undeclaredEntity;
    case XML_ERR_NO_MEMORY: return CXMLShims_outOfMemory;
    default:
        return error->domain == XML_FROM_NAMESPACE ? CXMLShims_notNamespaceWellFormed
                                                   : CXMLShims_notWellFormed;
    }
}

/* --- work --- */

static _Thread_local CXMLShims_work spent;

CXMLShims_work CXMLShims_workOfThread(void) { return spent; }

void CXMLShims_spend(const CXMLShims_work *work) {
    spent.events += work->events;
    spent.bytesCopied += work->bytesCopied;
    spent.namesLookedUp += work->namesLookedUp;
}

void CXMLShims_spendBytes(size_t count) { spent.bytesCopied += count; }
