internal import WireText

extension SAML {
    /// A point in time, as `xs:dateTime` writes it.
    ///
    /// SAML requires UTC (SAML Core, section 1.3.3). A time with another offset denotes the instant
    /// it names, and one without any is taken to be UTC.
    public struct Instant: Hashable, Comparable, Sendable, CustomStringConvertible {
        /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
        public let secondsSinceEpoch: Int64
        /// The rest, in nanoseconds from 0 to 999,999,999.
        package let nanoseconds: Int32
        /// How a message writes it; it makes no difference between two instants.
        private var form = WrittenForm()

        /// The parts of `xs:dateTime` that can be written in several ways.
        fileprivate struct WrittenForm: Sendable {
            /// The minutes from UTC.
            var offset: Int16 = 0
            var zone = Zone.utc
            /// The digits of the second behind the point; 0 where there is no point.
            var digitCount: UInt8 = 0
            enum Zone: UInt8, Sendable { case utc, offset, none }
        }

        /// Creates an instant.
        ///
        /// - Parameters:
        ///   - secondsSinceEpoch: Whole seconds since 1970-01-01T00:00:00Z.
        ///   - nanoseconds: The rest; it is kept within a second.
        public init(secondsSinceEpoch: Int64, nanoseconds: Int32 = 0) {
            self.secondsSinceEpoch = secondsSinceEpoch
            self.nanoseconds = min(max(nanoseconds, 0), 999_999_999)
        }

        /// Returns whether two are the same point in time, however they are written.
        public static func == (one: Instant, other: Instant) -> Bool {
            (one.secondsSinceEpoch, one.nanoseconds) == (other.secondsSinceEpoch, other.nanoseconds)
        }

        /// Feeds the point in time into the hasher.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(secondsSinceEpoch)
            hasher.combine(nanoseconds)
        }

        /// Returns whether `one` is before `other`.
        public static func < (one: Instant, other: Instant) -> Bool {
            (one.secondsSinceEpoch, one.nanoseconds) < (other.secondsSinceEpoch, other.nanoseconds)
        }

        /// The instant a number of seconds later, or earlier for a negative number.
        package func advanced(bySeconds seconds: Int64) -> Instant {
            let (sum, isOverflow) = secondsSinceEpoch.addingReportingOverflow(seconds)
            return Instant(
                secondsSinceEpoch: isOverflow ? (seconds < 0 ? .min : .max) : sum,
                nanoseconds: nanoseconds)
        }

        /// The instant as the message writes it: with its own offset from UTC and digits of the second, nine at most.
        package var asWritten: String {
            let offset = Int64(form.offset)
            var text = advanced(bySeconds: offset * 60).description
            text.removeLast()
            if form.digitCount > 0 {
                let count = text.split(separator: ".").dropFirst().first?.count ?? 0
                if count == 0 { text += "." }
                text += String(repeating: "0", count: max(0, Int(form.digitCount) - count))
            }
            switch form.zone {
            case .utc: return text + "Z"
            case .none: return text
            case .offset:
                func pair(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
                return text
                    + "\(offset < 0 ? "-" : "+")\(pair(abs(offset) / 60)):\(pair(abs(offset) % 60))"
            }
        }

        /// The instant in UTC with as many digits of the second as it needs.
        public var description: String {
            let (days, secondOfDay) = secondsSinceEpoch.flooredDivision(by: 86_400)
            let date = CivilDate(daysSinceEpoch: days)
            let isUsual = nanoseconds == 0 && (0...9999).contains(date.year)
            let yearWidth = isUsual ? 4 : max(4, String(date.year.magnitude).count)
            // Made in one go and without intermediate strings: records hold it many times over.
            return unsafe String(unsafeUninitializedCapacity: isUsual ? 20 : 48) { bytes in
                var count = 0
                func append(_ mark: Unicode.Scalar) {
                    unsafe bytes[count] = UInt8(ascii: mark)
                    count += 1
                }
                func append(_ number: Int64, _ width: Int) {
                    var rest = number
                    for place in (count..<count + width).reversed() {
                        let digit = UInt8(truncatingIfNeeded: rest % 10)
                        unsafe bytes[place] = UInt8(ascii: "0") + digit
                        rest /= 10
                    }
                    count += width
                }
                if date.year < 0 { append("-") }
                append(abs(date.year), yearWidth)
                append("-")
                append(date.month, 2)
                append("-")
                append(date.day, 2)
                append("T")
                append(secondOfDay / 3600, 2)
                append(":")
                append(secondOfDay / 60 % 60, 2)
                append(":")
                append(secondOfDay % 60, 2)
                if nanoseconds != 0 {
                    append(".")
                    append(Int64(nanoseconds), 9)
                    while unsafe bytes[count - 1] == UInt8(ascii: "0") { count -= 1 }
                }
                append("Z")
                return count
            }
        }
    }
}

