#if Sandbox
internal import PayloadCoding
internal import WireText

/// A token of another service, if it is a JWS that anybody can read.
struct SignedToken: Sendable {
    /// A Boolean value that indicates whether the token names an algorithm.
    let isSigned: Bool
    /// The end of its life in seconds; `nil` without one.
    let expires: Int64?

    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.part(parts[0]), let content = Self.part(parts[1])
        else { return nil }
        isSigned = header["alg"]?.text?.lowercased() != "none" && !parts[2].isEmpty
        expires = (content["exp"]?.bytes).flatMap { Int64(String(decoding: $0, as: UTF8.self)) }
    }

    /// Returns whether the token ended more than a minute ago.
    func hasExpired(at milliseconds: Int64) -> Bool {
        expires.map { $0 < milliseconds / 1000 - 60 } ?? false
    }

    private static func part(_ text: Substring) -> JSONValue? {
        var digits = text.utf8.map { byte -> UInt8 in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        while digits.count % 4 != 0 { digits.append(UInt8(ascii: "=")) }
        guard let value = (try? Base64.decode(digits)).flatMap(JSONText.read),
            value.members != nil
        else { return nil }
        return value
    }
}
#endif
