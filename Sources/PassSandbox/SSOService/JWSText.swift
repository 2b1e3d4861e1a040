internal import PayloadCoding
internal import WireText

/// A JSON Web Signature in its compact form, not verified yet.
struct JWSText: Sendable {
    let header: JSONValue
    let claims: JSONValue
    /// The text that is signed.
    let signed: String
    let signature: [UInt8]

    /// Reads a text; `nil` if it has another form.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.object(parts[0]),
            let claims = Self.object(parts[1]), let signature = Self.decode(parts[2])
        else { return nil }
        self.header = header
        self.claims = claims
        self.signature = signature
        signed = "\(parts[0]).\(parts[1])"
    }

    /// The Base64 of bytes as URLs have it, without padding.
    static func encode(_ bytes: some Collection<UInt8>) -> String {
        let text = Base64.encoding([UInt8](bytes)).compactMap { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            case UInt8(ascii: "="): nil
            default: byte
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func object(_ text: Substring) -> JSONValue? {
        decode(text).flatMap(JSONText.read).flatMap { $0.members == nil ? nil : $0 }
    }

    private static func decode(_ text: Substring) -> [UInt8]? {
        guard !text.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") })
        else { return nil }
        var bytes = text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        bytes += [UInt8](repeating: UInt8(ascii: "="), count: (4 - bytes.count % 4) % 4)
        return try? Base64.decode(bytes)
    }
}
