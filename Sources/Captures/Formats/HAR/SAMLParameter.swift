internal import WireText

/// The parameters of the HTTP-POST and HTTP-Redirect bindings, found in a query string or a form
/// body.
enum SAMLParameter {
    /// The parameters that hold a message.
    static let messages = ["SAMLResponse", "SAMLRequest"]
    /// Those, and what goes with them.
    static let all = messages + ["RelayState"]

    /// The parameters of a message in a form, as they are written there, in a form of their own;
    /// `nil` when no message is there.
    ///
    /// All that is kept is what belongs to a message, so that what else a form holds can neither
    /// hide it nor end up beside it.
    static func form(in text: some Collection<UInt8>) -> [UInt8]? {
        joined(
            text.split(separator: UInt8(ascii: "&")).compactMap { pair in
                let name = String(decoding: pair.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
                return all.contains(name) && pair.count > name.utf8.count
                    ? (name, Array(pair)) : nil
            })
    }

    /// The same of parameters that were decoded.
    static func form(of fields: [FormField]) -> [UInt8]? {
        joined(
            fields.map { field in
                (field.name, Array("\(field.name)=".utf8) + PercentEscape.bytes(field.value.bytes))
            })
    }

    /// Returns whether the name of a parameter that holds a message occurs.
    static func occurs(in text: some Collection<UInt8>) -> Bool { form(in: text) != nil }

    private static func joined(_ pairs: [(name: String, text: [UInt8])]) -> [UInt8]? {
        guard pairs.contains(where: { messages.contains($0.name) }) else { return nil }
        // The envelope of a form is told by its beginning.
        let ordered =
            pairs.filter { messages.contains($0.name) }
            + pairs.filter { !messages.contains($0.name) }
        return Array(ordered.map(\.text).joined(separator: [UInt8(ascii: "&")]))
    }
}
