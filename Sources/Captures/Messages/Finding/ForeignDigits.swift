internal import SAMLBindings
internal import WireText

/// Words that look like Base64 and hold no message, such as keys, checksums and names.
///
/// A word that may be a damaged message is not one of them.
enum ForeignDigits {
    /// The fewest digits of a message whose beginning is damaged.
    private static let fewestDigits = 100
    private static let mostCompared = 4096
    private static let marks = ["saml", "urn:oasis", "<"]

    /// Returns whether a text is such a word, in lines or not.
    static func isOne(_ text: ArraySlice<UInt8>) -> Bool {
        // A parameter may be empty.
        guard !text.starts(with: "SAML".utf8) else { return false }
        // The offsets of a listing are digits, too.
        guard !HexadecimalText.mayBegin(text) else { return false }
        let beginning = MessageShape.digits(in: Array(text.prefix(160)))
        guard !beginning.isEmpty, !MessageShape.mayBegin(beginning) else { return false }
        var padding = 0
        var digits: [UInt8] = []
        for byte in text where !byte.isWhiteSpace {
            if byte == UInt8(ascii: "=") {
                padding += 1
            } else {
                guard padding == 0, Base64Run.isDigit[Int(byte)] else { return false }
                if digits.count < mostCompared { digits.append(byte) }
            }
        }
        guard padding <= 2 else { return false }
        guard digits.count >= fewestDigits else { return true }
        if digits.allSatisfy({ Hexadecimal.value($0) != nil }) {
            return !isMessage(hexadecimal: digits)
        }
        let hasCapitals = digits.contains { (0x41...0x5A).contains($0) }
        let hasSmall = digits.contains { (0x61...0x7A).contains($0) }
        // A program that changes the case of letters, or compresses, leaves nothing else to see.
        guard hasCapitals, hasSmall, !digits.starts(with: "H4sI".utf8) else { return false }
        return !(0..<4).contains { isMessage(digits.dropFirst($0)) }
    }

    private static func isMessage(hexadecimal digits: [UInt8]) -> Bool {
        let bytes = DataDescription(from: 0, in: digits[...]).bytes
        return isText(ofMessage: bytes) || MessageShape.mayBegin(Array(bytes.prefix(160)))
    }

    /// Returns whether digits, the first of which may be lost, stand for text with part of a message.
    private static func isMessage(_ digits: ArraySlice<UInt8>) -> Bool {
        let plain = digits.map(Base64URL.standard)
        return [UInt8](base64: plain.dropLast(plain.count % 4)).map { isText(ofMessage: $0) }
            ?? false
    }

    private static func isText(ofMessage bytes: [UInt8]) -> Bool {
        let textCount = bytes.count { $0 >= 0x20 && $0 < 0x7F || $0.isWhiteSpace }
        guard textCount * 10 >= bytes.count * 9 else { return false }
        let text = bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return marks.contains { text[...].contains($0) }
    }
}
