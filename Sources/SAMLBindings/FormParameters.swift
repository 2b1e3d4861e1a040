internal import PayloadCoding
internal import WireText

/// The SAML parameters of a form body, a query string or a URL.
struct FormParameters {
    let message: [UInt8]
    let parameter: MessageEnvelope.Parameter
    let relayState: String?
    /// The parameters that count, in their order.
    let all: [SignedQuery.Parameter]

    /// A Boolean value that indicates whether there is a signature over the query string, or a part
    /// of one.
    var isSigned: Bool { all.contains { $0.name == .sigAlg || $0.name == .signature } }

    /// Reads the parameters, or `nil` when the bytes are not a form with a SAML message.
    ///
    /// Exactly one message may be there, and each further parameter once: where two are, receivers
    /// disagree on which one counts.
    init?(parsing bytes: [UInt8]) throws(EnvelopeError) {
        let text = bytes.drop(while: \.isWhiteSpace)
        let query = Self.query(of: text)
        let line = query.prefix { $0 != UInt8(ascii: "#") && !Self.isLineEnd($0) }
        let content = Self.unwrapped(query, from: line) ?? line
        var all: [SignedQuery.Parameter] = []
        var repeated: EnvelopeError?
        for pair in content.pieces(separatedBy: UInt8(ascii: "&")) {
            let sentName = pair.prefix { $0 != UInt8(ascii: "=") }
            // Names are encoded as values are; one that is not is ignored.
            guard let plain = try? Self.value(sentName),
                let name = SignedQuery.Name(rawValue: String(decoding: plain, as: UTF8.self))
            else { continue }
            let sentValue = pair[sentName.endIndex...].dropFirst()
            if let other = all.first(where: { $0.name.excludes(name) }) {
                repeated = repeated ?? .repeated(name, besides: other.name)
                continue
            }
            all.append(
                SignedQuery.Parameter(
                    name: name, isPlainlyNamed: sentName.elementsEqual(plain),
                    sentValue: Array(sentValue), value: try Self.value(sentValue)))
        }
        let found = all.lazy.compactMap { one in
            MessageEnvelope.Parameter(rawValue: one.name.rawValue).map { ($0, one.value) }
        }
        guard let (parameter, message) = found.first else { return nil }
        if let repeated { throw repeated }
        self.parameter = parameter
        self.message = message
        relayState = all.first { $0.name == .relayState }
            .map { String(decoding: $0.value, as: UTF8.self) }
        self.all = all
    }

    /// Returns whether the bytes may be a form: they have what separates parameters, which Base64
    /// never has, or begin with the parameter of a message.
    static func isLikely(_ bytes: [UInt8], marks: MessageBytes.Marks) -> Bool {
        marks.contains(.formDelimiter)
            || (MessageEnvelope.Parameter.allCases.map(\.rawValue)
                + OtherParameter.Name.allCases.map(\.rawValue)).contains {
                    bytes.drop(while: \.isWhiteSpace).starts(with: "\($0)=".utf8)
                }
    }

    /// Returns the text after the `?` of a URL, or a complete form body or query string.
    static func query(of text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        // The values of a form may hold a "?" too, but the name of its first parameter never has
        // what every URL has before the first "=".
        let firstName = text.prefix { $0 != UInt8(ascii: "=") }
        let isURL = firstName.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
        guard isURL, let mark = text.firstIndex(of: UInt8(ascii: "?")) else { return text }
        return text[(mark + 1)...]
    }

    /// Decodes a value: `+` is a space, then percent-encoding once.
    static func value(_ text: ArraySlice<UInt8>) throws(EnvelopeError) -> [UInt8] {
        let spaced = text.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        do {
            return try PercentEncoding.decode(spaced)
        } catch {
            throw EnvelopeError(.invalidPercentEncoding, at: text.startIndex + error.offset)
        }
    }

    /// Returns a form in one piece if its message, which a line end cuts, continues in the next lines; `nil` where the
    /// first line is all of it.
    private static func unwrapped(
        _ query: ArraySlice<UInt8>, from line: ArraySlice<UInt8>
    ) -> ArraySlice<UInt8>? {
        let rest = query[line.endIndex...]
        guard rest.first.map(isLineEnd) == true, rest.contains(where: { !$0.isWhiteSpace }) else {
            return nil
        }
        let start = line.lastIndex(of: UInt8(ascii: "&")).map { $0 + 1 - line.startIndex } ?? 0
        guard !isWholeMessage(line.dropFirst(start)) else { return nil }
        let form = query.filter { !$0.isWhiteSpace }[...]
        let pair = form.dropFirst(start).prefix { $0 != UInt8(ascii: "&") }
        return isWholeMessage(pair) ? form : nil
    }

    /// Returns whether the value of a parameter is XML to its end, in Base64.
    private static func isWholeMessage(_ pair: ArraySlice<UInt8>) -> Bool {
        let sent = pair.drop { $0 != UInt8(ascii: "=") }.dropFirst()
        guard let spaced = try? value(sent),
            let xml = try? Base64.decodeWrapped(MessageBytes.replacingInnerSpaces(spaced) ?? spaced)
        else { return false }
        return MessageBytes.isXML(xml[...]) && xml.last { !$0.isWhiteSpace } == UInt8(ascii: ">")
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }
}

extension SignedQuery.Name {
    private var isMessage: Bool { self == .samlRequest || self == .samlResponse }

    /// Returns whether a query string with this parameter cannot have the other one, too.
    fileprivate func excludes(_ other: Self) -> Bool {
        self == other || (isMessage && other.isMessage)
    }
}
