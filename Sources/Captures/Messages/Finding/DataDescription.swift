internal import SAMLBindings
internal import WireText

/// Data in hexadecimal: as the programs of Apple's systems describe it, `<3c73616d 6c703a52 …>` and, of newer ones,
/// `{length = 4312, bytes = 0x3c736d6c … 3e }`, without the middle, and as others write it.
struct DataDescription {
    /// The bytes that are shown.
    private(set) var bytes: [UInt8] = []
    /// The place after the description.
    private(set) var end: Int
    /// A Boolean value that indicates whether bytes are missing among those that are shown.
    private(set) var isShortened = false
    /// The number of bytes that the data has, where that is written.
    private var length: Int?

    private static let newMark: StaticString = "bytes = 0x"
    private static let longestBeginning = 64
    private static let ellipses: [StaticString] = ["...", "\u{2026}"]
    /// Parts of messages and of their Base64; the first or last bytes of a message have one of them.
    private static let marks: [StaticString] = [
        "saml", "SAML", "Respons", "esponse>", "ssertion>", "Query>", "Request>", "PHNhbWx",
        "PD94bWwgdmVyc2lv", "UmVzcG9uc2", "Jlc3BvbnNl", "SZXNwb25zZ",
    ]

    /// The place of the first digit of the description that begins at an index, `nil` if none does.
    static func firstDigit(at index: Int, in text: ArraySlice<UInt8>) -> Int? {
        if ByteText.isText("<", at: index, in: text) {
            return isGroup(at: index + 1, in: text) ? index + 1 : nil
        }
        guard ByteText.isText("{length = ", at: index, in: text) else { return nil }
        let head = text[index...].prefix(longestBeginning)
        return head.indices.first { ByteText.isText(newMark, at: $0, in: text) }
            .map { $0 + newMark.utf8CodeUnitCount }
    }

    /// The first digit of the description whose first word begins at an index; `nil` if that word begins none.
    static func begins(at index: Int, in text: ArraySlice<UInt8>) -> Int? {
        guard index > text.startIndex else { return nil }
        switch text[index - 1] {
        case UInt8(ascii: "<"): return isGroup(at: index, in: text) ? index : nil
        case UInt8(ascii: ";"):
            return ByteText.isText("&lt;", at: index - 4, in: text) && isGroup(at: index, in: text)
                ? index : nil
        case 0x20:
            let mark = index - newMark.utf8CodeUnitCount + 2
            return ByteText.isText(newMark, at: mark, in: text) ? index + 2 : nil
        default: return nil
        }
    }

    /// The first of the digits of a message that stand at an index without a frame, with separators between them or without.
    static func plainDigit(at index: Int, in text: ArraySlice<UInt8>) -> Int? {
        let isPrefixed =
            ByteText.isText("0x", at: index, in: text) || ByteText.isText("0X", at: index, in: text)
            || ByteText.isText("\\x", at: index, in: text)
        let first = isPrefixed ? index + 2 : index
        guard first + 1 < text.endIndex, Hexadecimal.value(text[first]) != nil,
            Hexadecimal.value(text[first + 1]) != nil
        else { return nil }
        let digits = text[first...].prefix(longestBeginning).prefix {
            Hexadecimal.value($0) != nil || isSeparator($0)
        }
        return digits.count { Hexadecimal.value($0) != nil } >= fewestDigits
            && HexadecimalText.mayBegin(digits) ? first : nil
    }

    /// The first digit of XML that begins with a word, in which digits stand together.
    static func plainMarkup(at index: Int, in text: ArraySlice<UInt8>) -> Int? {
        guard let first = plainDigit(at: index, in: text),
            ByteText.isText("3c", at: first, in: text) || ByteText.isText("3C", at: first, in: text)
        else { return nil }
        // Numbers begin like this, too, but do not continue with letters.
        let beginning = text[first...].prefix(fewestDigits / 2)
        return isGroup(at: first, in: text)
            && stride(from: 2, to: 8, by: 2).allSatisfy { offset in
                (UInt8(ascii: "2")...UInt8(ascii: "7")).contains(beginning[first + offset])
            } ? first : nil
    }

    private static let fewestDigits = 16

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "-")
    }

    /// Returns whether eight digits stand at an index.
    private static func isGroup(at index: Int, in text: ArraySlice<UInt8>) -> Bool {
        let group = text[index...].prefix(8)
        return group.count == 8 && group.allSatisfy { Hexadecimal.value($0) != nil }
    }

    /// Reads a description from its first digit on.
    init(from start: Int, in text: ArraySlice<UInt8>) {
        end = start
        var high: UInt8?
        var spaceCount = 0
        while end < text.endIndex {
            let byte = text[end]
            if let digit = Hexadecimal.value(byte) {
                if let first = high { bytes.append(first << 4 | digit) }
                high = high == nil ? digit : nil
                spaceCount = 0
                end += 1
            } else if high == nil, Self.isSeparator(byte), spaceCount < Self.longestBeginning {
                spaceCount += 1
                end += 1
            } else if high == nil, !isShortened,
                let ellipsis = Self.ellipses.first(where: {
                    ByteText.isText($0, at: end, in: text)
                })
            {
                isShortened = true
                end += ellipsis.utf8CodeUnitCount
            } else {
                break
            }
        }
        let before = text[..<start].suffix(Self.longestBeginning)
        let label: StaticString = "length = "
        if let place = before.indices.last(where: { ByteText.isText(label, at: $0, in: before) }) {
            let digits = before[(place + label.utf8CodeUnitCount)...].prefix(while: \.isDigit)
            length = Int(String(decoding: digits, as: UTF8.self))
        }
    }

    /// A Boolean value that indicates whether what is shown of the data is of a message.
    var isOfMessage: Bool { Self.marks.contains { ByteText.contains($0, in: bytes[...]) } }

    /// The reason why the message is not whole.
    var error: CaptureError {
        let size = length.map { "\(bytes.count) of its \($0) bytes" } ?? "only \(bytes.count) bytes"
        return CaptureError(
            .truncatedMessage,
            detail:
                "the system shortened the description of the data and shows \(size); log the data "
                + "in Base64 (base64EncodedString()) or as text, in parts that the log takes",
            lacking: .middle)
    }
}
