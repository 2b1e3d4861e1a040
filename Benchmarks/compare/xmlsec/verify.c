/*
 * Parses SAML responses and verifies their signatures with libxmlsec1 and OpenSSL.
 *
 *     verify parse|usual|tuned SECONDS ISSUER=KEY.pem... -- FILE...
 *
 * The files are read first and then processed in turn until SECONDS of CPU have passed. It prints
 * one JSON object: how many messages it processed and the CPU time that took. Its exit status is 1
 * as soon as one message does not verify.
 *
 * It does what a careful caller of the library does and nothing that could be left out: the keys are
 * loaded once, each is used for the messages of its issuer alone, only the identifiers that a signature may refer to are registered, no key is taken
 * from the message, only the transforms that SAML allows are enabled, and the one reference must be
 * to the signature's parent. What was signed is not read.
 *
 *     parse  does not verify.
 *     usual  uses the library as its documentation has it: each context gets a copy of the key, and
 *            references are found by XPointer.
 *     tuned  spares both: all contexts share the issuer's key, which is taken out of each before it is
 *            destroyed, and references are found among the identifiers.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <xmlsec/crypto.h>
#include <xmlsec/errors.h>
#include <xmlsec/transforms.h>
#include <xmlsec/xmldsig.h>
#include <xmlsec/xmlsec.h>
#include <xmlsec/xmltree.h>

static const xmlChar protocolNamespace[] = "urn:oasis:names:tc:SAML:2.0:protocol";
static const xmlChar assertionNamespace[] = "urn:oasis:names:tc:SAML:2.0:assertion";

enum mode { parse, usual, tuned };

struct message {
    char *bytes;
    int count;
};

struct issuer {
    const char *name;
    xmlSecKeyPtr key;
};

static struct issuer issuers[64];
static int issuerCount;

static void fail(const char *what, const char *detail) {
    fprintf(stderr, "verify: %s%s%s\n", what, detail ? ": " : "", detail ? detail : "");
    exit(2);
}

static double processorSeconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static struct message readFile(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) fail("cannot be read", path);
    long size = ftell(file);
    rewind(file);
    struct message message = {malloc((size_t)size + 1), (int)size};
    if (!message.bytes || fread(message.bytes, 1, (size_t)size, file) != (size_t)size) {
        fail("cannot be read", path);
    }
    fclose(file);
    return message;
}

/* The key of the issuer that an element names, without a copy of the name. */
static xmlSecKeyPtr keyOfIssuer(xmlNodePtr element) {
    xmlNodePtr issuer = xmlSecFindChild(element, BAD_CAST "Issuer", assertionNamespace);
    if (!issuer || !issuer->children || issuer->children->next) return NULL;
    for (int number = 0; number < issuerCount; number++) {
        const xmlChar *name = issuer->children->content;
        if (name && xmlStrEqual(name, BAD_CAST issuers[number].name)) return issuers[number].key;
    }
    return NULL;
}

/* Registers an element's ID; two equal ones are refused. */
static bool registerIdentifier(xmlDocPtr document, xmlNodePtr element) {
    xmlAttrPtr attribute = xmlHasProp(element, BAD_CAST "ID");
    if (!attribute || !attribute->children || !attribute->children->content) return false;
    return xmlAddID(NULL, document, attribute->children->content, attribute) != NULL;
}

/* Verifies the signature among the children of `signedElement`. */
static bool verifySignature(xmlNodePtr signedElement, xmlNodePtr signature, enum mode mode) {
    xmlSecKeyPtr key = keyOfIssuer(signedElement);
    if (!key) return false;
    xmlSecDSigCtxPtr context = xmlSecDSigCtxCreate(NULL);
    if (!context) return false;
    bool isValid = false;
    context->signKey = mode == tuned ? key : xmlSecKeyDuplicate(key);
    if (mode == tuned) context->flags = XMLSEC_DSIG_FLAGS_USE_VISA3D_HACK;
    context->enabledReferenceUris = xmlSecTransformUriTypeSameDocument;
    if (xmlSecDSigCtxEnableSignatureTransform(context, xmlSecTransformExclC14NId) < 0
        || xmlSecDSigCtxEnableSignatureTransform(context, xmlSecTransformRsaSha256Id) < 0
        || xmlSecDSigCtxEnableReferenceTransform(context, xmlSecTransformExclC14NId) < 0
        || xmlSecDSigCtxEnableReferenceTransform(context, xmlSecTransformEnvelopedId) < 0
        || xmlSecDSigCtxEnableReferenceTransform(context, xmlSecTransformSha256Id) < 0)
        goto done;
    if (xmlSecDSigCtxVerify(context, signature) < 0) goto done;
    if (context->status != xmlSecDSigStatusSucceeded) goto done;
    if (xmlSecPtrListGetSize(&context->signedInfoReferences) != 1) goto done;
    xmlSecDSigReferenceCtxPtr reference = xmlSecPtrListGetItem(&context->signedInfoReferences, 0);
    if (!reference || !reference->uri || reference->uri[0] != '#') goto done;
    xmlAttrPtr identifier = xmlHasProp(signedElement, BAD_CAST "ID");
    isValid = xmlStrEqual(reference->uri + 1, identifier->children->content);
done:
    /* The context destroys its key, and this one is everybody's. */
    if (mode == tuned) context->signKey = NULL;
    xmlSecDSigCtxDestroy(context);
    return isValid;
}

