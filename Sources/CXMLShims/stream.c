/* libxml2's push parser and what it reports, made a list of events. */
#include "stream.h"

#include <stdlib.h>
#include <string.h>

static int refused(const CXMLShims_stream *s) { return s->status != CXMLShims_ok; }

void CXMLShims_streamRefuse(CXMLShims_stream *s, CXMLShims_status status) {
    if (refused(s)) return;
    s->status = status;
    CXMLShims_stopParser(s->parser);
}

/* --- events --- */

static int store(CXMLShims_stream *s, const void *bytes, size_t count, CXMLShims_string *out) {
    out->offset = s->bytes.count;
    out->length = 0;
    if (count == 0) return 1;
    void *room = count > UINT32_MAX ? NULL : append(&s->bytes, 1, (uint32_t)count);
    if (room == NULL) return CXMLShims_streamRefuse(s, CXMLShims_outOfMemory), 0;
    memcpy(room, bytes, count);
    out->length = (uint32_t)count;
    s->work.bytesCopied += count;
    return 1;
}

static int store_value(CXMLShims_stream *s, const xmlChar *value, size_t count,
                       CXMLShims_string *out) {
    if (!store(s, value, count, out)) return 0;
    if (memchr(value, '&', count) == NULL) return 1;
    const size_t length = CXMLShims_restoreAmpersands((uint8_t *)s->bytes.items + out->offset,
                                                      count);
    if (length == SIZE_MAX) return CXMLShims_streamRefuse(s, CXMLShims_undeclaredEntity), 0;
    out->length = (uint32_t)length;
    return 1;
}

/* libxml2's dictionary takes longer for each further name. */
static int count_name(CXMLShims_stream *s, const xmlChar *name) {
    if (name == NULL) return 1;
    if (!reserve(&s->names)) return CXMLShims_streamRefuse(s, CXMLShims_outOfMemory), 0;
    const xmlChar *const key[3] = {name, NULL, NULL};
    slot *found = find(&s->names, key);
    if (found->id != 0) return 1;
    if (s->names.count >= s->limits.distinctNames) {
        return CXMLShims_streamRefuse(s, CXMLShims_tooMuchWork), 0;
    }
    CXMLShims_occupy(&s->names, found, key, s->names.count + 1);
    return 1;
}

static int store_name(CXMLShims_stream *s, const xmlChar *local, const xmlChar *prefix,
                      const xmlChar *uri, CXMLShims_event *event) {
    if (!count_name(s, local) || !count_name(s, prefix) || !count_name(s, uri)) return 0;
    const size_t length = strlen((const char *)local);
    if (length + (prefix == NULL ? 0 : strlen((const char *)prefix) + 1) > s->limits.nameLength) {
        return CXMLShims_streamRefuse(s, CXMLShims_nameTooLong), 0;
    }
    if (!store(s, local, length, &event->local)) return 0;
    if (uri == NULL) return 1;
    return CXMLShims_namespaceNamesKeepReferences()
        ? store_value(s, uri, strlen((const char *)uri), &event->uri)
        : store(s, uri, strlen((const char *)uri), &event->uri);
}

static void add(CXMLShims_stream *s, const CXMLShims_event *event) {
    CXMLShims_event *room = append(&s->events, sizeof *event, 1);
    if (room == NULL) return CXMLShims_streamRefuse(s, CXMLShims_outOfMemory);
    *room = *event;
}

/* Takes back the events of an element that is refused half-way. */
static void take_back(CXMLShims_stream *s, uint32_t count) {
    if (refused(s)) s->events.count = count;
}

