internal import WireText

/// A message in hexadecimal: digits in groups of any size, or the listing of a program.
///
/// Programs put white space, colons, commas or hyphens between bytes, and `0x` or `\x` before them. `xxd`, `hexdump`,
/// `od` and Wireshark list offsets and the same bytes as text, too.
package enum HexadecimalText {
    /// Returns the bytes that a text shows; `nil` if it shows none, or none that may be a message.
    package static func bytes(in text: ArraySlice<UInt8>) -> [UInt8]? {
        guard mayBegin(text) else { return nil }
        let text = HexadecimalListing.withoutHead(text.trimmingWhiteSpace())
        let bytes =
            HexadecimalListing.isBeginning(text)
            ? HexadecimalListing.bytes(in: text) : digits(in: content(of: text))
        return bytes.flatMap { $0.count >= fewestBytes && begins(like: $0.prefix(4)) ? $0 : nil }
    }

    /// Returns whether the first digits of a text may be those of a message; a text without any costs nothing.
    package static func mayBegin(_ text: ArraySlice<UInt8>) -> Bool {
        guard let start = text.firstIndex(where: { !$0.isWhiteSpace }),
            text[start] < 0x80, isBeginning[Int(text[start])]
        else { return false }
        let longestBeginning = 128
        let head = HexadecimalListing.withoutHead(text[start...]).prefix(longestBeginning)
        if HexadecimalListing.isBeginning(head) { return true }
        guard let bytes = digits(in: content(of: head), isCut: true) else { return false }
        return begins(like: bytes[...].prefix(4))
            || bytes.count > 3 && begins(like: [bytes[1], bytes[0], bytes[3], bytes[2]])
    }

    /// Returns the bytes that a text, which may continue, shows from its beginning; `nil` if it shows none.
    package static func beginning(of text: ArraySlice<UInt8>) -> [UInt8]? {
        guard mayBegin(text) else { return nil }
        let text = HexadecimalListing.withoutHead(text.drop(while: \.isWhiteSpace))
        guard HexadecimalListing.isBeginning(text) else {
            return digits(in: content(of: text), isCut: true)
        }
        let end = text.lastIndex(of: UInt8(ascii: "\n")) ?? text.endIndex
        return HexadecimalListing.bytes(in: text[..<end])
    }

    /// Returns whether bytes may begin a message: in XML, compressed, in Base64, percent-encoded or in a form.
    private static func begins(like bytes: ArraySlice<UInt8>) -> Bool {
        MessageBytes.isXML(bytes) || Compression(headerOf: bytes) != nil
            || texts.contains { bytes.starts(with: $0.utf8) }
    }

    private static let fewestBytes = 4
    private static let texts = [
        "PD", "PE", "PF", "PG", "PH", "77u", "H4sI", "eJ", "SAML", "%3C", "%3c",
    ]

    // MARK: Digits

    private enum Kind { case digit, separator, other }

    private static let kinds: [Kind] = (0...255).map { byte in
        let byte = UInt8(byte)
        if Hexadecimal.value(byte) != nil { return .digit }
        return byte.isWhiteSpace || ":,-;\"'`[]{}()".utf8.contains(byte) ? .separator : .other
    }

    /// The first bytes that a text in hexadecimal may have; the words before an array and above a listing have others.
    private static let isBeginning: [Bool] = (0..<128).map { byte in
        kinds[byte] != .other || "\\xXuslLPO".utf8.contains(UInt8(byte))
    }

    /// Returns the text between the braces of an array, or after the letter of a literal of SQL; else the whole text.
    private static func content(of text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let longestName = 100
        if let brace = text.prefix(longestName).firstIndex(of: UInt8(ascii: "{")) {
            let end = text.lastIndex(of: UInt8(ascii: "}")) ?? text.endIndex
            return text[(brace + 1)..<max(brace + 1, end)]
        }
        let isLiteral = text.starts(with: "x'".utf8) || text.starts(with: "X'".utf8)
        return isLiteral ? text.dropFirst() : text
    }

    /// Returns the bytes of digits with separators, which may end anywhere if `isCut`; `nil` where anything else stands, or
    /// half a byte.
    private static func digits(in text: ArraySlice<UInt8>, isCut: Bool = false) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2)
        var high: UInt8?
        var groupLength = 0
        var hasOnlyWords = true
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            switch kinds[Int(byte)] {
            case .digit:
                if byte == UInt8(ascii: "0"), high == nil, isPrefix(text[index...]) {
                    index += 2
                    continue
                }
                let digit = Hexadecimal.value(byte) ?? 0
                if let first = high { bytes.append(first << 4 | digit) }
                high = high == nil ? digit : nil
                groupLength += 1
            case .separator:
                // Lines may be broken anywhere, bytes apart only between them.
                guard high == nil || byte == 0x0A || byte == 0x0D else { return nil }
                if groupLength > 0 { hasOnlyWords = hasOnlyWords && groupLength == 4 }
                groupLength = 0
            case .other:
                guard high == nil, byte == UInt8(ascii: "\\"),
                    text[index...].dropFirst().first.map({ $0 | 0x20 }) == UInt8(ascii: "x")
                else { return nil }
                index += 1
            }
            index += 1
        }
        guard high == nil || isCut else { return nil }
        return hasOnlyWords && !isCut ? ofWords(bytes) : bytes
    }

    private static func isPrefix(_ text: ArraySlice<UInt8>) -> Bool {
        text.starts(with: "0x".utf8) || text.starts(with: "0X".utf8)
    }

    /// Returns bytes that were shown in words of two, put in their order if the last of each came first.
    static func ofWords(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count > 3, bytes.count.isMultiple(of: 2), !begins(like: bytes[...].prefix(4)),
            begins(like: [bytes[1], bytes[0], bytes[3], bytes[2]])
        else { return bytes }
        var bytes = bytes
        for index in stride(from: 0, to: bytes.count, by: 2) { bytes.swapAt(index, index + 1) }
        // Of an odd number the last word is filled up.
        if bytes.last == 0, bytes[bytes.count - 2] != 0 { bytes.removeLast() }
        return bytes
    }
}
