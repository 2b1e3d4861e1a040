extension XML.ParsingError {
    /// The meaning of libxml2's number for a violation of XML or its namespaces; `nil` for the rare
    /// ones.
    var libraryWords: String? {
        switch libraryCode {
        case 4: "nothing is there that XML begins with"
        case 5: "something follows the end of the root element"
        case 6, 7, 8: "a character reference is wrong, or names a character that XML forbids"
        case 9: "there is a character that XML forbids"
        case 22, 68: "a name is missing, as behind < or & in text"
        case 23: "an & is not followed by the name of an entity and a semicolon"
        case 38: "an attribute's value has a <"
        case 39: "an attribute's value has no quotation mark in front"
        case 40: "an attribute's value does not end"
        case 41: "an attribute has no value"
        case 42, 203: "an element has the same attribute twice"
        case 45: "a comment does not end"
        case 46, 47: "a processing instruction is wrong"
        case 56, 57: "the XML declaration is wrong"
        case 62: "text has ]]>"
        case 63: "a CDATA section does not end"
        case 64: "an XML declaration stands where none may be"
        case 65: "a space is missing between attributes"
        case 73: "a tag does not end with >"
        case 74, 77: "an element does not end"
        case 75: "an attribute has no ="
        case 76: "an end tag has another name than its start tag"
        case 79: "the name of the encoding is wrong"
        case 80: "a comment has two hyphens in it"
        case 110: "a name is too long"
        case 201: "a prefix is not declared"
        case 202: "a name has a colon where none may be"
        default: nil
        }
    }
}
