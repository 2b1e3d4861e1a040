/* What the arena builder and the canonicalizer share: one way to set up libxml2's parser. */
#ifndef CXMLSHIMS_PARSER_H
#define CXMLSHIMS_PARSER_H

#include "../../CLibXML2/CLibXML2.h"
#include "CXMLShims.h"

#if LIBXML_VERSION >= 21200 && LIBXML_VERSION < 200000
typedef const xmlError *CXMLShims_error;
#else
typedef xmlErrorPtr CXMLShims_error;
#endif

/* Options that open nothing: no network, no DTD, no entity substitution, no recovery. The encoding
 * declaration is ignored because the bytes are known to be UTF-8. */
int CXMLShims_parserOptions(void);

/* Ends a parse from inside one of its callbacks. Nothing that libxml2 still points into is freed,
 * and `input` stays where it is. */
void CXMLShims_stopParser(xmlParserCtxtPtr parser);

/* Forgets the catalogs that processing instructions of the document have named. libxml2 lists them,
 * walks the list for each further one, and would open them if it ever looked something up. */
void CXMLShims_forgetCatalogs(xmlParserCtxtPtr parser);

/* Adds to what the calling thread has spent. */
void CXMLShims_spend(const CXMLShims_work *work);

/* Refuses what must never reach the parser: no bytes, too many, NUL, ill-formed UTF-8, floods of
 * attributes (which libxml2 before 2.12 takes quadratic time to refuse). Clears the diagnostic. */
CXMLShims_status CXMLShims_screen(const uint8_t *bytes, size_t count,
                                  const CXMLShims_limits *limits, CXMLShims_diagnostic *diagnostic);

/* What CXMLShims_free gets: the beginning of a block, and how long that is. Whatever lies outside has a block of its
 * own. */
typedef struct owning_arena {
    CXMLShims_arena arena;
    size_t blockSize;
} owning_arena;

/* A caller may narrow the limits, and not widen them. */
CXMLShims_limits CXMLShims_cappedLimits(const CXMLShims_limits *asked);

/* The line and column, from 1, of an offset in bytes; columns count bytes. */
void CXMLShims_locate(const uint8_t *bytes, size_t count, size_t offset,
                      CXMLShims_diagnostic *diagnostic);

/* Without entity substitution libxml2 leaves "&" in attribute values as "&#38;". Undoes that in place and
 * returns the new length, SIZE_MAX for anything else that begins with "&". */
size_t CXMLShims_restoreAmpersands(uint8_t *text, size_t count);

/* Whether it leaves "&" so in namespace names, too: 2.9 does, 2.15 does not. */
int CXMLShims_namespaceNamesKeepReferences(void);

/* Why libxml2 refused something. */
CXMLShims_status CXMLShims_statusOf(CXMLShims_error error);

/* Refuses methods that do not exist, and prefix lists that are too long or have holes. */
CXMLShims_status CXMLShims_screenMethod(CXMLShims_method method, const char *const *prefixes,
                                        uint32_t prefixCount);

#endif
