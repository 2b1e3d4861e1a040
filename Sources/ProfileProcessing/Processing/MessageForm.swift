/// What messages have in common that one program wrote and one program broke.
///
/// It has who sent them, what is wrong with them, and which tags, layouts, spellings of times, references and kinds of
/// characters occur in them, but not how often, and no values.
struct MessageForm: Hashable, Sendable {
    private let issuer: String
    private let code: ReasonCode
    private let marks: UInt64
    private let kinds: UInt64

    /// The form of a message, read in one pass.
    init(of bytes: [UInt8], from issuer: String?, failingWith code: ReasonCode) {
        var scan = Scan()
        scan.read(bytes.span)
        self.issuer = issuer ?? ""
        self.code = code
        // The order in which they occur first says nothing.
        marks = scan.marks.sum
        kinds = scan.kinds
    }

    private struct Scan {
        var marks = DistinctMarks()
        /// The bytes that occur in texts, a bit for each.
        private var seen: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

        /// The kinds of the characters in texts.
        var kinds: UInt64 {
            var kinds: UInt64 = 0
            for (quarter, bits) in [seen.0, seen.1, seen.2, seen.3].enumerated() {
                var rest = bits
                while rest != 0 {
                    kinds |= MessageForm.kind(of: UInt8(quarter * 64 + rest.trailingZeroBitCount))
                    rest &= rest - 1
                }
            }
            return kinds
        }

        private mutating func see(_ byte: UInt8) {
            let bit: UInt64 = 1 << UInt64(byte & 63)
            switch byte >> 6 {
            case 0: seen.0 |= bit
            case 1: seen.1 |= bit
            case 2: seen.2 |= bit
            default: seen.3 |= bit
            }
        }

        mutating func read(_ bytes: Span<UInt8>) {
            var index = 0
            while index < bytes.count {
                index =
                    bytes[index] == UInt8(ascii: "<")
                    ? tag(bytes, index) : text(bytes, index, until: 0x3C)
            }
        }

        /// Reads a tag, whose names count and whose values are texts.
        private mutating func tag(_ bytes: Span<UInt8>, _ start: Int) -> Int {
            var mark = Mark()
            var index = start
            while index < bytes.count {
                let byte = bytes[index]
                mark.add(byte)
                index += 1
                if byte == UInt8(ascii: ">") { break }
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                    index = text(bytes, index, until: byte)
                    // The closing mark is not an opening one.
                    if index < bytes.count, bytes[index] == byte { index += 1 }
                }
            }
            marks.insert(mark.value)
            return index
        }

        /// Reads a text up to a byte, and returns the offset of that.
        private mutating func text(_ bytes: Span<UInt8>, _ start: Int, until end: UInt8) -> Int {
            var index = start
            var isBlank = true
            var reference: Mark?
            while index < bytes.count, bytes[index] != end {
                let byte = bytes[index]
                isBlank = isBlank && byte <= 0x20
                if byte == UInt8(ascii: "&") { reference = Mark() }
                reference?.add(byte)
                if byte == UInt8(ascii: ";"), let mark = reference {
                    marks.insert(mark.value)
                    reference = nil
                }
                see(byte)
                index += 1
            }
            if isBlank {
                layout(bytes, start..<index)
            } else {
                spelling(bytes, start..<index)
            }
            return index
        }

        /// Notes which white space stands between tags, however much of it.
        private mutating func layout(_ bytes: Span<UInt8>, _ range: Range<Int>) {
            var mark = Mark()
            var last: UInt8 = 0
            for index in range where bytes[index] != last {
                last = bytes[index]
                mark.add(last)
            }
            marks.insert(mark.value)
        }

        /// Notes how a time or an address is written.
        private mutating func spelling(_ bytes: Span<UInt8>, _ range: Range<Int>) {
            let isTime =
                (16...40).contains(range.count) && bytes[range.lowerBound + 4] == UInt8(ascii: "-")
                && (bytes[range.lowerBound + 10] | 0x20) == UInt8(ascii: "t")
            let isAddress =
                range.count > 8
                && zip(range, "http".utf8).allSatisfy { bytes[$0] | 0x20 == $1 }
            guard isTime || isAddress else { return }
            var mark = Mark()
            // Of an address, whether it is one of https.
            for index in range.prefix(isTime ? range.count : 5) {
                let byte = bytes[index]
                mark.add((0x30...0x39).contains(byte) ? 0x30 : byte)
            }
            marks.insert(mark.value)
        }
    }

    /// Marks that occur, however often.
    ///
    /// Most messages have a few, which are compared faster than hashed.
    private struct DistinctMarks {
        private static let mostFew = 64
        private var few: [UInt64] = []
        private var others: Set<UInt64> = []

        /// The sum of all, whatever their order.
        var sum: UInt64 { others.reduce(few.reduce(0, &+), &+) }

        mutating func insert(_ mark: UInt64) {
            guard !few.contains(mark) else { return }
            if few.count < Self.mostFew {
                few.append(mark)
            } else {
                others.insert(mark)
            }
        }
    }

    /// A hash by FNV-1a: two forms with one hash are searched as one, which costs an explanation at worst.
    private struct Mark {
        private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

        mutating func add(_ byte: UInt8) {
            value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
    }

    /// The kind of a character that programs change, as a bit.
    private static func kind(of byte: UInt8) -> UInt64 {
        switch byte {
        case 0x00...0x1F: 1 << UInt64(byte)
        case 0x7F...0xBF: 0
        case 0xC0...0xC3, 0xCC...0xCD, 0xE2, 0xEF, 0xF0...0xFF: 1 << (32 + UInt64(byte) % 24)
        case UInt8(ascii: "\\"): 1 << 56
        case UInt8(ascii: "%"): 1 << 57
        case UInt8(ascii: "?"): 1 << 58
        case UInt8(ascii: "*"): 1 << 59
        case UInt8(ascii: "\""), UInt8(ascii: "'"): 1 << 60
        case 0xC4...: 1 << 61
        default: 0
        }
    }
}
