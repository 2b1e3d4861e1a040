internal import SAMLBindings
internal import WireText

/// The result of examining bytes that may be a message.
enum MessageShape {
    /// A SAML message from its beginning to its end.
    case complete
    /// The beginning of a SAML message.
    case beginning
    /// Something else, or a message in a packing that is not known.
    case other

    private static let previewByteCount = 2048
    /// UTF-16 with a byte order mark, and with the high byte first without one.
    private static let wideBeginnings: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF], [0x00, 0x3C]]

    /// Unpacks bytes as far as they can be.
    init(of bytes: [UInt8]) {
        if let xml = bytes.unpackedXML {
            // UTF-16 is judged by the parser of XML alone.
            if Self.wideBeginnings.contains(where: xml.starts(with:)) {
                self = .complete
            } else if MessageRoot(of: xml) == nil {
                self = .other
            } else {
                self = MessageRoot.isComplete(xml) ? .complete : .beginning
            }
            return
        }
        self = Self.isBeginning(bytes) ? .beginning : .other
    }

    /// Returns whether Base64 stands for the beginning of a message.
    static func isBeginning(_ bytes: [UInt8]) -> Bool {
        let preview = MessagePreview.bytes(
            inBase64: digits(in: bytes), limit: previewByteCount)
        return MessageRoot(of: preview) != nil
    }

    /// Returns whether digits may be those of a message: they stand for XML, or for something compressed that begins
    /// like XML.
    static func mayBegin(_ digits: [UInt8]) -> Bool {
        // Base64 of XML begins with PD to PH; these are the digits of that, encoded again.
        if digits.starts(with: "UE".utf8), digits.count > 2 {
            switch digits[2] {
            case UInt8(ascii: "Q")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "j"):
                return true
            default: break
            }
        }
        let preview = MessagePreview.bytes(inBase64: digits, limit: 64)
        if Self.wideBeginnings.contains(where: preview.starts(with:)) { return true }
        return preview.first { !$0.isWhiteSpace }
            .map { $0 == UInt8(ascii: "<") || $0 == 0xEF }
            ?? MessagePreview.isUndecided(digits)
    }

    /// The digits of a text in Base64, out of its percent-encoding.
    static func digits(in bytes: [UInt8]) -> [UInt8] {
        var digits: [UInt8] = []
        var index =
            bytes.firstIndex(of: UInt8(ascii: "=")).map { equals in
                // The name of a parameter comes before.
                equals < 20 && equals + 16 < bytes.count ? equals + 1 : 0
            } ?? 0
        while index < bytes.count {
            var byte = bytes[index]
            if byte == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = Hexadecimal.value(bytes[index + 1]),
                let low = Hexadecimal.value(bytes[index + 2])
            {
                byte = high << 4 | low
                index += 2
            }
            index += 1
            if byte.isWhiteSpace || byte == UInt8(ascii: "\\") { continue }
            guard Base64Run.isDigit[Int(byte)] else { break }
            digits.append(byte)
        }
        return digits
    }

    /// The number of bytes of a text up to the end of the message in it, where spaces replace `+` and line breaks wrap
    /// it; `nil` if no message ends in it.
    static func count(ofSpaced text: ArraySlice<UInt8>) -> Int? {
        var digits: [UInt8] = []
        digits.reserveCapacity(text.count)
        var places: [Int] = []
        for index in text.indices {
            let byte = text[index]
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { continue }
            digits.append(byte == UInt8(ascii: " ") ? UInt8(ascii: "+") : byte)
            places.append(index)
        }
        let xml = MessagePreview.bytes(inBase64: digits, limit: digits.count)
        guard let end = end(ofMessageIn: xml) else { return nil }
        let digitCount = (end + 2) / 3 * 4
        guard digitCount <= digits.count else { return nil }
        return places[digitCount - 1] + 1 - text.startIndex
    }

    /// The place after the message that XML begins with; `nil` if it begins with none, or the end is not there.
    static func end(ofMessageIn xml: [UInt8]) -> Int? {
        guard MessageRoot(of: xml) != nil, let (name, _) = MessageRoot.rootName(of: xml) else {
            return nil
        }
        return lastEnd(of: name, in: xml)
    }

    /// The place after the last end tag with a name.
    private static func lastEnd(of name: ArraySlice<UInt8>, in xml: [UInt8]) -> Int? {
        var rest = xml[...]
        while let slash = rest.lastIndex(of: UInt8(ascii: "/")) {
            if slash > 0, xml[slash - 1] == UInt8(ascii: "<"),
                xml[(slash + 1)...].starts(with: name)
            {
                let after = xml[(slash + 1 + name.count)...].drop { $0.isWhiteSpace }
                if after.first == UInt8(ascii: ">") { return after.startIndex + 1 }
            }
            rest = rest[..<slash]
        }
        return nil
    }
}
