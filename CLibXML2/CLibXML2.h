#ifndef CLIBXML2_H
#define CLIBXML2_H

#include <libxml/xmlversion.h>

/* Debian builds libxml2 with ICU, so <libxml/encoding.h> would include ICU's own headers and
 * declare UErrorCode a second time beside Foundation's. Nothing here needs ICU's converters. */
#undef LIBXML_ICU_ENABLED

#include <libxml/SAX2.h>
#include <libxml/c14n.h>
#include <libxml/catalog.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

#endif