static void on_start_element(void *context, const xmlChar *local, const xmlChar *prefix,
                             const xmlChar *uri, int namespaceCount, const xmlChar **namespaces,
                             int attributeCount, int defaulted, const xmlChar **attributes) {
    CXMLShims_stream *s = context;
    (void)defaulted;
    s->work.events++;
    if (refused(s)) return;
    const uint32_t declared = (uint32_t)namespaceCount, given = (uint32_t)attributeCount;
    s->work.namesLookedUp += 1 + (uint64_t)declared + given;
    if (s->declared.count >= s->limits.depth) return CXMLShims_streamRefuse(s, CXMLShims_tooDeep);
    if ((uint64_t)declared + given > s->limits.attributesPerElement) {
        return CXMLShims_streamRefuse(s, CXMLShims_tooManyAttributes);
    }
    if (declared > s->limits.namespacesInScope - s->namespacesInScope) {
        return CXMLShims_streamRefuse(s, CXMLShims_tooManyNamespaces);
    }
    for (size_t i = 0; i < 2 * (size_t)declared; i++) {
        if (!count_name(s, namespaces[i])) return;
    }
    const uint32_t before = s->events.count;
    CXMLShims_event event = {.kind = CXMLShims_startEvent};
    if (!store_name(s, local, prefix, uri, &event)) return;
    add(s, &event);
    for (uint32_t i = 0; i < given && !refused(s); i++) {
        const xmlChar **fields = attributes + 5 * (size_t)i;
        CXMLShims_event attribute = {.kind = CXMLShims_attributeEvent};
        if (store_name(s, fields[0], fields[1], fields[2], &attribute)
            && store_value(s, fields[3], (size_t)(fields[4] - fields[3]), &attribute.content)) {
            add(s, &attribute);
        }
    }
    uint32_t *entry = append(&s->declared, sizeof *entry, 1);
    if (entry == NULL) {
        CXMLShims_streamRefuse(s, CXMLShims_outOfMemory);
    } else {
        *entry = declared;
        s->namespacesInScope += declared;
    }
    take_back(s, before);
}

static void on_end_element(void *context, const xmlChar *local, const xmlChar *prefix,
                           const xmlChar *uri) {
    CXMLShims_stream *s = context;
    s->work.events++;
    if (refused(s) || s->declared.count == 0) return;
    CXMLShims_event event = {.kind = CXMLShims_endEvent};
    if (!store_name(s, local, prefix, uri, &event)) return;
    add(s, &event);
    s->namespacesInScope -= ((uint32_t *)s->declared.items)[--s->declared.count];
}

static void on_characters(void *context, const xmlChar *text, int count) {
    CXMLShims_stream *s = context;
    s->work.events++;
    if (refused(s) || count <= 0) return;
    CXMLShims_string stored;
    if (!store(s, text, (size_t)count, &stored)) return;
    CXMLShims_event *last = s->events.count == 0
        ? NULL
        : &((CXMLShims_event *)s->events.items)[s->events.count - 1];
    if (last != NULL && last->kind == CXMLShims_textEvent) {
        last->content.length += stored.length;
        return;
    }
    const CXMLShims_event event = {.kind = CXMLShims_textEvent, .content = stored};
    add(s, &event);
}

static void on_processing_instruction(void *context, const xmlChar *target, const xmlChar *data) {
    CXMLShims_stream *s = context;
    (void)data;
    s->work.events++;
    CXMLShims_forgetCatalogs(s->parser);
    if (!refused(s)) count_name(s, target);
}

/* The scanner leaves document types out, so that this is one it has not seen. */
static void on_document_type(void *context, const xmlChar *name, const xmlChar *publicID,
                             const xmlChar *systemID) {
    (void)name, (void)publicID, (void)systemID;
    CXMLShims_streamRefuse(context, CXMLShims_documentTypeDeclaration);
}

static void on_reference(void *context, const xmlChar *name) {
    (void)name;
    CXMLShims_streamRefuse(context, CXMLShims_undeclaredEntity);
}

static void on_error(void *context, CXMLShims_error error) {
    CXMLShims_stream *s = context;
    s->work.events++;
    if (error == NULL || error->level < XML_ERR_ERROR || refused(s)) return;
    s->libraryCode = error->code;
    CXMLShims_streamRefuse(s, CXMLShims_statusOf(error));
}

static void set_events(xmlSAXHandler *handler) {
    memset(handler, 0, sizeof *handler);
    handler->initialized = XML_SAX2_MAGIC;
    handler->internalSubset = on_document_type;
    handler->startElementNs = on_start_element;
    handler->endElementNs = on_end_element;
    handler->characters = on_characters;
    handler->ignorableWhitespace = on_characters;
    handler->cdataBlock = on_characters;
    handler->processingInstruction = on_processing_instruction;
    handler->reference = on_reference;
    handler->serror = on_error;
}