/* Verifies every signature of a response or of one of its assertions; there must be one. */
static bool verifyResponse(xmlDocPtr document, enum mode mode) {
    xmlNodePtr root = xmlDocGetRootElement(document);
    if (!root || !xmlSecCheckNodeName(root, BAD_CAST "Response", protocolNamespace)) return false;
    if (!registerIdentifier(document, root)) return false;
    for (xmlNodePtr child = root->children; child; child = child->next) {
        if (child->type == XML_ELEMENT_NODE
            && xmlSecCheckNodeName(child, BAD_CAST "Assertion", assertionNamespace)
            && !registerIdentifier(document, child))
            return false;
    }
    int count = 0;
    xmlNodePtr signature = xmlSecFindChild(root, xmlSecNodeSignature, xmlSecDSigNs);
    if (signature) {
        if (!verifySignature(root, signature, mode)) return false;
        count++;
    }
    for (xmlNodePtr child = root->children; child; child = child->next) {
        if (child->type != XML_ELEMENT_NODE
            || !xmlSecCheckNodeName(child, BAD_CAST "Assertion", assertionNamespace))
            continue;
        signature = xmlSecFindChild(child, xmlSecNodeSignature, xmlSecDSigNs);
        if (!signature) continue;
        if (!verifySignature(child, signature, mode)) return false;
        count++;
    }
    return count > 0;
}

static bool process(const struct message *message, enum mode mode) {
    xmlDocPtr document = xmlReadMemory(message->bytes, message->count, NULL, NULL,
                                       XML_PARSE_NONET | XML_PARSE_COMPACT);
    if (!document) return false;
    /* Without a document type declaration there are no entities to expand. */
    bool isValid = !document->intSubset && (mode == parse || verifyResponse(document, mode));
    xmlFreeDoc(document);
    return isValid;
}

static enum mode modeNamed(const char *name) {
    if (strcmp(name, "parse") == 0) return parse;
    if (strcmp(name, "usual") == 0) return usual;
    if (strcmp(name, "tuned") == 0) return tuned;
    fail("no such mode", name);
    return parse;
}

/* Loads the key of an argument "ISSUER=KEY.pem". */
static void loadKey(char *argument) {
    char *path = strrchr(argument, '=');
    if (!path || issuerCount == sizeof issuers / sizeof *issuers) fail("no key", argument);
    *path++ = 0;
    xmlSecKeyPtr key = xmlSecCryptoAppKeyLoad(path, xmlSecKeyDataFormatCertPem, NULL, NULL, NULL);
    if (!key) fail("no certificate in PEM", path);
    issuers[issuerCount++] = (struct issuer){argument, key};
}

int main(int argc, char **argv) {
    int separator = 3;
    while (separator < argc && strcmp(argv[separator], "--") != 0) separator++;
    if (separator + 1 >= argc) {
        fail("usage: verify parse|usual|tuned SECONDS ISSUER=KEY.pem... -- FILE...", NULL);
    }
    enum mode mode = modeNamed(argv[1]);
    double seconds = atof(argv[2]);
    char **paths = argv + separator + 1;
    int fileCount = argc - separator - 1;
    struct message *messages = calloc((size_t)fileCount, sizeof *messages);
    if (!messages) fail("out of memory", NULL);
    for (int number = 0; number < fileCount; number++) messages[number] = readFile(paths[number]);

    xmlInitParser();
    if (xmlSecInit() < 0 || xmlSecCryptoAppInit(NULL) < 0 || xmlSecCryptoInit() < 0) {
        fail("libxmlsec1 cannot be set up", NULL);
    }
    for (int number = 3; number < separator; number++) loadKey(argv[number]);

    long count = 0;
    double start = processorSeconds();
    double elapsed = 0;
    while (elapsed < seconds) {
        /* The clock is asked once in a hundred messages. */
        for (int number = 0; number < 100; number++, count++) {
            if (!process(&messages[count % fileCount], mode)) {
                fprintf(stderr, "verify: not valid: %s\n", paths[count % fileCount]);
                return 1;
            }
        }
        elapsed = processorSeconds() - start;
    }
    printf("{\"messages\":%ld,\"seconds\":%.6f}\n", count, elapsed);

    for (int number = 0; number < issuerCount; number++) xmlSecKeyDestroy(issuers[number].key);
    xmlSecCryptoShutdown();
    xmlSecCryptoAppShutdown();
    xmlSecShutdown();
    xmlCleanupParser();
    for (int number = 0; number < fileCount; number++) free(messages[number].bytes);
    free(messages);
    return 0;
}
