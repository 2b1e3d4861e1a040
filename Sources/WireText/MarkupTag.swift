/// The extent of a tag in a text of XML that is well-formed.
package enum MarkupTag {
    /// Returns the offset behind a tag, in whose values a `>` may stand.
    package static func end(in bytes: [UInt8], from start: Int) -> Int {
        var quote: UInt8?
        var index = start + 1
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                break
            }
        }
        return index
    }
}
