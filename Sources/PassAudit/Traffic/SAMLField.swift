internal import Captures
internal import PayloadCoding
internal import WireText
internal import XMLCore

/// The SAML response in a form, and how it was packed.
struct SAMLField: Hashable, Sendable {
    /// The message, as it was before it was packed; of one that cannot be unpacked, the field.
    let hash: HashedText
    /// The defect of the encoding, if there is one.
    var encodingDefect: String?
    /// White space that the cookbook's normalization would have removed.
    var normalizationDefect: String?
    /// The request that the response says it answers.
    var inResponseTo: HashedText?

    /// Reads the field of a form.
    ///
    /// - Parameters:
    ///   - raw: The value as it stands in the body.
    ///   - isExact: Whether it stands there as it was sent; a recorder that lists parameters has decoded it.
    init(raw: [UInt8], isExact: Bool) {
        let plusOffset = isExact ? raw.firstIndex(of: UInt8(ascii: "+")) : nil
        let value = PercentEscape.undone(
            in: raw.map { $0 == UInt8(ascii: "+") && isExact ? UInt8(ascii: " ") : $0 }[...])
        let text = value.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "+") : $0 }
        if let plusOffset {
            encodingDefect = "a raw plus sign at byte \(plusOffset) of the value becomes a space"
        } else if let double = Self.doubleEncoding(value) {
            encodingDefect = "it is percent-encoded twice: \(double) after one decoding"
        } else if let line = value.firstIndex(where: { $0 == 0x0D || $0 == 0x0A }) {
            encodingDefect = "the Base64 is wrapped into lines, the first at byte \(line)"
        } else if let other = value.firstIndex(where: {
            $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        }
        ), value.first != UInt8(ascii: "<") {
            encodingDefect = "the Base64 has the alphabet for URLs, first at byte \(other)"
        }
        var message: [UInt8]?
        do throws(PayloadDecodingError) {
            message = try Base64.decodeWrapped(
                PercentEscape.undone(in: text[...]).filter { $0 != UInt8(ascii: " ") })
        } catch {
            encodingDefect =
                encodingDefect ?? "it is not standard Base64, first at byte \(error.offset)"
        }
        hash = HashedText(message ?? value)
        if let message { read(message) }
    }

    private static func doubleEncoding(_ value: [UInt8]) -> String? {
        for (offset, byte) in value.enumerated() where byte == UInt8(ascii: "%") {
            let escape = String(decoding: value[offset...].prefix(3), as: UTF8.self)
            if ["%2B", "%2F", "%3D"].contains(escape.uppercased()) { return escape }
        }
        return nil
    }

    private mutating func read(_ message: [UInt8]) {
        normalizationDefect = Self.normalizationDefect(of: message)
        guard let document = try? XML.Document(parsing: message) else {
            encodingDefect = encodingDefect ?? "what was encoded is not well-formed XML"
            return
        }
        let root = document.rootElement
        if root.name.localName != "Response"
            || root.name.namespace?.rawValue != "urn:oasis:names:tc:SAML:2.0:protocol"
        {
            encodingDefect =
                encodingDefect ?? "the root element is \(root.name.localName), not samlp:Response"
        }
        inResponseTo = root.attributes.first { $0.name.localName == "InResponseTo" }
            .map { HashedText($0.value) }
    }

    /// Returns the first white space that the cookbook's normalization does not leave.
    ///
    /// Runs of blanks are not a defect: blanks on both sides of a removed line break become neighbors.
    static func normalizationDefect(of message: [UInt8]) -> String? {
        var count = 0
        var first: (name: String, offset: Int)?
        func note(_ name: String, _ offset: Int) {
            count += 1
            if first == nil { first = (name, offset) }
        }
        for (offset, byte) in message.enumerated() {
            switch byte {
            case 0x09: note("a tab", offset)
            case 0x0A...0x0D: note("a line break", offset)
            case 0x85 where offset > 0 && message[offset - 1] == 0xC2: note("U+0085", offset - 1)
            case 0xA8, 0xA9:
                if offset > 1, message[offset - 1] == 0x80, message[offset - 2] == 0xE2 {
                    note("U+2028 or U+2029", offset - 2)
                }
            default: continue
            }
        }
        if first == nil, message.first == 0x20 { note("a blank at the beginning", 0) }
        if first == nil, message.last == 0x20 { note("a blank at the end", message.count - 1) }
        return first.map { "\(count) such places, the first \($0.name) at byte \($0.offset)" }
    }
}

/// A SAML request that Adobe gave, to be handed to the framework.
struct SAMLRequestText: Hashable, Sendable {
    let hash: HashedText
    let byteCount: Int
    /// The ID of the request, if it can be read.
    let id: HashedText?
    let attributeNames: [String]

    init(_ text: String, attributeNames: [String]) {
        hash = HashedText(text)
        byteCount = text.utf8.count
        self.attributeNames = attributeNames
        let document = (try? Base64.decodeWrapped(Array(text.utf8))).flatMap {
            try? XML.Document(parsing: $0)
        }
        id = document?.rootElement.attributes.first { $0.name.localName == "ID" }
            .map { HashedText($0.value) }
    }
}
