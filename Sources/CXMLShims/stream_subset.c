/* The document type declaration of a stream. It is never read: one that only declares elements and attributes is
 * left out, one that could name an entity or a file is refused. */
#include "stream.h"

typedef enum subset_state {
    before_name = 0,
    before_name_after_space,
    in_name,
    after_name,
    in_subset,
    subset_after_less_than,
    subset_after_exclamation_mark,
    before_declaration,
    in_declaration,
    in_declaration_quotes,
    in_subset_comment,
    in_subset_instruction,
    after_subset,
} subset_state;

static int scan_subset_keyword(CXMLShims_stream *s, uint8_t byte) {
    static const char *const keywords[] = {"--", "ELEMENT", "ATTLIST", "ENTITY", "NOTATION"};
    scanner *c = &s->scanner;
    const int found = match(c, byte, keywords, 5);
    if (found == -1) return 1;
    if (found == -2) return refuse(s, CXMLShims_notWellFormed);
    if (found > 2) return refuse(s, CXMLShims_documentTypeDeclaration);
    c->matched = 0;
    c->subset = found == 0 ? in_subset_comment : before_declaration;
    return 1;
}

int CXMLShims_streamScanDocumentType(CXMLShims_stream *s, uint8_t byte) {
    scanner *c = &s->scanner;
    const int space = is_space(byte);
    switch ((subset_state)c->subset) {
    case before_name:
        if (!space) return refuse(s, CXMLShims_notWellFormed);
        c->subset = before_name_after_space;
        return 1;
    case before_name_after_space:
        if (!space) c->subset = in_name;
        return 1;
    case in_name:
    case after_name:
        if (space) {
            c->subset = after_name;
        } else if (byte == '[') {
            c->subset = in_subset;
        } else if (byte == '>') {
            c->state = in_text;
        } else if (c->subset == after_name) {
            return refuse(s, CXMLShims_documentTypeDeclaration);
        }
        return 1;
    case in_subset:
        if (space) return 1;
        if (byte == '%') return refuse(s, CXMLShims_documentTypeDeclaration);
        if (byte != '<' && byte != ']') return refuse(s, CXMLShims_notWellFormed);
        c->subset = byte == '<' ? subset_after_less_than : after_subset;
        return 1;
    case subset_after_less_than:
        if (byte != '!' && byte != '?') return refuse(s, CXMLShims_notWellFormed);
        c->matched = 0;
        c->subset = byte == '!' ? subset_after_exclamation_mark : in_subset_instruction;
        return 1;
    case subset_after_exclamation_mark: return scan_subset_keyword(s, byte);
    case before_declaration:
        if (!space) return refuse(s, CXMLShims_notWellFormed);
        c->subset = in_declaration;
        return 1;
    case in_declaration:
        if (byte == '%') return refuse(s, CXMLShims_documentTypeDeclaration);
        if (byte == '<') return refuse(s, CXMLShims_notWellFormed);
        if (byte == '"' || byte == '\'') {
            c->quote = byte;
            c->subset = in_declaration_quotes;
        } else if (byte == '>') {
            c->subset = in_subset;
        }
        return 1;
    case in_declaration_quotes:
        if (byte == c->quote) c->subset = in_declaration;
        return 1;
    case in_subset_comment:
        if (ends(c, byte, '-', 2)) c->subset = in_subset;
        return 1;
    case in_subset_instruction:
        if (ends(c, byte, '?', 1)) c->subset = in_subset;
        return 1;
    case after_subset:
        if (!space && byte != '>') return refuse(s, CXMLShims_notWellFormed);
        if (byte == '>') c->state = in_text;
        return 1;
    }
    return refuse(s, CXMLShims_notWellFormed);
}
