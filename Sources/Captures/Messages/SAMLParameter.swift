internal import WireText

/// The parameters of the HTTP-POST and HTTP-Redirect bindings, found in a query string or a form body.
enum SAMLParameter {
    /// The parameters that hold a message.
    static let messages = ["SAMLResponse", "SAMLRequest"]
    /// Those, and what goes with them; a signature is over some of them in their order.
    static let all = messages + ["RelayState", "SAMLEncoding", "SigAlg", "Signature"]
    /// Other names under which apps hand a message on.
    static let others = ["samlResponse", "samlAttributeQueryResponse", "verificationToken"]

    /// A query or a form with a message has one of these texts.
    private static let marks = ["SAML", "saml", "verificationToken"]
    private static let innerMarks = messages.flatMap { ["\($0)%3D", "\($0)%3d"] }

    /// Returns the messages in a query string or a form, each in a form of its own.
    static func messages(in text: ArraySlice<UInt8>) -> [[UInt8]] {
        guard marks.contains(where: { text.contains($0) }) else { return [] }
        let pairs = pairs(in: text)
        var found = form(of: pairs).map { [$0] } ?? []
        for pair in pairs where others.contains(pair.name) {
            let value = pair.value
            if pair.name != "verificationToken" || value.isMessage { found.append(Array(value)) }
        }
        // The URL to continue to, in a parameter of a page that comes first.
        for pair in text.pieces(separatedBy: UInt8(ascii: "&"))
        where !isOwn(pair) && innerMarks.contains(where: { pair.contains($0) }) {
            let plain = PercentEscape.undone(in: pair)[...]
            let query = plain.firstIndex(of: UInt8(ascii: "?")).map { plain[($0 + 1)...] } ?? plain
            if let form = form(in: query) { found.append(form) }
        }
        return found
    }

    /// Returns the parameters of a message as they are written, in their order, in a form of their own; `nil` if
    /// there is none.
    ///
    /// All that is kept is what belongs to a message, so that what else a form holds can neither hide it nor end up
    /// beside it.
    static func form(in text: ArraySlice<UInt8>) -> [UInt8]? { form(of: pairs(in: text)) }

    /// Returns the same of parameters that were decoded.
    static func form(of fields: [(name: String, value: [UInt8])]) -> [UInt8]? {
        let own = fields.filter { all.contains($0.name) }
        guard own.contains(where: { messages.contains($0.name) }) else { return nil }
        return HTTPBody.form(of: own)
    }

    /// Returns whether the name of a parameter that holds a message occurs.
    static func occurs(in text: ArraySlice<UInt8>) -> Bool { form(in: text) != nil }

    private struct Pair {
        let name: String
        let text: ArraySlice<UInt8>

        var value: ArraySlice<UInt8> {
            text.drop { $0 != UInt8(ascii: "=") }.dropFirst()
        }
    }

    /// The parameters that are, or go with, a message.
    private static func pairs(in text: ArraySlice<UInt8>) -> [Pair] {
        text.pieces(separatedBy: UInt8(ascii: "&")).compactMap { pair in
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            guard name.count < pair.count, name.count <= longestName else { return nil }
            let plain = String(decoding: PercentEscape.undone(in: name), as: UTF8.self)
            return all.contains(plain) || others.contains(plain)
                ? Pair(name: plain, text: pair) : nil
        }
    }

    private static let longestName = 128

    /// Returns whether a parameter is a message itself, in which no other is looked for.
    private static func isOwn(_ pair: ArraySlice<UInt8>) -> Bool {
        messages.contains { pair.starts(with: $0.utf8) }
    }

    private static func form(of pairs: [Pair]) -> [UInt8]? {
        let own = pairs.filter { all.contains($0.name) }
        guard own.contains(where: { messages.contains($0.name) }) else { return nil }
        return Array(own.map(\.text).joined(separator: [UInt8(ascii: "&")]))
    }
}
