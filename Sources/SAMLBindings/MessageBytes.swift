internal import WireText

/// The properties of a message that its bytes show.
enum MessageBytes {
    /// The characters that show how a message is packed, found in one pass.
    struct Marks: OptionSet {
        let rawValue: UInt8

        static let percentSign = Marks(rawValue: 1)
        static let formDelimiter = Marks(rawValue: 2)
        static let space = Marks(rawValue: 4)
        /// A byte that no packing of a message has.
        static let binary = Marks(rawValue: 8)
        /// A byte that escapes, references or quotation marks have.
        static let escape = Marks(rawValue: 16)

        /// The marks that occur in `bytes`.
        init(in bytes: [UInt8]) {
            let table = Self.table
            var found: UInt8 = 0
            for byte in bytes { found |= table[Int(byte)] }
            self.init(rawValue: found)
        }

        init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        private static let table: [UInt8] = (0...255).map { byte in
            switch UInt8(byte) {
            case UInt8(ascii: "%"): percentSign.rawValue
            case UInt8(ascii: "&"), UInt8(ascii: "?"): formDelimiter.rawValue
            case UInt8(ascii: " "): space.rawValue
            case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: "\""), UInt8(ascii: "'"),
                UInt8(ascii: "`"):
                escape.rawValue
            case 0x80...0xFF: binary.rawValue | escape.rawValue
            case 0x09, 0x0A, 0x0D, 0x21...0x7E: 0
            default: binary.rawValue
            }
        }
    }

    /// Returns whether an XML document may start here: `<`, in UTF-8 or UTF-16, after a byte order
    /// mark or without one.
    static func isXML(_ bytes: ArraySlice<UInt8>) -> Bool {
        let second = bytes.dropFirst().first
        switch bytes.first {
        case 0x3C: return true
        case 0xEF: return bytes.starts(with: [0xEF, 0xBB, 0xBF, 0x3C])
        case 0xFE: return second == 0xFF
        case 0xFF: return second == 0xFE
        case 0x00: return second == 0x3C
        default: return false
        }
    }

    /// Returns XML in UTF-16 without a byte order mark, without the white space before it; `nil` for anything else.
    static func wideXML(_ bytes: [UInt8]) -> ArraySlice<UInt8>? {
        guard bytes.count > 3, let zero = bytes.prefix(2).firstIndex(of: 0) else { return nil }
        var rest = bytes[...]
        while rest.count > 1, rest[rest.startIndex + zero] == 0,
            rest[rest.startIndex + 1 - zero].isWhiteSpace
        {
            rest = rest.dropFirst(2)
        }
        let isXML =
            rest.count > 1 && rest[rest.startIndex + zero] == 0
            && rest[rest.startIndex + 1 - zero] == UInt8(ascii: "<")
        return isXML ? rest : nil
    }

    /// The bytes with `+` for every space where a character of Base64 must have been, `nil` when
    /// there is none, or where the spaces stand between the lines of an unfolded header.
    static func replacingInnerSpaces(_ bytes: [UInt8]) -> [UInt8]? {
        let spaces = innerSpaces(bytes)
        guard !spaces.isEmpty, !areFolds(spaces, in: bytes) else { return nil }
        var result = bytes
        for index in spaces { result[index] = UInt8(ascii: "+") }
        return result
    }

    /// Returns whether spaces follow one another at the width of a line; `+` does not.
    private static func areFolds(_ spaces: [Int], in bytes: [UInt8]) -> Bool {
        let shortestLine = 40
        guard spaces.count > 1, let start = bytes.firstIndex(where: { !$0.isWhiteSpace }),
            let last = bytes.lastIndex(where: { !$0.isWhiteSpace })
        else { return false }
        let width = spaces[1] - spaces[0]
        let (head, tail) = (spaces[0] - start, last - spaces[spaces.count - 1])
        // The name of a header stands before a shorter first line.
        guard width > shortestLine, head < width, tail < width,
            spaces.count > 2 || head == width - 1
        else { return false }
        return zip(spaces, spaces.dropFirst()).allSatisfy { $1 - $0 == width }
    }

    /// The place of a space after the last digit, where a digit is missing there.
    ///
    /// XML whose length is a multiple of three ends in "+" in Base64, because it ends in ">".
    private static func spaceForLastDigit(_ bytes: [UInt8], innerSpaceCount: Int) -> Int? {
        let digitCount = bytes.count { !$0.isWhiteSpace } + innerSpaceCount
        guard digitCount % 4 == 3, let last = bytes.lastIndex(where: { !$0.isWhiteSpace }),
            bytes[(last + 1)...].first == UInt8(ascii: " ")
        else { return nil }
        return last + 1
    }

    private static func innerSpaces(_ bytes: [UInt8]) -> [Int] {
        var spaces: [Int] = []
        var candidates: [Int] = []
        var isInsideLine = false
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: " "):
                if isInsideLine { candidates.append(index) }
            case UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                isInsideLine = false
                candidates = []
            default:
                isInsideLine = true
                spaces += candidates
                candidates = []
            }
        }
        if let last = spaceForLastDigit(bytes, innerSpaceCount: spaces.count) {
            spaces.append(last)
        }
        return spaces
    }
}

extension [UInt8] {
    /// The bytes after a UTF-8 byte order mark, which some editors put before any text.
    var withoutByteOrderMark: [UInt8] {
        starts(with: [0xEF, 0xBB, 0xBF]) ? Array(dropFirst(3)) : self
    }
}