extension SAML.Instant {
    /// Reads the lexical form of `xs:dateTime` (XML Schema Part 2, section 3.2.7.1).
    ///
    /// Years have four to six digits, begin with 0 only when they have four, and there is no year
    /// 0. White space around it is allowed, as the type collapses it; `24:00:00` is midnight at
    /// the end of the day.
    public init?(parsing text: String) {
        var text = text
        let instant = text.withUTF8 { bytes in Self(parsing: unsafe bytes.span) }
        guard let instant else { return nil }
        self = instant
    }

    /// Reads the bytes of a text as ``init(parsing:)-(String)`` reads the text.
    package init?(parsing bytes: Span<UInt8>) {
        var scanner = Scanner(bytes)
        guard let date = scanner.date(in: bytes), scanner.skip("T", in: bytes),
            let time = scanner.time(in: bytes), let offset = scanner.offset(in: bytes),
            scanner.isAtEnd
        else { return nil }
        self.init(
            secondsSinceEpoch: date.daysSinceEpoch * 86_400 + time.seconds - offset.seconds,
            nanoseconds: time.nanoseconds)
        form = WrittenForm(
            offset: Int16(truncatingIfNeeded: offset.seconds / 60), zone: offset.zone,
            digitCount: scanner.fractionDigitCount)
    }

    /// A place in the bytes, which it is given again each time.
    private struct Scanner {
        private var index = 0
        private var end: Int
        /// The digits of the second behind the point, nine at most.
        private(set) var fractionDigitCount: UInt8 = 0

        init(_ bytes: Span<UInt8>) {
            end = bytes.count
            while index < end, bytes[index].isWhiteSpace { index += 1 }
            while end > index, bytes[end - 1].isWhiteSpace { end -= 1 }
        }

        var isAtEnd: Bool { index == end }

        mutating func skip(_ character: Unicode.Scalar, in bytes: Span<UInt8>) -> Bool {
            guard index < end, bytes[index] == UInt8(ascii: character) else { return false }
            index += 1
            return true
        }

        /// The number that digits are, and how many they are.
        mutating func digits(
            _ counts: ClosedRange<Int>, in bytes: Span<UInt8>
        ) -> (value: Int64, count: Int)? {
            var value: Int64 = 0
            let start = index
            while index - start < counts.upperBound, index < end, bytes[index].isDigit {
                value = value * 10 + Int64(bytes[index] - UInt8(ascii: "0"))
                index += 1
            }
            return counts.contains(index - start) ? (value, index - start) : nil
        }

        /// The number that two digits are.
        mutating func pair(in bytes: Span<UInt8>) -> Int64? { digits(2...2, in: bytes)?.value }

        mutating func date(in bytes: Span<UInt8>) -> CivilDate? {
            guard let (year, digitCount) = digits(4...6, in: bytes),
                year >= (digitCount == 4 ? 1 : 10_000), skip("-", in: bytes),
                let month = pair(in: bytes), skip("-", in: bytes), let day = pair(in: bytes)
            else { return nil }
            let date = CivilDate(year: year, month: month, day: day)
            return date.isValid ? date : nil
        }

        mutating func time(in bytes: Span<UInt8>) -> (seconds: Int64, nanoseconds: Int32)? {
            guard let hour = pair(in: bytes), skip(":", in: bytes), let minute = pair(in: bytes),
                skip(":", in: bytes), let second = pair(in: bytes), minute < 60, second < 60,
                hour <= 24
            else { return nil }
            var nanoseconds: Int64 = 0
            var isWhole = true
            if skip(".", in: bytes) {
                guard let (leading, digitCount) = digits(1...9, in: bytes) else { return nil }
                nanoseconds = leading
                fractionDigitCount = UInt8(truncatingIfNeeded: digitCount)
                isWhole = leading == 0
                for _ in digitCount..<9 { nanoseconds *= 10 }
                // Finer digits are cut off.
                while index < end, bytes[index].isDigit {
                    if bytes[index] != UInt8(ascii: "0") { isWhole = false }
                    index += 1
                }
            }
            guard hour < 24 || (minute == 0 && second == 0 && isWhole) else { return nil }
            return (hour * 3600 + minute * 60 + second, Int32(nanoseconds))
        }

        /// The offset from UTC in seconds, 0 when none is written.
        fileprivate mutating func offset(
            in bytes: Span<UInt8>
        ) -> (seconds: Int64, zone: SAML.Instant.WrittenForm.Zone)? {
            if isAtEnd { return (0, .none) }
            if skip("Z", in: bytes) { return (0, .utc) }
            let sign: Int64 = skip("-", in: bytes) ? -1 : 1
            guard sign == -1 || skip("+", in: bytes), let hours = pair(in: bytes),
                skip(":", in: bytes), let minutes = pair(in: bytes), minutes < 60,
                hours * 60 + minutes <= 14 * 60
            else { return nil }
            return (sign * (hours * 3600 + minutes * 60), .offset)
        }
    }
}
