internal import WireText

extension CaptureTime {
    /// Reads a time of ISO 8601 with the variations of recorders: any number of digits of a second, a space for the
    /// `T`, a zone with or without a colon, or `UTC` after a space.
    package init(iso8601 text: String) {
        self.init(text: text, microseconds: Self.iso8601(text))
    }

    /// Reads a time in any of the forms that recorders write: ISO 8601, a number of seconds, milliseconds, microseconds or
    /// nanoseconds since 1970, or with the name of a month.
    package init(parsing text: String) {
        self.init(
            text: text, microseconds: Self.iso8601(text) ?? Self.number(text) ?? Self.named(text))
    }

    // MARK: ISO 8601

    private static func iso8601(_ text: String) -> Int64? {
        var scanner = TimeScanner(text)
        guard let year = scanner.digits(4), scanner.skip("-"), let month = scanner.digits(2),
            scanner.skip("-"), let day = scanner.digits(2), scanner.skip("T") || scanner.skip(" "),
            let time = scanner.timeOfDay()
        else { return nil }
        _ = scanner.skip(" ")
        guard let zone = scanner.zone(), scanner.isAtEnd else { return nil }
        return instant(CivilDate(year: year, month: month, day: day), time, zone)
    }

    /// Returns the microseconds since 1970; `nil` if there is no such day, or for year 1, which stands for none.
    private static func instant(
        _ date: CivilDate, _ time: Int64, _ zone: Int64
    ) -> Int64? {
        guard date.isValid, date.year > 1 else { return nil }
        return (date.daysSinceEpoch * 86_400 - zone) * 1_000_000 + time
    }

    // MARK: Numbers

    private static func number(_ text: String) -> Int64? {
        let parts = text.utf8.split(
            separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, (9...19).contains(whole.count),
            parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isDigit) })
        else { return nil }
        // The digits of this century tell the unit.
        let scale =
            switch whole.count {
            case ...11: 6
            case ...14: 3
            case ...17: 0
            default: -3
            }
        let fraction = parts.count == 2 ? Array(parts[1]) : []
        var digits = Array(whole)
        for place in 0..<max(scale, 0) {
            digits.append(place < fraction.count ? fraction[place] : UInt8(ascii: "0"))
        }
        if scale < 0 { digits.removeLast(-scale) }
        return Int64(String(decoding: digits, as: UTF8.self))
    }

    // MARK: Names of months

    /// Reads day, month, year, time and zone as words in any order: `Tue Jan 10 17:55:22 EST 2023`,
    /// `Thu, 15 Jan 2026 12:00:00 GMT`, `Nov 22, 2026 10:07:36.777548000 UTC`.
    private static func named(_ text: String) -> Int64? {
        var date = CivilDate(year: 0, month: 0, day: 0)
        var time: Int64?
        var zone: Int64?
        let words = text.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",") }
        guard words.count <= 8 else { return nil }
        for word in words {
            let word = String(decoding: word, as: UTF8.self)
            var scanner = TimeScanner(word)
            if let month = months.firstIndex(of: word.lowercased()) {
                date.month = Int64(month) + 1
            } else if let number = Int64(word), word.utf8.first?.isDigit == true {
                if word.utf8.count == 4 { date.year = number } else { date.day = number }
            } else if word.utf8.contains(UInt8(ascii: ":")) {
                time = scanner.timeOfDay()
            } else if let found = scanner.zone(), scanner.isAtEnd {
                zone = found
            }
        }
        guard let time, let zone else { return nil }
        return instant(date, time, zone)
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
}

/// The text of a time that is being read.
private struct TimeScanner {
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    var isAtEnd: Bool { index == bytes.count }

    private var next: UInt8? { isAtEnd ? nil : bytes[index] }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    mutating func digits(_ count: Int) -> Int64? {
        guard bytes.count - index >= count else { return nil }
        var number: Int64 = 0
        for byte in bytes[index..<(index + count)] {
            guard byte.isDigit else { return nil }
            number = number * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        index += count
        return number
    }

    /// Reads hours, minutes, seconds and their fraction, in microseconds.
    mutating func timeOfDay() -> Int64? {
        guard let hour = digits(2), skip(":"), let minute = digits(2), hour < 24, minute < 60 else {
            return nil
        }
        let second = skip(":") ? digits(2) : 0
        guard let second, second <= 60 else { return nil }
        var fraction: Int64 = 0
        if skip(".") || skip(",") {
            let start = index
            while next?.isDigit == true { index += 1 }
            guard index > start else { return nil }
            for place in start..<(start + 6) {
                let digit = place < index ? bytes[place] : UInt8(ascii: "0")
                fraction = fraction * 10 + Int64(digit - UInt8(ascii: "0"))
            }
        }
        return ((hour * 60 + minute) * 60 + second) * 1_000_000 + fraction
    }

    /// Reads a zone, in seconds east of Greenwich; `nil` for unknown names.
    mutating func zone() -> Int64? {
        if skip("+") { return offset() }
        if skip("-") { return offset().map { -$0 } }
        if next == UInt8(ascii: "Z"), index == bytes.count - 1 { return skip("Z") ? 0 : nil }
        let name = String(decoding: bytes[index...], as: UTF8.self).uppercased()
        index = bytes.count
        return Self.zones[name].map { $0 * 3600 }
    }

    private mutating func offset() -> Int64? {
        guard let hours = digits(2) else { return nil }
        let minutes = skip(":") || !isAtEnd ? digits(2) : 0
        return minutes.map { (hours * 60 + $0) * 60 }
    }

    private static let zones: [String: Int64] = [
        "Z": 0, "UTC": 0, "GMT": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7,
        "MDT": -6, "PST": -8, "PDT": -7, "CET": 1, "CEST": 2,
    ]
}
