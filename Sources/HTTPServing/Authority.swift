internal import WireText

/// The host that a request names, with its port if there is one (RFC 9110, 7.2).
struct Authority {
    /// The host in lower case; an address of IPv6 without its brackets.
    let host: String

    /// Creates an authority from its text.
    ///
    /// - Parameter text: A name, an address of IPv4 or one of IPv6 in brackets, and perhaps a colon and
    ///   a port. Anything more, as a user before `@`, gives `nil`.
    init?(_ text: String) {
        // ASCII only: `lowercased()` makes a `k` of the Kelvin sign.
        let bytes = text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        let name: ArraySlice<UInt8>
        let rest: ArraySlice<UInt8>
        if bytes.first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            name = bytes[1..<end]
            rest = bytes[(end + 1)...]
            guard name.contains(UInt8(ascii: ":")), name.allSatisfy(Self.isInAddress) else {
                return nil
            }
        } else {
            let end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
            name = bytes[..<end]
            rest = bytes[end...]
            guard !name.isEmpty, name.allSatisfy(Self.isInName) else { return nil }
        }
        guard rest.isEmpty || Self.isPort(rest) else { return nil }
        host = String(decoding: name, as: UTF8.self)
    }

    private static func isInAddress(_ byte: UInt8) -> Bool {
        Hexadecimal.value(byte) != nil || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func isPort(_ bytes: ArraySlice<UInt8>) -> Bool {
        let digits = bytes.dropFirst()
        return bytes.first == UInt8(ascii: ":")
            && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            && UInt16(String(decoding: digits, as: UTF8.self)) != nil
    }
}
