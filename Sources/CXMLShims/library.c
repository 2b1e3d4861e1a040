/* libxml2 itself: start-up, version, parser options. */
#include "parser.h"

void CXMLShims_initialize(void) {
    xmlInitParser();
}

const char *CXMLShims_libraryVersion(void) {
    return xmlParserVersion;
}

int CXMLShims_parserOptions(void) {
    int options = XML_PARSE_NONET | XML_PARSE_IGNORE_ENC | XML_PARSE_BIG_LINES;
#if LIBXML_VERSION >= 21300 && LIBXML_VERSION < 200000
    options |= XML_PARSE_NO_XXE;
#endif
    return options;
}
