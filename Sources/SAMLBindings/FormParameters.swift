internal import PayloadCoding
internal import WireText

/// The SAML parameters of a form body, a query string or a URL.
struct FormParameters {
    let message: [UInt8]
    let parameter: MessageEnvelope.Parameter
    let relayState: String?

    /// Reads the parameters, or `nil` when the bytes are no form with a SAML message.
    ///
    /// Exactly one message may be there: where two are, receivers disagree on which one counts.
    init?(parsing bytes: [UInt8]) throws(EnvelopeError) {
        let text = bytes.drop(while: \.isWhiteSpace)
        let query = Self.query(of: text)
        let content = query.prefix { $0 != UInt8(ascii: "#") && !Self.isLineEnd($0) }
        var messages: [(MessageEnvelope.Parameter, [UInt8])] = []
        var relayState: String?
        for pair in content.split(separator: UInt8(ascii: "&")) {
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { continue }
            // Names are encoded as values are; one that is not is nobody's parameter.
            guard let plain = try? Self.value(pair[..<equals]) else { continue }
            let name = String(decoding: plain, as: UTF8.self)
            if let parameter = MessageEnvelope.Parameter(rawValue: name) {
                messages.append((parameter, try Self.value(pair[(equals + 1)...])))
            } else if name == "RelayState" {
                relayState = String(
                    decoding: try Self.value(pair[(equals + 1)...]), as: UTF8.self)
            }
        }
        guard let (parameter, message) = messages.first else { return nil }
        guard messages.count == 1 else { throw EnvelopeError(.ambiguousParameter) }
        self.parameter = parameter
        self.message = message
        self.relayState = relayState
    }

    /// Returns whether the bytes may be a form: they have what separates parameters, which Base64
    /// never has, or begin with the parameter of a message.
    static func isLikely(_ bytes: [UInt8], marks: MessageBytes.Marks) -> Bool {
        marks.contains(.formDelimiter)
            || MessageEnvelope.Parameter.allCases.contains {
                bytes.drop(while: \.isWhiteSpace).starts(with: "\($0.rawValue)=".utf8)
            }
    }

    /// Returns the text after the `?` of a URL, or a complete form body or query string.
    private static func query(of text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        // The values of a form may hold a "?" too, but the name of its first parameter never has
        // what every URL has before the first "=".
        let firstName = text.prefix { $0 != UInt8(ascii: "=") }
        let isURL = firstName.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
        guard isURL, let mark = text.firstIndex(of: UInt8(ascii: "?")) else { return text }
        return text[(mark + 1)...]
    }

    /// Decodes a value: `+` is a space, then percent-encoding once.
    private static func value(_ text: ArraySlice<UInt8>) throws(EnvelopeError) -> [UInt8] {
        let spaced = text.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        do {
            return try PercentEncoding.decode(spaced)
        } catch {
            throw EnvelopeError(.invalidPercentEncoding, at: text.startIndex + error.offset)
        }
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }
}
