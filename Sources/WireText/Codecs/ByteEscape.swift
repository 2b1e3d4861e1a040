/// The ways in which programs write bytes that are not ASCII.
package enum ByteEscape: CaseIterable {
    /// `\xc3`, as Python's `repr` of bytes.
    case hexadecimal
    /// `\303`, as PostgreSQL's format "escape".
    case octal
    /// `#303`, as rsyslog.
    case hashed

    private var lead: UInt8 { UInt8(ascii: self == .hashed ? "#" : "\\") }

    /// Returns the bytes without such escapes, `nil` if none stands for a byte that is not ASCII.
    package func undone(in bytes: [UInt8]) -> [UInt8]? {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var hasFound = false
        var index = 0
        while index < bytes.count {
            if bytes[index] == lead, let (byte, length) = escape(at: index, in: bytes) {
                output.append(byte)
                hasFound = hasFound || byte >= 0x80
                index += length
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return hasFound ? output : nil
    }

    /// Returns the bytes with such an escape for each that is not ASCII.
    func encoding(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { byte -> [UInt8] in
            guard byte >= 0x80 else { return [byte] }
            let digits = String(byte, radix: self == .hexadecimal ? 16 : 8)
            return [lead] + (self == .hexadecimal ? [UInt8(ascii: "x")] : []) + digits.utf8
        }
    }

    private func escape(at index: Int, in bytes: [UInt8]) -> (byte: UInt8, length: Int)? {
        let rest = bytes[(index + 1)...].prefix(3)
        if self == .hexadecimal {
            if rest.count == 3, rest.first == UInt8(ascii: "x"),
                let high = Hexadecimal.value(rest[index + 2]),
                let low = Hexadecimal.value(rest[index + 3])
            {
                return (high << 4 | low, 4)
            }
            return rest.first.flatMap(Self.plain).map { ($0, 2) }
        }
        if rest.count == 3, rest.allSatisfy({ (0x30...0x37).contains($0) }),
            rest[index + 1] < UInt8(ascii: "4")
        {
            return (rest.reduce(0) { $0 << 3 | $1 & 7 }, 4)
        }
        return self == .octal && rest.first == lead ? (lead, 2) : nil
    }

    private static func plain(_ letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "\\"), UInt8(ascii: "'"): letter
        default: nil
        }
    }
}
