internal import WireText

/// A time in a message, in one of the forms that programs write.
struct WrittenTime {
    /// The digits after the seconds.
    enum Fraction: CaseIterable {
        case kept
        case removed
        /// Three digits, where there are none or more.
        case milliseconds
        case sixDigits
        case sevenDigits
    }

    let range: Range<Int>
    /// A Boolean value that indicates whether it is in a text and not in a tag.
    let isInText: Bool
    private let seconds: Int64
    /// The digits after the seconds, as they were received.
    let fraction: [UInt8]

    /// Returns the times in canonical bytes.
    static func all(in bytes: [UInt8]) -> [WrittenTime] {
        var found: [WrittenTime] = []
        var isInTag = false
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "<"): isInTag = true
            case UInt8(ascii: ">"): isInTag = false
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                if index == 0 || !bytes[index - 1].isDigit,
                    let time = WrittenTime(at: index, in: bytes, isInText: !isInTag)
                        ?? WrittenTime(secondsAt: index, in: bytes, isInText: !isInTag)
                {
                    found.append(time)
                    index = time.range.upperBound
                    continue
                }
            default: break
            }
            index += 1
        }
        return found
    }

    private init?(at start: Int, in bytes: [UInt8], isInText: Bool) {
        let pattern = Array("0000-00-00T00:00:00".utf8)
        guard start + pattern.count <= bytes.count else { return nil }
        for (offset, expected) in pattern.enumerated() {
            let byte = bytes[start + offset]
            let fits =
                switch expected {
                case UInt8(ascii: "0"): byte.isDigit
                case UInt8(ascii: "T"): [expected, UInt8(ascii: "t"), 0x20].contains(byte)
                case UInt8(ascii: "-"): byte == expected || byte == UInt8(ascii: "/")
                default: byte == expected
                }
            guard fits else { return nil }
        }
        func number(_ offset: Int, _ count: Int) -> Int64 {
            bytes[(start + offset)..<(start + offset + count)].reduce(0) {
                $0 * 10 + Int64($1 &- 0x30)
            }
        }
        let date = CivilDate(year: number(0, 4), month: number(5, 2), day: number(8, 2))
        guard date.isValid else { return nil }
        var end = start + pattern.count
        var fraction: [UInt8] = []
        if end < bytes.count, bytes[end] == UInt8(ascii: ".") {
            fraction = Array(bytes[(end + 1)...].prefix(9).prefix(while: \.isDigit))
            end += fraction.count + 1
        }
        var offset: Int64 = 0
        if end < bytes.count, bytes[end] | 0x20 == UInt8(ascii: "z") {
            end += 1
        } else if end + 5 < bytes.count,
            bytes[end] == UInt8(ascii: "+") || bytes[end] == UInt8(ascii: "-")
        {
            let hasColon = bytes[end + 3] == UInt8(ascii: ":")
            let minutes = end + (hasColon ? 4 : 3) - start
            let sign: Int64 = bytes[end] == UInt8(ascii: "-") ? -1 : 1
            offset = sign * (number(end + 1 - start, 2) * 60 + number(minutes, 2))
            end += hasColon ? 6 : 5
        }
        let time = number(11, 2) * 3600 + number(14, 2) * 60 + number(17, 2)
        seconds = date.daysSinceEpoch * 86_400 + time - offset * 60
        self.fraction = fraction
        self.isInText = isInText
        range = start..<min(end, bytes.count)
    }

    /// A time that is written as the seconds since 1970, or the milliseconds, and is all there is between two quotation marks.
    private init?(secondsAt start: Int, in bytes: [UInt8], isInText: Bool) {
        let digits = bytes[start...].prefix(14).prefix(while: \.isDigit)
        let hasMilliseconds = digits.count == 13
        guard !isInText, hasMilliseconds || digits.count == 10, digits.endIndex < bytes.count,
            start > 0,
            bytes[start - 1] == UInt8(ascii: "\""), bytes[digits.endIndex] == UInt8(ascii: "\""),
            let seconds = Int64(String(decoding: digits.prefix(10), as: UTF8.self))
        else { return nil }
        self.seconds = seconds
        fraction = hasMilliseconds ? Array(digits.suffix(3)) : []
        self.isInText = isInText
        range = digits.indices
    }

    /// The time in the form of SAML, moved by some minutes.
    func written(_ form: Fraction, minutesLater minutes: Int64 = 0) -> [UInt8] {
        written(fraction: digits(form), minutesLater: minutes)
    }

    /// The time in the form of SAML with other digits after the seconds, moved by some minutes.
    func written(fraction digits: [UInt8], minutesLater minutes: Int64 = 0) -> [UInt8] {
        let seconds = seconds + minutes * 60
        let (days, rest) = seconds.flooredDivision(by: 86_400)
        let date = CivilDate(daysSinceEpoch: days)
        func padded(_ value: Int64, _ width: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let text =
            "\(padded(date.year, 4))-\(padded(Int64(date.month), 2))-\(padded(Int64(date.day), 2))T"
            + "\(padded(rest / 3600, 2)):\(padded(rest / 60 % 60, 2)):\(padded(rest % 60, 2))"
        return Array(text.utf8) + (digits.isEmpty ? [] : [UInt8(ascii: ".")] + digits)
            + [UInt8(ascii: "Z")]
    }

    private func digits(_ form: Fraction) -> [UInt8] {
        func padded(_ count: Int) -> [UInt8] {
            Array((fraction + Array(repeating: UInt8(ascii: "0"), count: count)).prefix(count))
        }
        switch form {
        case .kept: return fraction
        case .removed: return []
        case .milliseconds: return padded(3)
        case .sixDigits: return padded(6)
        case .sevenDigits: return padded(7)
        }
    }
}
