internal import WireText

/// The messages in a body in JSON, at any depth and in JSON inside strings.
///
/// They are in members named like the parameters of the bindings and, in Adobe Pass's answers, in
/// `authenticationRequest.request`.
struct JSONBody {
    private(set) var messages: [[UInt8]] = []

    /// A body with a message has one of these texts.
    static let marks =
        SAMLParameter.messages + SAMLParameter.others + [requestName]

    private static let formMarks = SAMLParameter.messages.map { "\($0)=" }
    private static let requestName = "authenticationRequest"
    /// The number of strings in one another that are read as JSON.
    private static let deepest = 3

    /// Finds the messages.
    ///
    /// - Throws: `invalidJSON` when the text is not JSON.
    init(parsing text: [UInt8]) throws(CaptureError) {
        try read(text, depth: 0)
    }

    private mutating func read(_ text: [UInt8], depth: Int) throws(CaptureError) {
        var scanner = JSONScanner(document: text)
        do throws(JSONScanner.Failure) {
            try readValue(&scanner, of: "", in: "", depth: depth)
        } catch {
            throw CaptureError(.invalidJSON, at: error.offset)
        }
        guard scanner.isAtEnd else { throw CaptureError(.invalidJSON, at: scanner.index) }
    }

    private mutating func readValue(
        _ scanner: inout JSONScanner, of name: String, in parent: String, depth: Int
    ) throws(JSONScanner.Failure) {
        switch scanner.next() {
        case UInt8(ascii: "\""):
            let value = try scanner.value()
            take(scanner.content(of: value), of: name, in: parent, depth: depth)
        case UInt8(ascii: "{"):
            try scanner.members {
                (member, scanner: inout JSONScanner) throws(JSONScanner.Failure) in
                let inner = String(decoding: scanner.content(of: member), as: UTF8.self)
                try readValue(&scanner, of: inner, in: name, depth: depth)
            }
        case UInt8(ascii: "["):
            try scanner.array { (scanner: inout JSONScanner) throws(JSONScanner.Failure) in
                try readValue(&scanner, of: name, in: parent, depth: depth)
            }
        default: try scanner.skip()
        }
    }

    private mutating func take(
        _ value: ArraySlice<UInt8>, of name: String, in parent: String, depth: Int
    ) {
        switch name {
        case "verificationToken":
            if value.isMessage { messages.append(Array(value)) }
        case _ where SAMLParameter.messages.contains(name) || SAMLParameter.others.contains(name):
            messages.append(Array(value))
        case "request" where parent == Self.requestName: messages.append(Array(value))
        default:
            let first = value.first { !$0.isWhiteSpace }
            if first == UInt8(ascii: "{") || first == UInt8(ascii: "["), depth < Self.deepest {
                try? read(Array(value), depth: depth + 1)
            } else if Self.formMarks.contains(where: { value.contains($0) }) {
                let query = value.firstIndex(of: UInt8(ascii: "?")).map { value[($0 + 1)...] }
                messages += SAMLParameter.messages(in: query ?? value)
            }
        }
    }
}
