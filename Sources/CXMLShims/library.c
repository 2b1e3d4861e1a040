/* libxml2 itself: start-up, version, parser options, and how a parse is ended. */
#include "parser.h"

#include <string.h>

void CXMLShims_initialize(void) { xmlInitParser(); }

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
     * error may go on with pointers into it. Without anything left to read they end by themselves.
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
#if defined(LIBXML_CATALOG_ENABLED)
    if (parser->catalogs == NULL) return;
    xmlCatalogFreeLocal(parser->catalogs);
    parser->catalogs = NULL;
#else
    (void)parser;
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
