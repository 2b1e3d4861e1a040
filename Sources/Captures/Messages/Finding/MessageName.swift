/// The names under which captures hold a message.
enum MessageName {
    /// A parameter of a form or a query.
    case parameter
    /// A field of a framework's answer or of a service.
    case field
    /// A name that has other uses, so that its value must look like a message.
    case common

    private static let names: [(StaticString, MessageName)] = [
        ("SAMLResponse", .parameter), ("SAMLRequest", .parameter), ("samlResponse", .field),
        ("samlRequest", .field), ("samlAttributeQueryResponse", .field),
        ("verificationToken", .common), ("authenticationRequest.request", .field),
    ]

    /// The length of the shortest last word of a name.
    static let shortest = 7

    /// The name that a word ends with.
    ///
    /// - Parameters:
    ///   - word: The places of the word.
    ///   - text: The text with what comes before the word.
    ///   - further: One more name.
    init?(endOf word: Range<Int>, in text: ArraySlice<UInt8>, further: [UInt8]?) {
        if let further, word.upperBound - further.count >= text.startIndex,
            text[..<word.upperBound].suffix(further.count).elementsEqual(further),
            !Self.isWordByte(before: word.upperBound - further.count, in: text)
        {
            self = .field
            return
        }
        guard word.count >= Self.shortest,
            text[word.upperBound - 1] == UInt8(ascii: "e")
                || text[word.upperBound - 1] == UInt8(ascii: "t")
                || text[word.upperBound - 1] == UInt8(ascii: "n")
        else { return nil }
        for (name, kind) in Self.names
        where ByteText.isText(name, at: word.upperBound - name.utf8CodeUnitCount, in: text) {
            self = kind
            return
        }
        return nil
    }

    private static func isWordByte(before index: Int, in text: ArraySlice<UInt8>) -> Bool {
        index > text.startIndex && Base64Run.isDigit[Int(text[index - 1])]
    }
}
