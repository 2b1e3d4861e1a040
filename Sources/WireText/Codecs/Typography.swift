/// The quotation marks and spaces that word processors, chats and shells put in and around a message.
package enum Typography {
    /// Returns the plain mark for the typographic one at an index; all of these take three bytes.
    package static func quote(at index: Int, in bytes: ArraySlice<UInt8>) -> UInt8? {
        guard index >= bytes.startIndex, index + 2 < bytes.endIndex, bytes[index] == 0xE2,
            bytes[index + 1] == 0x80
        else {
            return nil
        }
        switch bytes[index + 2] {
        case 0x98...0x9B: return UInt8(ascii: "'")
        case 0x9C...0x9F: return UInt8(ascii: "\"")
        default: return nil
        }
    }

    /// Returns the document with plain quotation marks and spaces in its tags; text between tags and what stands between
    /// plain quotation marks stays.
    package static func undone(inTagsOf bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var isInTag = false
        var openQuote: (plain: UInt8, isTypographic: Bool)?
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if isInTag, let plain = quote(at: index, in: bytes[...]),
                openQuote.map({ $0.isTypographic && $0.plain == plain }) ?? true
            {
                openQuote = openQuote == nil ? (plain, true) : nil
                output.append(plain)
                index += 3
                continue
            }
            if isInTag, openQuote == nil, byte == 0xC2, bytes[index...].dropFirst().first == 0xA0 {
                output.append(UInt8(ascii: " "))
                index += 2
                continue
            }
            switch byte {
            case UInt8(ascii: "<"): isInTag = true
            case UInt8(ascii: ">"):
                isInTag = false
                openQuote = nil
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if let open = openQuote {
                    if open.plain == byte { openQuote = nil }
                } else if isInTag {
                    openQuote = (byte, false)
                }
            default: break
            }
            output.append(byte)
            index += 1
        }
        return output
    }

    /// Returns the text without quotation marks around it, with plain spaces and without what has no width; `nil` if
    /// there is nothing of that.
    package static func undone(around bytes: [UInt8]) -> [UInt8]? {
        let trimmed = bytes.trimmingWhiteSpace()
        var slice = trimmed
        while let first = slice.first {
            if isQuote(first) {
                slice = slice.dropFirst()
            } else if quote(at: slice.startIndex, in: slice) != nil {
                slice = slice.dropFirst(3)
            } else {
                break
            }
        }
        while let last = slice.last {
            if isQuote(last) {
                slice = slice.dropLast()
            } else if quote(at: slice.endIndex - 3, in: slice) != nil {
                slice = slice.dropLast(3)
            } else {
                break
            }
        }
        var text = Array(slice)
        // Text in XML keeps its spaces.
        if text.first != UInt8(ascii: "<"),
            text.contains(where: { $0 == 0xC2 || $0 == 0xE2 || $0 == 0xEF })
        {
            text = withoutForeignSpaces(text)
        }
        return text.count < trimmed.count ? text : nil
    }

    private static func isQuote(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`")
    }

    private static func withoutForeignSpaces(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let byte = rest.first {
            if rest.starts(with: [0xC2, 0xA0]) || rest.starts(with: [0xE2, 0x80, 0xAF]) {
                output.append(UInt8(ascii: " "))
                rest = rest.dropFirst(byte == 0xC2 ? 2 : 3)
            } else if let width = widthless.first(where: { rest.starts(with: $0) }) {
                rest = rest.dropFirst(width.count)
            } else {
                output.append(byte)
                rest = rest.dropFirst()
            }
        }
        return output
    }

    /// A soft hyphen, a zero-width space and joiners, and the byte order mark.
    private static let widthless: [[UInt8]] = [
        [0xC2, 0xAD], [0xE2, 0x80, 0x8B], [0xE2, 0x80, 0x8C], [0xE2, 0x80, 0x8D],
        [0xE2, 0x81, 0xA0], [0xEF, 0xBB, 0xBF],
    ]
}
