internal import WireText

/// A field of a text that leads to a request with the same message: the header `Location`, as recorders, logs and JSON
/// write it, and the input of a form of a page.
enum RedirectField {
    private static let longestURL = 2048
    private static let longestGap = 16
    private static let longestTag = 256
    private static let header = Array("location".utf8)
    private static let attribute = Array("value".utf8)
    private static let element = Array("input".utf8)

    /// Returns whether the message at a place is in such a field.
    static func contains(_ place: Int, in text: ArraySlice<UInt8>) -> Bool {
        let before = text[max(text.startIndex, place - longestURL)..<place]
        return isLocation(before) || isInput(before)
    }

    private static func isLocation(_ before: ArraySlice<UInt8>) -> Bool {
        let urlStart = before.lastIndex(where: endsURL).map { $0 + 1 } ?? before.startIndex
        // "location=https://…" has no space or quotation mark that separates them.
        let url = before[urlStart...]
        if isName(header, url.prefix(header.count)), let sign = url.dropFirst(header.count).first {
            return isSeparator(sign)
        }
        return isNamed(header, before[..<urlStart])
    }

    private static func isInput(_ before: ArraySlice<UInt8>) -> Bool {
        guard isNamed(attribute, before) else { return false }
        let tag = before.suffix(longestTag)
        guard tag.count > element.count else { return false }
        return (tag.startIndex..<(tag.endIndex - element.count)).contains { start in
            isName(element, tag[start..<(start + element.count)])
        }
    }

    /// Returns whether a name and separators end a text.
    private static func isNamed(_ name: [UInt8], _ text: ArraySlice<UInt8>) -> Bool {
        var end = text.endIndex
        let bound = max(text.startIndex, end - longestGap)
        while end > bound, isSeparator(text[end - 1]) { end -= 1 }
        guard end < text.endIndex, isName(name, text[..<end].suffix(name.count)) else {
            return false
        }
        // "allocation" is another word.
        let before = text[..<(end - name.count)].last ?? 0
        return !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(before | 0x20)
    }

    private static func isName(_ name: [UInt8], _ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count == name.count && zip(bytes, name).allSatisfy { $0 | 0x20 == $1 }
    }

    private static func endsURL(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x09, UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: ","),
            UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "["),
            UInt8(ascii: "\\"):
            true
        default: false
        }
    }
}
