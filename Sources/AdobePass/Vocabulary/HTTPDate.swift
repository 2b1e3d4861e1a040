internal import WireText

extension Pass.Timestamp {
    /// Creates an instant from a date of HTTP (RFC 9110, section 5.6.7), in any of its three forms.
    ///
    /// - Parameter text: The field's value.
    init?(httpDate text: String) {
        let parts = text.split { " ,-".contains($0) }
        let isOfC = parts.count == 5
        guard isOfC || parts.count == 6,
            isOfC || parts[5] == "GMT",
            let month = Self.months.firstIndex(of: String(parts[isOfC ? 1 : 2])),
            let day = Self.number(parts[isOfC ? 2 : 1]),
            var year = Self.number(parts[isOfC ? 4 : 3])
        else { return nil }
        // The form of RFC 850 has two digits, and nobody's clock stands before 1970.
        if year < 100 { year += year < 70 ? 2000 : 1900 }
        let time = parts[isOfC ? 3 : 4].split(separator: ":").compactMap(Self.number)
        let date = CivilDate(year: year, month: Int64(month) + 1, day: day)
        guard date.isValid, time.count == 3, time[0] < 24, time[1] < 60, time[2] <= 60 else {
            return nil
        }
        self.init(
            seconds: date.daysSinceEpoch * 86_400 + time[0] * 3600 + time[1] * 60 + time[2])
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// A number of at most four digits.
    private static func number(_ text: some StringProtocol) -> Int64? {
        guard text.utf8.count <= 4, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int64(text)
    }
}
