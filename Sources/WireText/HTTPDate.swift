/// The dates of HTTP header fields (RFC 9110, section 5.6.7), such as `Sun, 06 Nov 1994 08:49:37 GMT`.
package enum HTTPDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Returns the date of an instant, in the form that senders use.
    ///
    /// - Parameter milliseconds: Milliseconds since 1970; fractions of a second are dropped.
    /// - Returns: The field's value.
    package static func text(_ milliseconds: Int64) -> String {
        let (seconds, _) = milliseconds.flooredDivision(by: 1000)
        let (day, time) = seconds.flooredDivision(by: 86_400)
        let date = CivilDate(daysSinceEpoch: day)
        // 1970-01-01 was a Thursday.
        let weekday = days[Int((day + 4).flooredDivision(by: 7).remainder)]
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(weekday), \(two(date.day)) \(months[Int(date.month) - 1]) \(date.year) "
            + "\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60)) GMT"
    }

    /// Returns the instant of a date in any of the three forms that recipients accept.
    ///
    /// - Parameter text: The field's value.
    /// - Returns: Seconds since 1970; `nil` for what is not a date.
    package static func seconds(of text: String) -> Int64? {
        let parts = text.split { " ,-".contains($0) }
        let isOfC = parts.count == 5
        guard isOfC || parts.count == 6,
            isOfC || parts[5] == "GMT",
            let month = months.firstIndex(of: String(parts[isOfC ? 1 : 2])),
            let day = number(parts[isOfC ? 2 : 1]),
            var year = number(parts[isOfC ? 4 : 3])
        else { return nil }
        // The form of RFC 850 has two digits, and no clock stands before 1970.
        if year < 100 { year += year < 70 ? 2000 : 1900 }
        let time = parts[isOfC ? 3 : 4].split(separator: ":").compactMap(number)
        let date = CivilDate(year: year, month: Int64(month) + 1, day: day)
        guard date.isValid, time.count == 3, time[0] < 24, time[1] < 60, time[2] <= 60 else {
            return nil
        }
        return date.daysSinceEpoch * 86_400 + time[0] * 3600 + time[1] * 60 + time[2]
    }

    /// A number of at most four digits.
    private static func number(_ text: some StringProtocol) -> Int64? {
        guard text.utf8.count <= 4, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int64(text)
    }
}
