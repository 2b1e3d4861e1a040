/// Where Foundation and the reader of JSON lines differ on purpose, found in one line.
///
/// Foundation accepts what RFC 8259 does not allow:
/// - a comma behind the last member of an object or the last element of an array,
/// - what has a NUL among its first four bytes and is good JSON in UTF-16 or UTF-32.
///
/// The line reader accepts what Foundation refuses. All of it concerns what a value means and not
/// where it ends, so that a capture keeps its message when another value is odd:
/// - bytes that are not UTF-8,
/// - escaped surrogates that are no pair,
/// - numbers too large for a `Double`.
struct FoundationDifferences {
    /// The line without the commas that only Foundation accepts.
    private(set) var withoutTrailingCommas: [UInt8] = []
    /// Whether Foundation refuses the line although its grammar is right.
    private(set) var isRefused: Bool

    /// Whether Foundation may take the line for something else than UTF-8.
    let isOtherEncoding: Bool

    private var lastSignificant: UInt8?
    private var trailingComma: Int?
    private var number: [UInt8] = []

    init(_ bytes: [UInt8]) {
        isOtherEncoding = bytes.prefix(4).contains(0)
        isRefused = !String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\"") {
                let end = Self.endOfString(in: bytes, from: index)
                if Self.hasUnpairedSurrogate(bytes[index..<end]) { isRefused = true }
                visit(bytes[index])
                withoutTrailingCommas += bytes[(index + 1)..<end]
                index = end
            } else {
                visit(bytes[index])
                index += 1
            }
        }
        endNumber()
    }

    /// Takes in a byte outside strings, or the quote that begins one.
    private mutating func visit(_ byte: UInt8) {
        if "0123456789+-.eE".utf8.contains(byte) { number.append(byte) } else { endNumber() }
        switch byte {
        case UInt8(ascii: ","):
            let hasMember = lastSignificant.map { !"{[,".utf8.contains($0) } ?? false
            trailingComma = hasMember ? withoutTrailingCommas.count : nil
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            if let trailingComma { withoutTrailingCommas.remove(at: trailingComma) }
            trailingComma = nil
        case 0x20, 0x09, 0x0A, 0x0D: break
        default: trailingComma = nil
        }
        if ![0x20, 0x09, 0x0A, 0x0D].contains(byte) { lastSignificant = byte }
        withoutTrailingCommas.append(byte)
    }

    private mutating func endNumber() {
        if Double(String(decoding: number, as: UTF8.self))?.isInfinite == true { isRefused = true }
        number = []
    }

    private static func endOfString(in bytes: [UInt8], from start: Int) -> Int {
        var index = start + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index + 1, bytes.count)
    }

    private static func hasUnpairedSurrogate(_ string: ArraySlice<UInt8>) -> Bool {
        var expectsLow = false
        var rest = string
        while let byte = rest.first {
            var unit: UInt16 = 0
            var length = 1
            if byte == UInt8(ascii: "\\") {
                let isUnicode = rest.dropFirst().first == UInt8(ascii: "u")
                length = isUnicode ? 6 : 2
                let digits = rest.prefix(length).dropFirst(2)
                unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0
            }
            if (0xDC00...0xDFFF).contains(unit) != expectsLow { return true }
            expectsLow = (0xD800...0xDBFF).contains(unit)
            rest = rest.dropFirst(length)
        }
        return expectsLow
    }
}