/* --- the parser --- */

void CXMLShims_streamParse(CXMLShims_stream *s, const uint8_t *bytes, uint32_t count) {
    if (refused(s) || count == 0) return;
    s->work.bytesCopied += count;
    if (count > INT32_MAX) return CXMLShims_streamRefuse(s, CXMLShims_tooManyBytes);
    xmlParseChunk(s->parser, (const char *)bytes, (int)count, 0);
    if (!s->parser->wellFormed) CXMLShims_streamRefuse(s, CXMLShims_notWellFormed);
}

static void finish(CXMLShims_stream *s) {
    if (!refused(s) && s->scanner.pending.count > 0) {
        /* The document ends inside a token. */
        CXMLShims_streamRefuse(s, CXMLShims_notWellFormed);
    }
    if (refused(s)) return;
    xmlParseChunk(s->parser, NULL, 0, 1);
    if (refused(s)) return;
    if (!s->parser->wellFormed || s->declared.count > 0 || !s->scanner.hasRoot) {
        CXMLShims_streamRefuse(s, CXMLShims_notWellFormed);
    } else if (!s->parser->nsWellFormed) {
        CXMLShims_streamRefuse(s, CXMLShims_notNamespaceWellFormed);
    }
}

static uint32_t lesser(uint32_t one, uint32_t other) { return one < other ? one : other; }

CXMLShims_stream *CXMLShims_streamOpen(const CXMLShims_streamLimits *limits) {
    CXMLShims_stream *s = calloc(1, sizeof *s);
    if (s == NULL) return NULL;
    s->parser = xmlCreatePushParserCtxt(NULL, NULL, NULL, 0, NULL);
    if (s->parser == NULL) {
        free(s);
        return NULL;
    }
    xmlCtxtUseOptions(s->parser, CXMLShims_parserOptions());
    set_events(s->parser->sax);
    s->parser->userData = s;
    s->limits = *limits;
    s->limits.depth = lesser(limits->depth, CXMLSHIMS_DEPTH);
    s->limits.attributesPerElement = lesser(limits->attributesPerElement, CXMLSHIMS_ATTRIBUTES);
    s->limits.namespacesInScope = lesser(limits->namespacesInScope, CXMLSHIMS_NAMESPACES);
    CXMLShims_openTable(&s->names);
    s->limits.distinctNames = lesser(limits->distinctNames, CXMLSHIMS_NAMES);
    return s;
}

void CXMLShims_streamFree(CXMLShims_stream *s) {
    if (s == NULL) return;
    if (s->parser->myDoc != NULL) xmlFreeDoc(s->parser->myDoc);
    xmlFreeParserCtxt(s->parser);
    free(s->scanner.pending.items);
    free(s->events.items);
    free(s->bytes.items);
    CXMLShims_closeTable(&s->names);
    free(s->declared.items);
    free(s);
}

CXMLShims_status CXMLShims_streamFeed(CXMLShims_stream *s, const uint8_t *bytes, size_t count,
                                      int32_t isLast, CXMLShims_events *events,
                                      CXMLShims_diagnostic *diagnostic) {
    memset(events, 0, sizeof *events);
    memset(diagnostic, 0, sizeof *diagnostic);
    if (!refused(s)) {
        s->events.count = s->bytes.count = 0;
        memset(&s->work, 0, sizeof s->work);
        if (count > CXMLSHIMS_PIECE || (bytes == NULL && count > 0)) {
            CXMLShims_streamRefuse(s, CXMLShims_tooManyBytes);
        } else {
            CXMLShims_streamScan(s, bytes, count);
        }
        if (isLast) finish(s);
        CXMLShims_spend(&s->work);
        diagnostic->work = s->work;
        events->items = s->events.items;
        events->bytes = s->bytes.items;
        events->count = s->events.count;
        events->byteCount = s->bytes.count;
    }
    diagnostic->status = s->status;
    diagnostic->libraryCode = s->libraryCode;
    return s->status;
}
