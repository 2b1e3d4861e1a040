internal import PayloadCoding
internal import WireText

/// The beginning of a message that may be cut off.
package enum MessagePreview {
    /// The first bytes that a text in Base64 stands for, out of DEFLATE if they were compressed.
    ///
    /// - Parameters:
    ///   - digits: The digits, without white space; an incomplete group at the end is ignored.
    ///   - limit: The largest number of bytes.
    /// - Returns: The bytes.
    package static func bytes(inBase64 digits: [UInt8], limit: Int) -> [UInt8] {
        let decoded = decoded(digits)
        if MessageBytes.isXML(decoded.drop { $0.isWhiteSpace }) {
            return Array(decoded.prefix(limit))
        }
        return Inflation.beginning(of: decoded, limit: limit)
    }

    /// Returns whether the first digits of a text in Base64 are those of something in gzip or zlib, and too few to tell what
    /// it is.
    package static func isUndecided(_ digits: [UInt8]) -> Bool {
        guard digits.first == UInt8(ascii: "H") || digits.first == UInt8(ascii: "e") else {
            return false
        }
        let decoded = decoded(digits)
        return Compression(headerOf: decoded) != nil
            && Inflation.beginning(of: decoded, limit: 1).isEmpty
    }

    private static func decoded(_ digits: [UInt8]) -> [UInt8] {
        var text = digits.prefix { $0 != UInt8(ascii: "=") }.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        text.removeLast(text.count % 4)
        return (try? Base64.decode(text)) ?? []
    }
}
