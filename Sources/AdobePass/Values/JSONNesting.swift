/// The check that JSON can be decoded without overflowing the stack.
///
/// Decoding values of any shape recurses, and the 512 levels that Foundation's decoder allows are more than
/// a thread of half a megabyte has room for, so that a message could end the process.
package enum JSONNesting {
    /// More levels than any documented message has.
    static let deepest = 64

    /// Returns whether a document is UTF-8 and its lists and objects are not nested too deeply.
    ///
    /// - Parameter bytes: The document.
    /// - Returns: False if it must not be decoded; true does not mean that it is JSON.
    package static func isDecodable(_ bytes: [UInt8]) -> Bool {
        var depth = 0
        var isInString = false
        var isEscaped = false
        for byte in bytes {
            // Never in UTF-8; in other encodings, which the decoder would take, with every bracket.
            if byte == 0 { return false }
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                if depth > deepest { return false }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
        return true
    }
}
